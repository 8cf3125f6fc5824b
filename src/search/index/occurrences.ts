/** The places of all terms, in the order of the texts, and grouped by term. */
import { declaredExtra, maxTimes } from "../../shared/search-index.js";
import { longer } from "./longer.js";
import type { TermTable } from "./term-table.js";

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

  /** Sets the position of a term in a title; its first one counts. */
  position(term: number, place: number, position: number): void {
    this.reserve(1);
    const at = this.at(term, place);
    this.extras[at] ||= position + 2;
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
