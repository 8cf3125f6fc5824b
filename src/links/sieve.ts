/** Reading a page looks at each of its names; this passes over nearly all of them at the price of one look into a table. */

/**
 * Tells by first letter and length that a name is none of a few, before it is cut out of the text: nearly all names of a page are none of them.
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
