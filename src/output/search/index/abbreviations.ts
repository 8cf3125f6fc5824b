/** Other words by which readers ask for a text: the abbreviations that it defines, two words of its title as one, and the title's initials. */

import { isUnspaced, maxTermLength, termsOf } from "../../../shared/search-text.js";

/** An abbreviation that a text defines: `Block-level Access Lists (BAL)`. */
export interface Abbreviation {
  short: string;
  /** The terms that it stands for. */
  words: readonly string[];
}

const inParentheses = /\(([A-Z][A-Za-z\d]{1,6}?)s?\)/g;
/** In characters. */
const longestMeaning = 80;

export function abbreviationsIn(text: string): Abbreviation[] {
  return [...text.matchAll(inParentheses)].flatMap(({ 1: short = "", index }) => {
    const before = text.slice(Math.max(0, index - longestMeaning), index);
    const words = [...before.matchAll(/[\p{L}\p{N}]+/gu)];
    const first = firstWord(
      short.toLowerCase(),
      words.map(({ 0: word, index: start }) => ({ word, isJoined: before[start - 1] === "-" })),
    );
    return first === undefined ? [] : [{ short, words: words.slice(first).flatMap(([word]) => termsOf(word)) }];
  });
}

/**
 * The index of the first of the last words, which have the letters as initials; words in lower case may have none, and neither may the second
 * part of a compound: BAL is Block-Level Access Lists.
 */
function firstWord(letters: string, words: readonly { word: string; isJoined: boolean }[]): number | undefined {
  let left = letters.length;
  for (let index = words.length - 1; index >= 0; index--) {
    const { word = "", isJoined = false } = words[index] ?? {};
    if (word[0]?.toLowerCase() === letters[left - 1]) left--;
    else if (left === letters.length || (word[0] !== word[0]?.toLowerCase() && !isJoined)) return undefined;
    if (left === 0) return index;
  }
  return undefined;
}

/** Shorter initials are those of too many words. */
const leastInitials = 3;
const mostInitials = 6;
/** Texts introduce abbreviations at their beginning. In characters. */
const beginning = 6_000;

const capitals = /(?<![\p{L}\p{N}_])\p{Lu}[\p{L}\p{N}]{2,6}(?![\p{L}\p{N}_])/gu;

/** @param texts of the page's sections, in order. @param defined what they define. */
export function titleForms(title: string, texts: readonly string[], defined: readonly Abbreviation[]): string[] {
  const words = termsOf(title);
  return [...joinedWords(words), ...initials(words, texts), ...definedForms(words, defined)];
}

/** The abbreviations of words that follow each other in a title, whatever their number there. */
function definedForms(title: readonly string[], defined: readonly Abbreviation[]): string[] {
  const singular = (word = "") => word.replace(/s$/, "");
  const isIn = (words: readonly string[]) =>
    title.some((_, start) => words.every((word, index) => singular(word) === singular(title[start + index])));
  return defined.filter(({ words }) => isIn(words)).map(({ short }) => short.toLowerCase());
}

/** Two words as one: `giftwrap` of a gift wrap. */
export function joinedWords(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const next = words[index + 1] ?? "";
    const areWords = [word, next].every((part) => /^\p{L}{2,}$/u.test(part) && !isUnspaced(part));
    return areWords && word.length + next.length <= maxTermLength ? [word + next] : [];
  });
}

/** The initials of words of a title that its text uses. */
function initials(words: readonly string[], texts: readonly string[]): string[] {
  if (words.length < leastInitials) return [];
  const used = abbreviationsUsed(texts);
  return words.flatMap((_, start) => {
    const forms: string[] = [];
    let term = "";
    for (const word of words.slice(start, start + mostInitials)) {
      if (!/^[a-z]/.test(word)) break;
      term += word[0];
      if (term.length >= leastInitials && used.has(term)) forms.push(term);
    }
    return forms;
  });
}

/** The abbreviations that a text begins with, in lower case, of plurals the singular: a word of which most letters are capitals. */
function abbreviationsUsed(texts: readonly string[]): Set<string> {
  const used = new Set<string>();
  let left = beginning;
  for (const text of texts) {
    if (left <= 0) break;
    for (const [word] of text.slice(0, left).matchAll(capitals)) {
      const singular = word.replace(/s$/, "");
      if (singular.replace(/\P{Lu}/gu, "").length * 2 > singular.length) used.add(singular.toLowerCase());
    }
    left -= text.length;
  }
  return used;
}
