/** Encodes postings: see `decodePostings` for their form. */
import { digits } from "../../shared/search-index.js";

const codes = Buffer.from(digits, "latin1");

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
