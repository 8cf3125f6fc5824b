/**
 * The program's one way to retry: after doubling pauses, or after the pause that an answer asks for. Libraries for this
 * take neither a clock for tests nor a pause from an answer.
 */
import { setTimeout } from "node:timers/promises";

export interface RetryLimits {
  /** Attempts in all. */
  attempts: number;
  /** First pause in milliseconds; each further one is twice as long. */
  pause: number;
}

/**
 * Repeats attempts until an outcome is final or the attempts are used up.
 * @param pauseAfter gets an outcome, which may be an error, and the usual pause. It returns how long to wait before
 * another attempt, or undefined if none would help.
 * @returns the last outcome; rejects with it if it is an error.
 */
export async function retry<Outcome>(
  attempt: () => Promise<Outcome>,
  pauseAfter: (outcome: Outcome | Error, usual: number) => number | undefined,
  { attempts, pause }: RetryLimits,
  clock: Clock,
): Promise<Outcome> {
  for (let count = 1; ; count++) {
    const outcome = await attempt().catch((error: Error) => error);
    const delay = count < attempts ? pauseAfter(outcome, pause * 2 ** (count - 1)) : undefined;
    if (delay !== undefined) await clock.sleep(delay);
    else if (outcome instanceof Error) throw outcome;
    else return outcome;
  }
}

/** Reads the header Retry-After: seconds, or a date (RFC 9110, 10.2.3). @returns milliseconds from now, or undefined if it has neither. */
export function retryAfter(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  // `Date.parse` would read a number as a month or a year.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

export interface Clock {
  /** Milliseconds since 1970; never goes back. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms) => setTimeout(ms),
};
