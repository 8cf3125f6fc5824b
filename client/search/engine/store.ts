/** Fetches the files of an index, each once, and decodes them. */
import {
  type Card,
  decodeNumbers,
  decodePostings,
  decodeWords,
  type IndexRoot,
  indexFile,
  maxAuthority,
  nameAt,
  type Postings,
  rootFile,
  type SectionText,
  sums,
  withSign,
} from "../../../src/shared/search-index.js";

import type { StatusView } from "../../../src/shared/view.js";
import { type Facets, readFacets } from "./facets.js";

/** Gets a file of the index as text; the path is relative to the index. Rejects if it cannot be loaded. */
export type Load = (path: string) => Promise<string>;

/** The decoded root. Arrays by page or by section. */
export interface Layout {
  pages: number;
  firstSection: Int32Array;
  titleLength: Int32Array;
  /** Number of terms in a page's texts, as a multiple of the average. */
  length: Float64Array;
  pageOfSection: Int32Array;
  /** How much the register depends on a page, from 0 to 1; -1 for a page that is not a proposal. */
  authority: Float64Array;
  /** Pages with a text of more than one sentence. */
  written: number;
  /** Of the site and of its texts. */
  langs: string[];
  /** By word, the others of its group. */
  synonyms: Map<string, string[]>;
  statuses: StatusView[];
  /** Labels and pages by number of each register. */
  series: { labels: string[]; pages: Map<number, number> }[];
  common: Set<string>;
}

/** A range of the sorted terms. */
export interface Shard {
  terms: string[];
  /** Of the term at an index. */
  postings(index: number): Postings;
}

export interface Store {
  layout: Layout;
  shardCount: number;
  /** The shard that has a term, if any has. */
  shardOf(term: string): number;
  shard(number: number): Promise<Shard>;
  card(page: number): Promise<Card>;
  /** The number of files that an answer should not exceed: a small site needs few. */
  usualRequests: number;
  /** How many files were asked for so far, the root included. */
  requests(): number;
  /** Which file a section's text is in. */
  textFileOf(section: number): number;
  isLoaded(textFile: number): boolean;
  isShardLoaded(shard: number): boolean;
  text(section: number): Promise<SectionText>;
  words(): Promise<string[]>;
  wordSet(): Promise<ReadonlySet<string>>;
  facets(): Promise<Facets>;
}

const noCard: Card = ["", "", ""];

export async function openStore(load: Load): Promise<Store> {
  const root = JSON.parse(await load(rootFile)) as IndexRoot;
  const files = new Map<string, Promise<unknown>>();
  const loaded = new Set<string>();
  let requests = 1;
  const once = <T>(name: string, read: (text: string) => T): Promise<T> => {
    const known = files.get(name) as Promise<T> | undefined;
    if (known) return known;
    requests++;
    const file = load(name).then((text) => {
      loaded.add(name);
      return read(text);
    });
    files.set(name, file);
    // A failed request is repeated when the file is needed again.
    file.catch(() => files.delete(name));
    return file;
  };
  const { files: names } = root;
  const shardFile = (number: number) => indexFile(nameAt(names.terms, number, names), "txt");
  const cardFile = (number: number) => indexFile(nameAt(names.cards, number, names), "json");
  const textFile = (number: number) => indexFile(nameAt(names.texts, number, names), "json");
  let wordSet: ReadonlySet<string> | undefined;
  const words = () => once(indexFile(names.words, "txt"), decodeWords);
  const textStarts = sums(decodeNumbers(root.texts));
  const textFileOf = (section: number) => lastNotAbove(textStarts, section);
  return {
    layout: layoutOf(root),
    shardCount: root.shards.length,
    shardOf: (term) => lastNotAbove(root.shards, term),
    shard: async (number) => (number < root.shards.length ? once(shardFile(number), readShard) : readShard("")),
    async card(page) {
      if (typeof root.cards !== "number") return root.cards[page] ?? noCard;
      const cards = await once(cardFile(Math.floor(page / root.cards)), (text) => JSON.parse(text) as Card[]);
      return cards[page % root.cards] ?? noCard;
    },
    usualRequests: typeof root.cards === "number" ? 12 : 6,
    requests: () => requests,
    textFileOf,
    isLoaded: (number) => loaded.has(textFile(number)),
    isShardLoaded: (number) => loaded.has(shardFile(number)),
    async text(section) {
      const number = textFileOf(section);
      const texts = await once(textFile(number), (text) => JSON.parse(text) as SectionText[]);
      return texts[section - (textStarts[number] ?? 0)] ?? ["", [], ""];
    },
    words,
    async wordSet() {
      wordSet ??= new Set(await words());
      return wordSet;
    },
    facets: () => once(indexFile(names.facets, "json"), readFacets),
  };
}

