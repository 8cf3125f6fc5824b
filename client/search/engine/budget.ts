/** How many files a query may load besides the root and the cards of its hits: what a result shows of their pages. `npm run bench:search` measures their cost. */
export const budget = {
  /** Files of terms, for the longest words first. Words in further files are ignored. */
  termFiles: 8,
  /** Files of texts that are searched for phrases and sentences. */
  textFiles: 6,
  /** Further files of texts for the excerpts of hits; only one if the query has loaded texts, or the list of all words of the site for corrections. */
  excerptFiles: 4,
};
