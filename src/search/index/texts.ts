/**
 * The files of texts. The sections of each file depend only on the sizes of all sections, so only the files of changed
 * pages are written.
 */
import type { SectionText } from "../../shared/search-index.js";
import type { SearchPage } from "../pages.js";
import { type CutSizes, Cuts, isMark } from "./cuts.js";
import { type IndexedSection, sectionsOf } from "./page.js";
import type { Parts } from "./parts.js";
import type { IndexedPage, IndexState } from "./state.js";

/** A query needs a few of these files, which should contain little else. */
const sizes: CutSizes = { least: 8_000, most: 15_000, oneIn: 3 };

/** Fills the reserved places of a page that has fewer sections. */
const noSection: SectionText = ["", [], ""];
const noEntry = JSON.stringify(noSection);
/** The number of a page's sections is rounded up to a multiple of this. */
const roundedTo = 8;

/** The number of sections that are reserved for a page, so that an added one does not move those of other pages. */
export function roomOf({ entries }: IndexedPage): number {
  return Math.ceil(entries.length / roundedTo) * roundedTo;
}

/** The entries of a page's sections. */
export function entryTexts(sections: readonly IndexedSection[]): string[] {
  return sections.map(({ shown: [anchor, headings, text, names] }) => {
    const path = headings.map((heading) => (heading === null ? "null" : quoted(heading)));
    const entry = `[${quoted(anchor)},[${path.join()}],${quoted(text)}`;
    return names === undefined ? `${entry}]` : `${entry},${quoted(names)}]`;
  });
}

/** As `JSON.stringify`, which takes as long for all texts as to read their words. */
function quoted(text: string): string {
  return /["\\\p{Cc}\p{Cs}]/u.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** The data about its entries in `IndexedPage`. */
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
interface TextFile {
  /** Number of its first section. */
  start: number;
  /** Ranges of the sections of pages, by the pages' indexes. */
  parts: { page: number; from: number; to: number }[];
}

/** All files, in order. */
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

/** Equal for two files of two indexes exactly if their content is equal. */
function textFileKey({ parts }: TextFile, pages: readonly IndexedPage[]): string {
  return parts.map(({ page, from, to }) => `${pages[page]?.key} ${from} ${to}`).join();
}

function textFileContent({ parts }: TextFile, entries: PageEntries): string {
  const all = parts.flatMap(({ page, from, to }) => {
    const own = entries.of(page);
    return Array.from({ length: to - from }, (_, index) => own[from + index] ?? noEntry);
  });
  return `[${all.join(",\n")}]`;
}

/**
 * The entries of pages for the files of texts. A new index makes these at once and in the order of the pages, so that
 * the entries of earlier pages can be dropped: with those in the files, all texts would be in memory twice.
 */
export class PageEntries {
  /** @param known entries by the index of their page, in the order of the pages; others are made from their pages. */
  constructor(
    private readonly pages: readonly SearchPage[],
    private readonly known: Map<number, string[]>,
  ) {}

  /** @param index of a page. */
  of(index: number): readonly string[] {
    const page = this.pages[index];
    const found = this.known.get(index) ?? (page ? entryTexts(sectionsOf(page)) : []);
    this.known.set(index, found);
    return found;
  }

  dropBefore(index: number): void {
    for (const page of this.known.keys()) {
      if (page >= index) return;
      this.known.delete(page);
    }
  }
}

/** @returns the digest of each file; unchanged files are not made for it. */
export function addTexts(
  parts: Parts,
  files: readonly TextFile[],
  pages: readonly IndexedPage[],
  known: IndexState,
  entries: PageEntries,
): string[] {
  const before = textFiles(known.pages);
  const digests = new Map(before.map((file, index) => [textFileKey(file, known.pages), known.texts[index]]));
  return files.map((file) => {
    if (known.pages.length === 0) entries.dropBefore(file.parts[0]?.page ?? 0);
    const digest = digests.get(textFileKey(file, pages));
    return parts.take("json", digest, () => textFileContent(file, entries));
  });
}
