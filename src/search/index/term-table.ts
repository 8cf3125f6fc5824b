/**
 * Assigns numbers to terms. Most of the time of an index would go into strings of words for lookups: here a word is
 * looked up in its text, and becomes a string only the first time. A hash table with open addressing.
 */

/** ASCII characters in lower case, by code. */
const lowerCase = Uint8Array.from({ length: 128 }, (_, code) => String.fromCharCode(code).toLowerCase().charCodeAt(0));

export class TermTable {
  /** By number. */
  readonly terms: string[] = [];
  private readonly hashes: number[] = [];
  /** The code units of all terms, one after another, and the start of each by number. */
  private units = new Uint16Array(1 << 16);
  private readonly starts: number[] = [0];
  /** By slot: the number of the term plus one, or 0. */
  private slots = new Int32Array(1 << 16);

  numberOf(term: string): number {
    // FNV-1a, by code units.
    let hash = 0x811c9dc5;
    for (let index = 0; index < term.length; index++) hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
    const mask = this.slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const number = (this.slots[slot] ?? 0) - 1;
      if (number < 0) return this.add(term, hash, slot);
      if (this.hashes[number] === hash && this.terms[number] === term) return number;
    }
  }

  /** @param text ASCII text; the term is the part from `start` to `end`, in any case. */
  numberAt(text: Buffer, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let index = start; index < end; index++)
      hash = Math.imul(hash ^ (lowerCase[text[index] as number] as number), 0x01000193);
    const mask = this.slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const number = (this.slots[slot] ?? 0) - 1;
      if (number < 0) {
        const term = text.toString("latin1", start, end).toLowerCase();
        return this.add(term, hash, slot);
      }
      if (this.hashes[number] === hash && this.isAt(number, text, start, end)) return number;
    }
  }

  private isAt(number: number, text: Uint8Array, start: number, end: number): boolean {
    const [from = 0, to = 0] = [this.starts[number], this.starts[number + 1]];
    if (to - from !== end - start) return false;
    for (let index = from; index < to; index++)
      if (this.units[index] !== lowerCase[text[start + index - from] as number]) return false;
    return true;
  }

  private add(term: string, hash: number, slot: number): number {
    const number = this.terms.push(term) - 1;
    this.hashes.push(hash);
    const start = this.starts[number] ?? 0;
    if (start + term.length > this.units.length) {
      const units = new Uint16Array(this.units.length * 2 + term.length);
      units.set(this.units);
      this.units = units;
    }
    for (let index = 0; index < term.length; index++) this.units[start + index] = term.charCodeAt(index);
    this.starts.push(start + term.length);
    this.slots[slot] = number + 1;
    if (this.terms.length * 2 > this.slots.length) this.grow();
    return number;
  }

  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (const [number, hash] of this.hashes.entries()) {
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }
}
