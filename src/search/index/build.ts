/**
 * Makes the files of one locale's index from its pages. src/shared/search-index.ts defines their content. The same pages always give the
 * same bytes.
 */

import { stopwords as english } from "@orama/stopwords/english";
import { stopwords as german } from "@orama/stopwords/german";
import { stopwords as portuguese } from "@orama/stopwords/portuguese";
import { stopwords as spanish } from "@orama/stopwords/spanish";
import { searchFolder } from "../../model/addresses.js";
import { collectGarbage } from "../../runtime/memory.js";
import type { IsThere, OutputFile } from "../../shared/output.js";
import {
  type Card,
  type CodeRoot,
  differences,
  encodeNumbers,
  encodeWords,
  type IndexRoot,
  rootFile,
  withoutSign,
} from "../../shared/search-index.js";
import { termsOf } from "../../shared/search-text.js";
import type { StatusView } from "../../shared/view.js";
import type { SearchPage } from "../page.js";
import {
  addCode,
  addTerms,
  addTexts,
  codeEntry,
  codeFiles,
  entryNumbers,
  entryTexts,
  type IndexPart,
  PageEntries,
  Parts,
  roomOf,
  termFiles,
  textFiles,
} from "./files.js";
import { Inverted } from "./inverted.js";
import { addCodeTerms, addPage, facetsOf, indexedSections } from "./page.js";
import { gone, mergeTerms } from "./postings.js";
import {
  emptyIndex,
  few,
  formerPages,
  type IndexedPage,
  type IndexState,
  type IndexTerms,
  pageDigest,
} from "./state.js";

export interface IndexRequest {
  locale: string;
  /** Language tag of the texts. */
  lang: string;
  pages: readonly SearchPage[];
  /** The labels of proposals (`EIP`, `ERC`), by register. */
  labels: readonly (readonly string[])[];
  /** Groups of words with the same meaning. */
  synonyms: readonly (readonly string[])[];
}

/** Maximum number of pages whose cards are in the root, and minimum number for few large files of cards. */
const smallSite = 320;
const largeSite = 2_000;
/**
 * A term that is in more than this share of the texts tells little. In a small site, such terms include its own
 * subject.
 */
const commonShare = 0.25;
const fewSections = 2_000;
/** Number of sections from which on the memory for reading them is collected before their files are made: a tenth of the build's. */
const manySections = 60_000;

export interface IndexPlan {
  root: OutputFile;
  /** The files that the root names. */
  parts: IndexPart[];
  state: IndexState;
  /** Whether the state equals the known one. */
  isSame: boolean;
  /** Whether it follows from the known state, so that an output has most of its files. */
  isUpdate: boolean;
}

/** The whole index. */
export function buildIndex(request: IndexRequest): OutputFile[] {
  return makeIndexFiles(planIndex(request, emptyIndex));
}

/** @param isThere whether a part need not be made. */
export function makeIndexFiles(
  { root, parts }: Pick<IndexPlan, "root" | "parts">,
  isThere: IsThere = () => false,
): OutputFile[] {
  const wanted = parts.filter(({ path, key }) => !isThere(path, key));
  return [root, ...wanted.map(({ path, key, make }) => ({ path, key, content: make() }))];
}

/**
 * Updates an index to these pages. It costs as much as what differs, and the result is the same, byte for byte, as that
 * of a new index.
 * @param last the state of the last index; not used where most is new.
 */
