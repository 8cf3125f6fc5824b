/**
 * Numbers for terms, and the places of each: flat arrays and a hash table with open addressing, because an object or a string for each of a
 * million words would take longer than all other work.
 */
import { declaredExtra, maxTimes } from "../../../shared/search-index.js";

/** The array if it has space for `length` numbers, else a copy that has, and space for as many as it has now. */
export function longer(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers;
  const copy = new Int32Array(Math.max(2 * numbers.length, length));
  copy.set(numbers);
  return copy;
}

/** The hash of a word with one more code unit; that of no word is 0. */
export function nextHash(hash: number, unit: number): number {
  return (hash << 5) ^ (hash >> 27) ^ unit;
}

export function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = 0;
  for (let index = start; index < end; index++) hash = nextHash(hash, bytes[index] as number);
  return hash;
}

/** The words of a text in its bytes. */
interface Words {
  /** ASCII in lower case. */
  bytes: Buffer;
  /** The start, the end and the hash of each, one after another. */
  ranges: Int32Array;
  count: number;
}

/** A word is looked up in the bytes of its text, and becomes a string only the first time. */
export class TermTable {
  /** By number. */
  readonly terms: string[] = [];
  private hashes = new Int32Array(0);
  /** The code units of all terms, one after another, and the start of each by number. */
  private units = new Uint16Array(0);
  private starts = new Int32Array(1);
  /** By slot: the number of the term plus one, or 0. */
  private slots = new Int32Array(0);

  constructor() {
    this.reserve(1 << 15, 1 << 18);
  }

  numberOf(term: string): number {
    this.reserve(1, term.length);
    let hash = 0;
    for (let index = 0; index < term.length; index++) hash = nextHash(hash, term.charCodeAt(index));
    const mask = this.slots.length - 1;
    for (let slot = firstSlot(hash) & mask; ; slot = (slot + 1) & mask) {
      const number = (this.slots[slot] as number) - 1;
      if (number < 0) return this.add(term, hash, slot);
      if (this.hashes[number] === hash && this.terms[number] === term) return number;
    }
  }

  /** Writes the numbers of words to `numbers`. */
  findAll({ bytes, ranges, count }: Words, numbers: Int32Array): void {
    this.reserve(count, bytes.length);
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    for (let index = 0; index < count; index++) {
      const start = ranges[3 * index] as number;
      const end = ranges[3 * index + 1] as number;
      const hash = ranges[3 * index + 2] as number;
      let slot = firstSlot(hash) & mask;
      let number = (slots[slot] as number) - 1;
      while (number >= 0 && (hashes[number] !== hash || !this.isAt(number, bytes, start, end))) {
        slot = (slot + 1) & mask;
        number = (slots[slot] as number) - 1;
      }
      numbers[index] = number >= 0 ? number : this.add(bytes.toString("latin1", start, end), hash, slot);
    }
  }

  private isAt(number: number, bytes: Buffer, start: number, end: number): boolean {
    const { units, starts } = this;
    const shift = (starts[number] as number) - start;
    if (starts[number + 1] !== end + shift) return false;
    for (let index = start; index < end; index++) if (units[index + shift] !== bytes[index]) return false;
    return true;
  }

  private add(term: string, hash: number, slot: number): number {
    const number = this.terms.push(term) - 1;
    const start = this.starts[number] as number;
    for (let index = 0; index < term.length; index++) this.units[start + index] = term.charCodeAt(index);
    this.hashes[number] = hash;
    this.starts[number + 1] = start + term.length;
    this.slots[slot] = number + 1;
    return number;
  }

  /** Makes space for new terms before they are added. @param length of all of them. */
  private reserve(terms: number, length: number): void {
    const count = this.terms.length + terms;
    const end = (this.starts[this.terms.length] as number) + length;
    if (2 * count > this.slots.length) {
      this.hashes = longer(this.hashes, count);
      this.starts = longer(this.starts, count + 1);
      this.slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count)));
      const mask = this.slots.length - 1;
      for (let number = 0; number < this.terms.length; number++) {
        let slot = firstSlot(this.hashes[number] as number) & mask;
        while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
        this.slots[slot] = number + 1;
      }
    }
    if (end > this.units.length) {
      const units = new Uint16Array(2 * end);
      units.set(this.units);
      this.units = units;
    }
  }
}

function firstSlot(hash: number): number {
  const mixed = Math.imul(hash, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** The places of all terms, in the order of the texts, and grouped by term. */
export class Occurrences {
  /** By term: the index of its last occurrence plus one, or 0 if there is none. */
  private last = new Int32Array(0);
  /** By occurrence: the term, the place, and `extra` of `decodePostings`. */
  private terms = new Int32Array(0);
  private places = new Int32Array(0);
  private extras = new Int32Array(0);
  private length = 0;

  /** @param table has all terms. */
  constructor(private readonly table: TermTable) {
    this.reserve(1 << 16);
  }

  /** Counts terms once more in a place, which is not before that of any other call. */
  count(found: Int32Array, count: number, place: number): void {
    this.reserve(count);
    for (let index = 0; index < count; index++) {
      const at = this.at(found[index] as number, place);
      const extra = this.extras[at] as number;
      if (extra % declaredExtra < maxTimes) this.extras[at] = extra + 1;
    }
  }

  /** Says of a term in a place that the code there declares it. */
  declare(term: number, place: number): void {
    this.reserve(1);
    const at = this.at(term, place);
    this.extras[at] = (this.extras[at] as number) | declaredExtra;
  }

  /** The place and the extra of each occurrence in turn, sorted by term (counting sort), and the start of each term's. */
  byTerm(): { starts: Int32Array; pairs: Int32Array } {
    const { terms, places, extras, length } = this;
    const count = this.table.terms.length;
    const starts = new Int32Array(count + 1);
    for (let index = 0; index < length; index++) add(starts, (terms[index] as number) + 1, 1);
    for (let term = 0; term < count; term++) add(starts, term + 1, starts[term] as number);
    const ends = starts.slice();
    const pairs = new Int32Array(2 * length);
    for (let index = 0; index < length; index++) {
      const at = 2 * add(ends, terms[index] as number, 1);
      pairs[at] = places[index] as number;
      pairs[at + 1] = extras[index] as number;
    }
    return { starts, pairs };
  }

  /** The index of the occurrence of a term in a place; a new one has an extra of 0. */
  private at(term: number, place: number): number {
    const last = (this.last[term] as number) - 1;
    if (last >= 0 && this.places[last] === place) return last;
    const occurrence = this.length++;
    this.last[term] = occurrence + 1;
    this.terms[occurrence] = term;
    this.places[occurrence] = place;
    return occurrence;
  }

  /** Makes space for new occurrences before they are added. */
  private reserve(count: number): void {
    if (this.length + count > this.terms.length || this.table.terms.length > this.last.length) this.grow(count);
  }

  private grow(count: number): void {
    const length = this.length + count;
    this.last = longer(this.last, this.table.terms.length);
    this.terms = longer(this.terms, length);
    this.places = longer(this.places, length);
    this.extras = longer(this.extras, length);
  }
}

/** @returns the former number. */
function add(numbers: Int32Array, index: number, more: number): number {
  const before = numbers[index] as number;
  numbers[index] = before + more;
  return before;
}
