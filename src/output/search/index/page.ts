/** The data of one page in an index: its sections, which have places, and the terms in them. */

import { addAll } from "../../../shared/lists.js";
import { type FilterField, filterFields } from "../../../shared/search.js";
import { encodeNumbers, type FacetsFile, lengthUnit, type SectionText } from "../../../shared/search-index.js";
import {
  compoundParts,
  compoundPlaces,
  isCompound,
  isUnspaced,
  maxTermLength,
  termsOf,
} from "../../../shared/search-text.js";
import { compareText, usualSpelling } from "../../../shared/text.js";
import { joinFacts, type PageAuthor, type PageFacts, pageParts, type SearchPage } from "../page.js";
import type { IndexedPage } from "./files.js";
import type { Inverted, TitleForm } from "./inverted.js";

// The file with the data for filters: authors, years, statuses and categories. Only fetched when a reader filters.

interface Person {
  /** A handle (`@ann`) or an address; for an author who has neither, the name in quotes. No other person has it. */
  id: string;
  name: string;
  /** Further handles, addresses and spellings of the name. */
  others: string[];
}

/** The person of each author. Authors with a handle or an address in common are one person, those with only a name are not. */
function peopleOf(authors: readonly PageAuthor[]): Map<PageAuthor, Person> {
  const groups = new Map<string, PageAuthor[]>();
  for (const author of authors) {
    const [first, ...others] = [...new Set(accountsOf(author).map((account) => groups.get(account) ?? []))];
    const group = first ?? [];
    addAll(group, [author, ...others.flat()]);
    for (const member of others.flat()) for (const account of accountsOf(member)) groups.set(account, group);
    for (const account of accountsOf(author)) groups.set(account, group);
  }
  return new Map(
    [...new Set(groups.values())].flatMap((group) => {
      const person = personOf(group);
      return group.map((author) => [author, person] as const);
    }),
  );
}

function accountsOf({ key, handle, email }: PageAuthor): string[] {
  const accounts = [...(handle ? [`@${handle}`] : []), ...(email ? [email] : [])];
  return (accounts.length > 0 ? accounts : [`"${key}"`]).map((account) => account.toLowerCase());
}

function personOf(authors: readonly PageAuthor[]): Person {
  const accounts = [...new Set(authors.flatMap(accountsOf))].sort(compareText);
  const id = accounts.find((account) => account.startsWith("@")) ?? accounts[0] ?? "";
  const name = usualSpelling(authors.map((author) => author.name));
  const names = authors.flatMap((author) => [author.name, author.written ?? author.name]);
  const isKnown = (text: string) =>
    [`@${text.toLowerCase()}`, text.toLowerCase()].some((account) => accounts.includes(account));
  const spellings = [...new Set(names)].filter((text) => text !== name && !isKnown(text)).sort(compareText);
  return { id, name, others: [...accounts.filter((account) => account !== id), ...spellings] };
}

type Value = FacetsFile["values"][FilterField][number];

/** The values of each field of a proposal. */
type ValuesOf = Record<FilterField, (facts: PageFacts) => Value[]>;

const valuesBy = (people: ReadonlyMap<PageAuthor, Person>): ValuesOf => ({
  status: ({ status }) => (status ? [[status.id, status.label]] : []),
  category: ({ category }) => (category ? [[category.id, category.label]] : []),
  author: ({ authors }) => {
    const found = new Set(authors.flatMap((author) => people.get(author) ?? []));
    return [...found].map(({ id, name, others }): Value => [id, name, ...others]);
  },
  year: ({ date }) => (date ? [[date.slice(0, 4), date.slice(0, 4)]] : []),
});

export function facetsOf(pages: readonly SearchPage[]): FacetsFile {
  const valuesOf = valuesBy(peopleOf(pages.flatMap(({ facts }) => facts?.authors ?? [])));
  const values: FacetsFile["values"] = { status: [], category: [], author: [], year: [] };
  /** By page, and by field, the number of values and their indexes. */
  const numbers: number[][][] = pages.map(() => []);
  for (const field of filterFields) {
    const own = pages.map(({ facts }) => (facts ? valuesOf[field](facts) : undefined));
    const known = new Map(own.flatMap((found) => found ?? []).map((value) => [value[0], value]));
    values[field] = [...known.values()].sort(([a], [b]) => compareText(a, b));
    const indexes = new Map(values[field].map(([value], index) => [value, index]));
    for (const [page, found = []] of own.entries())
      numbers[page]?.push([found.length, ...found.map(([value]) => indexes.get(value) ?? 0)]);
  }
  return { values, pages: encodeNumbers(numbers.flat(2)) };
}

