/** Pushes at which anything may go wrong at any request: whatever does, readers find the old records or the new ones. */
import { expect, test } from "vitest";
import { indexSettings } from "../../../../src/search/hosted/api.js";
import type { SearchRecord } from "../../../../src/shared/search.js";
import { type Fault, faults } from "../../../support/algolia-calls.js";
import { AlgoliaStandIn } from "../../../support/algolia-server.js";
import { liveIndex, push } from "../../../support/push.js";
import { makeRecord, makeRecords } from "../../../support/records.js";
import { runs } from "../../../support/runs.js";

const pushes = runs(60);

/** Numbers from 0 to 1, the same for the same seed: Mulberry32, after Tommy Ettinger. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function randomFault(random: () => number): Fault {
  const all: Fault[] = [
    faults.forbidden,
    faults.rateLimited(),
    faults.rateLimited(Math.floor(random() * 200)),
    faults.broken,
    { ...faults.broken, applied: true },
    faults.reset,
    faults.lost,
    faults.slow(random() * 60_000),
    faults.html,
    { ...faults.html, applied: true },
    { status: 200, body: "{}" },
  ];
  return all[Math.floor(random() * all.length)] ?? faults.broken;
}

const written = (records: readonly { objectID: string }[] | undefined) =>
  JSON.stringify(records?.toSorted((a, b) => (a.objectID < b.objectID ? -1 : 1)) ?? null);

/** What a build makes of what an earlier one made: some records gone, some changed, some new. */
function nextRecords(old: readonly SearchRecord[], random: () => number): SearchRecord[] {
  const kept = old.filter(() => random() > 0.1);
  const changed = kept.map((record) => (random() < 0.2 ? { ...record, content: `Changed ${random()}` } : record));
  return [...changed, ...Array.from({ length: 1 + random() * 5 }, (_, n) => makeRecord(`new${n}`))];
}

/** @returns whether the push came through. */
async function faultyPush(seed: number): Promise<boolean> {
  const random = randomNumbers(seed);
  const algolia = new AlgoliaStandIn({ pollsUntilPublished: Math.floor(random() * 4) });
  const isFirst = random() < 0.2;
  const old = makeRecords(20);
  if (!isFirst) algolia.seed(liveIndex, old, random() < 0.5 ? indexSettings : {});
  const next = nextRecords(old, random);
  const [before, after] = [written(isFirst ? undefined : old), written(next)];

  const rate = random() * 0.4;
  // From some request on, nothing may work any more.
  const outage = random() < 0.3 ? { from: Math.floor(random() * 25), fault: randomFault(random) } : undefined;
  const seen = new Set<string>();
  let removalFailed = false;
  algolia.fault = ({ call }) => {
    seen.add(written(algolia.records(liveIndex)));
    const isOut = outage !== undefined && algolia.requests.length > outage.from;
    const fault = isOut ? outage.fault : random() < rate ? randomFault(random) : undefined;
    if (call === "deleteIndex") removalFailed = fault !== undefined;
    return fault;
  };
  const { value, elapsed, diagnostics } = await push(algolia, next, { full: random() < 0.3, force: true });
  algolia.store.settle();
  seen.add(written(algolia.records(liveIndex)));

  expect([...seen].filter((state) => state !== before && state !== after)).toEqual([]);
  expect(elapsed).toBeLessThanOrEqual(120_000);
  if (value) expect(written(algolia.records(liveIndex))).toBe(after);
  else expect(diagnostics.map(({ code }) => code)).toContain("search-provider");
  const left = algolia.indexNames.filter((name) => name !== liveIndex);
  if (left.length > 0) {
    expect(removalFailed).toBe(true);
    expect(diagnostics.map(({ message }) => message).join()).toContain(left[0]);
  }
  return value !== undefined;
}

test(`after each of ${pushes} failing pushes, the live index is the old one or the new one, and no copy is left`, async () => {
  const outcomes: boolean[] = [];
  for (let seed = 1; seed <= pushes; seed++) {
    outcomes.push(
      await faultyPush(seed).catch((error) => {
        throw new Error(`seed ${seed}`, { cause: error });
      }),
    );
  }
  // Neither kind is rare: otherwise the faults would test nothing.
  expect(outcomes.filter(Boolean).length).toBeGreaterThan(pushes / 5);
  expect(outcomes.filter((came) => !came).length).toBeGreaterThan(pushes / 5);
});
