/** The weights of the ranking. `npm run bench:search -- weights` measures the quality without each of them. */
export const weights = {
  /** Weight of a word by its field: `name` is a name that code declares, `who` are authors, `what` is the rest of metadata. */
  field: { title: 40, description: 10, heading: 8, body: 1, name: 14, who: 20, what: 12 },
  /**
   * Confidence that a query means a word of the index; 1 for the typed word. `begun` is a word that begins with the typed
   * one, `longer` the same if the index has the typed word, too; `used` is a name of all words of the query that the page
   * uses without declaring it.
   */
  match: { used: 0.95, joined: 0.9, synonym: 0.9, inflected: 0.85, begun: 0.7, longer: 0.4, corrected: 0.6 },
  /** Weights of a page besides those of its words. */
  page: {
    /** Added for metadata, by the share of the query that it has. */
    told: 75,
    /** Added for a name in code, by the share of the query that the name has. */
    named: 30,
    /** Weight of the authority of a page: how much the register builds on it. */
    authority: 1.6,
    /** Added to the factor of a title that begins with the query's first word. */
    beginning: 0.4,
    /** Factor of a title that has the query's word in capitals, or words with its letters as initials. */
    capitals: 3,
    /** Exponent of the share of the query that a page has, if it does not have all of it. */
    coverage: 2,
    /** Pages with a smaller share are left out when another page has all of the query. */
    leastCoverage: 0.4,
  },
};
