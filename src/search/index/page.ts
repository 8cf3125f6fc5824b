/** The data of one page in an index: its sections, which have places, and its entries in the files of texts. */
import { lengthUnit, type SectionText } from "../../shared/search-index.js";
import { joinFacts } from "../fact-texts.js";
import { pageParts } from "../page-parts.js";
import type { SearchPage } from "../pages.js";
import type { Inverted } from "./inverted.js";
import { titleForms } from "./title-forms.js";

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
  const sections: IndexedSection[] = [];
  for (const { anchor, headings, pieces, declared, used } of pageParts(page)) {
    const heading = (anchor && headings.at(-1)) || "";
    const text = pieces[0] ?? "";
    const shown: SectionText = [anchor, headings, text];
    if (declared.length + used.length > 0) shown.push([...declared, ...used].join(" "));
    sections.push({ heading, text, declared, used, shown });
    for (const text of pieces.slice(1))
      sections.push({ heading, text, declared: none, used: none, shown: [anchor, headings, text] });
  }
  if (page.facts) {
    const { who, what } = page.facts.text;
    const text = joinFacts(what);
    const shown: SectionText = ["", [], [who, text].filter(Boolean).join(" · ")];
    sections.splice(1, 0, { heading: who, text, declared: none, used: none, shown });
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
  const texts = sections.filter((section) => !page.facts || section !== sections[1]).map(({ text }) => text);
  const title = inverted.addTitle(2 * first, page.title, titleForms(page.title, texts));
  let length = 0;
  let place = 2 * first;
  for (const section of sections) {
    const { heading, text, declared, used } = section;
    if (heading) inverted.add(place, heading);
    const terms = inverted.add(place + 1, text);
    // Metadata does not count: it does not make the author's text longer.
    if (!page.facts || section !== sections[1]) length += terms;
    inverted.addNames(place + 1, declared, true);
    inverted.addNames(place + 1, used, false);
    place += 2;
  }
  return { title, text: Math.round(length / lengthUnit) };
}
