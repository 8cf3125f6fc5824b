/** Corrects misspelt words, splits words that were typed as one, and suggests queries if nothing was found. */
import { addAll, smallestOf } from "../../../src/shared/lists.js";
import { bitsIn, editDistance, lettersOf } from "../../../src/shared/text.js";
import type { Query } from "./query.js";
import type { Store } from "./store.js";

/**
 * The words nearest to a typed word. Those with the same first letter come first.
 * @param limit maximum number of edits.
 * @param begun if no word is near, also finds words whose beginning is near the typed word.
 */
export function corrections(
  typed: string,
  words: readonly string[],
  limit = typed.length < 8 ? 1 : 2,
  begun = false,
): string[] {
  const near = nearest(typed, words, limit, (word) => word);
  if (near.length > 0 || !begun || typed.length < 5) return near;
  return nearest(typed, words, 1, (word) => (word.length > typed.length ? word.slice(0, typed.length) : ""));
}

/** @param part cuts out the part of a word to compare. */
function nearest(typed: string, words: readonly string[], limit: number, part: (word: string) => string): string[] {
  const letters = lettersOf(typed);
  const near: { word: string; distance: number }[] = [];
  for (const word of words) {
    const compared = part(word);
    if (Math.abs(compared.length - typed.length) > limit) continue;
    // An edit adds or removes at most two letters, so this quick check excludes most words.
    if (bitsIn(lettersOf(compared) ^ letters) > 2 * limit) continue;
    const distance = editDistance(typed, compared, limit);
    if (distance > 0 && distance <= limit && isLikely(typed, compared, distance)) near.push({ word, distance });
  }
  const best = smallestOf(near.map(({ distance }) => distance));
  const firstLetterDiffers = (word: string) => (word[0] === typed[0] ? 0 : 1);
  return near
    .filter(({ distance }) => distance === best)
    .sort((a, b) => firstLetterDiffers(a.word) - firstLetterDiffers(b.word))
    .map(({ word }) => word);
}

/** Whether a correction is likely: the first letter of a word is rarely wrong, so "inscription" does not mean "description". */
function isLikely(typed: string, word: string, distance: number): boolean {
  return distance === 1 || typed[0] === word[0] || typed.length >= 12;
}

const maxPieces = 4;
/** Shorter pieces occur in nearly every word. */
const minTellingLength = 4;

/** Splits `muirglacier` or `proofofstake` into the fewest words of the site, at most one of them short. @returns an empty list if that is impossible. */
export function splitWord(typed: string, words: ReadonlySet<string>): string[] {
  const best: (string[] | undefined)[] = [[]];
  for (let end = 2; end <= typed.length; end++) {
    for (let start = 0; start <= end - 2; start++) {
      const before = best[start];
      const piece = typed.slice(start, end);
      if (piece === typed || !before || before.length >= maxPieces || !words.has(piece)) continue;
      const pieces = [...before, piece];
      if (shortOnes(pieces) > 1) continue;
      const shortest = best[end];
      if (!shortest || rank(pieces) < rank(shortest)) best[end] = pieces;
    }
  }
  const fewest = best[typed.length] ?? [];
  return fewest.length > 1 && fewest.some(({ length }) => length >= minTellingLength) ? fewest : [];
}

const shortOnes = (pieces: readonly string[]) => pieces.filter(({ length }) => length < minTellingLength).length;

const rank = (pieces: readonly string[]) => pieces.length * 10 + shortOnes(pieces);

const maxSuggestions = 3;
/** More edits than automatic corrections allow. */
const maxSuggestionEdits = 3;

/** Other queries with results, the most likely first. @param isFiltered whether there are results without the filters. */
export async function suggestions(
  store: Store,
  { terms, references, typed: query }: Query,
  isFiltered: boolean,
): Promise<string[]> {
  const typed = terms.map(({ spellings: [term = ""] }) => term);
  const list = isFiltered && query.trim() ? [query.trim()] : [];
  for (const { number, label } of references) addAll(list, nearNumbers(store, String(number), label));
  if (references.length === 0 && typed.length > 0) addAll(list, await nearWords(store, typed));
  return [...new Set(list)].slice(0, maxSuggestions);
}

/** Proposals whose number is one digit away, named as their register does. */
function nearNumbers({ layout }: Store, digits: string, label: string | undefined): string[] {
  return layout.series
    .filter(({ labels }) => label === undefined || labels.includes(label))
    .flatMap(({ labels: [first = ""], pages }) =>
      corrections(digits, [...pages.keys()].map(String), 1).map(
        (number) => `${(label ?? first).toUpperCase()} ${number}`,
      ),
    );
}

/** The query with its words corrected, without those that resemble no word of the site; the query without misspelt words; the corrected words. */
async function nearWords(store: Store, typed: readonly string[]): Promise<string[]> {
  const words = await store.words();
  const wordSet = new Set(words);
  const near = typed.map((term) =>
    wordSet.has(term) ? [] : corrections(term, words, Math.min(maxSuggestionEdits, Math.max(1, term.length >> 1))),
  );
  const corrected = typed.map((term, index) => near[index]?.[0] ?? term);
  const wholeWith = (word: string, index: number) =>
    corrected
      .with(index, word)
      .filter((term) => wordSet.has(term))
      .join(" ");
  const whole = near.flatMap((list, index) => list.slice(0, 2).map((word) => wholeWith(word, index)));
  const rest = typed.filter((term) => wordSet.has(term));
  return [...whole, ...(rest.length > 0 && rest.length < typed.length ? [rest.join(" ")] : []), ...near.flat()];
}
