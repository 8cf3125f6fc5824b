/**
 * Numbers for terms. Nearly all of an index's time would go into cutting words out of texts only to look them up: here a word is looked up
 * where it is in its text, and cut out the first time alone. A hash table with open addressing.
 */
export class TermTable {
  /** By number. */
  readonly terms: string[] = [];
  private readonly hashes: number[] = [];
  /** One more than the number of the term that belongs there, or 0. */
  private slots = new Int32Array(1 << 16);

  numberOf(term: string): number {
    return this.numberAt(term, 0, term.length);
  }

  /** @param text in lower case, of which the part from `start` to `end` is the term. */
  numberAt(text: string, start: number, end: number): number {
    // FNV-1a, by code units.
    let hash = 0x811c9dc5;
    for (let index = start; index < end; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    const mask = this.slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const number = (this.slots[slot] ?? 0) - 1;
      if (number < 0) return this.add(text.slice(start, end), hash, slot);
      const term = this.terms[number] ?? "";
      if (this.hashes[number] === hash && term.length === end - start && text.startsWith(term, start)) return number;
    }
  }

  private add(term: string, hash: number, slot: number): number {
    const number = this.terms.push(term) - 1;
    this.hashes.push(hash);
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
