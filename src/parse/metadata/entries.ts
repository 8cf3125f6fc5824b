/** What every form of metadata is read into: fields with values, and the place of each in the file, so that messages and rules work on all forms. */
import type { Position } from "../../shared/document.js";

/** The value of a field: text, a list, or a map; `position` and `length` (UTF-16 units) are those of the source. */
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

/** Lines of a file by index from 0, the end not included. */
export type LineRange = [start: number, end: number];

/** What a form makes of a text. */
export interface FoundMetadata {
  entries: FieldEntry[];
  /** Lines that are metadata and nothing else: they are not part of the text that readers see. */
  taken: LineRange[];
}

/** What a form may look at. */
export interface FormInput {
  /** The whole file, without line ends. */
  lines: readonly string[];
  /** Index of the first line behind front matter. */
  start: number;
  /** Says whether a key is one that the series reads. */
  isKnown(key: string): boolean;
}

/** One way to write metadata: pure, and silent about texts that are written another way. */
export type MetadataForm = (input: FormInput) => FoundMetadata | undefined;

/** A text value at `column` (from 0) of the line with the index `line`. */
export function textValue(text: string, line: number, column: number, length = text.length): FieldValue {
  const position = { line: line + 1, column: column + 1 };
  return { kind: "text", text, position, length: Math.max(1, length) };
}

/** `column` and `line` are the key's, from 0. */
export function entryAt(key: string, line: number, column: number, value: FieldValue): FieldEntry {
  return { key, keyPosition: { line: line + 1, column: column + 1 }, value };
}
