/** Ranks pages by where terms occur, weighted by field, rarity and confidence, by the share of the query that a page has, and by its title. */
import { declaredExtra } from "../../../src/shared/search-index.js";
import { termPlaces, termsOf } from "../../../src/shared/search-text.js";
import type { MatchedTerm, TermMatch } from "./match.js";
import { longestRun } from "./phrase.js";
import type { Query, Reference } from "./query.js";
import type { Layout, Store } from "./store.js";
import { weights } from "./weights.js";

export interface RankedPage {
  page: number;
  score: number;
  /** The share of the query that the page has, weighted by rarity: 1 for all of it. */
  coverage: number;
  /** Whether every term is in the title. */
  isTitled: boolean;
}

/** The hits of a term in the fields of a page: the weight of the best match there, or 0; in headings and texts the sum of the weights. */
const noHits = () => {
  // `who` and `what` are the authors of a proposal and its other metadata. `nameRarity` is the rarity of the rarest name that joins the whole query,
  // `best` the best match in any field.
  return { title: 0, description: 0, headings: 0, body: 0, name: 0, nameRarity: 0, who: 0, what: 0, best: 0 };
};

type FieldHits = ReturnType<typeof noHits>;

/** If at least this many pages have the whole query, all others are left out. */
const enough = 20;
/** A page with this share of the query has the whole query: the missing words are too common to matter. */
const whole = 0.95;
const minRarity = 0.05;
/** Authority of a page that is not a proposal. */
const usualAuthority = 0.4;

/** @param matches the matches of words that the index has. @returns the pages with words of the query, the best first. */
export async function rankPages(store: Store, matches: readonly TermMatch[], query: Query): Promise<RankedPage[]> {
  const { layout } = store;
  const hits = matches.map(({ terms }) => fieldHits(layout, terms));
  const meant = hits.map(pagesMeant);
  const rarity = meant.map((pages) => rarityOf(layout, pages.size));
  const all = rarity.reduce((sum, value) => sum + value, 0);
  const telling = hits.map((byPage, index) => tellingWeight(byPage, rarity[index] ?? 0));
  const allTelling = telling.reduce((sum, value) => sum + value, 0);
  const pages = new Map<number, RankedPage & { told: number; named: number; nameRarity: number; inTitle: number }>();
  for (const [index, byPage] of hits.entries()) {
    const rare = rarity[index] ?? 0;
    for (const [page, hit] of byPage) {
      let ranked = pages.get(page);
      if (!ranked) {
        // A helper or a spread here would make a query with a thousand pages take half as long again.
        ranked = { page, score: 0, coverage: 0, isTitled: false, told: 0, named: 0, nameRarity: 0, inTitle: 0 };
        pages.set(page, ranked);
      }
      ranked.score += rare * fieldScore(hit, layout.length[page] ?? 1);
      ranked.coverage += (rare / all) * (meant[index]?.has(page) ? 1 : weights.match.longer);
      ranked.inTitle += hit.title > 0 ? 1 : 0;
      ranked.told += ((telling[index] ?? 0) / allTelling) * Math.max(hit.who, hit.what);
      ranked.named += (rare / all) * Math.min(1, hit.name / weights.match.joined);
      ranked.nameRarity = Math.max(ranked.nameRarity, hit.nameRarity);
    }
  }
  const complete = [...pages.values()].filter(hasAllWords).length;
  const tolerated = complete > 0 ? weights.page.leastCoverage : 0;
  const least = complete >= enough ? whole : tolerated;
  const worthwhile = [...pages.values()].filter(({ coverage }) => coverage >= least);
  for (const ranked of worthwhile) {
    const { page, told, named, nameRarity, inTitle, coverage } = ranked;
    ranked.isTitled = inTitle === matches.length;
    // A name may be rare even if its words are common.
    ranked.score += all * weights.page.told * told ** 4 + Math.max(all, nameRarity) * weights.page.named * named ** 8;
    ranked.score *= authorityFactor(layout, page) * titleFactor(layout, page, inTitle, matches.length);
    if (!hasAllWords(ranked)) ranked.score *= coverage ** weights.page.coverage;
  }
  const sorted = sortByScore(worthwhile);
  const closer = await withTitles(store, sorted.slice(0, candidates), matches, query);
  const inOrder = [...closer.ranked, ...sorted.slice(candidates)];
  const referred = referredPages(store.layout, query.references, (page) => hasWords(matches, hits, page));
  const named = referred.map(
    (page) => inOrder.find((ranked) => ranked.page === page) ?? { ...unrankedPage(page), isTitled: true },
  );
  // A companion may have only the label and the number of its proposal as a title.
  const isFinished = isNumber(query) && query.references.every(({ number }) => query.typed.includes(`${number}`));
  return [...new Set([...(isFinished ? named : []), ...closer.exact, ...named, ...inOrder])];
}

