/** Encodes postings (see `decodePostings` for their form), and updates those of an index after an edit. */
import { decodePostings, digits, digitValues } from "../../shared/search-index.js";
import type { IndexTerms } from "./state.js";

const codes = Buffer.from(digits, "latin1");

/** Writes postings into one buffer: a string for each number would take longer than all other work. */
export class PostingsWriter {
  private buffer = Buffer.alloc(1 << 12);
  private end = 0;
  private before = 0;

  /** Adds the next place of a list, in ascending order. */
  add(place: number, extra: number): void {
    this.addPlace(place, extra > 1);
    if (extra > 1) this.number(extra);
  }

  /** Adds a place without the number that follows it if `hasExtra`. */
  addPlace(place: number, hasExtra: boolean): void {
    this.number((place - this.before) * 2 + (hasExtra ? 1 : 0));
    this.before = place;
  }

  /** Adds a part of another list. @param last the place that it ends with. */
  copy(list: string, start: number, end: number, last: number): void {
    this.reserve(end - start);
    this.end += this.buffer.write(list.slice(start, end), this.end, "latin1");
    this.before = last;
  }

  /** @returns the list, and begins the next one. */
  take(): string {
    const text = this.buffer.toString("latin1", 0, this.end);
    this.end = 0;
    this.before = 0;
    return text;
  }

  private number(number: number): void {
    // Any place has at most seven digits.
    this.reserve(8);
    this.end = writeNumber(this.buffer, this.end, number);
  }

  private reserve(length: number): void {
    const least = this.end + length;
    if (least > this.buffer.length) this.buffer = Buffer.concat([this.buffer], 2 * least);
  }
}

/** As `encodeNumber`. @returns the end of the number. */
function writeNumber(buffer: Uint8Array, start: number, number: number): number {
  let end = start;
  let rest = number;
  for (; rest > 31; rest >>>= 5) buffer[end++] = codes[32 | (rest & 31)] as number;
  buffer[end++] = codes[rest] as number;
  return end;
}

/**
 * Encodes many lists at once.
 * @param pairs places with their extras, in turn. @param starts the pair with which each list begins, and the end.
 */
export function encodeLists(pairs: Int32Array, starts: Int32Array): string[] {
  // Two numbers of at most seven digits.
  const buffer = Buffer.allocUnsafe(7 * pairs.length);
  const ends = new Int32Array(starts.length);
  let end = 0;
  for (let list = 0; list + 1 < starts.length; list++) {
    let before = 0;
    for (let index = 2 * (starts[list] as number); index < 2 * (starts[list + 1] as number); index += 2) {
      const place = pairs[index] as number;
      const extra = pairs[index + 1] as number;
      end = writeNumber(buffer, end, (place - before) * 2 + (extra > 1 ? 1 : 0));
      if (extra > 1) end = writeNumber(buffer, end, extra);
      before = place;
    }
    ends[list + 1] = end;
  }
  const all = buffer.toString("latin1", 0, end);
  return Array.from({ length: starts.length - 1 }, (_, list) => all.slice(ends[list], ends[list + 1]));
}

const writer = new PostingsWriter();

/** In place of a difference, for a removed section. */
export const gone = -0x80000000;

/**
 * Moves the places of a list and adds those of another one. Parts that stay as they are, most of a long list, are
 * copied without encoding them again.
 * @param moves for each former section, the change of its number, or `gone`.
 * @param added a list with new numbers.
 */
export function mergePostings(known: string, moves: Int32Array, added: string): { postings: string; places: number } {
  const more = decodePostings(added);
  let next = 0;
  let places = more.places.length;
  let last = 0;
  /** The part to copy ends before `copied`. */
  let [copyFrom, copied] = [0, 0];
  const copy = () => {
    if (copied > copyFrom) writer.copy(known, copyFrom, copied, last);
  };
  const addBelow = (limit: number) => {
    for (; next < more.places.length && (more.places[next] ?? 0) < limit; next++) {
      copy();
      copyFrom = copied;
      last = more.places[next] ?? 0;
      writer.add(last, more.extras[next] ?? 1);
    }
  };
  let place = 0;
  for (let index = 0; index < known.length; ) {
    const start = index;
    let number = 0;
    for (let shift = 0, value = 32; value > 31; shift += 5) {
      value = digitValues[known.charCodeAt(index++)] ?? 0;
      number |= (value & 31) << shift;
    }
    const extra = index;
    const hasExtra = (number & 1) === 1;
    if (hasExtra) while ((digitValues[known.charCodeAt(index++)] ?? 0) > 31);
    place += number >>> 1;
    const move = moves[place >>> 1] ?? 0;
    if (move === gone) continue;
    const moved = place + 2 * move;
    addBelow(moved);
    places++;
    if (start !== copied || last + (number >>> 1) !== moved) {
      copy();
      writer.addPlace(moved, hasExtra);
      copyFrom = extra;
    }
    copied = index;
    last = moved;
  }
  addBelow(Number.POSITIVE_INFINITY);
  copy();
  return { postings: writer.take(), places };
}

/**
 * Whether one of the places is in a section with a mark other than 0. Decodes only as much as it must.
 * @param end no section from here on has a mark.
 */
function touches(text: string, marks: Int32Array, end: number): boolean {
  let place = 0;
  for (let index = 0; index < text.length && place >>> 1 < end; ) {
    let number = 0;
    for (let shift = 0, value = 32; value > 31; shift += 5) {
      value = digitValues[text.charCodeAt(index++)] as number;
      number |= (value & 31) << shift;
    }
    place += number >>> 1;
    if (marks[place >>> 1] !== 0 && place >>> 1 < end) return true;
    if ((number & 1) === 1) while ((digitValues[text.charCodeAt(index++)] as number) > 31);
  }
  return false;
}

/**
 * Removes the terms of removed and changed pages, renumbers the places of moved ones, and adds new ones.
 * @param known the terms before the edit.
 * @param moves for each former section, the change of its number, or `gone`.
 * @param added the terms of new and changed pages, with their new numbers.
 */
export function mergeTerms(known: IndexTerms, moves: Int32Array, added: IndexTerms): IndexTerms {
  if (known.terms.length === 0) return added;
  const merged: IndexTerms = { terms: [], postings: [], places: [] };
  const put = (term: string, postings: string, places: number) => {
    if (places === 0) return;
    merged.terms.push(term);
    merged.postings.push(postings);
    merged.places.push(places);
  };
  /** Where the added terms are, or would be, among the known ones. */
  const at = added.terms.map((term) => firstNotBelow(known.terms, term));
  const end = moves.findLastIndex((move) => move !== 0) + 1;
  let next = 0;
  for (let index = 0; index <= known.terms.length; index++) {
    const term = known.terms[index];
    for (; at[next] === index && added.terms[next] !== term; next++)
      put(added.terms[next] ?? "", added.postings[next] ?? "", added.places[next] ?? 0);
    if (term === undefined) break;
    const before = known.postings[index] ?? "";
    const more = at[next] === index ? added.postings[next++] : undefined;
    if (more === undefined && !touches(before, moves, end)) put(term, before, known.places[index] ?? 0);
    else {
      const { postings, places } = mergePostings(before, moves, more ?? "");
      put(term, postings, places);
    }
  }
  return merged;
}

/** The index of the first of the sorted terms that is not before the wanted one. */
function firstNotBelow(terms: readonly string[], wanted: string): number {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((terms[middle] as string) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
