/** The last noun of a build: a file of the site. */
export interface OutputFile {
  /** Relative to the output folder, with forward slashes. */
  path: string;
  /** The content, or the absolute path of a file to copy as it is. */
  content: string | Uint8Array | { copyOf: string };
  /** The absolute path of the file that it is a cleaned copy of. */
  cleanedFrom?: string;
}

/** A large file in parts, which are written one after the other: it is never whole in memory. */
export interface FileInParts {
  /** Like `OutputFile.path`. */
  path: string;
  parts: readonly Uint8Array[];
}

export type AnyFile = OutputFile | FileInParts;

/** The same file, with its content in one. */
export function wholeFile(file: AnyFile): OutputFile {
  if (!("parts" in file)) return file;
  const { parts, ...rest } = file;
  return { ...rest, content: Buffer.concat(parts) };
}

/** A file with content of its own. */
export interface MadeFile extends OutputFile {
  content: string | Uint8Array;
}

/**
 * Files that are made together, on demand: a build needs all, a reader of one page only a few.
 * @template Texts what they are made from besides the plan.
 */
export interface PlannedFiles<Texts = unknown> {
  /** Their paths, like `OutputFile.path`; one that ends with a slash means everything below it. */
  paths: readonly string[];
  /** The address of the page among them, if one is. */
  route?: string;
  /** What makes them, for messages, if that is code of the site: `the output "calendar"`. */
  madeBy?: string;
  make(texts: Texts): readonly AnyFile[] | Promise<readonly AnyFile[]>;
}
