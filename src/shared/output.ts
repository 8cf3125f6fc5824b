/** The last noun of a build: a file of the site. */
export interface OutputFile {
  /** Relative to the output folder, with forward slashes. */
  path: string;
  /** The content, or the absolute path of a file to copy as it is. */
  content: string | Uint8Array | { copyOf: string };
  /** Digest of everything that the file was made from, where its maker knows one: an output can tell by it that the file is current. */
  key?: string;
}

/** Says that there is a file already with this path and key, which then need not be made. */
export type IsThere = (path: string, key: string) => boolean;

/** Files that are made together, when somebody wants one of them: a build wants all, who looks at one page wants few. */
export interface PlannedFiles {
  /** Where they will be, like `OutputFile.path`; one that ends with a slash means everything below it. */
  paths: readonly string[];
  /** The address of the page among them, if one is. */
  route?: string;
  /** The key that the files will have, for files that it is cheaper to know this of than to make. */
  key?(): string;
  /** @param isThere asked by makers for which a single file is expensive; what it says yes to is not among the files that are made. */
  make(isThere?: IsThere): readonly OutputFile[] | Promise<readonly OutputFile[]>;
}
