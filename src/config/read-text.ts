/** The hook by which a register reads texts in its own format: `read` of a series. */
import type { TextFormat } from "../shared/text-format.js";

/** The argument of a hook. */
export interface TextFile {
  /** Relative to the site's root, with forward slashes. */
  path: string;
  text: string;
}

/** The value of a field as a module may write it. Nothing, `null` or `undefined`, is as if the field were not there. */
export type FieldInput =
  | string
  | number
  | boolean
  | Date
  | null
  | undefined
  | FieldInput[]
  | { [key: string]: FieldInput };

/** The result of a hook: it is processed like a text that has these fields as metadata. */
export interface TextParts {
  /** By the keys that the series reads: `{ title: "…", author: ["Ada <ada@x.example>"] }`. */
  fields: Record<string, FieldInput>;
  /** The text below the metadata. */
  body: string;
  /** The format of `body`; by default that of the file's extension, otherwise Markdown. */
  format?: TextFormat;
}

/**
 * Reads a text; if it returns `undefined`, the program reads the text. Several threads call it, also for former
 * versions, so it must be a function of its argument alone.
 */
export type ReadText = (file: TextFile) => TextParts | undefined;
