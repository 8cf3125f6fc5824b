/** The thread that reads the history of a site while the texts of today are parsed. */
import type { MessagePort } from "node:worker_threads";
import type { Series } from "../config/index.js";
import { reviveFunctions } from "../config/site-functions.js";
import { readHistory } from "../content/read/history.js";
import { noCache, openCache } from "../platform/cache.js";
import { describeVersionsOf } from "./describe-versions.js";
import type { HistoryShare } from "./history.js";

export async function run({ series: sent, seriesOf, cache, ...share }: HistoryShare, port: MessagePort): Promise<void> {
  const all = await Promise.all(sent.map(reviveFunctions));
  const series = new Map([...seriesOf].map(([path, index]) => [path, all[index] as Series]));
  const request = { ...share, ...describeVersionsOf({ ...share, series }), cache: cache ? openCache(cache) : noCache };
  port.postMessage(await readHistory(request));
}