function layoutOf({
  pages,
  sections,
  shapes,
  series,
  common,
  statuses,
  lang,
  otherLangs = [],
  synonyms,
}: IndexRoot): Layout {
  const numbers = decodeNumbers(shapes);
  const firstSection = new Int32Array(pages);
  const titleLength = new Int32Array(pages);
  const length = new Float64Array(pages);
  const pageOfSection = new Int32Array(sections);
  const authority = new Float64Array(pages);
  let section = 0;
  let written = 0;
  for (let page = 0; page < pages; page++) {
    const count = numbers[4 * page] ?? 0;
    firstSection[page] = section;
    titleLength[page] = numbers[4 * page + 1] ?? 0;
    length[page] = numbers[4 * page + 2] ?? 0;
    authority[page] = ((numbers[4 * page + 3] ?? 0) - 1) / maxAuthority;
    if ((numbers[4 * page + 2] ?? 0) > 1) written++;
    pageOfSection.fill(page, section, section + count);
    section += count;
  }
  const usual = Math.max(1, length.reduce((sum, terms) => sum + terms, 0) / Math.max(1, pages));
  return {
    pages,
    firstSection,
    titleLength,
    length: length.map((terms) => terms / usual),
    pageOfSection,
    series: series.map(({ labels, numbers: text }) => ({ labels, pages: pagesByNumber(decodeNumbers(text)) })),
    common: new Set(common),
    authority: authority.map((value) => (value < 0 ? -1 : value)),
    written: Math.max(1, written),
    langs: [lang, ...otherLangs],
    synonyms: synonymsByWord(synonyms),
    statuses,
  };
}

/** Whether a section is the front matter of a proposal. */
export function isFacts({ pageOfSection, firstSection, authority }: Layout, section: number): boolean {
  const page = pageOfSection[section] ?? 0;
  return section === (firstSection[page] ?? 0) + 1 && (authority[page] ?? -1) >= 0;
}

function synonymsByWord(groups: readonly (readonly string[])[]): Map<string, string[]> {
  const byWord = new Map<string, string[]>();
  for (const group of groups) {
    for (const word of group) {
      byWord.set(word, [...(byWord.get(word) ?? []), ...group.filter((other) => other !== word)]);
    }
  }
  return byWord;
}

/** Of two pages with the same number, the first counts. */
function pagesByNumber(steps: readonly number[]): Map<number, number> {
  const pages = new Map<number, number>();
  let page = 0;
  let number = 0;
  for (let index = 0; index < steps.length; index += 2) {
    page += steps[index] ?? 0;
    number += withSign(steps[index + 1] ?? 0);
    if (!pages.has(number)) pages.set(number, page);
  }
  return pages;
}

function readShard(text: string): Shard {
  const lines = text === "" ? [] : text.split("\n");
  const terms = lines.map((line) => line.slice(0, line.indexOf(" ")));
  const decoded = new Map<number, Postings>();
  return {
    terms,
    postings(index) {
      const known = decoded.get(index);
      if (known) return known;
      const postings = decodePostings(lines[index]?.slice((terms[index]?.length ?? 0) + 1) ?? "");
      decoded.set(index, postings);
      return postings;
    },
  };
}

/** Index of the last of the ascending values that is not above the wanted one; 0 if all are. */
export function lastNotAbove<T extends string | number>(rising: readonly T[], wanted: T): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as T) <= wanted) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
