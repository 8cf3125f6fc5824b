/**
 * Makes the files of one locale's index from its pages. src/shared/search-index.ts defines their content. The same pages
 * always give the same bytes.
 */

import { stopwords as english } from "@orama/stopwords/english";
import { stopwords as german } from "@orama/stopwords/german";
import { stopwords as portuguese } from "@orama/stopwords/portuguese";
import { stopwords as spanish } from "@orama/stopwords/spanish";
import { addAll } from "../../../shared/lists.js";
import type { OutputFile } from "../../../shared/output.js";
import {
  type Card,
  codeSign,
  differences,
  encodeNumbers,
  encodeWords,
  type IndexRoot,
  rootFile,
  type SectionText,
} from "../../../shared/search-index.js";
import { termsOf } from "../../../shared/search-text.js";
import type { StatusView } from "../../../shared/view.js";
import { searchFolder } from "../../../site/model/addresses.js";
import type { SearchPage } from "../page.js";
import { facetsOf } from "./facets.js";
import { IndexFiles, ListCutter, termSizes, textSizes } from "./files.js";
import { type IndexTerm, InvertedIndex } from "./inverted.js";
import { addPage, indexedSections } from "./page.js";

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

/** Up to `smallSite` pages, cards are in the root; up to `largeSite`, in a few large files; beyond, in small files. */
const smallSite = 320;
const largeSite = 2_000;
/**
 * A term in more than this share of the sections tells little. In a site with few sections, such terms would include the
 * subject of the site.
 */
const commonShare = 0.25;
const fewSections = 2_000;
/** The number of a page's sections is rounded up to a multiple of this, so that an added one does not move those of other pages. */
const roundedTo = 8;
/** The entry of each reserved section that a page does not have. */
const noEntry = entryOf(["", [], ""]);

/** Makes all files of an index. */
export function buildIndex(request: IndexRequest): OutputFile[] {
  const { locale, lang, pages, labels, synonyms } = request;
  const folder = searchFolder(locale).slice(1);
  const parts = new IndexFiles(folder);
  const texts = indexTexts(pages, parts);
  const terms = texts.terms.sorted();
  const shards: string[] = [];
  const termFiles = new ListCutter(termSizes, (lines) => shards.push(parts.add("txt", lines.join("\n"))));
  for (const { term, postings } of terms) termFiles.add(term, `${term} ${postings}`);
  termFiles.finish();
  const words = terms.filter(({ term }) => !term.startsWith(codeSign));
  const statuses = statusesOf(pages);
  const cards = pages.map((page) => cardOf(page, statuses));
  const cardsPerFile = cards.length <= largeSite ? smallSite : smallSite / 5;
  const otherLangs = [...new Set(pages.flatMap((page) => page.lang ?? []))].sort();
  const root: IndexRoot = {
    files: {
      terms: shards.join(""),
      texts: texts.names.join(""),
      cards: cardFiles(cards, cardsPerFile)
        .map((content) => parts.add("json", content))
        .join(""),
      words: parts.add("txt", encodeWords(wordsIn(words, texts.written))),
      facets: parts.add("json", JSON.stringify(facetsOf(pages))),
    },
    pages: pages.length,
    shapes: encodeNumbers(texts.shapes),
    shards: termFiles.starts.map((start) => terms[start]?.term ?? ""),
    texts: encodeNumbers(differences(texts.starts)),
    cards: cards.length <= smallSite ? cards : cardsPerFile,
    statuses,
    lang,
    ...(otherLangs.length > 0 && { otherLangs }),
    synonyms: synonyms.map((group) => group.map((word) => termsOf(word).join(" "))),
    series: labels.map((names, series) => ({
      labels: withSynonyms(names, synonyms),
      numbers: encodeNumbers(pages.map(({ proposal }) => (proposal?.series === series ? proposal.number + 1 : 0))),
    })),
    common: commonTerms(words, texts.written, stopWords([lang, ...otherLangs])),
  };
  return [{ path: folder + rootFile, content: JSON.stringify(root) }, ...parts.files()];
}

interface IndexedTexts {
  terms: InvertedIndex;
  /** See `IndexRoot`. */
  shapes: number[];
  /** The names of the files of texts, and the first section of each. */
  names: string[];
  starts: readonly number[];
  /** Number of sections that pages have. */
  written: number;
}

