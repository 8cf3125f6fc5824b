/** What a push does when the provider fails it: how long it waits, what it says, and what it leaves behind. */
import { describe, expect, test } from "vitest";
import { indexSettings } from "../../../../src/search/hosted/api.js";
import { temporaryName } from "../../../../src/search/hosted/push.js";
import { type Call, type Fault, faults, type SeenRequest } from "../../../support/algolia-calls.js";
import { AlgoliaStandIn } from "../../../support/algolia-server.js";
import { liveIndex, push } from "../../../support/push.js";
import { makeRecord, makeRecords } from "../../../support/records.js";

const old = makeRecords(10);
const next = [...old.slice(1), makeRecord("new")];
const today = Date.UTC(2026, 0, 1);

function standIn(options = {}): AlgoliaStandIn {
  const algolia = new AlgoliaStandIn(options);
  algolia.seed(liveIndex, old, indexSettings);
  return algolia;
}

/** The fault at the first `times` requests of a kind. */
function firstTimes(times: number, call: Call, fault: Fault): (request: SeenRequest) => Fault | undefined {
  let seen = 0;
  return (request) => {
    if (request.call !== call) return undefined;
    seen += 1;
    return seen <= times ? fault : undefined;
  };
}

const ids = (algolia: AlgoliaStandIn) => algolia.records(liveIndex)?.map(({ objectID }) => objectID);

describe("what passes is tried again", () => {
  test.each([
    ["429", faults.rateLimited()],
    ["429 that says when", faults.rateLimited(3)],
    ["500", faults.broken],
    ["503 in HTML", { status: 503, body: "<h1>Service Unavailable</h1>" }],
    ["a reset", faults.reset],
    ["a reset after the work was done", faults.lost],
    ["no answer in time", faults.slow(60_000)],
    ["HTML instead of JSON", faults.html],
  ])("%s", async (_name, fault) => {
    for (const call of ["browse", "operation", "setSettings", "batch", "task", "query"] as const) {
      const algolia = standIn();
      algolia.fault = firstTimes(2, call, fault);
      const { value, diagnostics } = await push(algolia, next);
      expect(diagnostics, call).toEqual([]);
      expect(value, call).toMatchObject({ added: 1, deleted: 1, replaced: true });
      expect(ids(algolia)?.toSorted(), call).toEqual(next.map(({ objectID }) => objectID).toSorted());
      algolia.store.settle();
      expect(algolia.indexNames, call).toEqual([liveIndex]);
    }
  });

  test("after pauses that double", async () => {
    const algolia = standIn();
    algolia.fault = () => faults.broken;
    const { waits, problem } = await push(algolia, next);
    expect(waits).toEqual([500, 1000, 2000, 4000]);
    expect(problem?.code).toBe("search-provider");
    expect(algolia.calls("getSettings")).toHaveLength(5);
  });

  test("what does not pass is asked once", async () => {
    const algolia = standIn();
    algolia.fault = () => faults.forbidden;
    const { waits } = await push(algolia, next);
    expect(waits).toEqual([]);
    expect(algolia.requests).toHaveLength(1);
  });
});

describe("Retry-After", () => {
  test("is honoured", async () => {
    const algolia = standIn();
    algolia.fault = firstTimes(1, "getSettings", faults.rateLimited(7));
    expect((await push(algolia, next)).waits[0]).toBe(7000);
  });

  test("is waited for 30 seconds at most", async () => {
    const algolia = standIn();
    algolia.fault = firstTimes(1, "getSettings", faults.rateLimited(86_400));
    const { waits, value } = await push(algolia, next);
    expect(waits[0]).toBe(30_000);
    expect(value?.replaced).toBe(true);
  });

  test("never leads beyond the deadline", async () => {
    const algolia = standIn();
    algolia.fault = () => faults.rateLimited(86_400);
    const { waits, elapsed, problem } = await push(algolia, next);
    expect(waits).toEqual([30_000, 30_000, 30_000]);
    expect(elapsed).toBeLessThanOrEqual(120_000);
    expect(problem?.message).toContain("takes no more requests");
  });

  test.each([
    "soon",
    "-5",
    "",
    "Wed, 21 Oct 2026 07:28:00 GMT",
  ])("of %j is not understood, and so not waited for", async (value) => {
    const algolia = standIn();
    algolia.fault = firstTimes(1, "getSettings", faults.rateLimited(value));
    expect((await push(algolia, next)).waits[0]).toBe(500);
  });
});

