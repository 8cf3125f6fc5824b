/** How much memory a large build takes. */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Collects garbage now. After its first collection, V8 lets a heap of some hundred megabytes grow by two thirds, in the hope that this is not
 * garbage too. A build knows when most of it is.
 */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/** Bytes that a heap has at least if a collection is to be worth its time: ten thousand redirects need less, and would take a third longer. */
const largeHeap = 128 * 1024 * 1024;

/** The same, where much of the heap may be garbage, if it is large. */
export function collectIfLarge(): void {
  if (getHeapStatistics().used_heap_size > largeHeap) collectGarbage();
}