/** Collects the terms of all pages, and makes the files of their texts. */
function indexTexts(pages: readonly SearchPage[], parts: IndexFiles): IndexedTexts {
  const terms = new InvertedIndex();
  const shapes: number[] = [];
  const texts = new TextFiles(parts);
  const codes = new TextFiles(parts);
  let written = 0;
  for (const page of pages) {
    const { sections, code } = indexedSections(page);
    const lengths = addPage(terms, page, sections, texts.sections);
    for (const [index, [, , , text = ""]] of code.entries()) terms.addCode(2 * (codes.sections + index) + 1, text);
    const room = texts.add(
      page.href,
      sections.map(({ shown }) => shown),
    );
    addAll(shapes, [room, codes.add(page.href, code), ...lengths, page.facts ? page.facts.authority + 1 : 0]);
    written += sections.length;
  }
  const [starts, codeStarts] = [texts.finish(), codes.finish()];
  return {
    terms,
    shapes,
    names: [...texts.names, ...codes.names],
    starts: [...starts, ...codeStarts.map((start) => texts.sections + start)],
    written,
  };
}

/** The files of the sections of all pages. */
class TextFiles {
  readonly names: string[] = [];
  sections = 0;
  private readonly cutter: ListCutter;

  constructor(parts: IndexFiles) {
    this.cutter = new ListCutter(textSizes, (entries) =>
      this.names.push(parts.add("json", `[${entries.join(",\n")}]`)),
    );
  }

  /** @returns the number of sections that are reserved for a page. */
  add(href: string, sections: readonly SectionText[]): number {
    const room = Math.ceil(sections.length / roundedTo) * roundedTo;
    for (let index = 0; index < room; index++) {
      const section = sections[index];
      this.cutter.add(`${href}#${section?.[0] ?? ""} ${index}`, section ? entryOf(section) : noEntry);
    }
    this.sections += room;
    return room;
  }

  /** @returns the first section of each file. */
  finish(): readonly number[] {
    this.cutter.finish();
    return this.cutter.starts;
  }
}

function entryOf([anchor, headings, ...texts]: SectionText): string {
  const path = headings.map((heading) => (heading === null ? "null" : quoted(heading)));
  return `[${quoted(anchor)},[${path.join()}],${texts.map(quoted).join()}]`;
}

/** The JSON of a string. Skips `JSON.stringify` where nothing is escaped, because it takes as long as reading the words of all texts. */
function quoted(text = ""): string {
  return /["\\\p{Cc}\p{Cs}]/u.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** The files of cards; none for a small site. In a large site, hits are far apart, so small files transfer less than large ones. */
function cardFiles(cards: readonly Card[], perFile: number): string[] {
  const count = cards.length <= smallSite ? 0 : Math.ceil(cards.length / perFile);
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify(cards.slice(index * perFile, (index + 1) * perFile)),
  );
}

/** Terms that a query ignores if it has other words. */
function commonTerms(words: readonly IndexTerm[], sections: number, stopWords: ReadonlySet<string>): string[] {
  const most = sections > fewSections ? sections * commonShare : Number.POSITIVE_INFINITY;
  return words.filter(({ term, places }) => stopWords.has(term) || places > most).map(({ term }) => term);
}

/** Words that corrections of misspelt words choose from. In a large site, only words that occur several times, to limit the list. */
function wordsIn(words: readonly IndexTerm[], sections: number): string[] {
  const least = sections > fewSections ? 3 : 1;
  return words.filter(({ term, places }) => places >= least && /^\p{L}{2,20}$/u.test(term)).map(({ term }) => term);
}

/** Adds the synonyms of labels, which count as labels. */
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

const lists: Record<string, readonly string[]> = {
  de: german,
  // The package's list lacks this article.
  en: ["a", ...english],
  es: spanish,
  pt: portuguese,
};

/** The terms of common words ("who", "the"); none for languages without a list. @param langs language tags of texts. */
function stopWords(langs: Iterable<string>): ReadonlySet<string> {
  const languages = new Set([...langs].map((lang) => lang.split("-")[0] ?? ""));
  return new Set([...languages].flatMap((language) => lists[language] ?? []).flatMap(termsOf));
}
