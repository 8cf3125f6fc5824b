/** Converts between numbers of proposals and their texts. */
import { largestOf } from "./lists.js";
import { compareText } from "./text.js";

/** Maximum digits of a number; a longer one is a time, a hash or a mistake. */
export const maxDigits = 9;

/** Source of a pattern for the digits of a number. */
export const numberPattern = `\\d{1,${maxDigits}}`;

/**
 * How a series writes its numbers: `decimal` with digits; `hexadecimal` also with the letters A to F, as Nostr does (`5A`, `EE`); `lettered` with a small
 * letter after the digits, as Perl does (`0013a`). With `none`, the slugs in the names of files identify proposals.
 */
export const numberNotations = ["decimal", "hexadecimal", "lettered", "none"] as const;
export type NumberNotation = (typeof numberNotations)[number];

/** Source of a case-sensitive pattern for the numbers of a series. @param width minimum characters of a hexadecimal number. */
export function notationPattern(notation: NumberNotation, width: number): string {
  if (notation === "none") return "(?!)";
  if (notation === "hexadecimal") return `(?:[\\dA-F]{${Math.max(2, width)}}|${numberPattern})`;
  return notation === "lettered" ? `(?:\\d{1,4}[a-z]|${numberPattern})` : numberPattern;
}

/** Source of a pattern for decimal numbers and the numbers of all given series. */
export function numbersPattern(all: readonly { numbers: NumberNotation; numberWidth: number }[]): string {
  const patterns = all
    .filter(({ numbers }) => numbers !== "decimal")
    .map(({ numbers, numberWidth }) => notationPattern(numbers, numberWidth));
  return [...new Set(patterns), numberPattern].join("|");
}

/** Whether a text is a number and nothing else. */
export function isProposalNumber(text: string, notation: NumberNotation = "decimal", width = 1): boolean {
  return new RegExp(`^${notationPattern(notation, width)}$`).test(text);
}

/** A number with letters is represented by a value from here on; decimal numbers are smaller. Both fit into 31 bits. */
const firstWithLetters = 10 ** maxDigits;

/** Whether a value of `numberOf` represents a number with letters. */
export const hasLetters = (number: number) => number >= firstWithLetters;

/** The value that represents a number: that of its digits, or a larger one if it has letters. @param text at most five characters if it has letters. */
export function numberOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : firstWithLetters + Number.parseInt(text, 36);
}

/**
 * The value that represents a slug in a register without numbers: a hash of 53 bits (cyrb53), which is never shown. It ignores case, because some
 * file systems do.
 */
export function numberOfSlug(slug: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const character of slug.normalize().toLowerCase()) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return 2 ** 32 * (low & 0x1fffff) + (high >>> 0);
}

/** The text of a number, without zeros before it. */
export function textOfNumber(number: number, notation: NumberNotation = "decimal"): string {
  if (notation === "decimal" || number < firstWithLetters) return String(number);
  const text = (number - firstWithLetters).toString(36);
  return notation === "lettered" ? text : text.toUpperCase();
}

/** The number after the highest of those in use. */
export function nextNumber(usedNumbers: Iterable<number>, notation: NumberNotation): number {
  const base = notation === "hexadecimal" ? 16 : 10;
  // The digits of `13a` are 13.
  const values = Array.from(usedNumbers, (number) => Number.parseInt(textOfNumber(number, notation), base));
  return numberOf((largestOf(values, 0) + 1).toString(base));
}

/** A number as JSON has it: a number if it has only digits, else a text; null in a register without numbers. */
export function jsonNumber(number: number, notation: NumberNotation): number | string | null {
  if (notation === "none") return null;
  return notation === "decimal" || number < firstWithLetters ? number : textOfNumber(number, notation);
}

/** Compares numbers by their texts, which are padded to a width: `59`, `5A`, `60`, `100`. */
export function compareNumbers(textA: string, textB: string): number {
  const [a, b] = [textA, textB].map((text) => /^\d+(?=[a-z]$)/.exec(text)?.[0] ?? text) as [string, string];
  if (a.length !== b.length) return a.length - b.length;
  return a === b ? textA.length - textB.length || compareText(textA, textB) : compareText(a, b);
}

const placeholder =
  /^(?:0{3,}|\d*x+|n{2,}|\?+|tb[ad]|to be (?:assigned|determined)(?: by .*)?|.*\bassigned by .*|unassigned|draft(?:[-_ ].*)?)$/i;

/**
 * Whether a text is a placeholder for a number that is not assigned yet: `0000`, `XXXX`, `TBD`, `draft-tokens`, `<to be assigned>`,
 * `To be assigned by PIP Editors` (Polygon), `(number/id -- assigned by DIP Manager)` (D).
 * @param firstNumber the first number of the series: if it is 0, `0000` is a number.
 */
export function isNumberPlaceholder(text: string, firstNumber: number): boolean {
  const bare = text.replace(/^(?:<(.*)>|\((.*)\)|\[(.*)\])$/, "$1$2$3").trim();
  return placeholder.test(bare) && !(firstNumber === 0 && /^0+$/.test(text));
}
