/** How much memory a large build takes. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Collects garbage now. After its first collection, V8 lets a heap of some hundred megabytes grow by two thirds, in the hope that this is not
 * garbage too. A build knows when most of it is.
 */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
