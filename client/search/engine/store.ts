/** Fetches and decodes the files of an index, each once. */
import { getOrAdd } from "../../../src/shared/lazy.js";
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
} from "../../../src/shared/search-index.js";
import { readFacets } from "./facets.js";

/** Gets a file of the index as text; the path is relative to the index. Rejects if it cannot be loaded. */
export type Load = (path: string) => Promise<string>;

/** The decoded root. */
export type Layout = ReturnType<typeof layoutOf>;

/** A file of sorted terms. */
export type Shard = ReturnType<typeof readShard>;

export type Store = Awaited<ReturnType<typeof openStore>>;

const noCard: Card = ["", "", ""];

export async function openStore(load: Load) {
  const root = JSON.parse(await load(rootFile)) as IndexRoot;
  const { files: names } = root;
  const files = new Map<string, Promise<unknown>>();
  const loaded = new Set<string>();
  const once = <T>(path: string, read: (text: string) => T): Promise<T> => {
    const request = files.get(path) as Promise<T> | undefined;
    if (request) return request;
    const file = load(path).then((text) => {
      loaded.add(path);
      return read(text);
    });
    files.set(path, file);
    // A failed request is repeated when the file is needed again.
    file.catch(() => files.delete(path));
    return file;
  };
  const json = <T>(kind: string, number: number): Promise<T> =>
    once(indexFile(nameAt(kind, number), "json"), (text) => JSON.parse(text) as T);
  const textStarts = sums(decodeNumbers(root.texts));
  const textFileOf = (section: number) => lastNotAbove(textStarts, section);
  return {
    layout: layoutOf(root),
    /** The file of terms that has a term, if any has. */
    shardOf: (term: string) => lastNotAbove(root.shards, term),
    shard: async (number: number) =>
      number < root.shards.length ? once(indexFile(nameAt(names.terms, number), "txt"), readShard) : readShard(""),
    async card(page: number): Promise<Card> {
      if (typeof root.cards !== "number") return root.cards[page] ?? noCard;
      const cards = await json<Card[]>(names.cards, Math.floor(page / root.cards));
      return cards[page % root.cards] ?? noCard;
    },
    /** Which file a section's text is in. */
    textFileOf,
    hasTextFile: (number: number) => loaded.has(indexFile(nameAt(names.texts, number), "json")),
    async text(section: number): Promise<SectionText> {
      const number = textFileOf(section);
      const texts = await json<SectionText[]>(names.texts, number);
      return texts[section - (textStarts[number] ?? 0)] ?? ["", [], ""];
    },
    /** All words of the site, for corrections. */
    words: () => once(indexFile(names.words, "txt"), decodeWords),
    facets: () => once(indexFile(names.facets, "json"), readFacets),
  };
}

/** Decodes the root. Indexes of its arrays are numbers of pages or of sections. */
function layoutOf(root: IndexRoot) {
  const { pages } = root;
  const numbers = decodeNumbers(root.shapes);
  const firstSection = new Int32Array(pages);
  const titleLength = new Int32Array(pages);
  const length = new Float64Array(pages);
  const pageOfSection: number[] = [];
  const pageOfCode: number[] = [];
  const authority = new Float64Array(pages);
  for (let page = 0; page < pages; page++) {
    const [sections = 0, codes = 0, title = 0, text = 0, rank = 0] = numbers.slice(5 * page, 5 * page + 5);
    firstSection[page] = pageOfSection.length;
    for (let index = 0; index < sections; index++) pageOfSection.push(page);
    for (let index = 0; index < codes; index++) pageOfCode.push(page);
    titleLength[page] = title;
    length[page] = text;
    authority[page] = rank === 0 ? -1 : (rank - 1) / maxAuthority;
  }
  const usual = Math.max(1, length.reduce((sum, terms) => sum + terms, 0) / Math.max(1, pages));
  return {
    pages,
    firstSection,
    titleLength,
    /** Number of terms in a page's texts, as a multiple of the average. */
    length: length.map((terms) => terms / usual),
    pageOfSection: pageOfSection.concat(pageOfCode),
    /** The first place of code. */
    firstCode: 2 * pageOfSection.length,
    /** How much the register depends on a page, from 0 to 1; -1 for a page that is not a proposal. */
    authority,
    /** Number of pages whose texts have more than one `lengthUnit` of terms, which is about a sentence; at least 1. */
    written: Math.max(1, length.filter((terms) => terms > 1).length),
    /** The languages of the site and of its texts. */
    langs: [root.lang, ...(root.otherLangs ?? [])],
    /** The synonyms of each word. */
    synonyms: new Map(
      root.synonyms.flatMap((group) =>
        group.map((word) => [word, group.filter((synonym) => synonym !== word)] as const),
      ),
    ),
    statuses: root.statuses,
    /** Labels and pages by number of each register. */
    series: root.series.map(({ labels, numbers: text }) => ({ labels, pages: pagesByNumber(decodeNumbers(text)) })),
    common: new Set(root.common),
  };
}

/** Whether a section is the metadata of a proposal. */
export function isFacts({ pageOfSection, firstSection, authority }: Layout, section: number): boolean {
  const page = pageOfSection[section] ?? 0;
  return section === (firstSection[page] ?? 0) + 1 && (authority[page] ?? -1) >= 0;
}

/** The page of a place. */
export const pageOfPlace = ({ pageOfSection }: Layout, place: number): number => pageOfSection[place >> 1] ?? 0;

/** Whether a place is the title of a page. */
export const isTitle = (layout: Layout, place: number): boolean =>
  place === 2 * (layout.firstSection[pageOfPlace(layout, place)] ?? 0);

/** @param numbers for each page 0, or a number plus one. Of two pages with the same number, the first counts. */
function pagesByNumber(numbers: readonly number[]): Map<number, number> {
  const pages = new Map<number, number>();
  for (const [page, number] of numbers.entries()) if (number > 0) getOrAdd(pages, number - 1, () => page);
  return pages;
}

function readShard(text: string) {
  const lines = text === "" ? [] : text.split("\n");
  const terms = lines.map((line) => line.slice(0, line.indexOf(" ")));
  const decoded = new Map<number, Postings>();
  return {
    terms,
    /** The postings of the term at an index. */
    postings: (index: number) =>
      getOrAdd(decoded, index, () => decodePostings(lines[index]?.slice((terms[index]?.length ?? 0) + 1) ?? "")),
  };
}

/** Binary search in ascending values: the index of the last value that is not greater than the wanted one, or 0 if all are greater. */
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
