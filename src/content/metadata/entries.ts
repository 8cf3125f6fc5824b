/**
 * All forms of metadata are read into these types: fields with values, each with its place in the file, so that
 * messages and rules work for all forms.
 */
import type { Position } from "../../shared/document.js";

/** The value of a field: text, a list, or a map. `position` and `length` (in UTF-16 units) are its place in the source. */
export type FieldValue =
  | {
      kind: "text";
      text: string /** In YAML: so `"null"` is a word. */;
      isQuoted?: true;
      position: Position;
      length: number;
    }
  | { kind: "list"; items: FieldValue[]; position: Position; length: number }
  | { kind: "map"; entries: FieldEntry[]; position: Position; length: number };

export interface FieldEntry {
  key: string;
  keyPosition: Position;
  value: FieldValue;
}

/** A range of lines, by index from 0, without the end. */
export type LineRange = [start: number, end: number];

/** The result of reading a text in one form. */
export interface FoundMetadata {
  entries: FieldEntry[];
  /** Lines that are only metadata: readers do not see them in the text. */
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

/** One way to write metadata. Pure, and without diagnostics for texts in another form. */
export type MetadataForm = (input: FormInput) => FoundMetadata | undefined;

/** A text value at `column` (from 0) of the line with the index `line`. */
export function textValue(text: string, line: number, column: number, length = text.length): FieldValue {
  const position = { line: line + 1, column: column + 1 };
  return { kind: "text", text, position, length: Math.max(1, length) };
}

/** `column` and `line` are those of the key, from 0. */
export function entryAt(key: string, line: number, column: number, value: FieldValue): FieldEntry {
  return { key, keyPosition: { line: line + 1, column: column + 1 }, value };
}
