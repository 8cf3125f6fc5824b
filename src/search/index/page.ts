/** The data of one page in an index: its sections, which have places, and its entries in the files of texts. */
import { lengthUnit, type SectionText } from "../../shared/search-index.js";
import { pageParts, type SearchPage } from "../pages.js";
import type { Inverted } from "./inverted.js";

/** A section of a page: two places with terms, and the text that a result shows. */
export interface IndexedSection {
  heading: string;
  text: string;
  declared: readonly string[];
  used: readonly string[];
  shown: SectionText;
}

const none: readonly string[] = [];

/** The sections of a page, in order; the second one of a proposal is its metadata. */
export function sectionsOf(page: SearchPage): IndexedSection[] {
  const sections = pageParts(page).flatMap(({ anchor, headings, pieces, declared, used }) =>
    (pieces.length > 0 ? pieces : [""]).map((text, index): IndexedSection => {
      const names = index === 0 ? [...declared, ...used] : [];
      const shown: SectionText = [anchor, headings, text];
      if (names.length > 0) shown.push(names.join(" "));
      const heading = anchor ? (headings.at(-1) ?? "") : "";
      return names.length > 0
        ? { heading, text, declared, used, shown }
        : { heading, text, declared: none, used: none, shown };
    }),
  );
  if (page.facts) {
    const { who, what } = page.facts.text;
    const shown: SectionText = ["", [], [who, what].filter(Boolean).join(" · ")];
    sections.splice(1, 0, { heading: who, text: what, declared: none, used: none, shown });
  }
  return sections;
}

/** The length of a page, see `IndexRoot.shapes`. */
export interface PageLength {
  title: number;
  text: number;
}

/** Adds the terms of a page with sections from number `first`. Pages must come in ascending order. */
export function addPage(
  inverted: Inverted,
  page: SearchPage,
  sections: readonly IndexedSection[],
  first: number,
): PageLength {
  const title = inverted.addTitle(2 * first, page.title);
  let length = 0;
  for (const [index, { heading, text, declared, used }] of sections.entries()) {
    const place = 2 * (first + index);
    if (heading) inverted.add(place, heading);
    const terms = inverted.add(place + 1, text);
    // Metadata does not count: it does not make the author's text longer.
    if (!page.facts || index !== 1) length += terms;
    inverted.addNames(place + 1, declared, true);
    inverted.addNames(place + 1, used, false);
  }
  return { title, text: Math.round(length / lengthUnit) };
}
