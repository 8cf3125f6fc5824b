/** The last noun of a build: a file of the site. */
export interface OutputFile {
  /** Relative to the output folder, with forward slashes. */
  path: string;
  /** The content, or the absolute path of a file to copy as it is. */
  content: string | Uint8Array | { copyOf: string };
}
