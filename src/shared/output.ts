/** The last noun of a build: a file of the site. */
export interface OutputFile {
  /** Relative to the output folder, with forward slashes. */
  path: string;
  /** The content, or the absolute path of a file to copy as it is. */
  content: string | Uint8Array | { copyOf: string };
  /** The absolute path of the file that it is a cleaned copy of. */
  cleanedFrom?: string;
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
  make(texts: Texts): readonly OutputFile[] | Promise<readonly OutputFile[]>;
}