export function planIndex(request: IndexRequest, last: IndexState): IndexPlan {
  const { locale, lang, pages, labels, synonyms } = request;
  const former = formerPages(pages, last);
  const isUpdate = former.filter((index) => index < 0).length < few;
  const known = isUpdate ? last : emptyIndex;
  const { indexed, terms, code, isSame, entries, codeEntries } = indexPages(pages, isUpdate ? former : [], known);
  const sections = sum(indexed.map(({ entries }) => entries.length));
  if (sections > manySections) collectGarbage();
  const folder = searchFolder(locale).slice(1);
  const parts = new Parts(folder);
  const shards = isSame ? known.termFiles.map(({ start }) => start) : termFiles(terms);
  const codeShards = isSame ? known.code.termFiles.map(({ start }) => start) : termFiles(code);
  const codeDigests = addTerms(parts, codeShards, code, known.code);
  const codeStarts = codeShards.length > 0 ? codeFiles(indexed) : [];
  const codeTexts = addCode(parts, codeStarts, indexed, known, pages, codeEntries);
  const codeRoot: CodeRoot = {
    shards: codeShards.map((start) => code.terms[start] ?? ""),
    terms: codeDigests.join(""),
    pages: encodeNumbers(differences(codeStarts)),
    texts: codeTexts.join(""),
  };
  const statuses = statusesOf(pages);
  const cards = pages.map((page) => cardOf(page, statuses));
  const cardsPerFile = cards.length <= largeSite ? smallSite : smallSite / 5;
  const texts = textFiles(indexed);
  const digests = {
    terms: addTerms(parts, shards, terms, known),
    texts: addTexts(parts, texts, indexed, known, new PageEntries(pages, entries)),
    cards: cardFiles(cards, cardsPerFile).map((content) => parts.add("json", content)),
    words: parts.add("txt", encodeWords(wordsIn(terms, sections))),
    facets: parts.add("json", JSON.stringify(facetsOf(pages))),
    code: codeShards.length > 0 ? [parts.add("json", JSON.stringify(codeRoot))] : [],
  };
  const { length, files } = parts.finish();
  const namesOf = (all: readonly string[]) => all.map((digest) => digest.slice(0, length)).join("");
  const otherLangs = [...new Set(pages.flatMap((page) => page.lang ?? []))].sort();
  const root: IndexRoot = {
    files: {
      length,
      terms: namesOf(digests.terms),
      texts: namesOf(digests.texts),
      cards: namesOf(digests.cards),
      words: namesOf([digests.words]),
      facets: namesOf([digests.facets]),
      code: namesOf(digests.code),
    },
    pages: pages.length,
    sections: sum(indexed.map(roomOf)),
    shapes: encodeNumbers(pages.flatMap((page, index) => shapeOf(page, indexed[index] as IndexedPage))),
    shards: shards.map((start) => terms.terms[start] ?? ""),
    texts: encodeNumbers(differences(texts.map(({ start }) => start))),
    cards: cards.length <= smallSite ? cards : cardsPerFile,
    statuses,
    lang,
    ...(otherLangs.length > 0 && { otherLangs }),
    synonyms: synonyms.map((group) => group.map((word) => termsOf(word).join(" "))),
    series: labels.map((names, series) => ({
      labels: withSynonyms(names, synonyms),
      numbers: encodeNumbers(numbersOf(pages, series)),
    })),
    common: commonTerms(terms, sections, stopWords([lang, ...otherLangs])),
  };
  return {
    root: { path: folder + rootFile, content: JSON.stringify(root) },
    parts: files,
    state: {
      pages: indexed,
      terms,
      termFiles: shards.map((start, index) => ({ start, digest: digests.terms[index] ?? "" })),
      code: {
        terms: code,
        termFiles: codeShards.map((start, index) => ({ start, digest: codeDigests[index] ?? "" })),
        texts: codeTexts,
      },
      texts: digests.texts,
    },
    isSame,
    isUpdate,
  };
}

interface IndexedPages {
  indexed: IndexedPage[];
  terms: IndexTerms;
  /** Those of the code. */
  code: IndexTerms;
  /** Whether nothing differs from the known state. */
  isSame: boolean;
  /** The entries of new and changed pages in the files of texts, by the page's index. */
  entries: Map<number, string[]>;
  codeEntries: Map<number, string>;
}

/**
 * Reads new and changed pages, and replaces the terms of changed and removed ones.
 * @param former see `formerPages`.
 */
