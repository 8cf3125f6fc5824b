/**
 * Words with a hyphen, which readers also write as one: for `front-running` the index has the term `frontrunning-5`, so
 * that `frontrunning` finds it among its neighbours, and knows its parts.
 */

import type { TermPlace } from "./search-text.js";
import { isUnspaced, termsOf } from "./search-text.js";

const hyphen = "-";
/** Longer ones are mostly parts of addresses. */
const mostLetters = 24;
const leastPart = 2;
/** Shorter parts of a word with several hyphens are words like "of" and "to". */
const leastPartInChain = 3;
/** Most words, which need no folding. */
const plainPair = /^[a-z][a-z\d]*-[a-z\d]+$/i;
const labelAndNumber = /^[a-z]+-\d+$/i;
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

/** The hyphenated words in a text, by two parts each, in order. */
export function compoundPlaces(text: string): TermPlace[] {
  const places: TermPlace[] = [];
  for (let at = text.indexOf(hyphen); at >= 0; at = text.indexOf(hyphen, at + 1)) {
    let start = at;
    while (start > 0 && isOfWord(text, start - 1)) start--;
    let end = at + 1;
    while (end < text.length && isOfWord(text, end)) end++;
    const least = text[start - 1] === hyphen || text[end] === hyphen ? leastPartInChain : leastPart;
    if (at - start < least || end - at - 1 < least || end - start > mostLetters) continue;
    const term = compoundOf(text.slice(start, at), text.slice(at + 1, end));
    if (term) places.push({ term, start, end });
  }
  return places;
}

/** For a term that `compoundPlaces` has. */
export function isCompound(term: string): boolean {
  return term.includes(hyphen);
}

/** The word as one, and its parts. */
export function compoundParts(term: string): { joined: string; parts: [string, string] } {
  const [joined = "", at] = term.split(hyphen);
  return { joined, parts: [joined.slice(0, Number(at)), joined.slice(Number(at))] };
}

function isOfWord(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code > 127) return wordCharacter.test(text[index] ?? "");
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

/** A label with its number is none (`RFC-2119`), nor are numbers and dates. */
function compoundOf(first: string, second: string): string | undefined {
  const pair = first + hyphen + second;
  if (plainPair.test(pair))
    return labelAndNumber.test(pair) ? undefined : `${first}${second}${hyphen}${first.length}`.toLowerCase();
  if (!/^\p{L}/u.test(first) || `${first}${second}`.includes("_") || /^\d+$/.test(second)) return undefined;
  const [one = "", ...more] = termsOf(first);
  const [other = "", ...others] = termsOf(second);
  if (!one || !other || more.length + others.length > 0 || isUnspaced(one) || isUnspaced(other)) return undefined;
  return `${one}${other}${hyphen}${one.length}`;
}
