/** Finds the words of the site that a misspelt word may mean. */
import { smallestOf } from "../../../src/shared/lists.js";
import { editDistance } from "../../../src/shared/text.js";

interface Reach {
  /** Maximum number of edits; by default one, and two from eight letters on. */
  limit?: number;
  /** Also words that only begin like it, if no whole word is near. */
  begun?: boolean;
}

/** The words nearest to a typed one. Those with the same first letter come first. */
export function corrections(typed: string, words: readonly string[], { limit, begun }: Reach = {}): string[] {
  const edits = limit ?? (typed.length < 8 ? 1 : 2);
  const near = nearest(typed, words, edits, (word) => word);
  if (near.length > 0 || !begun || typed.length < 5) return near;
  return nearest(typed, words, 1, (word) => (word.length > typed.length ? word.slice(0, typed.length) : ""));
}

/** @param part the part of a word that is compared; words of unsuitable length are skipped at no cost. */
function nearest(typed: string, words: readonly string[], limit: number, part: (word: string) => string): string[] {
  const letters = lettersOf(typed);
  const near: { word: string; distance: number }[] = [];
  for (const word of words) {
    const compared = part(word);
    if (Math.abs(compared.length - typed.length) > limit) continue;
    // An edit changes at most two of the letters that occur: this check excludes most words.
    if (bits(lettersOf(compared) ^ letters) > 2 * limit) continue;
    const distance = editDistance(typed, compared, limit);
    if (distance > 0 && distance <= limit && isLikely(typed, compared, distance)) near.push({ word, distance });
  }
  const best = smallestOf(near.map(({ distance }) => distance));
  const strange = (word: string) => (word[0] === typed[0] ? 0 : 1);
  return near
    .filter(({ distance }) => distance === best)
    .sort((a, b) => strange(a.word) - strange(b.word))
    .map(({ word }) => word);
}

/** Beginnings of words are rarely misspelt: "inscription" is not "description". */
function isLikely(typed: string, word: string, distance: number): boolean {
  return distance === 1 || typed[0] === word[0] || typed.length >= 12;
}

/** One bit per letter; letters outside a to z share one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index) - 97;
    letters |= 1 << (code >= 0 && code < 26 ? code : 26);
  }
  return letters;
}

function bits(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count++;
  return count;
}
