/**
 * Assigns numbers to terms. Most of the time of an index would go into strings of words for lookups: here a word is
 * looked up in the bytes of its text, and becomes a string only the first time. A hash table with open addressing.
 */
import { longer } from "./longer.js";

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
export interface Words {
  /** ASCII in lower case. */
  bytes: Buffer;
  /** The start, the end and the hash of each, one after another. */
  ranges: Int32Array;
  count: number;
}

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