function indexPages(pages: readonly SearchPage[], former: readonly number[], known: IndexState): IndexedPages {
  const inverted = new Inverted();
  const invertedCode = new Inverted();
  const moves = new Int32Array(sum(known.pages.map(roomOf))).fill(gone);
  const starts = firstSections(known.pages);
  const entries = new Map<number, string[]>();
  const codeEntries = new Map<number, string>();
  let first = 0;
  const indexed = pages.map((page, index): IndexedPage => {
    const old = former[index] ?? -1;
    const same = known.pages[old];
    if (same) {
      const start = starts[old] ?? 0;
      moves.fill(first - start, start, start + roomOf(same));
      first += roomOf(same);
      return same;
    }
    const sections = indexedSections(page);
    const texts = entryTexts(sections);
    entries.set(index, texts);
    const length = addPage(inverted, page, sections, first);
    addCodeTerms(invertedCode, sections, first);
    const code = codeEntry(page, sections);
    codeEntries.set(index, code.text);
    const made = { key: pageDigest(page), length, entries: entryNumbers(page, sections, texts), code: code.number };
    first += roomOf(made);
    return made;
  });
  const isSame = entries.size === 0 && indexed.length === known.pages.length;
  return {
    indexed,
    isSame,
    terms: isSame ? known.terms : mergeTerms(known.terms, moves, inverted.sorted()),
    code: isSame ? known.code.terms : mergeTerms(known.code.terms, moves, invertedCode.sorted()),
    entries,
    codeEntries,
  };
}

/**
 * In a large site, hits are far apart, so that many small files transfer less than a few large ones. A small site has
 * its cards in the root.
 */
function cardFiles(cards: readonly Card[], perFile: number): string[] {
  const count = cards.length <= smallSite ? 0 : Math.ceil(cards.length / perFile);
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify(cards.slice(index * perFile, (index + 1) * perFile)),
  );
}

/** The number of each page's first section. */
function firstSections(pages: readonly IndexedPage[]): number[] {
  let first = 0;
  return pages.map((page) => {
    first += roomOf(page);
    return first - roomOf(page);
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function shapeOf({ facts }: SearchPage, indexed: IndexedPage): number[] {
  return [roomOf(indexed), indexed.length.title, indexed.length.text, facts ? facts.authority + 1 : 0];
}

/** Terms that a query with other words ignores. */
function commonTerms({ terms, places }: IndexTerms, sections: number, without: ReadonlySet<string>): string[] {
  const most = sections > fewSections ? sections * commonShare : Number.POSITIVE_INFINITY;
  return terms.filter((term, index) => without.has(term) || (places[index] ?? 0) > most);
}

/** Words that may be meant by misspelt ones. */
function wordsIn({ terms, places }: IndexTerms, sections: number): string[] {
  const least = minWordPlaces(sections);
  return terms.filter((term, index) => (places[index] ?? 0) >= least && /^\p{L}{2,20}$/u.test(term));
}

/** A synonym of a label is a label. */
function withSynonyms(names: readonly string[], groups: readonly (readonly string[])[]): string[] {
  const labels = names.map((name) => name.toLowerCase());
  const same = groups
    .map((group) => group.map((word) => word.toLowerCase()))
    .filter((group) => group.some((word) => labels.includes(word)));
  return [...new Set([...labels, ...same.flat()])];
}

/** The statuses of the proposals, in the order of their first occurrence. */
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

/**
 * Candidates for the correction of misspelt words. In a large site only words that occur several times, to limit the
 * list.
 */
function minWordPlaces(sections: number): number {
  return sections > fewSections ? 3 : 1;
}

/** Page and number of each proposal of a register, by page, as differences, which are small in an ordered register. */
function numbersOf(pages: readonly SearchPage[], series: number): number[] {
  const found = pages.flatMap(({ proposal }, page) =>
    proposal?.series === series ? [{ page, number: proposal.number }] : [],
  );
  return found.flatMap(({ page, number }, index) => {
    const before = found[index - 1] ?? { page: 0, number: 0 };
    return [page - before.page, withoutSign(number - before.number)];
  });
}

const lists: Record<string, readonly string[]> = {
  de: german,
  // The package's list has only the other article.
  en: ["a", ...english],
  es: spanish,
  pt: portuguese,
};

/** Common words ("who", "the"). @param langs language tags of texts. @returns terms; of a language without a list, none. */
function stopWords(langs: Iterable<string>): ReadonlySet<string> {
  const languages = new Set([...langs].map((lang) => lang.split("-")[0] ?? ""));
  return new Set([...languages].flatMap((language) => lists[language] ?? []).flatMap(termsOf));
}
