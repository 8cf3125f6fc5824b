/** Other words by which readers ask for a title: two of its words as one (`giftwrap`), and its initials (`NFT`) where its text uses them. */
import { isUnspaced, maxTermLength, termsOf } from "../../shared/search-text.js";

export interface TitleForm {
  term: string;
  /** Of its first word in the title. */
  position: number;
}

/** Shorter initials are those of too many words. */
const leastInitials = 3;
const mostInitials = 6;
/** Texts introduce abbreviations at their beginning. In characters. */
const beginning = 6_000;

const abbreviation = /(?<![\p{L}\p{N}_])\p{Lu}[\p{L}\p{N}]{2,6}(?![\p{L}\p{N}_])/gu;

/** @param texts of the page's sections, in order. */
export function titleForms(title: string, texts: readonly string[]): TitleForm[] {
  const words = termsOf(title);
  return [...joinedWords(words), ...initials(words, texts)];
}

function joinedWords(words: readonly string[]): TitleForm[] {
  return words.flatMap((word, position) => {
    const next = words[position + 1] ?? "";
    const term = word + next;
    const isWord = [word, next].every((part) => /^\p{L}{2,}$/u.test(part) && !isUnspaced(part));
    return isWord && term.length <= maxTermLength ? [{ term, position }] : [];
  });
}

function initials(words: readonly string[], texts: readonly string[]): TitleForm[] {
  if (words.length < leastInitials) return [];
  const used = abbreviations(texts);
  return words.flatMap((_, position) => {
    let term = "";
    const found: TitleForm[] = [];
    for (const word of words.slice(position, position + mostInitials)) {
      if (!/^[a-z]/.test(word)) break;
      term += word[0];
      if (term.length >= leastInitials && used.has(term)) found.push({ term, position });
    }
    return found;
  });
}

/** The abbreviations that a text begins with, in lower case, of plurals the singular: a word of which most letters are capitals. */
function abbreviations(texts: readonly string[]): Set<string> {
  const found = new Set<string>();
  let left = beginning;
  for (const text of texts) {
    if (left <= 0) break;
    for (const [word] of text.slice(0, left).matchAll(abbreviation)) {
      const singular = word.replace(/s$/, "");
      if (singular.replace(/\P{Lu}/gu, "").length * 2 > singular.length) found.add(singular.toLowerCase());
    }
    left -= text.length;
  }
  return found;
}
