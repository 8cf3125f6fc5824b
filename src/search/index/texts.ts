/** The files of texts: which sections are in which, known from the sizes of all alone, so that only those of changed pages are written. */
import type { SectionText } from "../../shared/search-index.js";
import type { SearchPage } from "../pages.js";
import { type CutSizes, Cuts, isMark } from "./cuts.js";
import type { IndexedSection } from "./page.js";
import type { IndexedPage } from "./state.js";

/** A question needs a few of these files, and should not carry much beside. */
const sizes: CutSizes = { least: 8_000, most: 15_000, oneIn: 3 };

/** In the place of a section that a page has room for and does not have. */
const noSection: SectionText = ["", [], ""];
const noEntry = JSON.stringify(noSection);
/** Sections are rounded up to a multiple of this. */
const roundedTo = 8;

/** How many sections a page has room for: one that is added to it moves no other page's. */
export function roomOf({ entries }: IndexedPage): number {
  return Math.ceil(entries.length / roundedTo) * roundedTo;
}

/** The entries of a page's sections. */
export function entryTexts(sections: readonly IndexedSection[]): string[] {
  return sections.map(({ shown }) => JSON.stringify(shown));
}

/** What `IndexedPage` has of its entries. */
export function entryNumbers(
  { href }: SearchPage,
  sections: readonly IndexedSection[],
  texts: readonly string[],
): number[] {
  return texts.map((text, index) => {
    const mark = isMark(`${href}#${sections[index]?.shown[0]} ${index}`, sizes);
    return 2 * text.length + (mark ? 1 : 0);
  });
}

/** A file of texts. */
export interface TextFile {
  /** Number of its first section. */
  start: number;
  /** Ranges of the sections of pages, by the pages' indexes. */
  parts: { page: number; from: number; to: number }[];
}

/** All files, in their order. */
export function textFiles(pages: readonly IndexedPage[]): TextFile[] {
  const files: TextFile[] = [];
  const cuts = new Cuts(sizes);
  let section = 0;
  for (const [page, indexed] of pages.entries()) {
    const { entries } = indexed;
    const room = roomOf(indexed);
    for (let index = 0; index < room; index++, section++) {
      const entry = entries[index] ?? 2 * noEntry.length;
      if (cuts.begins(entry >>> 1, () => (entry & 1) === 1)) files.push({ start: section, parts: [] });
      const parts = files.at(-1)?.parts ?? [];
      const part = parts.at(-1);
      if (part?.page === page) part.to = index + 1;
      else parts.push({ page, from: index, to: index + 1 });
    }
  }
  return files;
}

/** The same for two files of two indices exactly when they say the same. */
export function textFileKey({ parts }: TextFile, pages: readonly IndexedPage[]): string {
  return parts.map(({ page, from, to }) => `${pages[page]?.key} ${from} ${to}`).join();
}

/** @param entriesOf the entries of a page, by its index. */
export function textFileContent({ parts }: TextFile, entriesOf: (page: number) => readonly string[]): string {
  const entries = parts.flatMap(({ page, from, to }) => {
    const own = entriesOf(page);
    return Array.from({ length: to - from }, (_, index) => own[from + index] ?? noEntry);
  });
  return `[${entries.join(",\n")}]`;
}
