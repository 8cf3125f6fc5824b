/** What a push to hosted search does to the live index, and what it leaves alone. */
import { describe, expect, test } from "vitest";
import { indexSettings } from "../../../../src/search/hosted/api.js";
import type { SearchRecord } from "../../../../src/shared/search.js";
import { AlgoliaStandIn } from "../../../support/algolia-server.js";
import type { StoredIndex } from "../../../support/algolia-store.js";
import { liveIndex, push } from "../../../support/push.js";
import { makeRecord, makeRecords } from "../../../support/records.js";

const old = makeRecords(20);
const changed = makeRecord("r3", { content: "Another text." });
const added = makeRecord("r20");
const next = [...old.filter(({ objectID }) => objectID !== "r3" && objectID !== "r4"), changed, added];

/** A stand-in that holds what an earlier push left. */
function standIn(records: readonly SearchRecord[] = old, options = {}): AlgoliaStandIn {
  const algolia = new AlgoliaStandIn(options);
  algolia.seed(liveIndex, records, indexSettings);
  return algolia;
}

function live(algolia: AlgoliaStandIn): StoredIndex {
  const index = algolia.store.indices.get(liveIndex);
  if (!index) throw new Error("there is no live index");
  return index;
}

/** ObjectIDs of what was sent, by action. */
function sent(algolia: AlgoliaStandIn): [action: string, objectID: string][] {
  return algolia
    .calls("batch")
    .flatMap(({ body }) =>
      body.requests.map((request: { action: string; body: { objectID: string } }) => [
        request.action,
        request.body.objectID,
      ]),
    );
}

const byId = (records: readonly { objectID: string }[] = []) =>
  records.toSorted((a, b) => (a.objectID < b.objectID ? -1 : 1));

const writes = ["batch", "operation", "setSettings", "deleteIndex"] as const;
const writesTo = (algolia: AlgoliaStandIn) => writes.flatMap((call) => algolia.calls(call));

describe("a push", () => {
  test("makes the index where there is none", async () => {
    const algolia = new AlgoliaStandIn();
    const { value, diagnostics } = await push(algolia, old);
    expect(diagnostics).toEqual([]);
    expect(value).toEqual({ added: 20, changed: 0, deleted: 0, unchanged: 0, replaced: true });
    expect(byId(algolia.records(liveIndex))).toEqual(byId(old));
    expect(live(algolia).settings).toEqual(indexSettings);
    expect(algolia.indexNames).toEqual([liveIndex]);
  });

  test("sends only what is not there, and what it deletes", async () => {
    const algolia = standIn();
    const { value } = await push(algolia, next);
    expect(value).toEqual({ added: 1, changed: 1, deleted: 1, unchanged: 18, replaced: true });
    expect(sent(algolia)).toEqual([
      ["addObject", "r20"],
      ["addObject", "r3"],
      ["deleteObject", "r4"],
    ]);
    expect(byId(algolia.records(liveIndex))).toEqual(byId(next));
  });

  test("sees changes made in the index by hand", async () => {
    const algolia = standIn([...old.slice(1), makeRecord("r0", { content: "Changed in the dashboard." })]);
    const { value } = await push(algolia, old);
    expect(value).toMatchObject({ changed: 1, unchanged: 19 });
    expect(byId(algolia.records(liveIndex))).toEqual(byId(old));
  });

  test("writes nothing when everything is there already", async () => {
    const algolia = standIn();
    const { value } = await push(algolia, old.toReversed());
    expect(value).toEqual({ added: 0, changed: 0, deleted: 0, unchanged: 20, replaced: false });
    expect(writesTo(algolia)).toEqual([]);
  });

  test("puts settings right that are not, and leaves those alone that are the owner's", async () => {
    const algolia = standIn();
    Object.assign(live(algolia).settings, { attributesForFaceting: ["type"], queryLanguages: ["de"] });
    const { value } = await push(algolia, old);
    expect(value).toMatchObject({ unchanged: 20, replaced: true });
    expect(live(algolia).settings).toEqual({ ...indexSettings, queryLanguages: ["de"] });
    expect(sent(algolia)).toEqual([]);
  });

  test("takes a yes that comes back as 1 for the same", async () => {
    const algolia = standIn();
    Object.assign(live(algolia).settings, { distinct: 1 });
    expect((await push(algolia, old)).value?.replaced).toBe(false);
  });

  test.each([false, true])("keeps the owner's synonyms and rules (full: %s)", async (full) => {
    const algolia = standIn();
    live(algolia).synonyms.push({ objectID: "token", type: "synonym", synonyms: ["token", "coin"] });
    live(algolia).rules.push({ objectID: "promote" });
    await push(algolia, next, { full });
    expect(live(algolia).synonyms).toHaveLength(1);
    expect(live(algolia).rules).toHaveLength(1);
  });

  test("with --full sends everything into an index that begins empty", async () => {
    const algolia = standIn();
    const { value } = await push(algolia, next, { full: true });
    expect(value).toEqual({ added: 1, changed: 1, deleted: 1, unchanged: 18, replaced: true });
    expect(sent(algolia)).toHaveLength(next.length);
    expect(algolia.calls("operation").map(({ body }) => body.scope)).toEqual([
      ["settings", "synonyms", "rules"],
      undefined,
    ]);
    expect(byId(algolia.records(liveIndex))).toEqual(byId(next));
  });

  test("reads and writes more records than one request holds", async () => {
    const many = makeRecords(2500);
    const algolia = standIn(many);
    const changes = many.map((record) => ({ ...record, content: "New." }));
    const { value } = await push(algolia, changes);
    expect(value).toMatchObject({ changed: 2500, deleted: 0 });
    expect(algolia.calls("batch").map(({ body }) => body.requests.length)).toEqual([1000, 1000, 500]);
    expect(algolia.calls("browse")).toHaveLength(6);
    expect(byId(algolia.records(liveIndex))).toEqual(byId(changes));
  });

  test.each([false, true])("shows readers the old records or the new ones at every moment (full: %s)", async (full) => {
    const algolia = standIn(old, { pollsUntilPublished: 2 });
    const seen = new Set<string>();
    algolia.fault = () => void seen.add(JSON.stringify(byId(algolia.records(liveIndex))));
    await push(algolia, next, { full });
    expect([...seen]).toEqual([JSON.stringify(byId(old)), JSON.stringify(byId(next))]);
  });

  test("sets the facets and tries them before any record is in place", async () => {
    const algolia = standIn([]);
    await push(algolia, old);
    const order = algolia.requests.map(({ call, body }) => (call === "operation" ? body.operation : call));
    const positions = ["copy", "setSettings", "batch", "query", "move"].map((call) => order.indexOf(call));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(order.slice(order.indexOf("setSettings"), order.indexOf("batch"))).toContain("getSettings");
    expect(algolia.calls("query").map(({ body }) => body.facetFilters)).toEqual([
      ["language:en-US", ["docusaurus_tag:default"]],
    ]);
  });

  test("tells what it is doing", async () => {
    const { steps } = await push(standIn(), next);
    expect(steps).toEqual([
      "reading cip",
      "copying cip",
      "setting up facets and ranking",
      "sending 3 of 3 changes",
      "comparing the copy with what was sent",
      "trying a search",
      "putting 20 records in place",
    ]);
  });
});

