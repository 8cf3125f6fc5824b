/** The files that an index's root names: how terms and texts are cut into files, and what the files are called. */

import { hash } from "node:crypto";
import type { OutputFile } from "../../../shared/output.js";
import { digestLength, indexFile, type PageCode, type SectionText } from "../../../shared/search-index.js";
import type { SearchPage } from "../page.js";
import type { IndexTerms } from "./inverted.js";
import type { IndexedSection } from "./page.js";

/**
 * Lengths in characters. A file is shorter than `least` only if no entry follows, and longer than `most` only if it has
 * a single entry.
 */
interface CutSizes {
  least: number;
  most: number;
  /** Between these lengths, about one in this many entries begins a file. */
  oneIn: number;
}

/**
 * Cuts a list, whose entries it receives in order. The cuts depend on the entries around them, not on the number of entries before, so a
 * change in one place does not affect other files (content-defined chunking, as in "A Low-bandwidth Network File System", 2001).
 */
class Cuts {
  private size = Number.POSITIVE_INFINITY;

  constructor(private readonly sizes: CutSizes) {}

  /** @param isMark whether a file may begin with the entry, see `isMark`. @returns whether one does. */
  begins(length: number, isMark: () => boolean): boolean {
    const { least, most } = this.sizes;
    const begins = this.size + length > most || (this.size >= least && isMark());
    this.size = (begins ? 0 : this.size) + length + 1;
    return begins;
  }
}

/**
 * Whether a file may begin with an entry: it depends on the entry's name, which remains the same when its content
 * changes.
 */
function isMark(name: string, { oneIn }: CutSizes): boolean {
  // FNV-1a, by code units.
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % oneIn === 0;
}

/** Minimum length of a name if no two files of an index need a longer one. */
const nameLength = 8;

/** Lower-case letters and digits, which every file system and host distinguishes. */
function digestName(content: string): string {
  const bytes = hash("sha256", content, "buffer");
  return (
    bytes.readBigUInt64BE().toString(36).padStart(13, "0").slice(-10) +
    bytes.readUInt32BE(8).toString(36).padStart(7, "0").slice(-6)
  );
}

/** The number of characters that distinguishes the digests of files with different content. */
function lengthOfNames(digests: Iterable<string>): number {
  const all = new Set(digests);
  for (let length = nameLength; length < digestLength; length++) {
    if (new Set([...all].map((digest) => digest.slice(0, length))).size === all.size) return length;
  }
  return digestLength;
}

/** Collects the files of an index. Their names are short digests of their content, because the root has all of them. */
export class Parts {
  /** By digest. */
  private readonly made = new Map<string, { form: "txt" | "json"; content: string }>();

  /** @param folder folder of the index, with a slash at its end. */
  constructor(private readonly folder: string) {}

  /** @returns the digest of the content. */
  add(form: "txt" | "json", content: string): string {
    const digest = digestName(content);
    if (!this.made.has(digest)) this.made.set(digest, { form, content });
    return digest;
  }

  /** @returns the files, and the number of characters of their digests in their names. */
  finish(): { length: number; files: OutputFile[] } {
    const length = lengthOfNames(this.made.keys());
    const files = [...this.made].map(([digest, { form, content }]) => ({
      path: this.folder + indexFile(digest.slice(0, length), form),
      content,
    }));
    return { length, files };
  }
}

/** A query needs a few of these files, which should contain little else. */
const termSizes: CutSizes = { least: 4_000, most: 11_000, oneIn: 64 };

/** The indexes of the first term of each file. */
export function termFiles({ terms, postings }: IndexTerms): number[] {
  const starts: number[] = [];
  const cuts = new Cuts(termSizes);
  for (const [index, term] of terms.entries()) {
    const length = term.length + 1 + (postings[index]?.length ?? 0);
    if (cuts.begins(length, () => isMark(term, termSizes))) starts.push(index);
  }
  return starts;
}

/** @param starts result of `termFiles`. @returns the digest of each file. */
export function addTerms(parts: Parts, starts: readonly number[], { terms, postings }: IndexTerms): string[] {
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? terms.length;
    const lines: string[] = [];
    for (let term = start; term < end; term++) lines.push(`${terms[term]} ${postings[term]}`);
    return parts.add("txt", lines.join("\n"));
  });
}

/** A query needs a few of these files, which should contain little else. */
const textSizes: CutSizes = { least: 8_000, most: 15_000, oneIn: 3 };

/** Fills the reserved places of a page that has fewer sections. */
const noSection: SectionText = ["", [], ""];
const noEntry = JSON.stringify(noSection);
/** The number of a page's sections is rounded up to a multiple of this. */
const roundedTo = 8;

/** A page of an index. */
export interface IndexedPage {
  /** See `IndexRoot.shapes`. */
  length: { title: number; text: number };
  /**
   * For each section, twice the length in characters of its entry in the files of texts, plus one if a file may begin
   * with it.
   */
  entries: number[];
  /** The same of its code, which is one entry. */
  code: number;
}

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
    const mark = isMark(`${href}#${sections[index]?.shown[0]} ${index}`, textSizes);
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

/** All files, in order. Their sections depend only on the sizes of all sections. */
export function textFiles(pages: readonly IndexedPage[]): TextFile[] {
  const files: TextFile[] = [];
  const cuts = new Cuts(textSizes);
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

/** The entry of a page in the files of code, and its number in `IndexedPage`. */
export function codeEntry({ href }: SearchPage, sections: readonly IndexedSection[]): { text: string; number: number } {
  const code: PageCode = sections.flatMap(({ code }, index) => (code ? [index, code] : []));
  const text = JSON.stringify(code);
  return { text, number: 2 * text.length + (isMark(href, textSizes) ? 1 : 0) };
}

/** The index of the first page of each file of code. */
export function codeFiles(pages: readonly IndexedPage[]): number[] {
  const cuts = new Cuts(textSizes);
  return [...pages.keys()].filter((page) => {
    const { code = 0 } = pages[page] ?? {};
    return cuts.begins(code >>> 1, () => (code & 1) === 1);
  });
}

/** @param entries of the pages. @returns the digest of each file. */
export function addCode(parts: Parts, starts: readonly number[], entries: readonly string[]): string[] {
  return starts.map((start, index) => parts.add("json", `[${entries.slice(start, starts[index + 1]).join(",\n")}]`));
}

/**
 * @param entries of each page's sections; those of a file are dropped when it is made, because all texts would be in memory twice.
 * @returns the digest of each file.
 */
export function addTexts(parts: Parts, files: readonly TextFile[], entries: string[][]): string[] {
  return files.map((file) => {
    const all = file.parts.flatMap(({ page, from, to }) =>
      Array.from({ length: to - from }, (_, index) => entries[page]?.[from + index] ?? noEntry),
    );
    const { page: last = 0 } = file.parts.at(-1) ?? {};
    entries.fill([], file.parts[0]?.page ?? 0, last);
    return parts.add("json", `[${all.join(",\n")}]`);
  });
}
