/** What the last push from this folder sent: hashes by objectID, so that a dry run has something to compare with. It holds no key. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeCacheFile } from "../build/state.js";
import { type Hashes, hashRecords } from "../search/hosted/difference.js";
import type { SearchRecord } from "../shared/search.js";

function noteFile(root: string, index: string): string {
  return join(root, ".cipgen", "cache", `index-${encodeURIComponent(index)}.json`);
}

/** @returns undefined where nothing was pushed from here, or the note cannot be read. */
export async function readNote(root: string, index: string): Promise<Hashes | undefined> {
  try {
    return new Map(Object.entries<string>(JSON.parse(await readFile(noteFile(root, index), "utf8"))));
  } catch {
    return undefined;
  }
}

export function writeNote(root: string, index: string, records: readonly SearchRecord[]): Promise<void> {
  return writeCacheFile(noteFile(root, index), JSON.stringify(Object.fromEntries(hashRecords(records))));
}
