/**
 * Finds words in their order: phrases in quotes, and sentences and lines of code that were copied from a text. The index
 * has no word order, so the texts of the likeliest places are read, as far as the budget allows.
 */
import { getOrAdd } from "../../../src/shared/lazy.js";
import { codeSign, declaredExtra } from "../../../src/shared/search-index.js";
import { termsOf } from "../../../src/shared/search-text.js";
import { budget } from "./budget.js";
import type { MatchedTerm, TermMatch } from "./match.js";
import type { Query } from "./query.js";
import { type RankedPage, rarityOf } from "./rank.js";
import { isTitle, type Layout, pageOfPlace, type Store } from "./store.js";
import type { TermFiles } from "./terms.js";

type Terms = readonly string[];
/** The spellings of a phrase. */
type Phrase = readonly Terms[];

/** The pages that have the words of a query in their order. */
export interface OrderedPages {
  /** For a phrase in quotes only pages that have it; otherwise all pages, those with the words in their order first. */
  ranked: RankedPage[];
  /** Pages that may have a phrase in quotes, because a text that was not read has its words. */
  unread: RankedPage[];
  /** The places that have the words in their order. */
  places: ReadonlySet<number>;
  /** The files of texts that were read. */
  files: ReadonlySet<number>;
}

/** Chooses the places whose texts may be read. @param places the likeliest first. @param most maximum number of files. */
function readablePlaces(
  store: Store,
  places: readonly number[],
  most: number,
): { files: Set<number>; chosen: number[] } {
  const files = new Set<number>();
  const chosen = places.filter((place) => {
    if (isTitle(store.layout, place)) return true;
    const file = store.textFileOf(place >> 1);
    if (files.size < most) files.add(file);
    return files.has(file);
  });
  return { files, chosen };
}

/** The text of a place, and each line of its code. */
async function textsAt(store: Store, place: number): Promise<string[]> {
  if (isTitle(store.layout, place)) return [(await store.card(pageOfPlace(store.layout, place)))[1]];
  const [, headings, text, code = ""] = await store.text(place >> 1);
  // The metadata of a proposal is one text without a heading.
  return place & 1 ? [text, ...code.split("\n")] : [headings.at(-1) ?? text];
}

/** How many of the likeliest places of each page are read before any others. */
const firstPlaces = 2;
/** How many of the best pages have their titles checked. */
const maxTitles = 20;

/** The ranked pages that have all phrases of a query. @param isWanted whether a page passes the filters; others are not read. */
export async function withPhrases(
  store: Store,
  files: TermFiles,
  phrases: readonly Phrase[],
  ranked: readonly RankedPage[],
  isWanted: (page: RankedPage) => boolean,
): Promise<OrderedPages> {
  const placesOf = phrases.map((phrase) => commonPlaces(store.layout, files, phrase));
  const candidates = ranked.filter(({ page }) => placesOf.every((byPage) => byPage.has(page)));
  const wanted = candidates.filter(isWanted);
  const titled = new Set(wanted.slice(0, maxTitles));
  const placesBetween = (start: number, end?: number) =>
    wanted.flatMap((candidate) =>
      placesOf
        .flatMap((byPage) => byPage.get(candidate.page)?.slice(start, end) ?? [])
        .filter((place) => titled.has(candidate) || !isTitle(store.layout, place)),
    );
  const queue = [...placesBetween(0, firstPlaces), ...placesBetween(firstPlaces)];
  const { files: read, chosen } = readablePlaces(store, queue, budget.textFiles);
  const texts = new Map(
    await Promise.all(
      chosen.map(async (place) => [place, (await textsAt(store, place)).map((text) => termsOf(text))] as const),
    ),
  );
  const places = new Set(
    phrases.flatMap((phrase) => chosen.filter((place) => texts.get(place)?.some((terms) => hasPhrase(terms, phrase)))),
  );
  const pagesWhere = (is: (place: number, phrase: Phrase) => boolean) =>
    candidates.filter(({ page }) =>
      phrases.every(
        (phrase, index) =>
          phrase.every((terms) => terms.length === 1) || placesOf[index]?.get(page)?.some((place) => is(place, phrase)),
      ),
    );
  const isThere = (place: number, phrase: Phrase) =>
    texts.get(place)?.some((terms) => hasPhrase(terms, phrase)) ?? false;
  const confirmed = pagesWhere(isThere);
  const possible = pagesWhere((place, phrase) => !texts.has(place) || isThere(place, phrase));
  return { ranked: confirmed, unread: possible.filter((page) => !confirmed.includes(page)), places, files: read };
}

/** The places of each page that have all words of a phrase: titles first, then headings, then texts with most occurrences. */
function commonPlaces(layout: Layout, files: TermFiles, phrase: Phrase): Map<number, number[]> {
  const likely = new Map<number, number>();
  for (const terms of phrase) {
    let common: Map<number, number> | undefined;
    for (const term of new Set(terms)) {
      if (!files.has(term)) continue;
      const { places, extras } = files.find(term) ?? { places: [], extras: [] };
      const inAllTerms = new Map<number, number>();
      for (const [index, place] of places.entries()) {
        const before = common ? common.get(place) : Number.POSITIVE_INFINITY;
        const times = (extras[index] ?? 1) % declaredExtra;
        const likelihood = place & 1 ? times : declaredExtra * (isTitle(layout, place) ? 2 : 1);
        if (before !== undefined) inAllTerms.set(place, Math.min(before, likelihood));
      }
      common = inAllTerms;
    }
    for (const [place, likelihood] of common ?? []) likely.set(place, Math.max(likelihood, likely.get(place) ?? 0));
  }
  const byPage = new Map<number, number[]>();
  for (const [place] of [...likely].sort(([a, share], [b, nextShare]) => nextShare - share || a - b))
    getOrAdd(byPage, pageOfPlace(layout, place), (): number[] => []).push(place);
  return byPage;
}

