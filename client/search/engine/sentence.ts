/**
 * Sentences copied from a text, without quotes. The index has no word order: some texts that have nearly all words of the query are
 * read, and pages that have many of them in the order of the query come first.
 */
import { largestOf } from "../../../src/shared/lists.js";
import { termsOf } from "../../../src/shared/search-text.js";
import type { TermMatch } from "./match.js";
import { textsAt, withinFiles } from "./phrase.js";
import type { Query } from "./query.js";
import { type RankedPage, rarityOf, referredPages } from "./rank.js";
import type { Layout, Store } from "./store.js";

/** How many words must follow each other as in the query. Fewer are a topic. */
const leastRun = 5;
/** So many, if a page seems to be what is looked for: a topic may be in a text as it was typed. */
const longRun = 9;
/** The share of the query that such a page is about. */
const aboutShare = 0.5;
/** The share of the query, by rarity, that a place must have. */
const leastShare = 0.85;
const mostFiles = 6;

export interface Sentences {
  ranked: readonly RankedPage[];
  /** Where pages have the words in their order. */
  places: ReadonlySet<number>;
}

/** @param matches terms of the query that the index has. */
export async function sentencesFirst(
  store: Store,
  ranked: readonly RankedPage[],
  query: Query,
  matches: readonly TermMatch[],
): Promise<Sentences> {
  const [best] = ranked;
  if (!best || best.titled || query.words.length < leastRun) return { ranked, places: new Set() };
  const wanted = best.about < aboutShare ? leastRun : longRun;
  const runs = new Map<number, number>();
  const places = new Set<number>();
  const likely = likelyPlaces(store.layout, ranked, matches).filter(withinFiles(store, new Set(), mostFiles));
  await Promise.all(
    likely.map(async (place) => {
      const run = largestOf((await textsAt(store, place)).map((text) => longestRun(termsOf(text), query.words)));
      if (run < wanted) return;
      const page = store.layout.pageOfSection[place >> 1] ?? 0;
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
  const { pageOfSection } = layout;
  const shares = new Float64Array(2 * pageOfSection.length);
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
  const orderOf = (place: number) => order.get(pageOfSection[place >> 1] ?? 0) ?? -1;
  const likely: number[] = [];
  for (const [place, share] of shares.entries())
    if (share >= leastShare * all && orderOf(place) >= 0) likely.push(place);
  return likely.sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0) || orderOf(a) - orderOf(b) || a - b);
}

/** How many words at most follow each other in a text as in the query, whose last word may be unfinished. */
function longestRun(terms: readonly string[], words: readonly string[]): number {
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
