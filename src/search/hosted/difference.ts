/** The changes that bring an index to the records of a build, computed from hashes of its records. */
import { createHash } from "node:crypto";
import type { SearchRecord } from "../../shared/search.js";

/** Hash of each record by its objectID. */
export type Hashes = ReadonlyMap<string, string>;

export interface Difference {
  added: readonly SearchRecord[];
  changed: readonly SearchRecord[];
  /** ObjectIDs. */
  deleted: readonly string[];
  unchanged: number;
}

/** The number of records in each part of a difference. */
export interface Counts {
  added: number;
  changed: number;
  deleted: number;
  unchanged: number;
}

/** Equal for equal content, regardless of the order of keys. Keys that the provider adds begin with an underscore. */
export function hashRecord(record: object): string {
  const sorted = JSON.stringify(record, (key, value) => {
    if (key.startsWith("_")) return undefined;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return createHash("sha256").update(sorted).digest("base64url").slice(0, 22);
}

export function hashRecords(records: readonly SearchRecord[]): Hashes {
  return new Map(records.map((record) => [record.objectID, hashRecord(record)]));
}

/** @param held hashes of the present records. */
export function difference(records: readonly SearchRecord[], held: Hashes): Difference {
  const wanted = new Set(records.map(({ objectID }) => objectID));
  const added = records.filter(({ objectID }) => !held.has(objectID));
  const kept = records.filter(({ objectID }) => held.has(objectID));
  const changed = kept.filter((record) => held.get(record.objectID) !== hashRecord(record));
  const deleted = [...held.keys()].filter((objectID) => !wanted.has(objectID));
  return { added, changed, deleted, unchanged: kept.length - changed.length };
}

export function countsOf({ added, changed, deleted, unchanged }: Difference): Counts {
  return { added: added.length, changed: changed.length, deleted: deleted.length, unchanged };
}

export function isEmpty({ added, changed, deleted }: Difference): boolean {
  return added.length + changed.length + deleted.length === 0;
}