// Other words by which readers ask for a title: two of its words as one (`giftwrap`), and its initials (`NFT`) where its text uses them.

/** Shorter initials are those of too many words. */
const leastInitials = 3;
const mostInitials = 6;
/** Texts introduce abbreviations at their beginning. In characters. */
const beginning = 6_000;

const abbreviation = /(?<![\p{L}\p{N}_])\p{Lu}[\p{L}\p{N}]{2,6}(?![\p{L}\p{N}_])/gu;

/** @param texts of the page's sections, in order. @param defined what they define. */
function titleForms(title: string, texts: readonly string[], defined: readonly Abbreviation[]): TitleForm[] {
  const words = termsOf(title);
  return [
    ...hyphenated(title, words),
    ...joinedWords(words),
    ...initials(words, texts),
    ...definedForms(words, defined),
  ];
}

/** The words of a title that have hyphens, each as one. */
function hyphenated(title: string, words: readonly string[]): TitleForm[] {
  return compoundPlaces(title).map(({ term, start, end }) => ({
    term: isCompound(term) ? compoundParts(term).joined : term,
    position: words.indexOf(termsOf(title.slice(start, end))[0] ?? ""),
  }));
}

/** The abbreviations of words that follow each other in a title, whatever their number there. */
function definedForms(title: readonly string[], defined: readonly Abbreviation[]): TitleForm[] {
  const singular = (word = "") => word.replace(/s$/, "");
  return defined.flatMap(({ short, words: written }) => {
    const words = written.flatMap(termsOf);
    const position = title.findIndex((_, at) =>
      words.every((word, index) => singular(word) === singular(title[at + index])),
    );
    return position < 0 ? [] : [{ term: short.toLowerCase(), position }];
  });
}

function joinedWords(words: readonly string[]): TitleForm[] {
  return words.flatMap((word, position) => {
    const next = words[position + 1] ?? "";
    const term = word + next;
    const isWord = [word, next].every((part) => /^\p{L}{2,}$/u.test(part) && !isUnspaced(part));
    return isWord && term.length <= maxTermLength ? [{ term, position }] : [];
  });
}

function initials(words: readonly string[], texts: readonly string[]): TitleForm[] {
  if (words.length < leastInitials) return [];
  const used = abbreviations(texts);
  return words.flatMap((_, position) => {
    let term = "";
    const found: TitleForm[] = [];
    for (const word of words.slice(position, position + mostInitials)) {
      if (!/^[a-z]/.test(word)) break;
      term += word[0];
      if (term.length >= leastInitials && used.has(term)) found.push({ term, position });
    }
    return found;
  });
}

/** The abbreviations that a text begins with, in lower case, of plurals the singular: a word of which most letters are capitals. */
function abbreviations(texts: readonly string[]): Set<string> {
  const found = new Set<string>();
  let left = beginning;
  for (const text of texts) {
    if (left <= 0) break;
    for (const [word] of text.slice(0, left).matchAll(abbreviation)) {
      const singular = word.replace(/s$/, "");
      if (singular.replace(/\P{Lu}/gu, "").length * 2 > singular.length) found.add(singular.toLowerCase());
    }
    left -= text.length;
  }
  return found;
}

/** A section of a page: two places with terms, and the text that a result shows. */
export interface IndexedSection {
  heading: string;
  text: string;
  declared: readonly string[];
  used: readonly string[];
  /** Its terms are an index of their own, in which no other query looks. */
  code: string;
  shown: SectionText;
}

const noCode = { declared: [], used: [], code: "" } as const;

