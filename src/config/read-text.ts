/** The types of `formats`: formats of texts that a site adds. */
import type { TextFormat } from "../shared/text-format.js";

/** The argument of a format's `parse`. */
export interface TextFile {
  /** Relative to the site's root, with forward slashes. */
  path: string;
  text: string;
}

/** The value of a field. `null` and `undefined` mean that the field is not there. */
export type FieldInput =
  | string
  | number
  | boolean
  | Date
  | null
  | undefined
  | FieldInput[]
  | { [key: string]: FieldInput };

/** A piece of a text that a format has made, and where it comes from. */
export interface TextPiece {
  text: string;
  /** The line of the file that its first line comes from, from 1. */
  line: number;
}

/** The result of a format's `parse`. */
export interface FormattedText {
  /** By the keys that the series reads: `{ title: "…", author: ["Ada <ada@x.example>"] }`; by default what `body` says itself, in any form that its format has. */
  fields?: Record<string, FieldInput>;
  /** The text; with pieces, messages name the lines of the file. */
  body: string | readonly TextPiece[];
  /** The format of `body`: Markdown by default. */
  format?: TextFormat;
}

/** A format of texts that a site adds: its files are proposals, companions, docs and pages like others. */
export interface Format {
  /** Names it in messages. */
  name: string;
  /** Extensions of its files, in lower case and without dots: `["adoc"]`. */
  extensions: readonly string[];
  /** Reads a text. Several threads call it, also for former versions, so it must be a function of its argument alone. */
  parse(file: TextFile): FormattedText;
}
