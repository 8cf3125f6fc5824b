/** The time of a push: whatever in it takes time goes by one budget, so that it ends. */
import type { Clock } from "../../net/clock.js";

/** The time that a push may take altogether, a part of which is kept back for cleaning up after it. */
export class Budget {
  readonly #end: number;
  #reserve: number;

  /** @param total and `reserve`, the part of it that is kept back, in milliseconds. */
  constructor(
    readonly clock: Clock,
    readonly total: number,
    reserve: number,
  ) {
    this.#end = clock.now() + total;
    this.#reserve = reserve;
  }

  /** Milliseconds that are left; none or less when time is up. */
  remaining(): number {
    return this.#end - this.#reserve - this.clock.now();
  }

  /** From here on the reserve may be spent. */
  releaseReserve(): void {
    this.#reserve = 0;
  }
}
