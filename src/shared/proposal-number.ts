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
