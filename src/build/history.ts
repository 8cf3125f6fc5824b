/** Reads the history of a site: the versions of its texts with their metadata, and the changes of status. */
import { createHash } from "node:crypto";
import { type SentFunctions, type Series, type SiteConfig, sentFunctions } from "../config/index.js";
import { formerFileName } from "../content/parse/file-name.js";
import type { TextHistory } from "../content/read/file-versions.js";
import { type Description, type HistoryRequest, readHistory } from "../content/read/history.js";
import type { Cache, CacheOptions } from "../platform/cache.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import { hasThreads, runThread } from "../platform/threads.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { FileHistory, Version } from "../shared/history.js";
import { statusChanges } from "../site/history/statuses.js";
import type { Seniority } from "../site/model/site.js";
import { type DescribedTexts, describeVersionsOf } from "./describe-versions.js";
import type { Inputs } from "./inputs.js";

/** The history of a site. */
export interface SiteHistory {
  /** By path relative to the root. */
  files: Map<string, FileHistory>;
  /** Day of the newest commit, by id of each series whose proposals have a history. Empty with `history: false`. */
  ends: Map<string, string>;
  /** Known for texts in repositories with a complete history. */
  seniority: Seniority;
}

/** Reports the newest of the versions that could not be read, and the number of all. */
function leftOut(file: string, { commit, unread }: Version, count: number): Diagnostic {
  const remark = count > 1 ? `, and ${count - 1} more` : "";
  return diagnose("history-left-out", `the text of commit ${commit} is left out of the history${remark}: ${unread}`, {
    file,
    help: "The page shows the other versions. Set a larger maxFileSize for longer texts, or run git fetch --refetch for texts that the clone lacks.",
  });
}

/** Version of the cached facts. It must change when other facts of a version are read. */
const factsVersion = 13;

/** The input of a thread that reads the history of a site. */
export interface HistoryShare
  extends Omit<HistoryRequest, keyof Description | "cache">,
    Omit<DescribedTexts, "series"> {
  series: readonly SentFunctions<Series>[];
  /** Indexes of series, by path of a proposal. */
  seriesOf: ReadonlyMap<string, number>;
  /** Undefined without a cache. */
  cache: CacheOptions | undefined;
}

/** From this number of proposals on, a thread saves more time than its start takes. */
const fewTexts = 300;

/** Reads the history in a thread, while texts are parsed. @returns undefined if no thread is started. */
function readInThread(request: Omit<HistoryRequest, keyof Description>, { series, ...described }: DescribedTexts) {
  if (series.size < fewTexts || !hasThreads()) return undefined;
  const members = [...new Set(series.values())];
  const sent = members.flatMap((member) => sentFunctions(member) ?? []);
  if (sent.length < members.length) return undefined;
  const seriesOf = new Map([...series].map(([path, member]) => [path, members.indexOf(member)]));
  const share: HistoryShare = { ...request, ...described, series: sent, seriesOf, cache: request.cache.options };
  return new Promise<Result<TextHistory>>((resolve, reject) => {
    runThread("history", share, resolve).catch(reject);
  });
}

export async function siteHistory(
  root: string,
  config: SiteConfig,
  { roles }: Pick<Inputs, "roles">,
  cache: Cache,
): Promise<Result<SiteHistory>> {
  const isRead = config.history !== false;
  const series = new Map(
    [...roles].flatMap(([path, role]): [string, Series][] => (role.kind === "proposal" ? [[path, role.series]] : [])),
  );
  const described: DescribedTexts = { maxFileSize: config.maxFileSize, series };
  const stamp = createHash("sha256")
    .update(JSON.stringify([factsVersion, isRead, config.series, config.maxFileSize]))
    .digest("base64");
  const request = {
    root,
    // If links give a file several names, the name of a proposal comes first, because only the first is described.
    files: [...roles.keys()].sort((a, b) => Number(series.has(b)) - Number(series.has(a))),
    stamp,
    cache,
  };
  const description = { ...describeVersionsOf(described), ...(!isRead && { describe: undefined }) };
  const reading = isRead ? readInThread(request, described) : undefined;
  const { value, diagnostics } = await (reading ?? readHistory({ ...request, ...description }));
  const files = new Map<string, FileHistory>();
  const ends = new Map<string, string>();
  for (const [path, all] of value.versions) {
    const seriesOfText = series.get(path);
    const unread = all.filter((version) => version.unread !== undefined);
    if (unread[0]) diagnostics.push(leftOut(path, unread[0], unread.length));
    const versions = unread.length > 0 ? all.filter((version) => version.unread === undefined) : all;
    files.set(path, {
      created: all.at(-1)?.day ?? "",
      updated: all[0]?.day ?? "",
      versions: isRead ? versions : [],
      statuses: isRead && seriesOfText ? statusChanges(versions, seriesOfText) : [],
    });
    const end = value.ends.get(path);
    // Proposals of a series may be in several repositories.
    const isLater =
      isRead && seriesOfText && !roles.get(path)?.locale && (end ?? "") > (ends.get(seriesOfText.id) ?? "");
    if (isLater && end) ends.set(seriesOfText.id, end);
  }
  const seniority = seniorityIn(value, series, isRead);
  return { value: { files, ends, seniority }, diagnostics: isRead ? diagnostics : [] };
}

/** @param isRead whether the metadata of all versions was read. Otherwise only their file names tell a number. */
function seniorityIn(
  { versions, complete }: TextHistory,
  allSeries: ReadonlyMap<string, Series>,
  isRead: boolean,
): Seniority {
  return {
    isOld: (path) => (complete.has(path) ? versions.has(path) : undefined),
    since(path, number) {
      const series = allSeries.get(path);
      const named = (former: string) => series && formerFileName(former, series).number;
      const has = (version: { path: string; number?: number }) =>
        series?.numbers === "none" ||
        (version.number ?? named(version.path) ?? (isRead ? undefined : number)) === number;
      return versions.get(path)?.findLast(has)?.order;
    },
    day: (path) => versions.get(path)?.at(-1)?.day,
  };
}
