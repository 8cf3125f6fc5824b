/** A clock that waits in no time: what would take minutes is tested in milliseconds. */
import type { Clock } from "../../src/net/retry.js";

export class VirtualClock implements Clock {
  #time: number;
  /** How long the program chose to wait, each time, in milliseconds. */
  readonly waits: number[] = [];

  constructor(start = 0) {
    this.#time = start;
  }

  now(): number {
    return this.#time;
  }

  sleep(ms: number): Promise<void> {
    this.advance(ms);
    this.waits.push(ms);
    return Promise.resolve();
  }

  advance(ms: number): void {
    this.#time += ms;
  }
}
