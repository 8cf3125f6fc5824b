/** Pages that come first, whatever else the words may mean: those whose title equals the query, and those that have rare words as they were typed. */
import { termsOf } from "../../../src/shared/search-text.js";
import { lookUpExactly } from "./look-up.js";
import type { TermMatch } from "./match.js";
import { hasAll, type RankedPage } from "./rank.js";
import type { Layout, Store } from "./store.js";

/** The maximum length of a query: a long title is compared up to here. */
const longest = 60;
/** Of more titles with the same length and all words of the query, those are compared that have the words in their places. */
const fewTitles = 8;
/** The label and the number before a title. */
const labelWords = 2;

/** @param typed all words of the query, in order. */
export async function exactFirst(
  store: Store,
  ranked: readonly RankedPage[],
  typed: readonly string[],
): Promise<RankedPage[]> {
  if (typed.length === 0) return [...ranked];
  const isCut = typed.join(" ").length >= longest - typed.length;
  const { titleLength } = store.layout;
  const possible = ranked.filter(({ page, titled }) => {
    const more = (titleLength[page] ?? 0) - typed.length;
    return titled && more >= 0 && (isCut || more <= labelWords);
  });
  const complete = isCut ? typed.slice(0, -1) : typed;
  const exact = new Set<number>();
  for (const { page } of await inTheirPlaces(store, possible, complete))
    if (await isTitle(store, page, typed, isCut)) exact.add(page);
  return [...ranked.filter(({ page }) => exact.has(page)), ...ranked.filter(({ page }) => !exact.has(page))];
}

/** Pages that have a word as it was typed come before those that have it in its usual spelling: the reader may mean a rare word. */
export function typedFirst(
  { pageOfSection }: Layout,
  ranked: readonly RankedPage[],
  matches: readonly TermMatch[],
): readonly RankedPage[] {
  const rare = matches.filter(({ terms }) => terms.some(({ isUsual }) => isUsual));
  if (rare.length === 0) return ranked;
  const places = rare.flatMap(({ terms }) =>
    terms.filter(({ isUsual }) => !isUsual).map((term) => term.postings.places),
  );
  const pages = new Set(places.flat().map((place) => pageOfSection[place >> 1] ?? 0));
  const isTyped = (found: RankedPage) => hasAll(found) && pages.has(found.page);
  return [...ranked.filter(isTyped), ...ranked.filter((found) => !isTyped(found))];
}

/** The pages whose titles have the first occurrence of each word where it is in the query; all pages if there are few. */
async function inTheirPlaces(
  store: Store,
  pages: readonly RankedPage[],
  words: readonly string[],
): Promise<readonly RankedPage[]> {
  let possible = pages;
  for (const word of [...new Set(words)].sort((a, b) => cost(store, a) - cost(store, b))) {
    if (possible.length <= fewTitles) break;
    const at = words.indexOf(word);
    const [found] = await lookUpExactly(store, word, 1);
    const positions = new Map(found?.postings.places.map((place, index) => [place, found.postings.extras[index] ?? 0]));
    possible = possible.filter(({ page }) => {
      const position = (positions.get(2 * (store.layout.firstSection[page] ?? 0)) ?? 0) - 2;
      return (position >= at && position <= at + labelWords) || (position >= 0 && position < labelWords);
    });
  }
  return possible;
}

/** A request, if the terms around a word are not there yet. */
function cost(store: Store, word: string): number {
  return store.isShardLoaded(store.shardOf(word)) ? 0 : 1;
}

async function isTitle(store: Store, page: number, typed: readonly string[], isCut: boolean): Promise<boolean> {
  const [, title] = await store.card(page);
  const [label = "", letters = ""] = /^([\p{L}]+-)\d+: /u.exec(title) ?? [];
  return [title, title.slice(letters.length), title.slice(label.length)].some((text) => {
    const terms = termsOf(text);
    if (terms.length !== typed.length && !(isCut && terms.length > typed.length)) return false;
    return typed.every((word, index) =>
      isCut && index === typed.length - 1 ? terms[index]?.startsWith(word) : terms[index] === word,
    );
  });
}
