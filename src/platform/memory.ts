/** Keeps the memory of a large site small. */
import { setFlagsFromString } from "node:v8";

/**
 * Makes V8 collect garbage each time its heap has grown by a fifth. By default, a heap of some hundred megabytes grows to four
 * times what is in use. A build takes a tenth more processor time.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString("--heap-growing-percent=20");
}
