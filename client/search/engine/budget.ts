/** What a query may load beside the root and the cards of its hits. `npm run bench:search` says what it costs. */
export const budget = {
  /** Files of terms: the longest words first. Words in further files are left out. */
  termFiles: 8,
  /** Files of texts that are read for words in their order. */
  textFiles: 6,
  /** Further files of texts for the excerpts of hits; only one if texts or the words of the site were read. */
  excerptFiles: 4,
};
