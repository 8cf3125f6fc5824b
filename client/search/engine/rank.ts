/** Ranks pages by where terms occur: weighted by field and rarity, pages with all terms first, then phrases in titles. Pure. */
import { largestOf } from "../../../src/shared/lists.js";
import { declaredExtra } from "../../../src/shared/search-index.js";
import type { MatchedTerm } from "./look-up.js";
import type { TermMatch } from "./match.js";
import type { Reference } from "./query.js";
import type { Layout } from "./store.js";
import { weights } from "./weights.js";

export interface RankedPage {
  page: number;
  score: number;
  /** The share of the query that the page has, weighted by rarity: 1 for all of it. */
  coverage: number;
  /** Every term is in the title. */
  titled: boolean;
  /** The share of the query, weighted by rarity, that the title has or that names declared in its code are: whichever is more. */
  about: number;
}

/** Where a term is in a page; each number is the weight of the best match there, or 0. */
interface FieldHits {
  title: number;
  /** Positions in the title. */
  titleAt: number[];
  description: number;
  /** How often in headings and in texts, by the weight of the matches. */
  headings: number;
  body: number;
  name: number;
  /** How rare the rarest name is that all of the query forms. */
  nameRarity: number;
  who: number;
  what: number;
  /** The best match anywhere. */
  best: number;
}

const noHits = (): FieldHits => {
  return {
    title: 0,
    titleAt: [],
    description: 0,
    headings: 0,
    body: 0,
    name: 0,
    nameRarity: 0,
    who: 0,
    what: 0,
    best: 0,
  };
};

/** How many of the best pages are ranked more precisely. */
const candidates = 60;
/** With so many pages that have all of the query, those that lack some of it are left out. */
const enough = 20;
/** A page whose title has so much of the query is about it, whatever else was asked. */
const titleShare = 0.65;
/** Missing words of the query may weigh so little that they do not matter. */
const whole = 0.95;
const leastRarity = 0.05;
/** Of a page that is not a proposal. */
const usualAuthority = 0.4;

export function rankPages(
  layout: Layout,
  matches: readonly TermMatch[],
  references: readonly Reference[],
): RankedPage[] {
  const hits = matches.map(({ terms }) => fieldHits(layout, terms));
  const rarity = hits.map((byPage) => rarityOf(layout, surePages(byPage)));
  const all = rarity.reduce((sum, value) => sum + value, 0);
  const telling = hits.map((byPage, index) => tellingWeight(byPage, rarity[index] ?? 0));
  const allTelling = telling.reduce((sum, value) => sum + value, 0);
  const pages = new Map<number, RankedPage & { told: number; named: number; nameRarity: number; title: number }>();
  for (const [index, byPage] of hits.entries()) {
    const rare = rarity[index] ?? 0;
    for (const [page, found] of byPage) {
      let ranked = pages.get(page);
      if (!ranked) {
        // Neither a helper nor a spread: with them a query of a thousand pages took half as long again.
        ranked = { page, score: 0, coverage: 0, titled: false, about: 0, told: 0, named: 0, nameRarity: 0, title: 0 };
        pages.set(page, ranked);
      }
      ranked.score += rare * fieldScore(found, layout.length[page] ?? 1);
      ranked.coverage += rare / all;
      ranked.title += found.title > 0 ? rare / all : 0;
      if (isTold(found)) ranked.told += (telling[index] ?? 0) / allTelling;
      ranked.named += (rare / all) * Math.min(1, found.name / weights.match.joined);
      ranked.nameRarity = Math.max(ranked.nameRarity, found.nameRarity);
    }
  }
  const about = new Set([...pages.values()].filter(({ title }) => title >= titleShare).map(({ page }) => page));
  const found = [...pages.values()].map(({ told, named, nameRarity, title, ...ranked }): RankedPage => {
    const { page } = ranked;
    const titled = hits.every((byPage) => (byPage.get(page)?.title ?? 0) > 0);
    // A name of common words may be rare itself.
    const bonus = all * weights.page.told * told ** 4 + Math.max(all, nameRarity) * weights.page.named * named ** 8;
    const about = Math.max(title, named);
    return { ...ranked, titled, about, score: (ranked.score + bonus) * authorityFactor(layout, page) };
  });
  const sorted = sortByScore(worthwhile(found, about));
  const closer = sorted.slice(0, candidates).map((ranked) => ({
    ...ranked,
    score: ranked.score * titleFactor(layout, ranked.page, matches, hits),
  }));
  const inOrder = [...sortByScore(closer), ...sorted.slice(candidates)];
  return referredFirst(layout, inOrder, references, (page) => hasWords(matches, hits, page));
}

/** Whether a page has all words of the query that matter. */
export const hasAll = ({ coverage }: RankedPage): boolean => coverage >= whole;

const isTold = ({ who, what }: FieldHits) => who > 0 || what > 0;

/** There are few statuses, even if many pages have the word: beside a name, a status matters as much as the name. */
function tellingWeight(byPage: ReadonlyMap<number, FieldHits>, rarity: number): number {
  return [...byPage.values()].some(isTold) ? Math.max(1, rarity) : rarity;
}

/** How many pages have a word. Pages with a longer word that begins like it count only if no page has the word itself. */
function surePages(byPage: ReadonlyMap<number, FieldHits>): number {
  let sure = 0;
  for (const { best } of byPage.values()) if (best > weights.match.begun) sure++;
  return sure || byPage.size;
}

