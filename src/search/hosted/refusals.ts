/** Refuses sets of records that are probably a mistake, before the live index is touched. */
import { diagnose } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { SearchRecord } from "../../shared/search.js";
import { maxRecordBytes } from "../page-parts.js";

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
