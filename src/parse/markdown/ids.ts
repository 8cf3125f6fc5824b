/**
 * Ids within a text. Those of footnotes, drawings, formulas and of the page's own parts have forms that no author's id
 * may have. An author's id is used once per page.
 */

/**
 * Ids of the page's own parts (templates/ids.ts and ids that templates write), and of parts that are generated from a
 * text.
 */
const reserved = /^(?:(?:site|ui|search|graph)[A-Z]|statusGlyph-|fn(?:ref)?\d|diagram\d|math-)/;

/** Whether authors may not use an id. */
export function isReservedId(id: string): boolean {
  return reserved.test(id);
}

/** The id of a formula's row, from its label. */
export function formulaId(label: string): string {
  return `math-${label}`;
}