const hasPhrase = (terms: Terms, phrase: Phrase) => phrase.some((spelling) => phraseStart(terms, spelling) >= 0);

/** The index of the first term of a phrase in a text, at or after `from`; -1 if the text does not have it. */
export function phraseStart(terms: Terms, phrase: Terms, from = 0): number {
  return terms.findIndex((_, start) => start >= from && phrase.every((term, index) => terms[start + index] === term));
}

/** How many consecutive words of the query a text must have. Fewer words are a topic. */
const minRun = 5;
const minRunOfCode = 2;
export const isSentence = ({ isCode, phrases, words }: Query): boolean =>
  !isCode && phrases.length === 0 && words.length >= minRun;

/** The share of the query, by rarity, that a place must have: some of it may be cut or misspelt. */
const minShare = 0.8;

/** A text with words of the query in their order. */
interface OrderedMatch {
  place: number;
  /** Number of consecutive words. */
  run: number;
  /** Whether it has the whole query, with its signs. */
  isExact: boolean;
  /** The length of the text. */
  length: number;
}

/** Puts pages with a copied sentence or line of code before the others. @param mostFiles maximum number of text files, for a sentence that may be code. */
export async function withSentences(
  store: Store,
  ranked: readonly RankedPage[],
  matches: readonly TermMatch[],
  query: Query,
  mostFiles?: number,
): Promise<OrderedPages> {
  const [best] = ranked;
  const none: OrderedPages = { ranked: [...ranked], unread: [], places: new Set(), files: new Set() };
  if (!best || !(query.isCode || (isSentence(query) && !best.isTitled))) return none;
  const wanted = query.isCode && mostFiles === undefined ? minRunOfCode : minRun;
  const { files, chosen } = readablePlaces(
    store,
    likelyPlaces(store.layout, ranked, matches),
    mostFiles ?? budget.textFiles - (query.isCode ? 0 : filesKeptForCode),
  );
  const orderedMatches = new Map<number, OrderedMatch>();
  const typed = withSingleSpaces(query.typed);
  await Promise.all(
    chosen.map(async (place) => {
      for (const text of await textsAt(store, place)) {
        const run = longestRun(termsOf(text), query.words);
        if (run < wanted) continue;
        const match = { place, run, isExact: withSingleSpaces(text).includes(typed), length: text.length };
        const page = pageOfPlace(store.layout, place);
        const best = orderedMatches.get(page);
        if (!best || compareMatches(match, best) < 0) orderedMatches.set(page, match);
      }
    }),
  );
  const first = ranked.filter(({ page }) => orderedMatches.has(page));
  first.sort((a, b) =>
    compareMatches(orderedMatches.get(a.page) as OrderedMatch, orderedMatches.get(b.page) as OrderedMatch),
  );
  return {
    ranked: [...new Set([...first, ...ranked])],
    unread: [],
    places: new Set([...orderedMatches.values()].map(({ place }) => place)),
    files,
  };
}

/** Sorts a match with the whole query first, then one with more of it; of two whole ones, the shorter text. */
const compareMatches = (a: OrderedMatch, b: OrderedMatch) =>
  Number(b.isExact) - Number(a.isExact) || b.run - a.run || (a.isExact ? a.length - b.length : 0);

/** A sentence that no text has is searched in code as well: one file of the budget is kept for that. */
const filesKeptForCode = 1;

const withSingleSpaces = (text: string) => text.replace(/\s+/g, " ").trim();

/**
 * The places of these pages that have nearly all of the typed query: those of code first, each with most of the query
 * first, then in the order of the pages.
 */
function likelyPlaces(layout: Layout, ranked: readonly RankedPage[], matches: readonly TermMatch[]): number[] {
  const order = new Map(ranked.map(({ page }, index) => [page, index]));
  const orderOf = (place: number) => order.get(pageOfPlace(layout, place)) ?? -1;
  return [true, false].flatMap((isCode) => {
    const shares = new Map<number, number>();
    let all = 0;
    for (const { terms, query } of matches) {
      const [typed = ""] = query.spellings;
      const isTyped = ({ term, weight }: MatchedTerm) =>
        weight === 1 || (query.prefix && term.replace(codeSign, "").startsWith(typed));
      const places = terms.filter(isTyped).flatMap(({ postings }) => postings.places);
      const wanted = new Set(places.filter((place) => place >= layout.firstCode === isCode));
      const rarity = rarityOf(layout, new Set([...wanted].map((place) => pageOfPlace(layout, place))).size);
      all += rarity;
      for (const place of wanted) shares.set(place, (shares.get(place) ?? 0) + rarity);
    }
    const likely = [...shares].filter(([place, share]) => share >= minShare * all && orderOf(place) >= 0);
    likely.sort(([a, share], [b, nextShare]) => nextShare - share || orderOf(a) - orderOf(b) || a - b);
    return likely.map(([place]) => place);
  });
}

/** The largest number of consecutive words that a text and a query share. The last word of the query may be unfinished. */
export function longestRun(terms: Terms, words: Terms): number {
  const last = words.length - 1;
  /** For each word of the query, the length of the run that ends with it. */
  const runs = new Int32Array(words.length);
  let longest = 0;
  for (const term of terms) {
    for (let index = last; index >= 0; index--) {
      const word = words[index] ?? "";
      const isEqual = term === word || (index === last && term.startsWith(word));
      const run = isEqual ? 1 + (runs[index - 1] ?? 0) : 0;
      runs[index] = run;
      longest = Math.max(longest, run);
    }
  }
  return longest;
}
