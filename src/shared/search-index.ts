/**
 * The files of the embedded index, as they are written and as they are read. One small root names all others, each by a digest of its content:
 * they never change, a root never meets files of another build, and what an edit does not touch stays in every cache. Numbers are written in
 * base 64 with continuation (as in source maps, without signs): text is compressed by every host, binary files by few.
 *
 * A page is cut into sections, its own beginning first. A section has two places: place 2n is its heading (the title, for a page's first
 * section), 2n + 1 its text (the description). The number of a page's sections is rounded up, so that a section more moves no other page.
 */
import type { FilterField } from "./search-filters.js";
import type { StatusView } from "./view.js";

export interface IndexRoot {
  files: IndexFileNames;
  pages: number;
  sections: number;
  /**
   * Of each page: how many sections it has room for, how many terms its title, how many its texts, in units of `lengthUnit`, and 0, or one more than its
   * authority when it is a proposal. The second section of a proposal is what front matter says: place 2n its authors, 2n + 1 the rest.
   */
  shapes: string;
  /** First term of each shard of terms. */
  shards: string[];
  /** First section of each file of texts, as differences. */
  texts: string;
  /** What is shown of each page; in a large site, how many pages a file of cards has. */
  cards: Card[] | number;
  /** The statuses that cards name by their index. */
  statuses: StatusView[];
  /** Language of the texts, for its endings of words. */
  lang: string;
  /** Words that mean the same, in groups. */
  synonyms: string[][];
  /** Labels of each series; page and number of its proposals, page by page: differences, those of numbers without sign. */
  series: { labels: string[]; numbers: string }[];
  /** Terms that a query with other words ignores: stop words, and in a large site words of very many texts. */
  common: string[];
}

/**
 * The part of the site that a page belongs to, its title and its address from `/`; of a proposal its status and its date, which may be empty; of a
 * page that is not in the site's language, its own.
 */
export type Card = [section: string, title: string, href: string, status?: number, date?: string, lang?: string];

/** A place with text: its anchor, the headings that lead to it from level 2 on, its text, and the names in its code if there are any. */
export type SectionText = [anchor: string, headings: readonly (string | null)[], text: string, names?: string];

export const lengthUnit = 16;

export const rootFile = "index.json";

/** The names of all other files, each of `length` characters; of each kind one after another. */
export interface IndexFileNames {
  length: number;
  /** One for each shard of terms. */
  terms: string;
  /** One for each file of texts. */
  texts: string;
  /** One for each file of cards; none where the root has them. */
  cards: string;
  words: string;
  facets: string;
}

/** Where the file of a name is, beside the root. Terms and words are lines, all else is JSON. */
export const indexFile = (name: string, form: "txt" | "json") => `parts/${name}.${form}`;

/** The name at an index of names that are written one after another. */
export const nameAt = (names: string, index: number, { length }: IndexFileNames) =>
  names.slice(index * length, (index + 1) * length);

export const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** By character code. */
export const digitValues = new Uint8Array(128);
for (let index = 0; index < 64; index++) digitValues[digits.charCodeAt(index)] = index;

/** Five bits a character, lowest first; the sixth says that another follows. */
export function encodeNumber(number: number): string {
  if (number < 32) return digits[number] ?? "";
  return (digits[32 | (number & 31)] ?? "") + encodeNumber(number >>> 5);
}

export function encodeNumbers(numbers: Iterable<number>): string {
  let text = "";
  for (const number of numbers) text += encodeNumber(number);
  return text;
}

export function decodeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let number = 0;
  let shift = 0;
  for (let index = 0; index < text.length; index++) {
    const value = digitValues[text.charCodeAt(index)] ?? 0;
    number |= (value & 31) << shift;
    shift += 5;
    if (value > 31) continue;
    numbers.push(number);
    number = 0;
    shift = 0;
  }
  return numbers;
}

/** A number that may be negative as one that is not: 0, -1, 1, -2 … are 0, 1, 2, 3 … */
export function withoutSign(number: number): number {
  return number < 0 ? -2 * number - 1 : 2 * number;
}

export function withSign(number: number): number {
  return number % 2 === 1 ? -(number + 1) / 2 : number / 2;
}

/** Differences between neighbours: what rises slowly is written short. */
export function differences(rising: readonly number[]): number[] {
  return rising.map((number, index) => number - (rising[index - 1] ?? 0));
}

export function sums(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((step) => {
    sum += step;
    return sum;
  });
}

/** The most that the number of a page's authority can be. */
export const maxAuthority = 31;

/**
 * What proposals are filtered by. Values in their order, each with its label; an author's are followed by what else the person is known by. Of each
 * page, field by field, how many values it has and the index of each.
 */
export interface FacetsFile {
  values: Record<FilterField, [value: string, label: string, ...others: string[]][]>;
  pages: string;
}

/** The most that is counted of a term in one place. */
export const maxTimes = 31;

/** Added to the `extra` of a name that the code of that place declares. */
export const declaredExtra = 32;

/**
 * Where a term is found. `extra` is how often it occurs in that place (see `declaredExtra`) or, in a title, at which of its words for the
 * first time, plus two. Arrays of one length, by place.
 */
export interface Postings {
  places: number[];
  extras: number[];
}

/** Twice the difference to the place before; odd when an extra other than 1 follows. */
export function decodePostings(text: string): Postings {
  const numbers = decodeNumbers(text);
  const places: number[] = [];
  const extras: number[] = [];
  let place = 0;
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] ?? 0;
    place += number >>> 1;
    places.push(place);
    extras.push(number & 1 ? (numbers[++index] ?? 1) : 1);
  }
  return { places, extras };
}

/** Sorted words, each as the length of what it shares with the one before (a base 64 digit) and the rest. */
export function encodeWords(words: readonly string[]): string {
  let before = "";
  return words
    .map((word) => {
      let shared = 0;
      while (shared < 31 && shared < before.length && word[shared] === before[shared]) shared++;
      before = word;
      return digits[shared] + word.slice(shared);
    })
    .join("\n");
}

export function decodeWords(text: string): string[] {
  if (text === "") return [];
  let before = "";
  return text.split("\n").map((line) => {
    before = before.slice(0, digitValues[line.charCodeAt(0)] ?? 0) + line.slice(1);
    return before;
  });
}
