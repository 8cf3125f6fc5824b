/** From the pages of one locale to the files of its index; src/shared/search-index.ts says what is in them. The same pages give the same bytes. */
import { createHash } from "node:crypto";
import { searchFolder } from "../../model/addresses.js";
import type { OutputFile } from "../../shared/output.js";
import {
  type Card,
  cardFile,
  differences,
  encodeNumbers,
  encodeWords,
  facetsFile,
  type IndexRoot,
  lengthUnit,
  rootFile,
  type SectionText,
  shardFile,
  textFile,
  withoutSign,
  wordsFile,
} from "../../shared/search-index.js";
import { termsOf } from "../../shared/search-text.js";
import { compareText } from "../../shared/text.js";
import type { StatusView } from "../../shared/view.js";
import { pageParts, type SearchPage } from "../pages.js";
import { facetsOf } from "./facets.js";
import { Inverted } from "./inverted.js";

export interface IndexRequest {
  locale: string;
  /** Of the texts, as a language tag. */
  lang: string;
  pages: readonly SearchPage[];
  /** The labels by which proposals are named (`EIP`, `ERC`), by register. */
  labels: readonly (readonly string[])[];
  /** Words that mean the same, in groups. */
  synonyms: readonly (readonly string[])[];
}

/** Characters of a file before compression: a question needs a few files of terms and of texts, and should not carry much beside. */
const shardSize = 10_000;
const textFileSize = 12_000;
/** Pages of a site whose cards are in the root, and of one whose cards are in a few large files. */
const smallSite = 320;
const largeSite = 2_000;
/** A term of more than this share of all texts says little. In a small site it costs little either, and the subject itself is among them. */
const commonShare = 0.25;
const fewSections = 2_000;

export function buildIndex({ locale, lang, pages, labels, synonyms }: IndexRequest): OutputFile[] {
  const inverted = new Inverted();
  const shapes: number[] = [];
  const texts = new Chunks(textFileSize);
  let sections = 0;
  const addSection = (anchor: string, headings: readonly (string | null)[], text: string, names: readonly string[]) => {
    const entry: SectionText = [anchor, headings, text];
    if (names.length > 0) entry.push(names.join(" "));
    texts.add(JSON.stringify(entry));
    sections++;
  };
  for (const page of pages) {
    const first = sections;
    const titleLength = inverted.addTitle(2 * first, page.title);
    let length = 0;
    for (const { anchor, headings, pieces, declared, used } of pageParts(page)) {
      const heading = headings.at(-1) ?? "";
      if (anchor) inverted.add(2 * sections, heading);
      for (const [index, piece] of (pieces.length > 0 ? pieces : [""]).entries()) {
        const names = index === 0 ? [...declared, ...used] : [];
        length += inverted.add(2 * sections + 1, piece);
        if (names.length > 0) {
          inverted.addNames(2 * sections + 1, declared, true);
          inverted.addNames(2 * sections + 1, used, false);
        }
        addSection(anchor, headings, piece, names);
        if (!page.facts || sections !== first + 1) continue;
        inverted.add(2 * sections, page.facts.text.who);
        inverted.add(2 * sections + 1, page.facts.text.what);
        addSection("", [], [page.facts.text.who, page.facts.text.what].filter(Boolean).join(" · "), []);
      }
    }
    const standing = page.facts ? page.facts.authority + 1 : 0;
    shapes.push(sections - first, titleLength, Math.round(length / lengthUnit), standing);
  }

  const shards = new Chunks(shardSize);
  const firstTerms: string[] = [];
  const common: string[] = [];
  const words: string[] = [];
  for (const { term, places, postings } of inverted.sorted()) {
    if (shards.add(`${term} ${postings}`)) firstTerms.push(term);
    if (sections > fewSections && places > sections * commonShare) common.push(term);
    if (places >= minWordPlaces(sections) && /^\p{L}{2,20}$/u.test(term)) words.push(term);
  }

  const files = new Map<string, string>([
    [wordsFile, encodeWords(words)],
    [facetsFile, JSON.stringify(facetsOf(pages))],
  ]);
  for (const [index, lines] of shards.parts.entries()) files.set(shardFile(index), lines.join("\n"));
  for (const [index, entries] of texts.parts.entries()) files.set(textFile(index), `[${entries.join(",\n")}]`);
  const statuses = statusesOf(pages);
  const cards = pages.map((page) => cardOf(page, statuses));
  const isSmall = cards.length <= smallSite;
  // In a large site hits lie far apart: many small files carry less beside them than a few large ones.
  const cardsPerFile = cards.length <= largeSite ? smallSite : smallSite / 5;
  for (let start = 0; !isSmall && start < cards.length; start += cardsPerFile) {
    files.set(cardFile(start / cardsPerFile), JSON.stringify(cards.slice(start, start + cardsPerFile)));
  }
  const folder = digest(files);
  const root: IndexRoot = {
    folder,
    pages: pages.length,
    sections,
    shapes: encodeNumbers(shapes),
    shards: firstTerms,
    texts: encodeNumbers(differences(texts.starts)),
    cards: isSmall ? cards : cardsPerFile,
    statuses,
    lang,
    synonyms: synonyms.map((group) => group.map((word) => termsOf(word).join(" "))),
    series: labels.map((names, series) => ({
      labels: withSynonyms(names, synonyms),
      numbers: encodeNumbers(numbersOf(pages, series)),
    })),
    common,
  };
  const base = searchFolder(locale).slice(1);
  return [
    { path: `${base}${rootFile}`, content: JSON.stringify(root) },
    ...[...files].map(([name, content]) => ({ path: `${base}${folder}/${name}`, content })),
  ];
}

