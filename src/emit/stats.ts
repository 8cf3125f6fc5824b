/** What each file of an output was when it was written, kept outside the output: with it, an unchanged site need not be read again. */
import type { FileRecord, FileRecords } from "./former.js";

/** Where a caller keeps what an output hands it; what it returns may be anything. */
export interface StatStore {
  load(): unknown | Promise<unknown>;
  save(stats: OutputStats): void | Promise<void>;
}

/** By path: size in bytes, time of the last change in ms, inode, digest. */
export type OutputStats = Record<string, [size: number, mtimeMs: number, ino: number, digest: string]>;

/** What does not have the right shape is left out, and compared by content instead. */
export function recordsOf(stats: unknown): FileRecords {
  if (typeof stats !== "object" || stats === null) return new Map();
  return new Map(
    Object.entries(stats).flatMap(([path, row]): [string, FileRecord][] => {
      if (!Array.isArray(row) || typeof row[3] !== "string") return [];
      const [size, mtimeMs, ino, digest] = row;
      return [[path, { size, mtimeMs, ino, digest }]];
    }),
  );
}

export function statsOf(records: FileRecords): OutputStats {
  return Object.fromEntries(
    [...records].map(([path, { size, mtimeMs, ino, digest }]) => [path, [size, mtimeMs, ino, digest]]),
  );
}

export function isSameRecord(one: FileRecord, other: FileRecord | undefined): boolean {
  return (
    one.size === other?.size && one.mtimeMs === other.mtimeMs && one.ino === other.ino && one.digest === other.digest
  );
}