/** Whether a page has all words of the query that matter. */
export const hasAllWords = ({ coverage }: RankedPage): boolean => coverage >= whole;

const isTold = ({ who, what }: FieldHits) => who > 0 || what > 0;

/** The weight of a word in metadata, at least 1: the word of a status is common, but beside a name it matters as much as the name. */
function tellingWeight(byPage: ReadonlyMap<number, FieldHits>, rarity: number): number {
  return [...byPage.values()].some(isTold) ? Math.max(1, rarity) : rarity;
}

/** The pages that have a word itself; if none has it, those with a longer word. */
function pagesMeant(byPage: ReadonlyMap<number, FieldHits>): Set<number> {
  const pages = [...byPage.keys()];
  const meant = pages.filter((page) => (byPage.get(page)?.best ?? 0) > weights.match.longer);
  return new Set(meant.length > 0 ? meant : pages);
}

/** How much a word tells: the fewer pages have it, the more. */
export function rarityOf({ written }: Layout, pages: number): number {
  return Math.max(minRarity, Math.log((written + 1) / (pages + 0.5)));
}

function authorityFactor({ authority }: Layout, page: number): number {
  const value = authority[page] ?? -1;
  return 1 + weights.page.authority * (value < 0 ? usualAuthority : value);
}

function fieldHits(layout: Layout, terms: readonly MatchedTerm[]): Map<number, FieldHits> {
  const { pageOfSection, firstSection, authority } = layout;
  const hits = new Map<number, FieldHits>();
  for (const { weight, postings, isWhole } of terms) {
    const { places, extras } = postings;
    const rarity = rarityOf(layout, places.length);
    for (let index = 0; index < places.length; index++) {
      const place = places[index] ?? 0;
      const extra = extras[index] ?? 1;
      const section = place >> 1;
      const page = pageOfSection[section] ?? 0;
      let hit = hits.get(page);
      if (!hit) {
        hit = noHits();
        hits.set(page, hit);
      }
      hit.best = Math.max(hit.best, weight);
      const at = section - (firstSection[page] ?? 0);
      if (at === 1 && (authority[page] ?? -1) >= 0) {
        if (place & 1) hit.what = Math.max(hit.what, weight);
        else hit.who = Math.max(hit.who, weight);
      } else if (place & 1) {
        if (at === 0) hit.description = Math.max(hit.description, weight);
        const name = extra & declaredExtra ? weight : isWhole ? weight * weights.match.used : 0;
        hit.name = Math.max(hit.name, name);
        if (name > 0 && isWhole) hit.nameRarity = Math.max(hit.nameRarity, rarity);
        hit.body += weight * Math.max(1, extra % declaredExtra);
      } else if (at === 0) {
        hit.title = Math.max(hit.title, weight);
      } else {
        hit.headings += weight * extra;
      }
    }
  }
  return hits;
}

/** @param length of the page as a multiple of the average: a long text has many words without being about them. */
function fieldScore(hit: FieldHits, length: number): number {
  const { field } = weights;
  return (
    field.title * hit.title +
    field.description * hit.description +
    field.heading * saturate(hit.headings) +
    field.body * saturate(hit.body / ((1 + length) / 2)) +
    field.name * hit.name +
    field.who * hit.who +
    field.what * hit.what
  );
}

/** Makes ten occurrences count less than ten times one. */
function saturate(times: number): number {
  return times <= 1 ? times : 1 + Math.log(times);
}

const sortByScore = <T extends RankedPage>(pages: readonly T[]): T[] =>
  [...pages].sort((a, b) => b.score - a.score || a.page - b.page);

/** Number of words of the label and the number before a title. */
const labelWords = 2;

/** Whether a query is only a label and a number. */
const isNumber = ({ words, references }: Query) =>
  words.length <= labelWords && references.some(({ label }) => label !== undefined);

/** A bonus for a title that has little beside the query. */
function titleFactor({ titleLength, series }: Layout, page: number, inTitle: number, wanted: number): number {
  const length = (titleLength[page] ?? 1) - (series.length > 0 ? labelWords : 0);
  return 1 + Math.min(1, inTitle / Math.max(1, length)) * (inTitle / wanted);
}

