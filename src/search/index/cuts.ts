/**
 * Where a list is cut into files of about one size. The cuts follow from what is there and not from how much was before it, so that a change
 * in one place leaves the files of all others as they are (content-defined chunking, as in "A Low-bandwidth Network File System", 2001).
 */

/** In characters: no file that could have one entry more is shorter than `least`, and only a single entry makes one longer than `most`. */
export interface CutSizes {
  least: number;
  most: number;
  /** Between both, about one entry in so many begins a file. */
  oneIn: number;
}

/** Is given the entries of a list in their order. */
export class Cuts {
  private size = Number.POSITIVE_INFINITY;

  constructor(private readonly sizes: CutSizes) {}

  /** @param isMark whether the entry may begin a file, see `isMark`. @returns whether a file begins with it. */
  begins(length: number, isMark: () => boolean): boolean {
    const { least, most } = this.sizes;
    const begins = this.size + length > most || (this.size >= least && isMark());
    this.size = (begins ? 0 : this.size) + length + 1;
    return begins;
  }
}

/** Whether an entry may begin a file: by its name, which stays the same when what it says changes. */
export function isMark(name: string, { oneIn }: CutSizes): boolean {
  // FNV-1a, by code units.
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % oneIn === 0;
}
