/** Pages that come first, whatever their score: those whose title equals the query, that have rare words as they were typed, or a copied sentence. */

import { largestOf } from "../../../src/shared/lists.js";
import { termsOf } from "../../../src/shared/search-text.js";
import { pagesOf } from "./facets.js";
import { lookUpExactly } from "./look-up.js";
import type { TermMatch } from "./match.js";
import { textsAt, withinFiles } from "./phrase.js";
import type { Query } from "./query.js";
import { hasAll, type RankedPage, rarityOf, referredPages } from "./rank.js";
import { type Layout, pageOfPlace, type Store } from "./store.js";
import { weights } from "./weights.js";

/** The maximum length of a query: a long title is compared up to here. */
const longest = 60;
/** Of more titles with the same length and all words of the query, those are compared that have the words in their places. */
const fewTitles = 8;
/** The label and the number before a title. */
const labelled = /^([\p{L}]+-)\d+: /u;
const labelWords = 2;

/** @param typed all words of the query, in order. */
export async function exactFirst(
  store: Store,
  ranked: readonly RankedPage[],
  typed: readonly string[],
): Promise<readonly RankedPage[]> {
  if (typed.length === 0) return ranked;
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
  return putFirst(ranked, ({ page }) => exact.has(page));
}

/** Pages that have a word as it was typed come before those that have it in its usual spelling: the reader may mean a rare word. */
export function typedFirst(
  layout: Layout,
  ranked: readonly RankedPage[],
  matches: readonly TermMatch[],
): readonly RankedPage[] {
  const rare = matches.filter(({ terms }) => terms.some(({ isUsual }) => isUsual));
  if (rare.length === 0) return ranked;
  const places = rare.flatMap(({ terms }) =>
    terms.filter(({ isUsual }) => !isUsual).map((term) => term.postings.places),
  );
  const pages = new Set(places.flat().map((place) => pageOfPlace(layout, place)));
  return putFirst(ranked, (found) => hasAll(found) && pages.has(found.page));
}

/** At the end of a query. */
const capitals = /(?:^|\s)[A-Z][A-Z\d]{1,6}\s*$/;

/** Pages that have an abbreviation come before those with words that only begin like it. In small letters it may be an unfinished word. */
export function wholeFirst(
  layout: Layout,
  ranked: readonly RankedPage[],
  matches: readonly TermMatch[],
  typed: string,
): readonly RankedPage[] {
  if (!capitals.test(typed)) return ranked;
  const last = matches.find(({ query }) => query.prefix);
  const whole = last?.terms.filter(({ weight }) => weight > weights.match.begun) ?? [];
  if (whole.length === 0) return ranked;
  const pages = new Set(whole.flatMap(({ postings }) => postings.places).map((place) => pageOfPlace(layout, place)));
  return putFirst(ranked, (found) => !hasAll(found) || pages.has(found.page));
}

/** The index has words of people: whose address or handle is given in full comes before others with these words. */
export async function accountsFirst(
  store: Store,
  ranked: readonly RankedPage[],
  accounts: readonly string[],
): Promise<readonly RankedPage[]> {
  if (accounts.length === 0 || ranked.length === 0) return ranked;
  const pages = pagesOf(await store.facets(), accounts);
  return putFirst(ranked, (found) => hasAll(found) && pages.has(found.page));
}

const putFirst = (ranked: readonly RankedPage[], isFirst: (found: RankedPage) => boolean) => [
  ...ranked.filter(isFirst),
  ...ranked.filter((found) => !isFirst(found)),
];

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
  const [label = "", letters = ""] = labelled.exec(title) ?? [];
  return [title, title.slice(letters.length), title.slice(label.length)].some((text) => {
    const terms = termsOf(text);
    if (terms.length !== typed.length && !(isCut && terms.length > typed.length)) return false;
    return typed.every((word, index) =>
      isCut && index === typed.length - 1 ? terms[index]?.startsWith(word) : terms[index] === word,
    );
  });
}

/** A query that is an abbreviation alone, or a name in capitals. */
const abbreviation = /^\s*(?<letters>[A-Z][A-Za-z\d]*[A-Z][A-Za-z\d]*?)s?\s*$/;

/**
 * Of the pages with an abbreviation in their titles, that comes first whose whole title it stands for: of BAL "Block-Level Access Lists", not "Block
 * Access List Sidecars". Those follow that have it in capitals, too: the instruction DIFFICULTY is not the word in "Difficulty Bomb Delay".
 */
