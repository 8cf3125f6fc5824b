/** Series in a form for threads: their hooks are made again there. */
import type { ReadText } from "./read-text.js";
import type { Series } from "./resolve.js";
import { type FunctionOrigin, functionAt, originOf } from "./site-functions.js";

/** A series that can be passed to a thread, and the origin of its hook. */
export interface SentReader {
  series: Series;
  origin: FunctionOrigin;
}

/** All series of a site in a form for threads, in their order. @returns undefined if only this thread can call one of their hooks. */
export function sentSeries(all: readonly Series[]): { series: Series[]; readers: SentReader[] } | undefined {
  const series: Series[] = [];
  const readers: SentReader[] = [];
  for (const one of all) {
    const { read, ...plain } = one;
    const origin = read && originOf(read);
    if (read && !origin) return undefined;
    series.push(plain);
    if (origin) readers.push({ series: plain, origin });
  }
  return { series, readers };
}

/** Makes the hooks of series that were passed to a thread. */
export async function reviveReaders(readers: readonly SentReader[]): Promise<void> {
  for (const { series, origin } of readers) series.read = await functionAt<ReadText>(origin);
}
