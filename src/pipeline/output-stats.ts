/** The place in the cache of the sizes and times of an output's files; see `StatStore`. */
import { createHash } from "node:crypto";
import type { Cache } from "../cache/cache.js";
import type { StatStore } from "../emit/former.js";

/** @param out absolute path of the output: a site may have several. */
export function outputStats(cache: Cache, out: string): StatStore {
  const name = `output/${createHash("sha256").update(out).digest("hex").slice(0, 16)}.json`;
  return { load: () => cache.readJson(name), save: (stats) => cache.write(name, JSON.stringify(stats)) };
}
