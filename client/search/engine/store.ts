/** Fetches the files of an index, each once, and decodes them. */
import { getOrAdd } from "../../../src/shared/lazy.js";
import {
  type Card,
  type CodeRoot,
  decodeNumbers,
  decodePostings,
  decodeWords,
  digestLength,
  type IndexRoot,
  indexFile,
  maxAuthority,
  nameAt,
  type PageCode,
  type Postings,
  rootFile,
  type SectionText,
  sums,
  withSign,
} from "../../../src/shared/search-index.js";

import { readFacets } from "./facets.js";

/** Gets a file of the index as text; the path is relative to the index. Rejects if it cannot be loaded. */
export type Load = (path: string) => Promise<string>;

/** The decoded root. */
export type Layout = ReturnType<typeof layoutOf>;

/** A range of the sorted terms. */
export type Shard = ReturnType<typeof readShard>;

export type Store = Awaited<ReturnType<typeof openStore>>;

const noCard: Card = ["", "", ""];

export async function openStore(load: Load) {
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
    /** The shard that has a term, if any has. */
    shardOf: (term: string) => lastNotAbove(root.shards, term),
    shard: async (number: number) => (number < root.shards.length ? once(shardFile(number), readShard) : readShard("")),
    async card(page: number): Promise<Card> {
      if (typeof root.cards !== "number") return root.cards[page] ?? noCard;
      const cards = await once(cardFile(Math.floor(page / root.cards)), (text) => JSON.parse(text) as Card[]);
      return cards[page % root.cards] ?? noCard;
    },
    /** The number of files that an answer should not exceed: a small site needs few. */
    usualRequests: typeof root.cards === "number" ? 12 : 6,
    /** How many files were asked for so far, the root included. */
    requests: () => requests,
    /** Which file a section's text is in. */
    textFileOf,
    isLoaded: (number: number) => loaded.has(textFile(number)),
    isShardLoaded: (number: number) => loaded.has(shardFile(number)),
    async text(section: number): Promise<SectionText> {
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
    /** The shards with the terms of code; none where no text has code. */
    async code(): Promise<CodeShards | undefined> {
      if (names.code === "") return undefined;
      const { shards, terms, pages, texts } = await once(
        indexFile(names.code, "json"),
        (text) => JSON.parse(text) as CodeRoot,
      );
      const nameOf = (all: string, number: number) =>
        nameAt(all, number, { length: digestLength }).slice(0, names.length);
      const starts = sums(decodeNumbers(pages));
      return {
        shardCount: shards.length,
        shardOf: (term) => lastNotAbove(shards, term),
        shard: (number) => once(indexFile(nameOf(terms, number), "txt"), readShard),
        fileOf: (page) => lastNotAbove(starts, page),
        async text(page) {
          const number = lastNotAbove(starts, page);
          const all = await once(indexFile(nameOf(texts, number), "json"), (text) => JSON.parse(text) as PageCode[]);
          return all[page - (starts[number] ?? 0)] ?? [];
        },
      };
    },
  };
}

/** See `CodeRoot`. */
export interface CodeShards {
  shardCount: number;
  shardOf(term: string): number;
  shard(number: number): Promise<Shard>;
  /** The file that has the code of a page. */
  fileOf(page: number): number;
  text(page: number): Promise<PageCode>;
}

/** Arrays are by page or by section. */
function layoutOf(root: IndexRoot) {
  const { pages } = root;
  const numbers = decodeNumbers(root.shapes);
  const firstSection = new Int32Array(pages);
  const titleLength = new Int32Array(pages);
  const length = new Float64Array(pages);
  const pageOfSection = new Int32Array(root.sections);
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
    /** Number of terms in a page's texts, as a multiple of the average. */
    length: length.map((terms) => terms / usual),
    pageOfSection,
    /** How much the register depends on a page, from 0 to 1; -1 for a page that is not a proposal. */
    authority: authority.map((value) => (value < 0 ? -1 : value)),
    /** Pages with a text of more than one sentence. */
    written: Math.max(1, written),
    /** Of the site and of its texts. */
    langs: [root.lang, ...(root.otherLangs ?? [])],
    /** By word, the others of its group. */
    synonyms: synonymsByWord(root.synonyms),
    statuses: root.statuses,
    /** Labels and pages by number of each register. */
    series: root.series.map(({ labels, numbers: text }) => ({ labels, pages: pagesByNumber(decodeNumbers(text)) })),
    common: new Set(root.common),
  };
}

/** Whether a section is the front matter of a proposal. */
export function isFacts({ pageOfSection, firstSection, authority }: Layout, section: number): boolean {
  const page = pageOfSection[section] ?? 0;
  return section === (firstSection[page] ?? 0) + 1 && (authority[page] ?? -1) >= 0;
}

/** The page that has a place. */
export const pageOfPlace = ({ pageOfSection }: Layout, place: number): number => pageOfSection[place >> 1] ?? 0;

/** Whether a place is the title of a page. */
export const isTitle = (layout: Layout, place: number): boolean =>
  place === 2 * (layout.firstSection[pageOfPlace(layout, place)] ?? 0);

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

function readShard(text: string) {
  const lines = text === "" ? [] : text.split("\n");
  const terms = lines.map((line) => line.slice(0, line.indexOf(" ")));
  const decoded = new Map<number, Postings>();
  return {
    terms,
    /** Of the term at an index. */
    postings: (index: number) =>
      getOrAdd(decoded, index, () => decodePostings(lines[index]?.slice((terms[index]?.length ?? 0) + 1) ?? "")),
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
