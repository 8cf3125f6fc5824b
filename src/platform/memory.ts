/** Keeps the memory of a large build small. */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Collects garbage now. V8 alone would let a heap of some hundred megabytes grow by two thirds before its next
 * collection; a build knows when most of its heap is garbage.
 */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/** In bytes. Collecting a smaller heap costs more time than it saves: a build of ten thousand redirects would take a third longer. */
const largeHeap = 128 * 1024 * 1024;

/** Collects garbage if the heap is large: for a caller that does not know how much of it is garbage. */
export function collectGarbageIfLarge(): void {
  if (getHeapStatistics().used_heap_size > largeHeap) collectGarbage();
}