/** Number of the best pages whose titles are compared with the query. The titles are fetched anyway, to show these pages. */
const candidates = 20;
/** Search fields cut a pasted title at about this length, so a longer title is compared only up to here. */
const longest = 60;
const labelled = /^(\p{L}+-)\d+: /u;
/** A query that is only an abbreviation, or a name in capitals. */
const inCapitals = /^\s*([A-Z][A-Za-z\d]*[A-Z][A-Za-z\d]*?)s?\s*$/;

/** Raises pages whose titles have the words of the query in its order, or its abbreviation. @returns all pages, and those whose titles equal the query. */
async function withTitles(
  store: Store,
  ranked: readonly RankedPage[],
  matches: readonly TermMatch[],
  query: Query,
): Promise<{ ranked: RankedPage[]; exact: RankedPage[] }> {
  const { words, typed } = query;
  // For each term, the word of the query; if several words form a name, the first one.
  const meanings = new Map(
    matches
      .toReversed()
      .flatMap(({ terms, query }) => terms.map(({ term }) => [term, query.spellings[0] ?? ""] as const)),
  );
  const [, capitals = ""] = inCapitals.exec(typed) ?? [];
  const exact = new Set<number>();
  const closer = await Promise.all(
    ranked.map(async (page) => {
      const [, title] = await store.card(page.page);
      const text = title.replace(labelled, "");
      if (page.isTitled && isTitle(title, words, isNumber(query))) exact.add(page.page);
      const meant = termPlaces(text).map(({ term }) => meanings.get(term) ?? term);
      const run = longestRun(meant, words);
      const begins = meant[0] === words[0] ? weights.page.beginning : 0;
      const order = 1 + (run > 1 ? (run - 1) / (words.length - 1) : 0) + begins;
      // A query for the instruction DIFFICULTY does not mean "Difficulty Bomb Delay", but PSBT means "Partially Signed Bitcoin Transaction".
      const isNamed =
        capitals !== "" &&
        page.isTitled &&
        (text.split(/[^\w-]+/).includes(capitals) || initialsOf(text).includes(capitals));
      return { ...page, score: page.score * order * (isNamed ? weights.page.capitals : 1) };
    }),
  );
  const sorted = sortByScore(closer);
  return { ranked: sorted, exact: sorted.filter(({ page }) => exact.has(page)) };
}

const initialsOf = (text: string) => (text.match(/\b[a-z]/gi) ?? []).join("").toUpperCase();

/** Whether a title equals the query, with its label and number, with its number only, or with neither. @param isBeginning whether it may go on. */
function isTitle(title: string, words: readonly string[], isBeginning: boolean): boolean {
  const isCut = words.join(" ").length >= longest - words.length;
  const [label = "", letters = ""] = labelled.exec(title) ?? [];
  return [title, title.slice(letters.length), title.slice(label.length)].some((text) => {
    const terms = termsOf(text);
    const isWord = (word: string, index: number) =>
      isCut && index === words.length - 1 ? terms[index]?.startsWith(word) : terms[index] === word;
    return (
      (terms.length === words.length || ((isCut || isBeginning) && terms.length > words.length)) && words.every(isWord)
    );
  });
}

/** Whether a page is about the words beside a number: half of them are in title, headings or description, or all are in the text. */
function hasWords(matches: readonly TermMatch[], hits: readonly Map<number, FieldHits>[], page: number): boolean {
  const values = matches.flatMap(({ query }, index) => {
    if (/^\d+$/.test(query.spellings[0] ?? "")) return [];
    const hit = hits[index]?.get(page);
    if (!hit) return [0];
    return [hit.title + hit.description + hit.headings > 0 ? 2 : 1];
  });
  return values.length > 0 && values.reduce((sum: number, value) => sum + value, 0) >= values.length;
}

/** The proposals that the query names by number, in its order. @param fits whether a page is about the words beside the number. */
function referredPages(
  { series }: Layout,
  references: readonly Reference[],
  fits: (page: number) => boolean,
): number[] {
  const pages = references.flatMap(({ number, label, isLoose }) =>
    series.flatMap(({ labels, pages: byNumber }) => {
      const page = byNumber.get(number);
      const isMeant = page !== undefined && (label === undefined || labels.includes(label)) && (!isLoose || fits(page));
      return isMeant ? [page] : [];
    }),
  );
  return [...new Set(pages)];
}

/** A page of a query without words. */
export const unrankedPage = (page: number): RankedPage => ({ page, score: 0, coverage: 0, isTitled: false });
