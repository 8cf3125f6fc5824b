/**
 * Makes the files of one locale's index from its pages. src/shared/search-index.ts defines their content. The same pages always give the
 * same bytes.
 */

import { stopwords as english } from "@orama/stopwords/english";
import { stopwords as german } from "@orama/stopwords/german";
import { stopwords as portuguese } from "@orama/stopwords/portuguese";
import { stopwords as spanish } from "@orama/stopwords/spanish";
import { collectGarbage } from "../../../platform/memory.js";
import type { OutputFile } from "../../../shared/output.js";
import {
  type Card,
  type CodeRoot,
  differences,
  encodeNumbers,
  encodeWords,
  type IndexRoot,
  rootFile,
  withoutSign,
} from "../../../shared/search-index.js";
import { termsOf } from "../../../shared/search-text.js";
import type { StatusView } from "../../../shared/view.js";
import { searchFolder } from "../../../site/model/addresses.js";
import type { SearchPage } from "../page.js";
import {
  addCode,
  addTerms,
  addTexts,
  codeEntry,
  codeFiles,
  entryNumbers,
  entryTexts,
  type IndexedPage,
  Parts,
  roomOf,
  termFiles,
  textFiles,
} from "./files.js";
import { type IndexTerms, Inverted } from "./inverted.js";
import { addCodeTerms, addPage, facetsOf, indexedSections } from "./page.js";

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

/** The whole index. */
export function buildIndex(request: IndexRequest): OutputFile[] {
  const { locale, lang, pages, labels, synonyms } = request;
  const { indexed, terms, code, entries, codeEntries } = indexPages(pages);
  const sections = sum(indexed.map(({ entries }) => entries.length));
  if (sections > manySections) collectGarbage();
  const folder = searchFolder(locale).slice(1);
  const parts = new Parts(folder);
  const shards = termFiles(terms);
  const codeShards = termFiles(code);
  const codeStarts = codeShards.length > 0 ? codeFiles(indexed) : [];
  const codeRoot: CodeRoot = {
    shards: codeShards.map((start) => code.terms[start] ?? ""),
    terms: addTerms(parts, codeShards, code).join(""),
    pages: encodeNumbers(differences(codeStarts)),
    texts: addCode(parts, codeStarts, codeEntries).join(""),
  };
  const statuses = statusesOf(pages);
  const cards = pages.map((page) => cardOf(page, statuses));
  const cardsPerFile = cards.length <= largeSite ? smallSite : smallSite / 5;
  const texts = textFiles(indexed);
  const digests = {
    terms: addTerms(parts, shards, terms),
    texts: addTexts(parts, texts, entries),
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
  return [{ path: folder + rootFile, content: JSON.stringify(root) }, ...files];
}

interface IndexedPages {
  indexed: IndexedPage[];
  terms: IndexTerms;
  /** Those of the code. */
  code: IndexTerms;
  /** The entries of each page in the files of texts. */
  entries: string[][];
  codeEntries: string[];
}

function indexPages(pages: readonly SearchPage[]): IndexedPages {
  const inverted = new Inverted();
  const invertedCode = new Inverted();
  const entries: string[][] = [];
  const codeEntries: string[] = [];
  let first = 0;
  const indexed = pages.map((page): IndexedPage => {
    const sections = indexedSections(page);
    const texts = entryTexts(sections);
    entries.push(texts);
    const length = addPage(inverted, page, sections, first);
    addCodeTerms(invertedCode, sections, first);
    const code = codeEntry(page, sections);
    codeEntries.push(code.text);
    const made = { length, entries: entryNumbers(page, sections, texts), code: code.number };
    first += roomOf(made);
    return made;
  });
  return { indexed, terms: inverted.sorted(), code: invertedCode.sorted(), entries, codeEntries };
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
