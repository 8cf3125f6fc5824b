/** Numbers of proposals as texts have them. */

/** The most digits of a number; what is longer is a time, a hash or a mistake. */
export const mostDigits = 9;

/** Source of a pattern for the digits of a number. */
export const numberPattern = `\\d{1,${mostDigits}}`;

const wholeNumber = new RegExp(`^${numberPattern}$`);

/** Whether a text is a number and nothing else. */
export function isProposalNumber(text: string): boolean {
  return wholeNumber.test(text);
}

const placeholder =
  /^(?:0{3,}|\d*x+|n{2,}|\?+|tb[ad]|to be (?:assigned|determined)(?: by .*)?|unassigned|draft(?:[-_ ].*)?)$/i;

/**
 * Whether a text is a placeholder for a number that is not assigned yet: `0000`, `XXXX`, `TBD`, `draft-tokens`, `<to be assigned>`,
 * `To be assigned by PIP Editors` (Polygon).
 * @param firstNumber of the series: one that begins with 0 may write it as `0000`.
 */
export function isNumberPlaceholder(text: string, firstNumber: number): boolean {
  const bare = text.replace(/^(?:<(.*)>|\((.*)\)|\[(.*)\])$/, "$1$2$3").trim();
  return placeholder.test(bare) && !(firstNumber === 0 && /^0+$/.test(text));
}
