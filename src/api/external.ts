/** The environment for checking links to other sites: the network, the clock and the cache on disk. */
import { type Cache, noCache } from "../cache/cache.js";
import type { ExternalLink } from "../links/check.js";
import { checkExternal } from "../links/external.js";
import { anchorsBy } from "../links/external-anchors.js";
import { judgeBy } from "../links/external-outcome.js";
import {
  cached,
  type KnownOutcome,
  type OutcomeCache,
  once,
  retried,
  slowed,
  sparing,
  throttled,
} from "../links/external-policy.js";
import { headFirst, isPrivateSite, makeAsk } from "../links/external-request.js";
import type { Finding } from "../links/findings.js";
import { systemClock as clock } from "../net/clock.js";
import { programVersion } from "../runtime/program.js";

const seconds = 1000;
const days = 24 * 60 * 60 * seconds;
const cacheName = "external.json";

export interface ExternalRequest {
  /** Where answers are cached for a week; undefined for a site that is only checked. */
  notes?: Cache;
  /** Where the site is published: if that is in a private network, its links may lead there too. */
  siteUrl?: string;
  /** Whether fragments are looked for in the pages. */
  anchors?: boolean;
  onProgress?: (done: number, total: number) => void;
}

export async function findExternal(
  links: readonly ExternalLink[],
  { notes, siteUrl, anchors, onProgress = () => {} }: ExternalRequest,
): Promise<Finding[]> {
  const ask = makeAsk({
    timeout: 15 * seconds,
    userAgent: `cipgen/${programVersion()} (check-links)`,
    allowPrivate: siteUrl !== undefined && isPrivateSite(siteUrl),
  });
  const patience = { attempts: 3, pause: seconds, longestPause: 30 * seconds };
  const polite = throttled(slowed(sparing(ask), clock, patience), { perHost: 2, total: 32 });
  const patient = once(retried(headFirst(polite), clock, patience));
  const known: OutcomeCache = new Map((notes ?? noCache).readJson(cacheName) as [string, KnownOutcome][] | undefined);
  const save = () => notes?.write(cacheName, JSON.stringify([...known]));
  // Thousands of links take long: who stops the command asks for few of them again.
  let saving: NodeJS.Timeout | undefined;
  const saveSoon = () => {
    saving ??= setTimeout(() => {
      saving = undefined;
      save();
    }, seconds);
  };
  const findings = await checkExternal(
    links,
    cached(judgeBy(patient), known, clock, 7 * days, saveSoon),
    onProgress,
    anchors ? anchorsBy(polite) : undefined,
  ).finally(() => clearTimeout(saving));
  save();
  return findings;
}
