/** A push in memory, against the stand-in for Algolia and on a clock that waits in no time. */
import { type PushRequest, pushRecords } from "../../src/search/hosted/push.js";
import type { SearchRecord } from "../../src/shared/search.js";
import type { AlgoliaStandIn } from "./algolia-server.js";
import { VirtualClock } from "./clock.js";

export const liveIndex = "cip";

export async function push(
  algolia: AlgoliaStandIn,
  records: readonly SearchRecord[],
  options: Partial<Pick<PushRequest, "full" | "force">> = {},
) {
  // A moment of today's size: the names of copies are made of it.
  const clock = new VirtualClock(Date.UTC(2026, 0, 1));
  const start = clock.now();
  const steps: string[] = [];
  const result = await pushRecords({
    records,
    index: liveIndex,
    provider: { appId: algolia.appId, adminKey: algolia.adminKey, requester: algolia.requester(clock), clock },
    full: false,
    force: false,
    onProgress: (step) => steps.push(step),
    ...options,
  });
  const [problem] = result.diagnostics;
  return { ...result, problem, steps, waits: clock.waits, elapsed: clock.now() - start };
}
