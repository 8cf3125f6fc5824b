/** The weights of the ranking: `npm run bench:search -- weights` shows the quality without each. */
export const weights = {
  /** Weight of a word by its place: `name` is a name that code declares, `who` are authors, `what` is the rest of front matter. */
  field: { title: 40, description: 10, heading: 8, body: 1, name: 14, who: 20, what: 12 },
  /** Confidence that a word of the index is meant: 1 for the typed word. `begun` is
   * a longer word than an unfinished one, `longer` if there is the word itself; `used` is a name that has all words of the query and that the page uses without declaring it. */
  match: { used: 0.95, joined: 0.9, synonym: 0.9, inflected: 0.85, begun: 0.7, longer: 0.4, corrected: 0.6 },
  /** How a whole page counts, beyond its words. */
  page: {
    /** Added for front matter, by the share of the query that it has. */
    told: 75,
    /** Added for a name in code, by the share of the query that the name has. */
    named: 30,
    /** How much it counts that the register builds on the page. */
    authority: 1,
    /** Added to the factor of a title that begins with the query's first word. */
    beginning: 0.4,
    /** Factor of a title that has the query's word in capitals. */
    capitals: 3,
    /** Power of the share of the query that an incomplete page has. */
    coverage: 2,
    /** Pages with a smaller share are left out when another page has all of the query. */
    leastCoverage: 0.4,
  },
};
