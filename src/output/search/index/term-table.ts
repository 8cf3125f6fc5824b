/**
 * Numbers the terms, and stores the places of each. Uses flat arrays and a hash table with open addressing, because making
 * an object or a string for each of a million words would take longer than all other work.
 */
import { getOrAdd } from "../../../shared/lazy.js";
import { declaredExtra, maxTimes } from "../../../shared/search-index.js";

/** Returns the array if it has space for `length` numbers, or else a copy with at least four times the space. */
export function withCapacity(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers;
  const copy = new Int32Array(Math.max(4 * numbers.length, length));
  copy.set(numbers);
  return copy;
}

/** The hash of a word from that of its beginning and the next code unit; the hash of an empty word is 0. */
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

/** Looks up words in the bytes of their texts, so that a word becomes a string only the first time. */
export class TermTable {
  /** The term of each number. */
  readonly terms: string[] = [];
  private readonly numbers = new Map<string, number>();
  /** Two numbers for each slot: the hash of a word, and its number plus one, or 0 if the slot is free. */
  private slots = new Int32Array(1 << 17);
  private words = 0;

  numberOf(term: string): number {
    return getOrAdd(this.numbers, term, () => this.terms.push(term) - 1);
  }

  /** Writes the numbers of words to `numbers`. */
  findAll({ bytes, ranges, count }: Words, numbers: Int32Array): void {
    for (let index = 0; index < count; index++) {
      const start = ranges[3 * index] as number;
      const end = ranges[3 * index + 1] as number;
      const hash = ranges[3 * index + 2] as number;
      let slot = this.firstSlot(hash);
      while (this.slots[slot + 1] !== 0 && !(this.slots[slot] === hash && this.hasWord(slot, bytes, start, end)))
        slot = this.nextSlot(slot);
      if (this.slots[slot + 1] === 0) {
        this.slots[slot] = hash;
        this.slots[slot + 1] = this.numberOf(bytes.toString("latin1", start, end)) + 1;
        this.words++;
      }
      numbers[index] = (this.slots[slot + 1] as number) - 1;
      if (4 * this.words > this.slots.length) this.grow();
    }
  }

  /** Whether the word of a slot is the one in these bytes. */
  private hasWord(slot: number, bytes: Buffer, start: number, end: number): boolean {
    const term = this.terms[(this.slots[slot + 1] as number) - 1] as string;
    if (term.length !== end - start) return false;
    for (let index = start; index < end; index++) if (term.charCodeAt(index - start) !== bytes[index]) return false;
    return true;
  }

  private firstSlot(hash: number): number {
    const mixed = Math.imul(hash, 0x9e3779b1);
    return (2 * (mixed ^ (mixed >>> 15))) & (this.slots.length - 1);
  }

  private nextSlot(slot: number): number {
    return (slot + 2) & (this.slots.length - 1);
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Int32Array(2 * before.length);
    for (let index = 0; index < before.length; index += 2) {
      if (before[index + 1] === 0) continue;
      let slot = this.firstSlot(before[index] as number);
      while (this.slots[slot + 1] !== 0) slot = this.nextSlot(slot);
      this.slots.set(before.subarray(index, index + 2), slot);
    }
  }
}

/** Collects the places of all terms in the order of the texts, and groups them by term. */
export class Occurrences {
  /** For each term, the start of its last entry plus one, or 0 if it has none. */
  private last = new Int32Array(0);
  /** Term, place and `extra` of `decodePostings`, for one entry after the other. */
  private entries = new Int32Array(1 << 18);
  private length = 0;

  /** @param table has all terms. */
  constructor(private readonly table: TermTable) {}

  /** Counts one more occurrence of the first `count` terms of a list. No place may be before that of an earlier call. */
  count(terms: Int32Array, count: number, place: number): void {
    this.reserve(count);
    for (let index = 0; index < count; index++) {
      const extraIndex = this.extraIndexOf(terms[index] as number, place);
      const extra = this.entries[extraIndex] as number;
      if (extra % declaredExtra < maxTimes) this.entries[extraIndex] = extra + 1;
    }
  }

  /** Notes that the code in a place declares a term. */
  declare(term: number, place: number): void {
    this.reserve(1);
    const extraIndex = this.extraIndexOf(term, place);
    this.entries[extraIndex] = (this.entries[extraIndex] as number) | declaredExtra;
  }

  /** The places and extras of all occurrences, sorted by term (counting sort), and the first pair of each term. */
  byTerm(): { starts: Int32Array; pairs: Int32Array } {
    const { entries, length } = this;
    const count = this.table.terms.length;
    const starts = new Int32Array(count + 1);
    for (let index = 0; index < length; index += 3) addTo(starts, (entries[index] as number) + 1, 1);
    for (let term = 0; term < count; term++) addTo(starts, term + 1, starts[term] as number);
    const ends = starts.slice();
    const pairs = new Int32Array((2 * length) / 3);
    for (let index = 0; index < length; index += 3) {
      const pair = 2 * addTo(ends, entries[index] as number, 1);
      pairs[pair] = entries[index + 1] as number;
      pairs[pair + 1] = entries[index + 2] as number;
    }
    return { starts, pairs };
  }

  /** The index of the extra of a term in a place; a new one is 0. */
  private extraIndexOf(term: number, place: number): number {
    const last = (this.last[term] as number) - 1;
    if (last >= 0 && this.entries[last + 1] === place) return last + 2;
    this.last[term] = this.length + 1;
    this.entries[this.length++] = term;
    this.entries[this.length++] = place;
    return this.length++;
  }

  /** Makes space for new occurrences before they are added. */
  private reserve(count: number): void {
    this.last = withCapacity(this.last, this.table.terms.length);
    this.entries = withCapacity(this.entries, this.length + 3 * count);
  }
}

/** Increases a number of an array. @returns the number before. */
function addTo(numbers: Int32Array, index: number, more: number): number {
  const before = numbers[index] as number;
  numbers[index] = before + more;
  return before;
}
