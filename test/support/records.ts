/** Search records for tests that need some and not a site. */
import type { SearchRecord } from "../../src/shared/search.js";

/** A record of its own page, in English, among the proposals. */
export function makeRecord(objectID: string, fields: Partial<SearchRecord> = {}): SearchRecord {
  const url = `https://register.example/cip/${objectID}`;
  return {
    objectID,
    type: "content",
    hierarchy: {
      lvl0: "Register",
      lvl1: `CIP ${objectID}`,
      lvl2: null,
      lvl3: null,
      lvl4: null,
      lvl5: null,
      lvl6: null,
    },
    content: `Text of ${objectID}.`,
    url,
    url_without_anchor: url,
    anchor: "",
    language: "en-US",
    docusaurus_tag: "default",
    version: "",
    weight: { pageRank: 10, level: 0, position: 0 },
    ...fields,
  };
}

/** Records r0, r1 … */
export function makeRecords(count: number): SearchRecord[] {
  return Array.from({ length: count }, (_, number) => makeRecord(`r${number}`));
}
