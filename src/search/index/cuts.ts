/**
 * Cuts a list into files of similar size. The cuts depend on the entries around them, not on the number of entries
 * before, so a change in one place does not affect other files (content-defined chunking, as in "A Low-bandwidth
 * Network File System", 2001).
 */

/**
 * Lengths in characters. A file is shorter than `least` only if no entry follows, and longer than `most` only if it has
 * a single entry.
 */
export interface CutSizes {
  least: number;
  most: number;
  /** Between these lengths, about one in this many entries begins a file. */
  oneIn: number;
}

/** Receives the entries of a list in order. */
export class Cuts {
  private size = Number.POSITIVE_INFINITY;

  constructor(private readonly sizes: CutSizes) {}

  /** @param isMark whether a file may begin with the entry, see `isMark`. @returns whether one does. */
  begins(length: number, isMark: () => boolean): boolean {
    const { least, most } = this.sizes;
    const begins = this.size + length > most || (this.size >= least && isMark());
    this.size = (begins ? 0 : this.size) + length + 1;
    return begins;
  }
}

/**
 * Whether a file may begin with an entry: it depends on the entry's name, which remains the same when its content
 * changes.
 */
export function isMark(name: string, { oneIn }: CutSizes): boolean {
  // FNV-1a, by code units.
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % oneIn === 0;
}
