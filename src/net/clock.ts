/** The clock for everything that waits for the network, so that tests need not wait. */
import { setTimeout } from "node:timers/promises";

export interface Clock {
  /** Milliseconds since 1970; never goes back. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms) => setTimeout(ms),
};