describe("what is refused", () => {
  test("an empty set, before any request; not when it is forced", async () => {
    const algolia = standIn();
    expect((await push(algolia, [])).problem).toMatchObject({ code: "search-empty" });
    expect(algolia.requests).toEqual([]);
    expect((await push(algolia, [], { force: true })).value).toMatchObject({ deleted: 20, replaced: true });
    expect(algolia.records(liveIndex)).toEqual([]);
  });

  test("records that are too large, before any request, each by its page and size", async () => {
    const algolia = standIn();
    const large = (id: string) => makeRecord(id, { content: "é".repeat(5000) });
    const { value, diagnostics } = await push(algolia, [...old, large("big"), large("bigger")], { force: true });
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^https:\/\/register\.example\/cip\/big: a record of 10\d{3} bytes/),
      expect.stringMatching(/^https:\/\/register\.example\/cip\/bigger: a record of 10\d{3} bytes/),
    ]);
    expect(algolia.requests).toEqual([]);
  });

  test("a set that has lost more than a fifth, unless it is forced; a fifth is no loss", async () => {
    const algolia = standIn();
    const { problem } = await push(algolia, old.slice(0, 15));
    expect(problem).toMatchObject({
      code: "search-shrunk",
      message: expect.stringContaining("15 records would replace 20"),
    });
    expect(writesTo(algolia)).toEqual([]);
    expect((await push(algolia, old.slice(0, 16))).value).toMatchObject({ deleted: 4 });
    expect((await push(algolia, old.slice(0, 2), { force: true })).value).toMatchObject({ deleted: 14 });
  });
});

describe("a copy that is not what was sent", () => {
  test("is sent what another push changed meanwhile", async () => {
    const algolia = standIn();
    algolia.fault = ({ body }) => {
      if (body.operation === "copy") algolia.seed(liveIndex, [...old.slice(5), makeRecord("foreign")], indexSettings);
      return undefined;
    };
    const { value } = await push(algolia, next);
    expect(value?.replaced).toBe(true);
    expect(byId(algolia.records(liveIndex))).toEqual(byId(next));
  });

  test("is never put in place when it stays wrong", async () => {
    const algolia = standIn();
    algolia.fault = ({ call, index }) => {
      if (call === "browse" && index !== liveIndex) algolia.store.indices.get(index)?.records.delete("r20");
      return undefined;
    };
    const { problem } = await push(algolia, next);
    expect(problem).toMatchObject({
      code: "search-provider",
      message: expect.stringContaining("records missing 1,"),
    });
    expect(byId(algolia.records(liveIndex))).toEqual(byId(old));
    algolia.store.settle();
    expect(algolia.indexNames).toEqual([liveIndex]);
  });

  test("is never put in place when its settings were not taken", async () => {
    const algolia = standIn();
    algolia.fault = ({ call, index }) =>
      call === "getSettings" && index !== liveIndex
        ? { status: 200, body: JSON.stringify({ ...indexSettings, distinct: false, ranking: [] }) }
        : undefined;
    const { problem } = await push(algolia, next);
    expect(problem?.message).toContain("its settings differ: distinct, ranking");
    expect(byId(algolia.records(liveIndex))).toEqual(byId(old));
  });

  test.each([
    [{ nbHits: 0, hits: [] }, "a search in en-US finds nothing"],
    [{ nbHits: 1, hits: [{ objectID: "x", language: "de-DE", docusaurus_tag: "default" }] }, "finds other pages"],
  ])("is never put in place when a reader's question is answered %j", async (answer, message) => {
    const algolia = standIn();
    algolia.fault = ({ call }) => (call === "query" ? { status: 200, body: JSON.stringify(answer) } : undefined);
    const { problem } = await push(algolia, next);
    expect(problem?.message).toContain(message);
    expect(byId(algolia.records(liveIndex))).toEqual(byId(old));
  });
});
