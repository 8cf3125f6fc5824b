/** What `check-links --external` needs of the machine: the network, the clock, the cache on disk, and a line of progress. */
import { setTimeout } from "node:timers/promises";
import type { ExternalLink } from "../links/check.js";
import { checkExternal } from "../links/external.js";
import { judgeBy } from "../links/external-outcome.js";
import { type Clock, cached, type OutcomeCache, retried, throttled } from "../links/external-policy.js";
import { headFirst, isPrivateSite, makeAsk } from "../links/external-request.js";
import type { Finding } from "../links/findings.js";
import { readCache, writeCache } from "../pipeline/cache-file.js";
import type { Output } from "./output.js";
import { programVersion } from "./program.js";

const seconds = 1000;
const days = 24 * 60 * 60 * seconds;
const cacheName = "external.json";

const clock: Clock = { now: () => Date.now(), sleep: (ms) => setTimeout(ms) };

/**
 * @param root folder of the cache; none for a site that is only looked at.
 * @param siteUrl where the site is published: when that is in a private network, so may be what it links to.
 */
export async function findExternal(
  links: readonly ExternalLink[],
  root: string | undefined,
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
  const saved = root === undefined ? undefined : await readCache(root, cacheName);
  const cache: OutcomeCache = new Map(Array.isArray(saved) ? saved : []);
  const findings = await checkExternal(links, cached(judgeBy(patient), cache, clock, 7 * days), progress(output));
  if (root !== undefined) await writeCache(root, cacheName, [...cache]);
  return findings;
}

/** A line that is written over, for somebody who waits at a terminal. */
function progress(output: Output): (done: number, total: number) => void {
  if (!process.stderr.isTTY) return () => {};
  return (done, total) => output.talk(done < total ? `\rOther sites: ${done} of ${total}` : "\r\u001b[K");
}
