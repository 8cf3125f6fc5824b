/** A push to hosted search: readers find the old records or the new ones, no list empties an index, and no answer makes it wait for ever. */
import { afterEach, describe, expect, test, vi } from "vitest";
import type { SearchRecord } from "../../../../src/shared/search.js";
import { indexSettings, pushRecords } from "../../../../src/tools/hosted-search.js";
import { faults } from "../../../support/algolia-calls.js";
import { AlgoliaStandIn } from "../../../support/algolia-server.js";
import { makeRecord, makeRecords } from "../../../support/records.js";

const old = makeRecords(20);
const next = [...old.slice(5), makeRecord("new")];

function standIn(): AlgoliaStandIn {
  const algolia = new AlgoliaStandIn();
  algolia.seed("cip", old, { ...indexSettings, queryLanguages: ["de"] });
  return algolia;
}

function push(algolia: AlgoliaStandIn, records: readonly SearchRecord[], now?: () => number) {
  const { appId, adminKey, requester } = algolia;
  return pushRecords("cip", records, { appId, adminKey, requester }, now);
}

const idsOf = (records: readonly { objectID: string }[] = []) => records.map(({ objectID }) => objectID).sort();

afterEach(() => {
  vi.useRealTimers();
});

test("a first push makes the index, with what searches need", async () => {
  const algolia = new AlgoliaStandIn();
  expect(await push(algolia, old)).toEqual([]);
  expect(idsOf(algolia.records("cip"))).toEqual(idsOf(old));
  expect(algolia.store.indices.get("cip")?.settings).toEqual(indexSettings);
});

test("a push replaces all records in one step, and keeps settings, synonyms and rules of the owner", async () => {
  const algolia = standIn();
  algolia.store.indices.get("cip")?.synonyms.push({ objectID: "token" });
  algolia.store.indices.get("cip")?.rules.push({ objectID: "promote" });
  const seen = new Set<string>();
  algolia.fault = () => void seen.add(JSON.stringify(idsOf(algolia.records("cip"))));
  expect(await push(algolia, next)).toEqual([]);
  expect(idsOf(algolia.records("cip"))).toEqual(idsOf(next));
  expect(algolia.store.indices.get("cip")).toMatchObject({
    settings: { queryLanguages: ["de"], distinct: true },
    synonyms: [{ objectID: "token" }],
    rules: [{ objectID: "promote" }],
  });
  expect([...seen].every((ids) => [idsOf(old), idsOf(next)].some((all) => JSON.stringify(all) === ids))).toBe(true);
  expect(algolia.indexNames).toEqual(["cip"]);
});

describe("nothing is asked of the provider for", () => {
  test.each([
    ["an empty list", [], "search-empty"],
    ["a record that is too large", [...old, makeRecord("big", { content: "x".repeat(10_000) })], "search-record-size"],
  ])("%s", async (_, records, code) => {
    const algolia = standIn();
    expect(await push(algolia, records)).toMatchObject([{ code, severity: "error" }]);
    expect(algolia.requests).toEqual([]);
  });
});

describe("a failure leaves the old records and no copy", () => {
  test.each(["setSettings", "operation", "batch", "task"] as const)("of the call %s", async (failing) => {
    const algolia = standIn();
    algolia.fault = ({ call }) => (call === failing ? faults.forbidden : undefined);
    expect(await push(algolia, next)).toMatchObject([
      {
        code: "search-provider",
        message: expect.stringContaining("refuses the key"),
        help: expect.stringContaining("never a mixture"),
      },
    ]);
    algolia.store.settle();
    expect(idsOf(algolia.records("cip"))).toEqual(idsOf(old));
    expect(algolia.indexNames).toEqual(["cip"]);
  });

  test("when the time is over", async () => {
    const algolia = standIn();
    let now = 0;
    algolia.fault = ({ call }) => {
      if (call === "batch") now = 121_000;
      return undefined;
    };
    expect(await push(algolia, next, () => now)).toMatchObject([
      { code: "search-provider", message: expect.stringContaining("did not end within 120 seconds") },
    ]);
    algolia.store.settle();
    expect(idsOf(algolia.records("cip"))).toEqual(idsOf(old));
    expect(algolia.indexNames).toEqual(["cip"]);
  });
});

test("a provider that asks to wait for a day is asked again after seconds, and then given up", async () => {
  vi.useFakeTimers();
  const algolia = standIn();
  algolia.fault = () => faults.rateLimited(86_400);
  const pushed = push(algolia, next);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await pushed).toMatchObject([{ code: "search-provider", message: expect.stringContaining("(429)") }]);
});

test("no answer at all is a failure, and no message has the key", async () => {
  const algolia = standIn();
  algolia.fault = () => faults.reset;
  expect(await push(algolia, next)).toMatchObject([{ code: "search-provider" }]);
  algolia.fault = () => ({ status: 400, body: JSON.stringify({ message: `key: ${algolia.adminKey}` }) });
  const [problem] = await push(algolia, next);
  expect(problem?.message).toContain("key: *****");
});
