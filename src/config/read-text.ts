/**
 * The hook by which a register reads texts in a form of its own: `read` of a series. A function cannot be handed to a thread or be part of a key, so
 * what is known of each is the module that it comes from: its code makes the function again, and its digest identifies it.
 */

/** What a hook is given. */
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

/** What a hook makes of a text: it is read from here as from a text that has these fields as metadata. */
export interface TextParts {
  /** By the keys that the series reads: `{ title: "…", author: ["Ada <ada@x.example>"] }`. */
  fields: Record<string, FieldInput>;
  /** The text below the metadata. */
  body: string;
  /** What `body` is written in; by default what the end of the file's name says, otherwise Markdown. */
  format?: "markdown" | "mediawiki";
}

/**
 * Reads a text, or leaves it to the program by returning `undefined`. It is called wherever a text is read, by several threads and for former
 * versions too, so it must be a function of its argument alone.
 */
export type ReadText = (file: TextFile) => TextParts | undefined;

/** Where a hook comes from. */
export interface ConfigModule {
  /** The bundled configuration, with its source map. */
  code: string;
  /** Absolute: what the map's paths are relative to. */
  root: string;
  /** Of the series that has the hook. */
  index: number;
}

const modules = new WeakMap<ReadText, ConfigModule>();

/** What a hook was made by; undefined for one that is in no file, as in tests. */
export function moduleOf(read: ReadText): ConfigModule | undefined {
  return modules.get(read);
}

/** Says what a hook was made by. */
export function noteModule(read: ReadText, module: ConfigModule): void {
  modules.set(read, module);
}
