/** Abbreviations that a text defines, `Block-level Access Lists (BAL)`: search finds the text by them. */

/** One in a text. */
export interface Abbreviation {
  short: string;
  /** The words that it stands for. */
  words: readonly string[];
  /** The same as they are written, between the first and the last of them. */
  meaning: string;
  /** Where `short` is in the text. */
  at: number;
}

const inParentheses = /\(([A-Z][A-Za-z\d]{1,6}?)s?\)/g;
/** In characters. */
const longest = 80;

/** The abbreviations that a text defines, in order. */
export function abbreviationsIn(text: string): Abbreviation[] {
  const found: Abbreviation[] = [];
  for (const { 1: short = "", index } of text.matchAll(inParentheses)) {
    const before = text.slice(Math.max(0, index - longest), index);
    const words = [...before.matchAll(/[\p{L}\p{N}]+/gu)];
    const first = firstWord(
      short.toLowerCase(),
      words.map(({ 0: word, index: at }) => ({ word, isJoined: before[at - 1] === "-" })),
    );
    const last = words.at(-1);
    if (first === undefined || !last) continue;
    const own = words.slice(first);
    const meaning = before.slice(own[0]?.index, last.index + last[0].length);
    found.push({ short, words: own.map(([word]) => word), meaning, at: index + 1 });
  }
  return found;
}

/**
 * The place of the first of the last words, which have the letters as initials; words in lower case may have none, and neither may the second part of
 * a compound: BAL is Block-Level Access Lists.
 */
function firstWord(letters: string, words: readonly { word: string; isJoined: boolean }[]): number | undefined {
  let left = letters.length;
  for (let at = words.length - 1; at >= 0; at--) {
    const { word = "", isJoined = false } = words[at] ?? {};
    if (word[0]?.toLowerCase() === letters[left - 1]) left--;
    else if (left === letters.length || (word[0] !== word[0]?.toLowerCase() && !isJoined)) return undefined;
    if (left === 0) return at;
  }
  return undefined;
}
