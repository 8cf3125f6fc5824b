/**
 * Collects all terms of the texts, each with its places. A place is the number of a heading or of a text (see `search-index.ts`), not an offset. The
 * result is the inverted index, before it is cut into files.
 */

import { getOrAdd } from "../../../shared/lazy.js";
import { codeSign, digits } from "../../../shared/search-index.js";
import {
  compoundPlaces,
  endOfPiece,
  maxTermLength,
  nameForms,
  namesIn,
  startOfPiece,
  termsOf,
} from "../../../shared/search-text.js";
import { hashOf, nextHash, Occurrences, TermTable, withCapacity } from "./term-table.js";

/** The characters of words by their ASCII codes: letters in lower case, digits, and the underscore of names; 0 for others. */
const other = 0;
const underscore = 1;
const signs = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (character === "_") return underscore;
  return /[a-z\d]/i.test(character) ? character.toLowerCase().charCodeAt(0) : other;
});
const [zero, nine] = [48, 57];
/** The bit that distinguishes an upper-case letter from a lower-case one. */
const caseBit = 32;

const notAscii = /[^\0-\x7f]/g;

/** A term of an index. */
export interface IndexTerm {
  term: string;
  /** See `decodePostings`. */
  postings: string;
  /** In how many places it is. */
  places: number;
}

export class InvertedIndex {
  private readonly table = new TermTable();
  private readonly occurrences = new Occurrences(this.table);
  private readonly codeOccurrences = new Occurrences(this.table);
  private readonly names = new Map<string, { all: Int32Array; inText: Int32Array }>();
  /** The words of the present text, then their numbers, and the start and the end of each name. */
  private readonly words = { bytes: Buffer.alloc(0), ranges: new Int32Array(0), count: 0 };
  private numbers = new Int32Array(0);
  private nameRanges: number[] = [];

  constructor() {
    this.reserve(1 << 14);
  }

  /** Adds a text. Places must be in ascending order. @returns its number of terms. */
  add(place: number, text: string): number {
    const count = this.addWords(this.occurrences, place, text);
    for (let index = 0; index < this.nameRanges.length; index += 2)
      this.addName(place, text.slice(this.nameRanges[index], this.nameRanges[index + 1]));
    this.addTerms(
      place,
      compoundPlaces(text).map(({ term }) => term),
    );
    return count;
  }

  /** Adds terms to a place besides the words of its text. */
  addTerms(place: number, terms: readonly string[]): void {
    const numbers = this.numbersOf(terms);
    this.occurrences.count(numbers, numbers.length, place);
  }

  /** Adds the words of code, which are terms of their own. */
  addCode(place: number, code: string): void {
    this.addWords(this.codeOccurrences, place, code);
  }

  /** Adds the words of a text, without the names and compounds that they form. @returns their number. */
  private addWords(occurrences: Occurrences, place: number, text: string): number {
    this.reserve(text.length);
    const { words } = this;
    const end = words.bytes.write(text, "latin1");
    words.count = 0;
    let count = 0;
    let start = 0;
    for (let index = nextNonAscii(text, 0); index < end; index = nextNonAscii(text, start)) {
      const from = startOfPiece(text, index);
      this.findWords(start, from);
      start = endOfPiece(text, index);
      const piece = text.slice(from, start);
      if (occurrences === this.occurrences) for (const name of namesIn(piece)) this.addName(place, name);
      const numbers = this.numbersOf(termsOf(piece));
      occurrences.count(numbers, numbers.length, place);
      count += numbers.length;
    }
    this.findWords(start, end);
    this.table.findAll(words, this.numbers);
    occurrences.count(this.numbers, words.count, place);
    return count + words.count;
  }

  /** Adds names of code. @param areDeclared whether the code declares them: a query ranks such places first. */
  addNames(place: number, names: readonly string[], areDeclared: boolean): void {
    for (const name of names) {
      const { all } = this.nameOf(name);
      this.occurrences.count(all, all.length, place);
      if (areDeclared) this.occurrences.declare(all[0] as number, place);
    }
  }

  /** All terms with their places: those of code, then those of texts, each sorted by code units. */
  sorted(): IndexTerm[] {
    const { terms } = this.table;
    const numbers = new Uint32Array(terms.length).map((_, number) => number);
    numbers.sort((a, b) => ((terms[a] as string) < (terms[b] as string) ? -1 : 1));
    return [
      { sign: codeSign, ...this.codeOccurrences.byTerm() },
      { sign: "", ...this.occurrences.byTerm() },
    ].flatMap(({ sign, starts, pairs }) => {
      const postings = encodeLists(pairs, starts);
      const sorted: IndexTerm[] = [];
      for (const number of numbers) {
        const places = (starts[number + 1] as number) - (starts[number] as number);
        if (places > 0) sorted.push({ term: sign + terms[number], postings: postings[number] as string, places });
      }
      return sorted;
    });
  }

