/** The request policy for other sites, as composed wrappers: cached(judgeBy(retried(headFirst(throttled(slowed(sparing(ask))))))). */
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
import type { LinkJudge, LinkOutcome } from "./external.js";

/** HEAD, and GET if that is refused or not answered: some hosts do not support HEAD, and respond in many ways. */
export function headFirst(ask: Ask): Visit {
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
export function throttled(ask: Ask, { perHost, total }: { perHost: number; total: number }): Ask {
  const hosts = new Map<string, LimitFunction>();
  const all = pLimit(total);
  return (url, method) => {
    const host = hosts.get(url.host) ?? pLimit(perHost);
    hosts.set(url.host, host);
    return host(() => all(() => ask(url, method)));
  };
}

/** After "too many requests", waits as long as the host asks for; if that is too long, the host gets no more requests. */
export function slowed(
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

/** Numbers of requests after which a host that answered none of them is silent. A HEAD without an answer is followed by a GET. */
const enough = { HEAD: 2, GET: 6 };

/**
 * Sends no more requests to a silent host, and rejects as the last one did: hundreds of links to it would take hours.
 * Inside of the limit of requests, because the others wait there while the first ones time out.
 */
export function sparing(ask: Ask): Ask {
  const hosts = new Map<string, { answers: boolean; timeouts: number; last?: unknown }>();
  return async (url, method) => {
    const kind = method === "HEAD" ? "HEAD" : "GET";
    const key = `${kind} ${url.host}`;
    const host = hosts.get(key) ?? { answers: false, timeouts: 0 };
    hosts.set(key, host);
    if (!host.answers && host.timeouts >= enough[kind]) throw host.last;
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

/** Retries when a later answer may differ. */
export function retried(visit: Visit, clock: Clock, options: RetryOptions): Visit {
  const { longestPause } = options;
  const pauseAfter = (outcome: HttpAnswer | Error, usual: number) => {
    if (outcome instanceof Error) return isPermanentError(outcome) ? undefined : usual;
    if (!passing.has(outcome.status)) return undefined;
    const delay = Math.max(retryAfter(outcome.retryAfter, clock.now()) ?? 0, usual);
    return delay <= Math.max(longestPause, usual) ? delay : undefined;
  };
  return (url) => retry(() => visit(url), pauseAfter, options, clock);
}

const passing = new Set([408, 429, 500, 502, 503, 504]);
/** Outcomes by address, with the time of each. */
export interface KnownOutcome {
  outcome: LinkOutcome;
  /** Milliseconds since 1970. */
  at: number;
}

/** By URL. */
export type OutcomeCache = Map<string, KnownOutcome>;

/**
 * Caches good answers. Broken links are checked again each time, because they are probably being fixed.
 * @param onAdded called after each new one.
 */
export function cached(
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
