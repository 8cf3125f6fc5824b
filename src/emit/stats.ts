/** The stats of each file of an output when it was written, stored outside the output: with them, an unchanged site need not be read again. */
import type { FileRecord, FileRecords } from "./former.js";

/** A store of the caller; its data is not trusted. */
export interface StatStore {
  load(): unknown | Promise<unknown>;
  save(stats: OutputStats): void | Promise<void>;
}

/** Path, size in bytes, time of the last change in ms, inode, digest. Rows and not an object by path: an object of thousands of keys is slow to write. */
export type OutputStats = [path: string, size: number, mtimeMs: number, ino: number, digest: string][];

/** Invalid entries are dropped; their files are compared by content. */
export function recordsOf(stats: unknown): FileRecords {
  const records = new Map<string, FileRecord>();
  if (!Array.isArray(stats)) return records;
  for (const row of stats) {
    if (!Array.isArray(row)) continue;
    const [path, size, mtimeMs, ino, digest] = row;
    if (typeof path === "string" && typeof digest === "string") records.set(path, { size, mtimeMs, ino, digest });
  }
  return records;
}

export function statsOf(records: FileRecords): OutputStats {
  return [...records].map(([path, { size, mtimeMs, ino, digest }]) => [path, size, mtimeMs, ino, digest]);
}

export function isSameRecord(one: FileRecord, other: FileRecord | undefined): boolean {
  return (
    one.size === other?.size && one.mtimeMs === other.mtimeMs && one.ino === other.ino && one.digest === other.digest
  );
}
