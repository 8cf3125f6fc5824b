/** From pages and their sections to hits in the shape that a hosted index gives. */
import type { Hierarchy, HierarchyLevel, MarkedText, RecordType, SearchHit } from "../../../src/shared/search.js";
import type { Card, SectionText } from "../../../src/shared/search-index.js";
import type { TermMatch } from "./match.js";
import type { BestSection } from "./rank.js";
import { type MarkedTerms, mark, snippet } from "./snippet.js";

/** What a hit is made of. Without a text it is the page as a whole. */
export interface HitParts {
  card: Card;
  best?: BestSection;
  text?: SectionText;
}

export function markedTerms(matches: readonly TermMatch[]): MarkedTerms {
  return new Map(matches.flatMap(({ terms }, index) => terms.map(({ term }) => [term, index] as const)));
}

/** @param wanted how many terms the query has. */
export function makeHit(parts: HitParts, terms: MarkedTerms, wanted: number, snippetWords: number): SearchHit {
  const { card, best, text } = parts;
  const [section, title, href] = card;
  const [anchor, headings, content] = text ?? ["", [], ""];
  const hierarchy = hierarchyOf(section, title, headings);
  const type = typeOf(anchor, headings, best, content);
  const url = anchor ? `${href}#${encodeURIComponent(anchor.toWellFormed())}` : href;
  const shown = content || null;
  const levels = markedLevels(hierarchy, terms, wanted);
  return {
    objectID: `${url} ${type}`,
    type,
    hierarchy,
    content: shown,
    url,
    url_without_anchor: href,
    anchor,
    _highlightResult: { hierarchy: levels },
    _snippetResult: {
      hierarchy: levels,
      ...(shown && { content: snippet(shown, terms, wanted, snippetWords) }),
    },
  };
}

function hierarchyOf(lvl0: string, lvl1: string, headings: readonly (string | null)[]): Hierarchy {
  const [lvl2 = null, lvl3 = null, lvl4 = null, lvl5 = null, lvl6 = null] = headings;
  return { lvl0, lvl1, lvl2, lvl3, lvl4, lvl5, lvl6 };
}

/** A heading that says as much as the text below it is what was found. */
function typeOf(
  anchor: string,
  headings: readonly (string | null)[],
  best: BestSection | undefined,
  content: string,
): RecordType {
  if (!content || !best || best.heading >= best.text)
    return anchor ? (`lvl${headings.length + 1}` as RecordType) : "lvl1";
  return "content";
}

function markedLevels(
  hierarchy: Hierarchy,
  terms: MarkedTerms,
  wanted: number,
): Partial<Record<HierarchyLevel, MarkedText>> {
  const levels: Partial<Record<HierarchyLevel, MarkedText>> = {};
  for (const [level, text] of Object.entries(hierarchy) as [HierarchyLevel, string | null][]) {
    if (text !== null) levels[level] = level === "lvl0" ? mark(text, new Map(), wanted) : mark(text, terms, wanted);
  }
  return levels;
}
