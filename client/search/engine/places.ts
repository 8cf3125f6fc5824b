/** Finds the places of a page that match the query best. Pure. */
import type { MatchedTerm, TermMatch } from "./match.js";
import { rarityOf } from "./rank.js";
import { type Layout, lastNotAbove } from "./store.js";

/** A section, and how much of the query its heading and its text have. */
export interface BestSection {
  section: number;
  heading: number;
  text: number;
}

/** Front matter is shown only if nothing else matches as well. */
const factsShare = 0.9;

/** @param first places that come before others. @returns of each of the pages its best sections, the best one first. */
export function bestSections(
  layout: Layout,
  matches: readonly TermMatch[],
  pages: readonly number[],
  first: ReadonlySet<number> = new Set(),
): Map<number, BestSection[]> {
  const wanted = new Set(pages);
  const sections = new Map<number, BestSection>();
  for (const { terms } of matches) {
    const places = bestByPlace(layout, terms, wanted);
    const rarity = rarityOf(layout, places.size);
    for (const [place, weight] of places) {
      const section = place >> 1;
      const scored = sections.get(section) ?? { section, heading: 0, text: 0 };
      if (place & 1) scored.text += rarity * weight;
      else scored.heading += rarity * weight;
      sections.set(section, scored);
    }
  }
  const best = new Map<number, BestSection[]>();
  for (const scored of sections.values()) {
    if (first.has(2 * scored.section)) scored.heading = Number.POSITIVE_INFINITY;
    else if (first.has(2 * scored.section + 1)) scored.text = Number.POSITIVE_INFINITY;
    const page = layout.pageOfSection[scored.section] ?? 0;
    best.set(page, [...(best.get(page) ?? []), scored]);
  }
  for (const found of best.values()) found.sort((a, b) => value(layout, b) - value(layout, a) || a.section - b.section);
  return best;
}

/** Whether a section is the front matter of a proposal. */
export function isFacts({ pageOfSection, firstSection, authority }: Layout, section: number): boolean {
  const page = pageOfSection[section] ?? 0;
  return section === (firstSection[page] ?? 0) + 1 && (authority[page] ?? -1) >= 0;
}

function value(layout: Layout, { section, heading, text }: BestSection): number {
  return isFacts(layout, section) ? factsShare * Math.max(heading, text) : 1.5 * heading + text;
}

/** By place, the weight of the best term that is there. */
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