/** The sections of a page, in order; the second one of a proposal is its metadata. */
export function indexedSections(page: SearchPage): IndexedSection[] {
  const sections: IndexedSection[] = [];
  for (const { anchor, headings, pieces, declared, used, code } of pageParts(page)) {
    const heading = (anchor && headings.at(-1)) || "";
    const text = pieces[0] ?? "";
    const shown: SectionText = [anchor, headings, text];
    if (declared.length + used.length > 0) shown.push([...declared, ...used].join(" "));
    sections.push({ heading, text, declared, used, code, shown });
    for (const text of pieces.slice(1)) sections.push({ heading, text, ...noCode, shown: [anchor, headings, text] });
  }
  if (page.facts) {
    const { who, what } = page.facts.text;
    const text = joinFacts(what);
    const shown: SectionText = ["", [], [who, text].filter(Boolean).join(" · ")];
    sections.splice(1, 0, { heading: who, text, ...noCode, shown });
  }
  return sections;
}

/** Adds the terms of the code in a page with sections from number `first`. */
export function addCodeTerms(inverted: Inverted, sections: readonly IndexedSection[], first: number): void {
  for (const [index, { code }] of sections.entries()) if (code) inverted.addWords(2 * (first + index), code);
}

/** Adds the terms of a page with sections from number `first`. Pages must come in ascending order. */
export function addPage(
  inverted: Inverted,
  page: SearchPage,
  sections: readonly IndexedSection[],
  first: number,
): IndexedPage["length"] {
  const defined = new Map(sections.map((section) => [section, abbreviationsIn(section.text)]));
  const own = sections.filter((section) => !page.facts || section !== sections[1]);
  const texts = own.map(({ text }) => text);
  const forms = titleForms(
    page.title,
    texts,
    own.flatMap((section) => defined.get(section) ?? []),
  );
  const title = inverted.addTitle(2 * first, page.title, forms);
  let length = 0;
  let place = 2 * first;
  for (const section of sections) {
    const { heading, text, declared, used } = section;
    if (heading) inverted.add(place, heading);
    const terms = inverted.add(place + 1, text);
    // Metadata does not count: it does not make the author's text longer.
    if (!page.facts || section !== sections[1]) length += terms;
    inverted.addNames(place + 1, declared, true);
    const short = defined.get(section)?.map((definition) => definition.short) ?? [];
    inverted.addNames(place + 1, short, true);
    inverted.addNames(place + 1, used, false);
    place += 2;
  }
  return { title, text: Math.round(length / lengthUnit) };
}

// Abbreviations that a text defines, `Block-level Access Lists (BAL)`: search finds the text by them.

/** One in a text. */
interface Abbreviation {
  short: string;
  /** The words that it stands for. */
  words: readonly string[];
  /** The same as they are written, between the first and the last of them. */
  meaning: string;
  /** Where `short` is in the text. */
  at: number;
}

const inParentheses = /\(([A-Z][A-Za-z\d]{1,6}?)s?\)/g;
/** In characters. */
const longest = 80;

/** The abbreviations that a text defines, in order. */
function abbreviationsIn(text: string): Abbreviation[] {
  const found: Abbreviation[] = [];
  for (const { 1: short = "", index } of text.matchAll(inParentheses)) {
    const before = text.slice(Math.max(0, index - longest), index);
    const words = [...before.matchAll(/[\p{L}\p{N}]+/gu)];
    const first = firstWord(
      short.toLowerCase(),
      words.map(({ 0: word, index: at }) => ({ word, isJoined: before[at - 1] === "-" })),
    );
    const last = words.at(-1);
    if (first === undefined || !last) continue;
    const own = words.slice(first);
    const meaning = before.slice(own[0]?.index, last.index + last[0].length);
    found.push({ short, words: own.map(([word]) => word), meaning, at: index + 1 });
  }
  return found;
}

/**
 * The place of the first of the last words, which have the letters as initials; words in lower case may have none, and neither may the second part of
 * a compound: BAL is Block-Level Access Lists.
 */
function firstWord(letters: string, words: readonly { word: string; isJoined: boolean }[]): number | undefined {
  let left = letters.length;
  for (let at = words.length - 1; at >= 0; at--) {
    const { word = "", isJoined = false } = words[at] ?? {};
    if (word[0]?.toLowerCase() === letters[left - 1]) left--;
    else if (left === letters.length || (word[0] !== word[0]?.toLowerCase() && !isJoined)) return undefined;
    if (left === 0) return at;
  }
  return undefined;
}
