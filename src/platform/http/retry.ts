/**
 * Retries, in one way for the whole program: after doubling pauses, or as long as the other side asks for. Libraries
 * use the system's clock, and do not know the pause that an answer asks for.
 */
import { setTimeout } from "node:timers/promises";

export interface Patience {
  /** Attempts in all. */
  attempts: number;
  /** First pause in milliseconds; each further one is twice as long. */
  pause: number;
}

/**
 * Repeats attempts until an outcome is final or the attempts are used up.
 * @param pauseAfter how long to wait before another attempt, or undefined if none would help. Errors are outcomes as
 * well. It gets the usual pause.
 * @returns the last outcome; rejects with the last error.
 */
export async function retry<Outcome>(
  attempt: () => Promise<Outcome>,
  pauseAfter: (outcome: Outcome | Error, usual: number) => number | undefined,
  { attempts, pause }: Patience,
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

/** The header Retry-After: seconds, or a date (RFC 9110, 10.2.3), as milliseconds from now. */
export function retryAfter(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  // Other numbers would be read as a month or a year.
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
