/** What `cipgen new` writes where an author has to, and what `lint` therefore takes for not written yet. */

/** Placeholder for the text of a section or of a field. */
export const toBeWritten = "To be written.";

/** Placeholder for the preview of a proposal. */
export const previewToBeWritten = "One to three sentences that say what this proposal gives its readers.";
