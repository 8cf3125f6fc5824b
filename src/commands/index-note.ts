/** What the last push from this folder sent: hashes by objectID, so that a dry run has something to compare with. It holds no key. */
import { readCache, writeCache } from "../pipeline/cache-file.js";
import { type Hashes, hashRecords } from "../search/hosted/difference.js";
import type { SearchRecord } from "../shared/search.js";

const nameOf = (index: string) => `index-${encodeURIComponent(index)}.json`;

/** @returns undefined where nothing was pushed from here, or the note cannot be read. */
export async function readNote(root: string, index: string): Promise<Hashes | undefined> {
  const note = await readCache(root, nameOf(index));
  return typeof note === "object" && note !== null
    ? new Map(Object.entries(note as Record<string, string>))
    : undefined;
}

export function writeNote(root: string, index: string, records: readonly SearchRecord[]): Promise<void> {
  return writeCache(root, nameOf(index), Object.fromEntries(hashRecords(records)));
}
