/** The weights of the ranking: `npm run bench:search -- weights` shows the quality without each. */
export const weights = {
  /** Weight of a word by its place: `name` is a name that code declares, `who` are authors, `what` is the rest of front matter. */
  field: { title: 40, description: 10, heading: 8, body: 1, name: 14, who: 20, what: 12 },
  /** Confidence that a word of the index is meant: 1 for the typed word. `begun` is
   * a longer word than an unfinished one, `longer` if there is the word itself; `used` is a name of all words that the page uses and does not declare. */
  match: { used: 0.95, joined: 0.9, synonym: 0.9, inflected: 0.85, begun: 0.7, longer: 0.4, corrected: 0.6 },
  /**
   * Factors of a whole page: front matter has all that was asked for, code there declares a name of all its
   * words, the register builds on it, its title begins with the query or has it in capitals; where a page lacks
   * some of the query, the power of the share that it has, and the least share beside pages that have all.
   */
  page: {
    told: 75,
    named: 30,
    authority: 1,
    beginning: 0.4,
    capitals: 3,
    coverage: 2,
    leastCoverage: 0.4,
  },
};
