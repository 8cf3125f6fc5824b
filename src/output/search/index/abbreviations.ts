/** Finds other words that readers search a text by: abbreviations that it defines, two words of its title as one, and the title's initials. */

import { isUnspaced, maxTermLength, termsOf } from "../../../shared/search-text.js";

/** An abbreviation in parentheses, also in the plural: `(BAL)`, `(NFTs)`. */
const inParentheses = /\(([A-Z][A-Za-z\d]{1,6}?)s?\)/y;
/** Maximum length of the words that an abbreviation stands for, in characters. */
const longestMeaning = 80;

/** The abbreviations that a text defines: `Block-level Access Lists (BAL)`. */
export function abbreviationsIn(text: string): string[] {
  const abbreviations: string[] = [];
  for (let index = text.indexOf("("); index >= 0; index = text.indexOf("(", index + 1)) {
    inParentheses.lastIndex = index;
    const short = inParentheses.exec(text)?.[1];
    if (short && isDefined(short.toLowerCase(), text.slice(Math.max(0, index - longestMeaning), index)))
      abbreviations.push(short);
  }
  return abbreviations;
}

/** Whether the last words before an abbreviation have its letters as initials. Words in lower case and second parts of compounds may be skipped. */
function isDefined(letters: string, before: string): boolean {
  let left = letters.length;
  for (const { 0: word, index } of [...before.matchAll(/[\p{L}\p{N}]+/gu)].reverse()) {
    const initial = word[0]?.toLowerCase();
    if (initial === letters[left - 1]) left--;
    else if (left === letters.length || (word[0] !== initial && before[index - 1] !== "-")) return false;
    if (left === 0) return true;
  }
  return false;
}

/** Shorter initials fit too many titles. */
const minInitials = 3;
const maxInitials = 6;
/** Number of characters at the beginning of a text, where texts introduce abbreviations. */
const beginning = 6_000;

/** Two words of a title as one, and its initials. @param texts of the page's sections, in order. */
export function titleForms(title: string, texts: readonly string[]): string[] {
  const words = termsOf(title);
  return [...joinedWords(words), ...initials(words, texts)];
}

/** Joins each word with the next one: `giftwrap` from gift and wrap. */
export function joinedWords(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const next = words[index + 1] ?? "";
    const areWords = [word, next].every((part) => /^\p{L}{2,}$/u.test(part) && !isUnspaced(part));
    return areWords && word.length + next.length <= maxTermLength ? [word + next] : [];
  });
}

/** The abbreviations in a text that are initials of words of its title. */
function initials(words: readonly string[], texts: readonly string[]): string[] {
  if (words.length < minInitials) return [];
  let first = "";
  for (let index = 0; index < texts.length && first.length < beginning; index++) first += `${texts[index]} `;
  const used = first.slice(0, beginning).match(/\b[A-Z][A-Za-z\d]*[A-Z](?=s?\b)/g);
  const abbreviations = new Set(used?.map((word) => word.toLowerCase()));
  const letters = words.map((word) => (/^[a-z]/.test(word) ? word[0] : " ")).join("");
  return [...abbreviations].filter(
    (term) => term.length >= minInitials && term.length <= maxInitials && letters.includes(term),
  );
}
