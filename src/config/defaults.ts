/** The default folders of a site, and the placeholder texts of `cipgen new`, which `lint` reports until an author replaces them. */

/** Placeholder for the text of a section or of a field. */
export const toBeWritten = "To be written.";

/** Placeholder for the preview of a proposal. */
export const previewToBeWritten = "One to three sentences that say what this proposal gives its readers.";

export const contentFolders = {
  proposals: "content/cip",
  docs: "content/docs",
  static: "content/static",
  home: "content/home.md",
  i18n: "content/i18n",
} as const;
