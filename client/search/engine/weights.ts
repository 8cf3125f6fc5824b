/** What the order of answers is made of, as numbers: `npm run bench:search -- weights` shows what the answers are worth without each. */
export const weights = {
  /** How much a word counts that stands there. */
  field: { title: 40, description: 10, heading: 8, body: 1 },
  /** How sure it is that a word of the index is meant: 1 for the typed one itself. */
  match: { joined: 0.9, inflected: 0.85, begun: 0.7, corrected: 0.6 },
};
