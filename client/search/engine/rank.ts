/** From where terms stand to an order of pages: weighed by field and rarity, what has all terms first, then phrases in titles. Pure. */
import type { MatchedTerm, TermMatch } from "./match.js";
import type { Reference } from "./query.js";
import { type Layout, lastNotAbove } from "./store.js";
import { weights } from "./weights.js";

export interface RankedPage {
  page: number;
  score: number;
  /** The share of the query that the page has, by rarity: 1 for all of it. */
  coverage: number;
  /** Every term stands in the title. */
  titled: boolean;
}

/** Where a term stands in a page; each number is the weight of the best match there, or 0. */
interface FieldHits {
  title: number;
  /** Positions in the title. */
  titleAt: number[];
  description: number;
  /** How often in headings and in texts, by the weight of the matches. */
  headings: number;
  body: number;
}

/** How many of the best are looked at more closely. */
const candidates = 60;
/** With so many pages that have all of the query, those that lack some of it are left out. */
const enough = 20;
const leastCoverage = 0.6;

export function rankPages(
  layout: Layout,
  matches: readonly TermMatch[],
  references: readonly Reference[],
): RankedPage[] {
  const hits = matches.map(({ terms }) => fieldHits(layout, terms));
  const rarity = hits.map(({ size }) => Math.log(1 + layout.pages / Math.max(1, size)));
  const whole = rarity.reduce((sum, value) => sum + value, 0);
  const pages = new Map<number, RankedPage>();
  for (const [index, byPage] of hits.entries()) {
    for (const [page, found] of byPage) {
      const ranked = pages.get(page) ?? { page, score: 0, coverage: 0, titled: true };
      ranked.score += (rarity[index] ?? 0) * fieldScore(found, layout.length[page] ?? 1);
      ranked.coverage += (rarity[index] ?? 0) / whole;
      pages.set(page, ranked);
    }
  }
  const all = [...pages.values()];
  for (const ranked of all) ranked.titled = hits.every((byPage) => (byPage.get(ranked.page)?.title ?? 0) > 0);
  const sorted = sortByScore(worthwhile(all, (page) => hits.every((byPage) => byPage.has(page))));
  const closer = sorted.slice(0, candidates).map((ranked) => ({
    ...ranked,
    score: ranked.score * titleFactor(layout, ranked.page, matches, hits),
  }));
  return referredFirst(layout, [...sortByScore(closer), ...sorted.slice(candidates)], references);
}