/** A word that means the same as a label is one. */
function withSynonyms(names: readonly string[], groups: readonly (readonly string[])[]): string[] {
  const labels = names.map((name) => name.toLowerCase());
  const same = groups
    .map((group) => group.map((word) => word.toLowerCase()))
    .filter((group) => group.some((word) => labels.includes(word)));
  return [...new Set([...labels, ...same.flat()])];
}

/** Each status that a proposal has, in the order of the first proposals that have them. */
function statusesOf(pages: readonly SearchPage[]): StatusView[] {
  const statuses = new Map<string, StatusView>();
  for (const { facts } of pages) {
    if (facts?.status && !statuses.has(facts.status.id)) statuses.set(facts.status.id, facts.status);
  }
  return [...statuses.values()];
}

function cardOf({ section, title, href, facts, lang }: SearchPage, statuses: readonly StatusView[]): Card {
  const card: Card = [section, title, href];
  if (facts)
    card.push(
      statuses.findIndex(({ id }) => id === facts.status?.id),
      facts.date ?? "",
    );
  else if (lang) card.push(-1, "");
  if (lang) card.push(lang);
  return card;
}

/** Words that may be meant by misspelt ones: in a large site only those that are there several times, or the list gets long. */
function minWordPlaces(sections: number): number {
  return sections > fewSections ? 3 : 1;
}

/** Page and number of each proposal of a register, page by page, as differences: in a register that is in order, small ones. */
function numbersOf(pages: readonly SearchPage[], series: number): number[] {
  const found = pages.flatMap(({ proposal }, page) =>
    proposal?.series === series ? [{ page, number: proposal.number }] : [],
  );
  return found.flatMap(({ page, number }, index) => {
    const before = found[index - 1] ?? { page: 0, number: 0 };
    return [page - before.page, withoutSign(number - before.number)];
  });
}

function digest(files: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256");
  for (const [name, content] of [...files].sort(([a], [b]) => compareText(a, b))) hash.update(`${name}\n${content}\n`);
  return hash.digest("hex").slice(0, 12);
}

/** Entries in their order, cut into parts of about one size. */
class Chunks {
  readonly parts: string[][] = [];
  /** Number of the first entry of each part. */
  readonly starts: number[] = [];
  private size = Number.POSITIVE_INFINITY;
  private count = 0;

  constructor(private readonly limit: number) {}

  /** @returns whether a part begins with it. */
  add(entry: string): boolean {
    const begins = this.size + entry.length > this.limit;
    if (begins) {
      this.parts.push([]);
      this.starts.push(this.count);
      this.size = 0;
    }
    this.parts.at(-1)?.push(entry);
    this.size += entry.length + 1;
    this.count++;
    return begins;
  }
}