export async function abbreviatedFirst(
  store: Store,
  ranked: readonly RankedPage[],
  query: string,
): Promise<readonly RankedPage[]> {
  const { letters } = abbreviation.exec(query)?.groups ?? {};
  if (letters === undefined) return ranked;
  const titled = ranked.slice(0, fewTitles).filter((found) => found.titled);
  const titles = await Promise.all(titled.map(async ({ page }) => (await store.card(page))[1].replace(labelled, "")));
  const pagesWhere = (is: (title: string) => boolean) =>
    titled.flatMap(({ page }, index) => (is(titles[index] ?? "") ? page : []));
  const named = pagesWhere((title) => title.split(/[^\w-]+/).some((word) => word === letters));
  const meant = pagesWhere((title) => standsFor(letters.toLowerCase(), title));
  const namedFirst = putFirst(ranked, ({ page }) => named.includes(page));
  return putFirst(namedFirst, ({ page }) => meant.includes(page));
}

/** Words that a hyphen joins may have one initial or two. */
function standsFor(letters: string, title: string): boolean {
  return [/\s+/, /[\s-]+/].some((between) => {
    const initials = title.split(between).map((word) => word[0] ?? "");
    return initials.join("").toLowerCase() === letters;
  });
}

/** How many words must follow each other as in the query. Fewer are a topic. */
const leastRun = 5;
/** So many, if a page seems to be what is looked for: a topic may be in a text as it was typed. */
const longRun = 9;
/** The share of the query that such a page is about. */
const aboutShare = 0.5;
/** The share of the query, by rarity, that a place must have. */
const leastShare = 0.85;
const mostFiles = 5;
const mostFilesOfSecond = 2;

interface Sentences {
  ranked: readonly RankedPage[];
  /** Where pages have the words in their order. */
  places: ReadonlySet<number>;
}

/**
 * Sentences copied from a text, without quotes. The index has no word order: some texts that have nearly all words of the query are
 * read, and pages that have many of them in the order of the query come first.
 * @param matches terms of the query that the index has.
 * @param isSecond whether it was looked for otherwise before, which took a part of what a query may cost.
 */
export async function sentencesFirst(
  store: Store,
  ranked: readonly RankedPage[],
  query: Query,
  matches: readonly TermMatch[],
  isSecond: boolean,
): Promise<Sentences> {
  const [best] = ranked;
  if (!best || best.titled || query.words.length < leastRun) return { ranked, places: new Set() };
  const wanted = best.about < aboutShare ? leastRun : longRun;
  const runs = new Map<number, number>();
  const places = new Set<number>();
  const likely = likelyPlaces(store.layout, ranked, matches).filter(
    withinFiles(store, new Set(), isSecond ? mostFilesOfSecond : mostFiles),
  );
  await Promise.all(
    likely.map(async (place) => {
      const run = largestOf((await textsAt(store, place)).map((text) => longestRun(termsOf(text), query.words)));
      if (run < wanted) return;
      const page = pageOfPlace(store.layout, place);
      places.add(place);
      runs.set(page, Math.max(run, runs.get(page) ?? 0));
    }),
  );
  const named = new Set(
    referredPages(
      store.layout,
      query.references.filter(({ loose }) => !loose),
    ),
  );
  const value = ({ page }: RankedPage) => (named.has(page) ? Number.POSITIVE_INFINITY : (runs.get(page) ?? 0));
  const first = ranked.filter((found) => value(found) > 0);
  // Infinities have no difference.
  first.sort((a, b) => (value(a) === value(b) ? 0 : value(b) - value(a)));
  return { ranked: [...first, ...ranked.filter((found) => value(found) === 0)], places };
}

/** The places of these pages that have nearly all of the query as it was typed, those with most of it first, then in the order of the pages. */
function likelyPlaces(layout: Layout, ranked: readonly RankedPage[], matches: readonly TermMatch[]): number[] {
  const shares = new Float64Array(2 * layout.pageOfSection.length);
  const counted = new Int32Array(shares.length);
  let all = 0;
  for (const [index, { terms, query }] of matches.entries()) {
    const [typed = ""] = query.spellings;
    const own = terms.filter(({ term, weight }) => weight === 1 || (query.prefix && term.startsWith(typed)));
    const rarity = rarityOf(
      layout,
      own.reduce((sum, { postings }) => sum + postings.places.length, 0),
    );
    all += rarity;
    for (const place of own.flatMap(({ postings }) => postings.places)) {
      if (counted[place] === index + 1) continue;
      counted[place] = index + 1;
      shares[place] = (shares[place] ?? 0) + rarity;
    }
  }
  const order = new Map(ranked.map(({ page }, index) => [page, index]));
  const orderOf = (place: number) => order.get(pageOfPlace(layout, place)) ?? -1;
  const likely: number[] = [];
  for (const [place, share] of shares.entries())
    if (share >= leastShare * all && orderOf(place) >= 0) likely.push(place);
  return likely.sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0) || orderOf(a) - orderOf(b) || a - b);
}

/** How many words at most follow each other in a text as in the query, whose last word may be unfinished. */
export function longestRun(terms: readonly string[], words: readonly string[]): number {
  const last = words.length - 1;
  /** By word of the query, the length of the run that ends with it. */
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
