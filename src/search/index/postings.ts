/** Encodes postings, see `decodePostings` for their form. */
import { digits, digitValues, type Postings } from "../../shared/search-index.js";

const codes = Buffer.from(digits, "latin1");

/** Writes postings into one buffer: a string for each number would take longer than all other work. */
export class PostingsWriter {
  private buffer = Buffer.alloc(1 << 12);
  private end = 0;
  private before = 0;

  /** Adds the next place of a list, in ascending order. */
  add(place: number, extra: number): void {
    this.number((place - this.before) * 2 + (extra > 1 ? 1 : 0));
    if (extra > 1) this.number(extra);
    this.before = place;
  }

  /** @returns the list, and begins the next one. */
  take(): string {
    const text = this.buffer.toString("latin1", 0, this.end);
    this.end = 0;
    this.before = 0;
    return text;
  }

  /** As `encodeNumber`. */
  private number(number: number): void {
    // Any place has at most seven digits.
    if (this.end + 8 > this.buffer.length) this.buffer = Buffer.concat([this.buffer], this.buffer.length * 2);
    let rest = number;
    for (; rest > 31; rest >>>= 5) this.buffer[this.end++] = codes[32 | (rest & 31)] ?? 0;
    this.buffer[this.end++] = codes[rest] ?? 0;
  }
}

const writer = new PostingsWriter();

export function encodePostings({ places, extras }: Postings): string {
  for (const [index, place] of places.entries()) writer.add(place, extras[index] ?? 1);
  return writer.take();
}

/** Whether one of the places is in a section with a mark other than 0. Decodes only as much as it must. */
export function touches(text: string, marks: Int32Array): boolean {
  let place = 0;
  let number = 0;
  let shift = 0;
  let isExtra = false;
  for (let index = 0; index < text.length; index++) {
    const value = digitValues[text.charCodeAt(index)] ?? 0;
    number |= (value & 31) << shift;
    shift += 5;
    if (value > 31) continue;
    if (isExtra) isExtra = false;
    else {
      place += number >>> 1;
      if (marks[place >>> 1] !== 0) return true;
      isExtra = (number & 1) === 1;
    }
    number = 0;
    shift = 0;
  }
  return false;
}