function fieldHits({ pageOfSection, firstSection }: Layout, terms: readonly MatchedTerm[]): Map<number, FieldHits> {
  const hits = new Map<number, FieldHits>();
  for (const { weight, postings } of terms) {
    const { places, extras } = postings;
    for (let index = 0; index < places.length; index++) {
      const place = places[index] ?? 0;
      const extra = extras[index] ?? 1;
      const section = place >> 1;
      const page = pageOfSection[section] ?? 0;
      let hit = hits.get(page);
      if (!hit) {
        hit = { title: 0, titleAt: [], description: 0, headings: 0, body: 0 };
        hits.set(page, hit);
      }
      const isFirst = section === firstSection[page];
      if (place & 1) {
        if (isFirst) hit.description = Math.max(hit.description, weight);
        hit.body += weight * extra;
      } else if (isFirst) {
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
function fieldScore({ title, description, headings, body }: FieldHits, length: number): number {
  return (
    weights.field.title * title +
    weights.field.description * description +
    weights.field.heading * saturated(headings) +
    weights.field.body * saturated(body / ((1 + length) / 2))
  );
}

/** Ten times is not ten times better than once. */
function saturated(times: number): number {
  return times <= 1 ? times : 1 + Math.log(times);
}

/** Pages with all terms; unless these are many, also such as lack some: the more of the query one has, the more its score counts. */
function worthwhile(pages: readonly RankedPage[], isComplete: (page: number) => boolean): RankedPage[] {
  const complete = pages.filter(({ page }) => isComplete(page));
  if (complete.length >= enough) return complete;
  const least = complete.length > 0 ? leastCoverage : 0;
  const others = pages
    .filter(({ page, coverage }) => coverage >= least && !isComplete(page))
    .map((ranked) => ({ ...ranked, score: ranked.score * ranked.coverage ** 2 }));
  return [...complete, ...others];
}

function sortByScore(pages: readonly RankedPage[]): RankedPage[] {
  return [...pages].sort((a, b) => b.score - a.score || a.page - b.page);
}

/** More for terms that follow each other in the title as in the query, and for a title that is little else. */
function titleFactor(
  { titleLength }: Layout,
  page: number,
  matches: readonly TermMatch[],
  hits: readonly Map<number, FieldHits>[],
): number {
  const found = matches.flatMap(({ query }, index) => {
    const hit = hits[index]?.get(page);
    return hit && hit.title > 0 ? [{ position: query.position, titleAt: hit.titleAt }] : [];
  });
  if (found.length === 0) return 1;
  const run = longestRun(found);
  const covered = found.length / Math.max(1, titleLength[page] ?? 1);
  const inOrder = matches.length > 1 && run > 1 ? run / matches.length : 0;
  return 1 + inOrder + Math.min(1, covered) * (found.length / matches.length);
}

/** How many terms at most stand in the title at the distances that they have in the query. */
function longestRun(found: readonly { position: number; titleAt: readonly number[] }[]): number {
  const runs = new Map<number, number>();
  for (const { position, titleAt } of found) {
    for (const shift of new Set(titleAt.map((at) => at - position))) runs.set(shift, (runs.get(shift) ?? 0) + 1);
  }
  return Math.max(0, ...runs.values());
}

/** Proposals that the query names by number come before anything else, in its order. */
function referredFirst(
  { series }: Layout,
  ranked: readonly RankedPage[],
  references: readonly Reference[],
): RankedPage[] {
  const referred = references.flatMap(({ number, label }) =>
    series.flatMap(({ labels, pages }) => {
      const page = pages.get(number);
      return page !== undefined && (label === undefined || labels.includes(label)) ? [page] : [];
    }),
  );
  const first = [...new Set(referred)].map(
    (page): RankedPage =>
      ranked.find((other) => other.page === page) ?? { page, score: 0, coverage: 0, titled: references.length > 0 },
  );
  const isReferred = new Set(referred);
  return [...first, ...ranked.filter(({ page }) => !isReferred.has(page))];
}

/** The section of a page that says most of what was asked for, and whether its heading or its text does. */
export interface BestSection {
  section: number;
  heading: number;
  text: number;
}

/** @returns the best section of each of the pages. */
export function bestSections(
  layout: Layout,
  matches: readonly TermMatch[],
  pages: readonly number[],
): Map<number, BestSection> {
  const wanted = new Set(pages);
  const sections = new Map<number, BestSection>();
  for (const { terms } of matches) {
    const places = bestByPlace(layout, terms, wanted);
    const rarity = Math.log(1 + layout.pages / Math.max(1, places.size));
    for (const [place, weight] of places) {
      const section = place >> 1;
      const scored = sections.get(section) ?? { section, heading: 0, text: 0 };
      if (place & 1) scored.text += rarity * weight;
      else scored.heading += rarity * weight;
      sections.set(section, scored);
    }
  }
  const best = new Map<number, BestSection>();
  for (const scored of sections.values()) {
    const page = layout.pageOfSection[scored.section] ?? 0;
    const known = best.get(page);
    if (!known || isBetter(scored, known)) best.set(page, scored);
  }
  return best;
}

/** By place, the weight of the best term that stands there. */
function bestByPlace(
  { pageOfSection, firstSection }: Layout,
  terms: readonly MatchedTerm[],
  pages: ReadonlySet<number>,
): Map<number, number> {
  const best = new Map<number, number>();
  for (const { weight, postings } of terms) {
    for (const page of pages) {
      const from = 2 * (firstSection[page] ?? 0);
      let index = lastNotAbove(postings.places, from);
      if ((postings.places[index] ?? 0) < from) index++;
      for (; index < postings.places.length; index++) {
        const place = postings.places[index] ?? 0;
        if (pageOfSection[place >> 1] !== page) break;
        best.set(place, Math.max(best.get(place) ?? 0, weight));
      }
    }
  }
  return best;
}

function isBetter(a: BestSection, b: BestSection): boolean {
  const value = ({ heading, text }: BestSection) => 1.5 * heading + text;
  return value(a) > value(b) || (value(a) === value(b) && a.section < b.section);
}