describe("the deadline", () => {
  test("ends a push whose tasks are never done, and leaves the live index as it was", async () => {
    const algolia = standIn({ pollsUntilPublished: Number.POSITIVE_INFINITY });
    const { elapsed, problem } = await push(algolia, next);
    expect(elapsed).toBeLessThanOrEqual(120_000);
    expect(problem?.message).toContain("did not end within its 120 seconds");
    expect(problem?.help).toContain("The index cip is unchanged.");
    expect(algolia.requests.at(-1)?.call).toBe("deleteIndex");
    algolia.store.settle();
    expect(ids(algolia)).toEqual(old.map(({ objectID }) => objectID));
    expect(algolia.indexNames).toEqual([liveIndex]);
  });

  test("ends a push that is never answered", async () => {
    const algolia = standIn();
    algolia.fault = ({ call }) => (call === "getSettings" ? undefined : faults.slow(3_600_000));
    const { elapsed, problem } = await push(algolia, next);
    expect(elapsed).toBeLessThanOrEqual(120_000);
    expect(problem?.code).toBe("search-provider");
  });

  test("says so when the last step was asked for and not confirmed", async () => {
    const algolia = standIn();
    algolia.fault = ({ body }) => (body.operation === "move" ? faults.lost : undefined);
    const { value, problem } = await push(algolia, next);
    expect(value).toBeUndefined();
    expect(problem?.help).toContain("is not known; it is not a mixture");
    algolia.store.settle();
    expect(ids(algolia)?.toSorted()).toEqual(next.map(({ objectID }) => objectID).toSorted());
    expect(algolia.indexNames).toEqual([liveIndex]);
  });
});

describe("a message", () => {
  test.each<[string, Fault, message: RegExp, help: RegExp]>([
    [
      "403",
      faults.forbidden,
      /refuses the key \(403\): Method not allowed/,
      /browse, addObject, deleteObject, deleteIndex, settings and editSettings/,
    ],
    ["429", faults.rateLimited(), /takes no more requests for now \(429\)/, /limits of the plan/],
    ["500", faults.broken, /Algolia failed \(500\)/, /later/],
    ["a reset", faults.reset, /no host of Algolia can be reached: ECONNRESET/, /CIPGEN_ALGOLIA_HOST/],
    ["silence", faults.slow(60_000), /did not answer in time/, /network/],
    ["HTML", faults.html, /not Algolia's JSON/, /proxy or a sign-in page/],
    [
      "HTML of a proxy that forbids",
      { status: 403, body: "<h1>Forbidden</h1>" },
      /not Algolia's JSON \(403\)/,
      /proxy/,
    ],
    [
      "another refusal",
      { status: 400, body: '{"message":"Invalid object attributes"}' },
      /\(400\): Invalid object/,
      /what to change/,
    ],
  ])("of %s says what is wrong and what to do", async (_name, fault, message, help) => {
    const algolia = standIn();
    algolia.fault = ({ call }) => (call === "browse" ? fault : undefined);
    const { problem } = await push(algolia, next);
    expect(problem).toMatchObject({ code: "search-provider", severity: "error" });
    expect(problem?.message).toMatch(message);
    expect(problem?.help).toMatch(help);
    expect(problem?.help).toContain("The index cip is unchanged.");
  });

  test.each(
    Object.entries({ ...faults, slow: faults.slow(60_000), rateLimited: faults.rateLimited() }),
  )("of %s while records are sent is true: the live index is as it was, and there is no other", async (_name, fault) => {
    const algolia = standIn();
    algolia.fault = ({ call }) => (call === "batch" ? fault : undefined);
    const { problem } = await push(algolia, next);
    expect(problem?.help).toContain("The index cip is unchanged.");
    algolia.store.settle();
    expect(ids(algolia)).toEqual(old.map(({ objectID }) => objectID));
    expect(algolia.indexNames).toEqual([liveIndex]);
  });

  test("never repeats the key, even where the provider does", async () => {
    const algolia = standIn();
    algolia.fault = () => ({ status: 403, body: JSON.stringify({ message: `Key ${algolia.adminKey} may not` }) });
    expect((await push(algolia, next)).problem?.message).toContain("Key ***** may not");
  });
});

describe("temporary indices", () => {
  const abandoned = temporaryName(liveIndex, today - 2 * 3_600_000);

  test("that a killed push left are removed by the next one", async () => {
    const algolia = standIn();
    algolia.seed(abandoned, old);
    await push(algolia, next);
    algolia.store.settle();
    expect(algolia.indexNames).toEqual([liveIndex]);
  });

  test("that may belong to a push under way, to another index or to another program are left alone", async () => {
    const algolia = standIn();
    const others = [
      temporaryName(liveIndex, today - 60_000),
      temporaryName("cip_drafts", today - 2 * 3_600_000),
      `${liveIndex}_cipgen_archive`,
      `${liveIndex}_old`,
    ];
    for (const name of others) algolia.seed(name, old);
    await push(algolia, next);
    algolia.store.settle();
    expect(algolia.indexNames).toEqual([liveIndex, ...others].toSorted());
  });

  test("are no matter for a key that may not list indices", async () => {
    const algolia = standIn({ withheld: ["listIndexes"] });
    algolia.seed(abandoned, old);
    expect(await push(algolia, next)).toMatchObject({ value: { replaced: true }, diagnostics: [] });
  });

  test("that cannot be removed are named", async () => {
    const algolia = standIn();
    algolia.fault = ({ call }) =>
      call === "deleteIndex" ? faults.broken : call === "batch" ? faults.forbidden : undefined;
    const { diagnostics } = await push(algolia, next);
    algolia.store.settle();
    const [left] = algolia.indexNames.filter((name) => name !== liveIndex);
    expect(left).toBeDefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(["search-provider", "search-leftover"]);
    expect(diagnostics[1]).toMatchObject({ severity: "warning", message: expect.stringContaining(left ?? "") });
  });
});
