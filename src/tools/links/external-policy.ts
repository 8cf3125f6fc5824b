/** The request policy for other sites, as composed wrappers: withCache(createJudge(withRetries(withHeadFirst(withConcurrencyLimit(withHostPauses(withoutSilentHosts(ask))))))). */
import pLimit, { type LimitFunction } from "p-limit";
import {
  type Ask,
  type HttpAnswer,
  isPermanentError,
  isPrivateError,
  isTimeout,
  type Visit,
} from "../../platform/http/http.js";
import { type Clock, type RetryLimits, retry, retryAfter } from "../../platform/http/retry.js";
import { getOrAdd } from "../../shared/lazy.js";
import type { LinkJudge, LinkOutcome } from "./external.js";

/** Sends HEAD, and then GET if that fails: hosts without support for HEAD respond in many ways. */
export function withHeadFirst(ask: Ask): Visit {
  // A host that does not answer one HEAD answers none.
  const silent = new Set<string>();
  return async (url) => {
    if (silent.has(url.host)) return ask(url, "GET");
    const answer = await ask(url, "HEAD").catch((error) => {
      if (isPrivateError(error)) throw error;
      if (isTimeout(error)) silent.add(url.host);
      return undefined;
    });
    return answer && ((answer.status >= 200 && answer.status < 400) || answer.status === 429)
      ? answer
      : ask(url, "GET");
  };
}

/** Limits the number of concurrent requests, per host and in all. */
export function withConcurrencyLimit(ask: Ask, { perHost, total }: { perHost: number; total: number }): Ask {
  const hosts = new Map<string, LimitFunction>();
  const everyHost = pLimit(total);
  return (url, method) => {
    const host = getOrAdd(hosts, url.host, () => pLimit(perHost));
    return host(() => everyHost(() => ask(url, method)));
  };
}

/** After "too many requests", waits as long as the host asks for; if that is too long, repeats its refusal for all further requests. */
export function withHostPauses(
  ask: Ask,
  clock: Clock,
  { pause, longestPause }: Pick<RetryOptions, "pause" | "longestPause">,
): Ask {
  const hosts = new Map<string, { until: number; refusal?: HttpAnswer }>();
  return async (url, method) => {
    for (let host = hosts.get(url.host); host; host = hosts.get(url.host)) {
      if (host.refusal) return host.refusal;
      const remaining = host.until - clock.now();
      if (remaining <= 0) break;
      await clock.sleep(remaining);
    }
    const answer = await ask(url, method);
    if (answer.status === 429) {
      const delay = Math.max(retryAfter(answer.retryAfter, clock.now()) ?? 0, pause);
      hosts.set(url.host, { until: clock.now() + delay, ...(delay > longestPause && { refusal: answer }) });
    }
    return answer;
  };
}

/** The number of unanswered requests after which a host counts as silent. */
const silentAfter = { HEAD: 2, GET: 6 };

/**
 * Sends no more requests to a silent host, and rejects them with its last error: the timeouts of hundreds of links would take hours.
 * It goes inside the limit of concurrent requests, so that waiting requests see the timeouts of those before them.
 */
export function withoutSilentHosts(ask: Ask): Ask {
  const hosts = new Map<string, { answers: boolean; timeouts: number; last: unknown }>();
  return async (url, method) => {
    const kind = method === "HEAD" ? "HEAD" : "GET";
    const key = `${kind} ${url.host}`;
    const host = getOrAdd(hosts, key, () => ({ answers: false, timeouts: 0, last: undefined }));
    if (!host.answers && host.timeouts >= silentAfter[kind]) throw host.last;
    try {
      const answer = await ask(url, method);
      host.answers = true;
      return answer;
    } catch (error) {
      if (isTimeout(error)) Object.assign(host, { timeouts: host.timeouts + 1, last: error });
      // A reset or a refusal is a sign of life, and takes no time.
      else host.answers = true;
      throw error;
    }
  };
}

interface RetryOptions extends RetryLimits {
  /** The longest accepted pause in milliseconds; a host that asks for more gets no more requests. */
  longestPause: number;
}

/** Repeats a visit after a failure that may pass. */
export function withRetries(visit: Visit, clock: Clock, options: RetryOptions): Visit {
  const { longestPause } = options;
  const pauseAfter = (outcome: HttpAnswer | Error, usual: number) => {
    if (outcome instanceof Error) return isPermanentError(outcome) ? undefined : usual;
    if (!temporaryFailures.has(outcome.status)) return undefined;
    const delay = Math.max(retryAfter(outcome.retryAfter, clock.now()) ?? 0, usual);
    return delay <= Math.max(longestPause, usual) ? delay : undefined;
  };
  return (url) => retry(() => visit(url), pauseAfter, options, clock);
}

/** Statuses of failures that may have passed when a later request is sent. */
const temporaryFailures = new Set([408, 429, 500, 502, 503, 504]);

/** An outcome, and when it was stored. */
export interface StoredOutcome {
  outcome: LinkOutcome;
  /** Milliseconds since 1970. */
  at: number;
}

/** By URL. */
export type OutcomeCache = Map<string, StoredOutcome>;

/**
 * Caches good outcomes. Broken links are checked again each time, because they are probably being fixed.
 * @param maxAge milliseconds after which an outcome is dropped.
 * @param onAdded called after an outcome was stored.
 */
export function withCache(
  judge: LinkJudge,
  cache: OutcomeCache,
  clock: Clock,
  maxAge: number,
  onAdded: () => void = () => {},
): LinkJudge {
  for (const [url, { at: time }] of cache) if (clock.now() - time > maxAge) cache.delete(url);
  return async (url) => {
    const cachedOutcome = cache.get(url);
    if (cachedOutcome) return cachedOutcome.outcome;
    const outcome = await judge(url);
    if (outcome.kind !== "ok") return outcome;
    cache.set(url, { outcome, at: clock.now() });
    onAdded();
    return outcome;
  };
}
