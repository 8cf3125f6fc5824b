/** What a push changes, computed from hashes of records; and sets of records that are refused, because they are probably a mistake. */
import { createHash } from "node:crypto";
import { diagnose } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { SearchRecord } from "../../shared/search.js";
import { maxRecordBytes } from "../page.js";

/** Hash of each record by its objectID. */
export type Hashes = ReadonlyMap<string, string>;

export interface RecordChanges {
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
export function recordChanges(records: readonly SearchRecord[], held: Hashes): RecordChanges {
  const wanted = new Set(records.map(({ objectID }) => objectID));
  const added = records.filter(({ objectID }) => !held.has(objectID));
  const kept = records.filter(({ objectID }) => held.has(objectID));
  const changed = kept.filter((record) => held.get(record.objectID) !== hashRecord(record));
  const deleted = [...held.keys()].filter((objectID) => !wanted.has(objectID));
  return { added, changed, deleted, unchanged: kept.length - changed.length };
}

export function countsOf({ added, changed, deleted, unchanged }: RecordChanges): Counts {
  return { added: added.length, changed: changed.length, deleted: deleted.length, unchanged };
}

export function isEmpty({ added, changed, deleted }: RecordChanges): boolean {
  return added.length + changed.length + deleted.length === 0;
}

/** Percentage: a set that has lost more of the live records counts as a mistake. */
const greatestLoss = 20;

/** The size of a record as the provider counts it. */
export function recordBytes(record: SearchRecord): number {
  return Buffer.byteLength(JSON.stringify(record));
}

/** Reasons that follow from the records alone. */
export function refuseRecords(records: readonly SearchRecord[], force: boolean): Diagnostic[] {
  if (records.length === 0 && !force) {
    return [
      diagnose("search-empty", "no page has a record, so the index would be emptied", {
        help: "Check the folders of the content in the configuration; --force empties the index.",
      }),
    ];
  }
  return records
    .filter((record) => recordBytes(record) > maxRecordBytes)
    .map((record) =>
      diagnose("search-record-size", `${record.url}: a record of ${recordBytes(record)} bytes is too large`, {
        help: `Algolia takes ${maxRecordBytes} bytes. Shorten the title, or the headings above this place.`,
      }),
    );
}

/** @param live number of records in the live index. */
export function refuseLoss(count: number, live: number, force: boolean): Diagnostic[] {
  if (force || (live - count) * 100 <= live * greatestLoss) return [];
  return [
    diagnose("search-shrunk", `${count} records would replace ${live}: more than a fifth would be lost`, {
      help: "If that is intended, --force pushes them anyway.",
    }),
  ];
}
