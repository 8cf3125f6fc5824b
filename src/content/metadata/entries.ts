/**
 * Types for metadata in any form: fields with values, each with its position in the file, so that messages and rules work for all forms.
 */
import type { Position } from "../../shared/document.js";

/** The value of a field. `position` and `length` (in UTF-16 units) locate its source. `isQuoted` is set for YAML, where `"null"` in quotes is a word. */
export type FieldValue =
  | { kind: "text"; text: string; isQuoted?: true; position: Position; length: number }
  | { kind: "list"; items: FieldValue[]; position: Position; length: number }
  | { kind: "map"; entries: FieldEntry[]; position: Position; length: number };

export interface FieldEntry {
  key: string;
  keyPosition: Position;
  value: FieldValue;
}

/** A range of lines, by index from 0, without the end. */
export type LineRange = [start: number, end: number];

/** Replaces the lines of ranges with empty lines. */
export function clearRanges(lines: readonly string[], ranges: readonly LineRange[]): string[] {
  const cleared = [...lines];
  for (const [start, end] of ranges) cleared.fill("", start, end);
  return cleared;
}

/** The result of reading a text in one form. */
export interface FormResult {
  entries: FieldEntry[];
  /** Lines with nothing but metadata, which the page leaves out of the text. */
  lineRanges: LineRange[];
}

/** The input of a form. */
export interface FormInput {
  /** The whole file, without line ends. */
  lines: readonly string[];
  /** Index of the first line after front matter. */
  start: number;
  /** Whether the series reads a key. */
  isKnown(key: string): boolean;
}

/** Reads metadata in one form. @returns undefined for a text without metadata in this form. */
export type MetadataForm = (input: FormInput) => FormResult | undefined;

/** @returns a text value. @param line from 0. @param column from 0. @param length of its source. */
export function textValue(text: string, line: number, column: number, length = text.length): FieldValue {
  const position = { line: line + 1, column: column + 1 };
  return { kind: "text", text, position, length: Math.max(1, length) };
}

/** @returns a field. @param line of the key, from 0. @param column of the key, from 0. */
export function entryAt(key: string, line: number, column: number, value: FieldValue): FieldEntry {
  return { key, keyPosition: { line: line + 1, column: column + 1 }, value };
}
