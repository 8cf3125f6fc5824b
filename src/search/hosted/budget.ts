/** The time budget of a push: everything in it uses the same budget, so that it ends. */
import type { Clock } from "../../net/retry.js";

/** The total time of a push, with a reserve for cleaning up. */
export class Budget {
  readonly #end: number;
  #reserve: number;

  /** @param total and `reserve`, the part of it for cleaning up, in milliseconds. */
  constructor(
    readonly clock: Clock,
    readonly total: number,
    reserve: number,
  ) {
    this.#end = clock.now() + total;
    this.#reserve = reserve;
  }

  /** Milliseconds that are left; zero or less when time is up. */
  remaining(): number {
    return this.#end - this.#reserve - this.clock.now();
  }

  /** From here on the reserve may be used. */
  releaseReserve(): void {
    this.#reserve = 0;
  }
}
