/** Hooks of a configuration: they get their digest when it is loaded, and are recreated in each thread. */
import { createHash } from "node:crypto";
import { environmentIn } from "../runtime/environment.js";
import { moduleOf, noteModule, type ReadText } from "./read-text.js";
import type { Series, SiteConfig } from "./resolve.js";
import { runBundle } from "./run-bundle.js";

/**
 * @param code the bundled configuration.
 * @param packages text of its imports from other packages.
 * @returns the configuration, in which each series that has a hook has its digest as well.
 */
export function withReadStamps(
  config: SiteConfig,
  code: string,
  root: string,
  packages: readonly string[],
): SiteConfig {
  if (!config.series.some(({ read }) => read)) return config;
  const hash = createHash("sha256").update(code).update(environmentIn(code));
  for (const text of packages) hash.update(text).update(environmentIn(text));
  const readStamp = hash.digest("hex").slice(0, 32);
  const series = config.series.map((one, index): Series => {
    if (!one.read) return one;
    noteModule(one.read, { code, root, index });
    return { ...one, readStamp };
  });
  return { ...config, series };
}

/** A series that can be passed to a thread, and the data to recreate its hook there. */
export interface SentReader {
  series: Series;
  code: string;
  root: string;
  index: number;
}

/** @returns undefined for a hook of unknown origin: only this thread can call it. */
function sentReader(series: Series): SentReader | undefined {
  const { read, ...plain } = series;
  const module = read && moduleOf(read);
  return module && { series: plain, ...module };
}

/** All series of a site in a form for threads, in their order. @returns undefined if one has a hook of unknown origin. */
export function sentSeries(all: readonly Series[]): { series: Series[]; readers: SentReader[] } | undefined {
  const sent = all.map((series) => (series.read ? sentReader(series) : { series }));
  if (!sent.every((one) => one !== undefined)) return undefined;
  return { series: sent.map(({ series }) => series), readers: sent.filter((one) => "code" in one) };
}

/** Recreates the hooks of series that were passed to a thread. */
export async function reviveReaders(readers: readonly SentReader[]): Promise<void> {
  for (const { series, code, root, index } of readers) {
    // The module is imported once, however many series it has.
    const { series: written } = (await runBundle(Buffer.from(code), root)) as { series: { read?: ReadText }[] };
    const read = written[index]?.read;
    if (!read) throw new Error(`series[${index}].read is missing when the configuration is loaded again`);
    noteModule(read, { code, root, index });
    series.read = read;
  }
}
