/** Differences between what an index holds and what it must hold. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashRecord, hashRecords, recordChanges } from "../../../../src/search/hosted/difference.js";
import { makeRecord } from "../../../support/records.js";

const anyRecords = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 0, max: 15 }), content: fc.constantFrom("a", "b", null) }),
  { selector: ({ id }) => id },
);
const recordsOf = (entries: readonly { id: number; content: string | null }[]) =>
  entries.map(({ id, content }) => makeRecord(`r${id}`, { content }));

describe("a difference", () => {
  test("applied to what is there gives what is wanted, and has nothing in it twice", () => {
    fc.assert(
      fc.property(anyRecords, anyRecords, (before, after) => {
        const [held, wanted] = [recordsOf(before), recordsOf(after)];
        const { added, changed, deleted, unchanged } = recordChanges(wanted, hashRecords(held));
        const index = new Map(held.map((record) => [record.objectID, record]));
        for (const record of [...added, ...changed]) index.set(record.objectID, record);
        for (const objectID of deleted) index.delete(objectID);
        expect(new Map(index)).toEqual(new Map(wanted.map((record) => [record.objectID, record])));
        expect(added.length + changed.length + unchanged).toBe(wanted.length);
        expect(changed.every(({ objectID }) => held.some((record) => record.objectID === objectID))).toBe(true);
      }),
    );
  });
});

describe("the hash of a record", () => {
  const record = makeRecord("r1");

  test("does not depend on the order of keys, at any depth, nor on what the provider adds", () => {
    const { weight, hierarchy, ...rest } = record;
    const { lvl0, ...levels } = hierarchy;
    const answered = { _highlightResult: { a: 1 }, weight, hierarchy: { ...levels, lvl0 }, ...rest };
    expect(hashRecord(answered)).toBe(hashRecord(record));
  });

  test("changes with every value, and with the order of a list", () => {
    const hashes = [
      record,
      { ...record, content: null },
      { ...record, weight: { ...record.weight, position: 1 } },
      { ...record, tags: ["a", "b"] },
      { ...record, tags: ["b", "a"] },
    ].map(hashRecord);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
