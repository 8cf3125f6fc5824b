/** Adds the sections of a page to an index. A section has two places: one for its heading, one for its text. */

import { lengthUnit, type SectionText } from "../../../shared/search-index.js";
import { termsOf } from "../../../shared/search-text.js";
import { pageParts, type SearchPage } from "../page.js";
import { abbreviationsIn, joinedWords, titleForms } from "./abbreviations.js";
import type { InvertedIndex } from "./inverted.js";

/** A section of a page: heading and text for the index, and the content of a search result. */
export interface IndexedSection {
  heading: string;
  text: string;
  /** Whether it is the metadata of a proposal, which does not count for the length of the text. */
  isFacts?: boolean;
  declared?: readonly string[];
  used?: readonly string[];
  shown: SectionText;
}

/** Maximum length of a section of code, in characters. */
const maxCode = 4_000;

/** The sections of a page, in order, and those of its code; the second one of a proposal is its metadata. */
export function indexedSections(page: SearchPage): { sections: IndexedSection[]; code: SectionText[] } {
  const parts = pageParts(page);
  const sections = parts.flatMap(({ anchor, headings, pieces, declared, used }) => {
    const heading = (anchor && headings.at(-1)) || "";
    const names = [...declared, ...used].join("\n");
    const [first = "", ...more] = pieces;
    const section: IndexedSection = { heading, text: first, declared, used, shown: [anchor, headings, first] };
    if (names) section.shown.push(names);
    return [section, ...more.map((text): IndexedSection => ({ heading, text, shown: [anchor, headings, text] }))];
  });
  if (page.facts) {
    const { who, what } = page.facts.text;
    const shown: SectionText = ["", [], [who, what].filter(Boolean).join(" · ")];
    sections.splice(1, 0, { heading: who, text: what, isFacts: true, shown });
  }
  const code = parts.flatMap(({ anchor, headings, code }) =>
    codePieces(code).map((piece): SectionText => [anchor, headings, "", piece]),
  );
  return { sections, code };
}

/** Cuts code into pieces of whole lines. */
function codePieces(code: string): string[] {
  const pieces: string[] = [];
  for (const line of code ? code.split("\n") : []) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + line.length < maxCode) pieces[pieces.length - 1] = `${last}\n${line}`;
    else pieces.push(line);
  }
  return pieces;
}

/**
 * Adds the terms of a page. Pages must be added in ascending order.
 * @param first number of its first section.
 * @returns the numbers of terms in its title and in its texts, see `IndexRoot.shapes`.
 */
export function addPage(
  inverted: InvertedIndex,
  page: SearchPage,
  sections: readonly IndexedSection[],
  first: number,
): [title: number, text: number] {
  const written = sections.filter(({ isFacts }) => !isFacts);
  const title = inverted.add(2 * first, page.title);
  const texts = written.map(({ text }) => text);
  inverted.addTerms(2 * first, titleForms(page.title, texts));
  let length = 0;
  let place = 2 * first;
  for (const section of sections) {
    const { heading, text, isFacts, declared = [], used = [] } = section;
    if (heading) inverted.add(place, heading);
    const terms = inverted.add(place + 1, text);
    // Readers also write a status as one word, such as "lastcall".
    if (isFacts) inverted.addTerms(place + 1, joinedWords(termsOf(text)));
    else length += terms;
    inverted.addNames(place + 1, declared, true);
    if (!isFacts) inverted.addNames(place + 1, abbreviationsIn(text), true);
    inverted.addNames(place + 1, used, false);
    place += 2;
  }
  return [title, Math.round(length / lengthUnit)];
}
