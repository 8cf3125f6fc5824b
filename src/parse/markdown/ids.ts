/**
 * Ids within a text. Those that are made here (of footnotes, drawings and formulas) and those of the page's own parts are kept apart from whatever an
 * author can name, by their form; what an author names is there once.
 */

/** Of the page's own parts (templates/ids.ts and ids that templates write), and of what is made from a text. */
const reserved = /^(?:(?:site|ui|search|graph)[A-Z]|statusGlyph-|fn(?:ref)?\d|diagram\d|math-)/;

/** Whether no author may have an id. */
export function isReservedId(id: string): boolean {
  return reserved.test(id);
}

/** The id of a formula's row from its label. */
export function formulaId(label: string): string {
  return `math-${label}`;
}
