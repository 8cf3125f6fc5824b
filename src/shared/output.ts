/** A file of the site, as the last stage of a build makes it. */
export interface OutputFile {
  /** Relative to the output folder, with forward slashes. */
  path: string;
  /** The content, or the absolute path of a file to copy as it is. */
  content: string | Uint8Array | { copyOf: string };
  /** The absolute path of the original, if the content is a cleaned copy of a file. */
  cleanedFrom?: string;
}

/**
 * Files that are made together, when they are needed: a build needs all of them, `serve` only those that a reader asks for.
 * @template Texts the texts that they are made from.
 */
export interface PlannedFiles<Texts = unknown> {
  /** Paths as in `OutputFile`; a path that ends with a slash means everything below it. */
  paths: readonly string[];
  /** The route of the page, if one of the files is a page. */
  route?: string;
  /** The code of the site that makes them, as messages name it: `the output "calendar"`. */
  madeBy?: string;
  make(texts: Texts): readonly OutputFile[] | Promise<readonly OutputFile[]>;
}
