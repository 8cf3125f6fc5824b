/** Who was there first: a number belongs to the text that had it first, and only old texts are judged leniently. */

/** What the base of a change, or the complete history, says of the texts of today. */
export interface Seniority {
  /** Whether a text was there before; undefined if there is neither a base nor a complete history. */
  isOld(path: string): boolean | undefined;
  /** When a text got a number, as an increasing count; undefined if it had not got it before, or if that is not known. */
  since(path: string, number: number): number | undefined;
  /** The day on which a text came in, `YYYY-MM-DD`, if the complete history says it. */
  day?(path: string): string | undefined;
}

/** Neither a base nor a history. */
export const unknownSeniority: Seniority = { isOld: () => undefined, since: () => undefined };
