/** A fast filter for names in a page: one table look-up excludes nearly all of them. */

/**
 * Excludes names by first letter and length before they are cut out of the text: nearly all names of a page are
 * irrelevant.
 */
export class Sieve {
  private readonly shapes = new Uint8Array(32 * 32);

  constructor(names: Iterable<string>) {
    for (const name of names) this.shapes[this.shapeOf(name, 0, name.length)] = 1;
  }

  mayHold(text: string, start: number, end: number): boolean {
    return this.shapes[this.shapeOf(text, start, end)] === 1;
  }

  private shapeOf(text: string, start: number, end: number): number {
    return ((text.charCodeAt(start) & 31) << 5) | Math.min(end - start, 31);
  }
}
