/** The records of the last push from this folder, as hashes by objectID, for a dry run to compare with. It contains no key. */
import type { Cache } from "../cache/cache.js";
import { type Hashes, hashRecords } from "../search/hosted/difference.js";
import type { SearchRecord } from "../shared/search.js";

const nameOf = (index: string) => `index-${encodeURIComponent(index)}.json`;

/** @returns undefined if nothing was pushed from here, or the note cannot be read. */
export function readNote(notes: Cache, index: string): Hashes | undefined {
  const note = notes.readJson(nameOf(index));
  return note === undefined ? undefined : new Map(Object.entries(note as Record<string, string>));
}

export function writeNote(notes: Cache, index: string, records: readonly SearchRecord[]): void {
  notes.write(nameOf(index), JSON.stringify(Object.fromEntries(hashRecords(records))));
}
