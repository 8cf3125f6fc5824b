/** Finds the best sections of pages, and makes hits of them in the form of a hosted index. Every hit shows why it matches. */

import { getOrAdd } from "../../../src/shared/lazy.js";
import { largestOf } from "../../../src/shared/lists.js";
import {
  type Hierarchy,
  type HierarchyLevel,
  hierarchyOf,
  type MarkedText,
  type RecordType,
  type SearchHit,
} from "../../../src/shared/search.js";
import { type Card, codeSign, type SectionText } from "../../../src/shared/search-index.js";
import { termPlaces } from "../../../src/shared/search-text.js";
import { encodeText } from "../../../src/shared/text.js";
import type { StatusView } from "../../../src/shared/view.js";
import type { MatchedTerm, TermMatch } from "./match.js";
import { rarityOf } from "./rank.js";
import { hasPhrase, type Marks, makeSnippet, markText } from "./snippet.js";
import { isFacts, type Layout, pageOfPlace } from "./store.js";

/** A section, with scores of its heading and of its text. */
export interface BestSection {
  section: number;
  heading: number;
  text: number;
}

/** The score of metadata counts only this much, so that a text with more than half of that score is shown instead. */
const factsShare = 0.5;

/** @param first places that come before all others. @returns the sections of each page, the best one first. */
export function bestSections(
  layout: Layout,
  matches: readonly TermMatch[],
  pages: readonly number[],
  first: ReadonlySet<number>,
): Map<number, BestSection[]> {
  const wanted = new Set(pages);
  const sections = new Map<number, BestSection>();
  const add = (place: number, value: number) => {
    const section = place >> 1;
    const scored = getOrAdd(sections, section, () => ({ section, heading: 0, text: 0 }));
    scored[place & 1 ? "text" : "heading"] += value;
  };
  for (const { terms } of matches) {
    const places = bestByPlace(layout, terms, wanted);
    const rarity = rarityOf(layout, places.size);
    for (const [place, weight] of places) add(place, rarity * weight);
  }
  for (const place of first) if (wanted.has(pageOfPlace(layout, place))) add(place, Number.POSITIVE_INFINITY);
  const sorted = [...sections.values()].sort(
    (a, b) => sectionValue(layout, b) - sectionValue(layout, a) || a.section - b.section,
  );
  const best = new Map<number, BestSection[]>();
  for (const scored of sorted)
    getOrAdd(best, layout.pageOfSection[scored.section] ?? 0, (): BestSection[] => []).push(scored);
  return best;
}

function sectionValue(layout: Layout, { section, heading, text }: BestSection): number {
  return isFacts(layout, section) ? factsShare * Math.max(heading, text) : 1.5 * heading + text;
}

/** The weight of the best term in each place of these pages. */
function bestByPlace(layout: Layout, terms: readonly MatchedTerm[], pages: ReadonlySet<number>): Map<number, number> {
  const best = new Map<number, number>();
  for (const { weight, postings } of terms)
    for (const place of postings.places)
      if (pages.has(pageOfPlace(layout, place))) best.set(place, Math.max(best.get(place) ?? 0, weight));
  return best;
}

/** The parts of a hit. A hit without a text stands for the whole page. */
interface HitParts {
  card: Card;
  status?: StatusView;
  best: BestSection;
  text?: SectionText;
  marks: Marks;
  /** The terms of the page that match the query. */
  terms: readonly string[];
  /** Length of a snippet in words. */
  words: number;
}

export function marksOf(matches: readonly TermMatch[], phrases: Marks["phrases"]): Marks {
  const terms = matches.flatMap(({ terms }, index) => terms.map(({ term }) => [wordOfTerm(term), index] as const));
  return { terms: new Map(terms), phrases, wanted: matches.length };
}

const wordOfTerm = (term: string) => (term.startsWith(codeSign) ? term.slice(codeSign.length) : term);

/** The best term that a page has for each match. */
export function matchingTerms(layout: Layout, matches: readonly TermMatch[], page: number): string[] {
  return matches.flatMap(({ terms }) => {
    const term = terms.find(({ postings }) => postings.places.some((place) => pageOfPlace(layout, place) === page));
    return term ? [wordOfTerm(term.term)] : [];
  });
}

export function makeHit(parts: HitParts): SearchHit {
  const { card, status, best, text } = parts;
  const [section, title, href, , date, lang] = card;
  const [anchor, headings, content] = text ?? ["", [], ""];
  const hierarchy = hierarchyOf(section, title, headings);
  const levels = markedLevels(hierarchy, parts.marks);
  const excerpt = excerptOf(parts, levels);
  const url = anchor ? `${href}#${encodeText(anchor)}` : href;
  const type = typeOf(anchor, headings, best, content);
  return {
    objectID: `${url} ${type} ${best.section}`,
    type,
    hierarchy,
    content: excerpt?.text ?? null,
    url,
    url_without_anchor: href,
    anchor,
    ...(status && { status }),
    ...(date && { date }),
    ...(lang && { lang }),
    _highlightResult: { hierarchy: levels },
    _snippetResult: { hierarchy: levels, ...(excerpt && { content: excerpt.marked }) },
  };
}

/**
 * The part of the text or of its code that matches. If the text is too expensive to fetch and no heading shows the match,
 * the matching words.
 */
function excerptOf(parts: HitParts, levels: HitLevels): { text: string; marked: MarkedText } | undefined {
  const { text, terms, marks, words } = parts;
  const [, , content, code = ""] = text ?? ["", [], ""];
  const marked = content ? makeSnippet(content, marks, words) : undefined;
  const lines = bestLines(code.split("\n"), marks);
  const isInCode = hasPhrase(lines[0] ?? "", marks) && !hasPhrase(content, marks);
  if (marked && marked.matchLevel !== "none" && !isInCode) return { text: content, marked };
  const list = lines.join(", ");
  if (list) return { text: list, marked: makeSnippet(list, marks, words) };
  const isShown = Object.values(levels).some(({ matchLevel }) => matchLevel !== "none");
  if (isShown || terms.length === 0) return marked && { text: content, marked };
  const matching = `… ${terms.join(" … ")} …`;
  return { text: matching, marked: markText(matching, marks) };
}

/** The lines of code with the most words of the query. Several if the first is a name, but only one if it has spaces. */
function bestLines(lines: readonly string[], marks: Marks): string[] {
  const values = lines.map((line) => {
    const matches = new Set(termPlaces(line).flatMap(({ term }) => marks.terms.get(term) ?? []));
    return matches.size + (hasPhrase(line, marks) ? marks.wanted : 0);
  });
  const most = largestOf(values, 1);
  const best = lines.filter((_, index) => values[index] === most).map((line) => line.trim());
  return best[0]?.includes(" ") ? best.slice(0, 1) : best;
}

/** If the heading matches as well as the text below it, the heading is the hit. */
function typeOf(anchor: string, headings: readonly (string | null)[], best: BestSection, content: string): RecordType {
  if (!content || best.heading >= best.text) return anchor ? (`lvl${headings.length + 1}` as RecordType) : "lvl1";
  return "content";
}

type HitLevels = Partial<Record<HierarchyLevel, MarkedText>>;

function markedLevels(hierarchy: Hierarchy, marks: Marks): HitLevels {
  const levels = Object.entries(hierarchy).flatMap(([level, text]) =>
    text === null ? [] : [[level, markText(text, level === "lvl0" ? { ...marks, terms: new Map() } : marks)]],
  );
  return Object.fromEntries(levels);
}
