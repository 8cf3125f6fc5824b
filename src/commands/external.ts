/** What `check-links --external` needs of the machine: the network, the clock, the cache on disk, and a line of progress. */
import { setTimeout } from "node:timers/promises";
import { type Cache, noCache } from "../cache/cache.js";
import type { ExternalLink } from "../links/check.js";
import { checkExternal } from "../links/external.js";
import { judgeBy } from "../links/external-outcome.js";
import {
  type Clock,
  cached,
  type KnownOutcome,
  type OutcomeCache,
  retried,
  throttled,
} from "../links/external-policy.js";
import { headFirst, isPrivateSite, makeAsk } from "../links/external-request.js";
import type { Finding } from "../links/findings.js";
import { programVersion } from "../runtime/program.js";
import type { Output } from "./output.js";

const seconds = 1000;
const days = 24 * 60 * 60 * seconds;
const cacheName = "external.json";

const clock: Clock = { now: () => Date.now(), sleep: (ms) => setTimeout(ms) };

/**
 * @param notes where answers are kept for a week; nowhere for a site that is only looked at.
 * @param siteUrl where the site is published: when that is in a private network, so may be what it links to.
 */
export async function findExternal(
  links: readonly ExternalLink[],
  notes: Cache | undefined,
  siteUrl: string | undefined,
  output: Output,
): Promise<Finding[]> {
  const ask = makeAsk({
    timeout: 15 * seconds,
    userAgent: `cipgen/${programVersion()} (check-links)`,
    allowPrivate: siteUrl !== undefined && isPrivateSite(siteUrl),
  });
  const polite = headFirst(throttled(ask, { perHost: 2, total: 32 }));
  const patient = retried(polite, clock, { attempts: 3, pause: seconds, longestPause: 30 * seconds });
  const known: OutcomeCache = new Map((notes ?? noCache).readJson(cacheName) as [string, KnownOutcome][] | undefined);
  const findings = await checkExternal(links, cached(judgeBy(patient), known, clock, 7 * days), progress(output));
  notes?.write(cacheName, JSON.stringify([...known]));
  return findings;
}

/** A line that is written over, for somebody who waits at a terminal. */
function progress(output: Output): (done: number, total: number) => void {
  if (!process.stderr.isTTY) return () => {};
  return (done, total) => output.talk(done < total ? `\rOther sites: ${done} of ${total}` : "\r\u001b[K");
}