  private addName(place: number, name: string): void {
    const { inText } = this.nameOf(name);
    this.occurrences.count(inText, inText.length, place);
  }

  private numbersOf(terms: readonly string[]): Int32Array {
    const numbers = new Int32Array(terms.length);
    for (let index = 0; index < terms.length; index++) numbers[index] = this.table.numberOf(terms[index] as string);
    return numbers;
  }

  /** The numbers of all terms of a name, the whole name first, and the numbers of those terms that are not also words of the name. */
  private nameOf(name: string) {
    return getOrAdd(this.names, name, () => {
      const forms = nameForms(name);
      const words = termsOf(name);
      const inText = forms.filter((form) => !words.includes(form));
      return { all: this.numbersOf(forms), inText: this.numbersOf(inText) };
    });
  }

  /**
   * Finds the words and names in a part of the text. The part is ASCII, and no word continues after it. Equivalent to
   * `termsOf` and `namesIn`, but makes no string for each word.
   */
  private findWords(from: number, to: number): void {
    const { bytes, ranges } = this.words;
    // Ends the last word, because the loops below do not check for the end.
    bytes[to] = other;
    let offset = 3 * this.words.count;
    for (let index = from; index < to; index++) {
      const start = index;
      let sign = signs[bytes[index] as number] as number;
      let words = 0;
      // A hump is an upper-case letter after a lower-case one or a digit: such a word is a name.
      let humps = 0;
      while (sign !== other) {
        const word = index;
        let hash = 0;
        let before = caseBit;
        while (sign > underscore) {
          const upper = (bytes[index] as number) ^ sign;
          humps |= upper & ~before;
          before = upper;
          hash = nextHash(hash, sign);
          bytes[index++] = sign;
          sign = signs[bytes[index] as number] as number;
        }
        if (index > word) {
          const first = bytes[word] === zero ? withoutZeros(bytes, word, index) : word;
          const last = Math.min(index, first + maxTermLength);
          ranges[offset] = first;
          ranges[offset + 1] = last;
          ranges[offset + 2] = first > word || last < index ? hashOf(bytes, first, last) : hash;
          offset += 3;
          words++;
        }
        if (sign === underscore) sign = signs[bytes[++index] as number] as number;
      }
      if (humps !== 0 || words > 1) this.nameRanges.push(start, index);
    }
    this.words.count = offset / 3;
  }

  /** Makes space for a text, and forgets the names of the text before. @param length of the text. */
  private reserve(length: number): void {
    const words = Math.ceil(length / 2) + 1;
    this.nameRanges = [];
    this.words.ranges = withCapacity(this.words.ranges, 3 * words);
    this.numbers = withCapacity(this.numbers, words);
    // One more byte for the end of the text, see `findWords`.
    if (length >= this.words.bytes.length) this.words.bytes = Buffer.alloc(2 * length);
  }
}

/** The index of the next such character, or the text's length. */
function nextNonAscii(text: string, from: number): number {
  notAscii.lastIndex = from;
  return notAscii.exec(text)?.index ?? text.length;
}

/** The start of a number without its leading zeros; the start of any other word. */
function withoutZeros(bytes: Buffer, start: number, end: number): number {
  for (let index = start; index < end; index++) if ((bytes[index] as number) > nine) return start;
  let first = start;
  while (first < end - 1 && bytes[first] === zero) first++;
  return first;
}

// Encodes postings: see `decodePostings` for their form.

const codes = Buffer.from(digits, "latin1");

/** Writes a number as `encodeNumber` does. @returns its end. */
function writeNumber(buffer: Uint8Array, start: number, number: number): number {
  let end = start;
  let rest = number;
  for (; rest > 31; rest >>>= 5) buffer[end++] = codes[32 | (rest & 31)] as number;
  buffer[end++] = codes[rest] as number;
  return end;
}

/**
 * Encodes many lists at once.
 * @param pairs places and their extras, alternately. @param starts the first pair of each list, and the number of pairs.
 */
function encodeLists(pairs: Int32Array, starts: Int32Array): string[] {
  // Two numbers of at most seven digits.
  const buffer = Buffer.allocUnsafe(7 * pairs.length);
  const ends = new Int32Array(starts.length);
  let end = 0;
  for (let list = 0; list + 1 < starts.length; list++) {
    let before = 0;
    for (let index = 2 * (starts[list] as number); index < 2 * (starts[list + 1] as number); index += 2) {
      const place = pairs[index] as number;
      const extra = pairs[index + 1] as number;
      end = writeNumber(buffer, end, (place - before) * 2 + (extra > 1 ? 1 : 0));
      if (extra > 1) end = writeNumber(buffer, end, extra);
      before = place;
    }
    ends[list + 1] = end;
  }
  const all = buffer.toString("latin1", 0, end);
  return Array.from({ length: starts.length - 1 }, (_, list) => all.slice(ends[list], ends[list + 1]));
}
