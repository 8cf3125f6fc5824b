/** Answers of any shape: a push ends with the message of a bad answer, never with an error of this program's own. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Fault, faults } from "../../../support/algolia-calls.js";
import { AlgoliaStandIn } from "../../../support/algolia-server.js";
import { push } from "../../../support/push.js";
import { makeRecord as record } from "../../../support/records.js";
import { runs } from "../../../support/runs.js";

const records = [record("a"), record("b")];

/** What a program in Algolia's place might say: near to the right shape, or any JSON at all. */
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    null,
    0,
    -1,
    1.5,
    "",
    "published",
    [],
    {},
    [null],
    [[]],
    [{}],
    [{ objectID: 7 }],
    [{ name: null }],
    true,
  ),
);
const names = [
  "taskID",
  "status",
  "hits",
  "cursor",
  "items",
  "nbHits",
  "objectID",
  "message",
  "attributesForFaceting",
  "__proto__",
];
const answer = fc.oneof(value, fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 }));
const calls = [
  "getSettings",
  "setSettings",
  "batch",
  "operation",
  "browse",
  "query",
  "task",
  "deleteIndex",
  "listIndices",
] as const;

test("any JSON in answer to any call is a bad answer or harmless", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...calls), fc.nat(3), answer, fc.boolean(), async (call, skip, body, full) => {
      const algolia = new AlgoliaStandIn();
      algolia.seed("cip", [{ objectID: "old" }]);
      let seen = 0;
      algolia.fault = (request): Fault | undefined =>
        request.call === call && seen++ >= skip ? { status: 200, body: JSON.stringify(body) } : undefined;
      const { value: pushed, diagnostics } = await push(algolia, records, { full, force: true });
      const codes = diagnostics.map(({ code }) => code);
      if (pushed === undefined) expect(codes).toContain("search-provider");
      for (const code of codes) expect(["search-provider", "search-leftover"]).toContain(code);
    }),
    { numRuns: runs(130) },
  );
});

test.each([
  ["getSettings", []],
  ["browse", { hits: [null] }],
  ["browse", { hits: [{ objectID: 7 }] }],
  ["browse", { hits: {}, cursor: 7 }],
  ["browse", { hits: [], cursor: "same" }],
  ["setSettings", { taskID: "x" }],
  ["batch", {}],
  ["task", { status: 7 }],
  ["query", { hits: "x", nbHits: 1 }],
  ["query", { hits: [null], nbHits: 1 }],
])("%s answered with %j is the message of a bad answer", async (call, body) => {
  const algolia = new AlgoliaStandIn();
  algolia.seed("cip", [{ objectID: "old" }]);
  algolia.fault = (request) => (request.call === call ? { ...faults.html, body: JSON.stringify(body) } : undefined);
  const { problem } = await push(algolia, records, { force: true });
  expect(problem).toMatchObject({
    code: "search-provider",
    message: expect.stringContaining("the answer is not Algolia's JSON"),
  });
});

test("names of indices that are no names: nothing is removed, and the push is done", async () => {
  const algolia = new AlgoliaStandIn();
  algolia.fault = ({ call }) =>
    call === "listIndices" ? { status: 200, body: '{"items":[null,{"name":7}]}' } : undefined;
  const { value, diagnostics } = await push(algolia, records);
  expect(value).toMatchObject({ added: 2, replaced: true });
  expect(diagnostics).toEqual([]);
});