/** A word that most pages have carries no information. */
export function rarityOf({ written }: Layout, pages: number): number {
  return Math.max(leastRarity, Math.log((written + 1) / (pages + 0.5)));
}

function authorityFactor({ authority }: Layout, page: number): number {
  const own = authority[page] ?? -1;
  return 1 + weights.page.authority * (own < 0 ? usualAuthority : own);
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
        hit.titleAt.push(extra - 2);
      } else {
        hit.headings += weight * extra;
      }
    }
  }
  return hits;
}

/** @param length of the page as a multiple of what is usual: a long text has many words without being about them. */
function fieldScore(hit: FieldHits, length: number): number {
  const { field } = weights;
  return (
    field.title * hit.title +
    field.description * hit.description +
    field.heading * saturated(hit.headings) +
    field.body * saturated(hit.body / ((1 + length) / 2)) +
    field.name * hit.name +
    field.who * hit.who +
    field.what * hit.what
  );
}

/** Ten occurrences are not ten times better than one. */
function saturated(times: number): number {
  return times <= 1 ? times : 1 + Math.log(times);
}

/**
 * Pages with all terms, and also pages that lack some: their scores are weighted by their share of the query. If many have
 * all, only others that are about it.
 */
function worthwhile(pages: readonly RankedPage[], about: ReadonlySet<number>): RankedPage[] {
  const complete = pages.filter(hasAll);
  const least = complete.length > 0 ? weights.page.leastCoverage : 0;
  const others = pages
    .filter((ranked) => ranked.coverage >= least && !hasAll(ranked))
    .filter(({ page }) => complete.length < enough || about.has(page))
    .map((ranked) => ({ ...ranked, score: ranked.score * ranked.coverage ** weights.page.coverage }));
  return [...complete, ...others];
}

function sortByScore(pages: readonly RankedPage[]): RankedPage[] {
  return [...pages].sort((a, b) => b.score - a.score || a.page - b.page);
}

/** A bonus for terms that follow each other in the title as in the query, for a title that begins with them, and for one that has little else. */
function titleFactor(
  { titleLength, series }: Layout,
  page: number,
  matches: readonly TermMatch[],
  hits: readonly Map<number, FieldHits>[],
): number {
  const found = matches.flatMap(({ query }, index) => {
    const hit = hits[index]?.get(page);
    return hit && hit.title > 0 ? [{ position: query.position, titleAt: hit.titleAt }] : [];
  });
  if (found.length === 0) return 1;
  // The label and the number, which come before every title, are not words of it.
  const before = series.length > 0 ? 2 : 0;
  const run = longestRun(found);
  const covered = found.length / Math.max(1, (titleLength[page] ?? 1) - before);
  const inOrder = matches.length > 1 && run > 1 ? run / matches.length : 0;
  const begins = found.some(({ position, titleAt }) => position === 0 && titleAt.includes(before));
  return 1 + inOrder + (begins ? weights.page.beginning : 0) + Math.min(1, covered) * (found.length / matches.length);
}

/** How many terms at most are in the title at the distances that they have in the query. */
function longestRun(found: readonly { position: number; titleAt: readonly number[] }[]): number {
  const runs = new Map<number, number>();
  for (const { position, titleAt } of found) {
    for (const shift of new Set(titleAt.map((at) => at - position))) runs.set(shift, (runs.get(shift) ?? 0) + 1);
  }
  return largestOf(runs.values(), 0);
}

/** Whether a page is about the words beside a number: half of them are in its title, its headings or its description, or all in its text. */
function hasWords(matches: readonly TermMatch[], hits: readonly Map<number, FieldHits>[], page: number): boolean {
  const own = matches.flatMap(({ query }, index) => {
    if (/^\d+$/.test(query.spellings[0] ?? "")) return [];
    const hit = hits[index]?.get(page);
    return [!hit ? 0 : hit.title + hit.description + hit.headings > 0 ? 2 : 1];
  });
  return own.length > 0 && own.reduce((sum: number, value) => sum + value, 0) >= own.length;
}

/** Proposals that the query names by number come first, in the order of the query. */
function referredFirst(
  layout: Layout,
  ranked: readonly RankedPage[],
  references: readonly Reference[],
  fits: (page: number) => boolean,
): RankedPage[] {
  const referred = references.flatMap((reference) =>
    referredPages(layout, [reference]).filter((page) => !reference.loose || fits(page)),
  );
  const first = [...new Set(referred)].map(
    (page) => ranked.find((other) => other.page === page) ?? { ...unranked(page), titled: true },
  );
  const isReferred = new Set(referred);
  return [...first, ...ranked.filter(({ page }) => !isReferred.has(page))];
}

/** A page that was found without words. */
export const unranked = (page: number): RankedPage => ({ page, score: 0, coverage: 0, titled: false, about: 0 });

/** The pages of the proposals with these numbers. */
export function referredPages({ series }: Layout, references: readonly Reference[]): number[] {
  return references.flatMap(({ number, label }) =>
    series.flatMap(({ labels, pages }) => {
      const page = pages.get(number);
      return page === undefined || (label !== undefined && !labels.includes(label)) ? [] : [page];
    }),
  );
}
