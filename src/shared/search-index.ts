/**
 * The files of the embedded index: how they are encoded and decoded. One small root names all others, each by a digest
 * of its content: files never change, a root cannot be combined with files of another build, and files that an edit
 * does not affect stay in every cache. Numbers are written in base 64 with continuation (as in source maps, without
 * signs), because every host compresses text, but few compress binary files.
 *
 * A page is cut into sections, the top of the page first. A section has two places: place 2n is its heading (the title,
 * for a page's first section), 2n + 1 its text (the description). The number of a page's sections is rounded up, so
 * that an added section does not move other pages. The sections with the code of all pages follow those with their texts.
 */
import type { FilterField } from "./search.js";
import type { StatusView } from "./view.js";

export interface IndexRoot {
  files: IndexFileNames;
  pages: number;
  /**
   * Five numbers for each page: of its sections, rounded up; of its sections of code; of the terms in its title; of the terms in its texts, in
   * units of `lengthUnit`; and its authority plus one, or 0 if it is not a proposal. The second section of a proposal is its metadata: place 2n
   * has its authors, 2n + 1 the rest.
   */
  shapes: string;
  /** First term of each file of terms. */
  shards: string[];
  /** First section of each file of texts, as differences. */
  texts: string;
  /** The cards of the pages; in a large site, the number of pages in a file of cards. */
  cards: Card[] | number;
  /** The statuses that cards name by their index. */
  statuses: StatusView[];
  /** Language of the site, for stemming. */
  lang: string;
  /** Languages of texts that are not in `lang`, if there are any. */
  otherLangs?: string[];
  /** Groups of words with the same meaning. */
  synonyms: string[][];
  /** The labels of each series, and for each page, 0 or the number of its proposal plus one. */
  series: { labels: string[]; numbers: string }[];
  /** Terms that the ranking ignores if a query has others: stop words, and in a large site words of very many texts. */
  common: string[];
}

/**
 * The card of a page: the part of the site that contains it, its title, and its address from `/`; for a proposal its
 * status and its date, which may be empty; for a page that is not in the site's language, its language.
 */
export type Card = [section: string, title: string, href: string, status?: number, date?: string, lang?: string];

/**
 * A section: its anchor, the headings above it from level 2 on, its text, and the names in its code, if there are any. Names, and the lines of a
 * section of code, which has no text, are separated by line breaks.
 */
export type SectionText = [anchor: string, headings: readonly (string | null)[], text: string, code?: string];

/** Prefix of the terms of code, so that a query of words does not find them. No word contains it, and it sorts before all words. */
export const codeSign = "!";

/** Lengths of texts in `shapes` are in units of so many terms. */
export const lengthUnit = 16;

export const rootFile = "index.json";

/** The names of all other files, each of `nameLength` characters, joined by kind. */
interface IndexFileNames {
  terms: string;
  texts: string;
  /** Empty if the root has the cards. */
  cards: string;
  words: string;
  facets: string;
}

/** Characters of a digest: with 10,000 files, two are the same in one of two million indexes. */
export const nameLength = 9;

/** The path of a file, relative to the root's. Terms and words are lines, everything else is JSON. */
export const indexFile = (name: string, form: "txt" | "json") => `parts/${name}.${form}`;

/** The name at an index of joined names. */
export const nameAt = (names: string, index: number) => names.slice(index * nameLength, (index + 1) * nameLength);

export const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** Value of each digit, by character code. */
const digitValues = new Uint8Array(128);
for (let index = 0; index < 64; index++) digitValues[digits.charCodeAt(index)] = index;

/** Five bits in each character, the lowest first; the sixth bit means that another character follows. */
function encodeNumber(number: number): string {
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

/** Differences between neighbours: the numbers of a rising list become small, and so their code short. */
export function differences(rising: readonly number[]): number[] {
  return rising.map((number, index) => number - (rising[index - 1] ?? 0));
}

/** The inverse of `differences`. */
export function sums(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((step) => {
    sum += step;
    return sum;
  });
}

/** The maximum of a page's authority. */
export const maxAuthority = 31;

/**
 * The data for filters. The values of each field in order, with their labels; those of authors are followed by their
 * other names. For each page, and each field, the number of its values and their indexes.
 */
export interface FacetsFile {
  values: Record<FilterField, [value: string, label: string, ...others: string[]][]>;
  pages: string;
}

/** The maximum count of a term in one place. */
export const maxTimes = 31;

/** Added to the `extra` of a name that the code in that place declares. */
export const declaredExtra = 32;

/** The places of a term. `extra` is the number of occurrences in that place, see `declaredExtra`. Arrays of one length, by place. */
export interface Postings {
  places: number[];
  extras: number[];
}

/** Each place is encoded as twice its difference to the last place, plus 1 if an `extra` other than 1 follows. */
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

/** Sorted words, each as the length of its common prefix with the word before (a base 64 digit) and the rest. */
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
