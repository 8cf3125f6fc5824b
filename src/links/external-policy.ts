/** Manners towards other sites, each a wrapper of its own: cached(judgeBy(once(retried(headFirst(throttled(slowed(ask))))))). */
import pLimit, { type LimitFunction } from "p-limit";
import type { Clock } from "../net/clock.js";
import { type Patience, retry, retryAfter } from "../net/retry.js";
import type { Judge, Outcome } from "./external-outcome.js";
import { type Answer, type Ask, isPrivateError, type Visit } from "./external-request.js";

/** At most so many requests at a time, to one host and in all. */
export function throttled(ask: Ask, { perHost, total }: { perHost: number; total: number }): Ask {
  const hosts = new Map<string, LimitFunction>();
  const all = pLimit(total);
  return (url, method) => {
    const host = hosts.get(url.host) ?? pLimit(perHost);
    hosts.set(url.host, host);
    return host(() => all(() => ask(url, method)));
  };
}

/** After "too many requests" nothing is asked of the host for as long as it wants; one that wants too long is not asked again. */
export function slowed(
  ask: Ask,
  clock: Clock,
  { pause, longestPause }: Pick<RetryOptions, "pause" | "longestPause">,
): Ask {
  const hosts = new Map<string, { until: number; refusal?: Answer }>();
  return async (url, method) => {
    for (let known = hosts.get(url.host); known; known = hosts.get(url.host)) {
      if (known.refusal) return known.refusal;
      const left = known.until - clock.now();
      if (left <= 0) break;
      await clock.sleep(left);
    }
    const answer = await ask(url, method);
    if (answer.status === 429) {
      const asked = retryAfter(answer.retryAfter, clock.now()) ?? pause;
      hosts.set(url.host, { until: clock.now() + asked, ...(asked > longestPause && { refusal: answer }) });
    }
    return answer;
  };
}

/** Each address once, however many links and redirects lead to it. */
export function once(visit: Visit): Visit {
  const answers = new Map<string, Promise<Answer>>();
  return (url) => {
    const key = url.href.replace(/#.*$/s, "");
    const answer = answers.get(key) ?? visit(url);
    answers.set(key, answer);
    return answer;
  };
}

export interface RetryOptions extends Patience {
  /** The longest pause in milliseconds that a host may ask for; one that asks for more is not asked again. */
  longestPause: number;
}

/** Asks again when the answer may be another one in a while. */
export function retried(visit: Visit, clock: Clock, options: RetryOptions): Visit {
  const { longestPause } = options;
  const pauseAfter = (outcome: Answer | Error, usual: number) => {
    if (outcome instanceof Error) return isLasting(outcome) ? undefined : usual;
    if (!passing.has(outcome.status)) return undefined;
    const asked = retryAfter(outcome.retryAfter, clock.now()) ?? usual;
    return asked <= Math.max(longestPause, usual) ? asked : undefined;
  };
  return (url) => retry(() => visit(url), pauseAfter, options, clock);
}

const passing = new Set([408, 429, 500, 502, 503, 504]);
/** Asking again does not help when there is no such host, or its certificate is not valid. */
const lasting = /^(?:ENOTFOUND|EPRIVATE|ERR_TLS|CERT_|DEPTH_|UNABLE_TO|SELF_SIGNED)/;

function isLasting(error: Error): boolean {
  return isPrivateError(error) || lasting.test((error as NodeJS.ErrnoException).code ?? "");
}

/** Outcomes by address, with the time of each. */
export interface KnownOutcome {
  outcome: Outcome;
  /** Milliseconds since 1970. */
  at: number;
}

/** By URL. */
export type OutcomeCache = Map<string, KnownOutcome>;

/** Remembers what was there. What was not is checked again each time: somebody is probably fixing it. */
export function cached(judge: Judge, cache: OutcomeCache, clock: Clock, maxAge: number): Judge {
  for (const [url, { at }] of cache) if (clock.now() - at > maxAge) cache.delete(url);
  return async (url) => {
    const known = cache.get(url);
    if (known) return known.outcome;
    const outcome = await judge(url);
    if (outcome.kind === "ok") cache.set(url, { outcome, at: clock.now() });
    return outcome;
  };
}
