/** The history of a site's texts: the texts that have one, the metadata of each version, and the derived changes. */
import { createHash } from "node:crypto";
import type { Cache } from "../cache/cache.js";
import { fillPattern, type Series, type SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import { type SourceSection, sectionChanges, sourceSections } from "../history/sections.js";
import { statusChanges } from "../history/statuses.js";
import type { Seniority } from "../model/seniority.js";
import { formerFileName } from "../parse/file-name.js";
import { versionReader } from "../parse/version-facts.js";
import type { TextHistory } from "../read/file-versions.js";
import { type Describe, readHistory } from "../read/history.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { FileHistory, Version, VersionFacts } from "../shared/history.js";
import type { Inputs } from "./inputs.js";

/** The former address of a version, by its file name and its metadata. */
function routeOf(path: string, { number, category }: VersionFacts, series: Series): { route?: string } {
  const name = formerFileName(path, series);
  const { slug, status } = name;
  const parts = { number: number ?? name.number, category: category ?? "", slug, status };
  const isMissing = Object.entries(parts).some(
    ([part, value]) => series.permalink.includes(`{${part}}`) && (value ?? "") === "",
  );
  if (parts.number === undefined || isMissing) return {};
  return { route: fillPattern(series.permalink, series, { ...parts, number: parts.number }) };
}

/** The history of a site. */
export interface SiteHistory {
  /** By path relative to the root. */
  files: Map<string, FileHistory>;
  /** Day of the newest commit, by id of each series whose proposals have a history; none with `history: false`. */
  ends: Map<string, string>;
  /** Known for texts in repositories with a complete history. */
  seniority: Seniority;
  /** Identifies all of it. */
  digest: string;
}

/** @param newest of the versions that could not be read. */
function leftOut(file: string, { commit, unread }: Version, count: number): Diagnostic {
  const others = count > 1 ? `, and ${count - 1} more` : "";
  return diagnose("history-left-out", `the text of commit ${commit} is left out of the history${others}: ${unread}`, {
    file,
    help: "The page shows the other versions. Git keeps this one whatever is committed: a larger maxFileSize in the configuration reads longer texts, and git fetch --refetch gets what the clone lacks.",
  });
}

/** Must change when other facts of a version are read, or other versions of a text. */
const form = 10;

interface ReadVersion {
  path: string;
  text: string;
  series: Series | undefined;
  fields: VersionFacts;
  route: { route?: string } | undefined;
  sections: SourceSection[];
}

export async function siteHistory(
  root: string,
  config: SiteConfig,
  { roles }: Pick<Inputs, "roles">,
  cache: Cache,
): Promise<Result<SiteHistory>> {
  const isWanted = config.history !== false;
  const seriesOf = (path: string) => {
    const role = roles.get(path);
    return role?.kind === "proposal" ? role.series : undefined;
  };
  const readFields = versionReader(config.linkSchemes);
  // Versions come in order, so the one before is the last one read.
  let last: ReadVersion | undefined;
  const read = (path: string, text: string, series: Series | undefined): ReadVersion => {
    const { body, ...fields } = readFields({ path, text }, series);
    const isAlike =
      last?.path === path &&
      last.series === series &&
      last.fields.number === fields.number &&
      last.fields.category === fields.category;
    const route = isAlike ? last?.route : series && routeOf(path, fields, series);
    return { path, text, series, fields, route, sections: sourceSections(body) };
  };
  const describe: Describe = (path, version, before) => {
    const series = seriesOf(path);
    const isLast = last?.text === before && last?.path === version.path && last.series === series;
    const former = isLast || before === undefined ? last : read(version.path, before, series);
    const present = read(version.path, version.text, series);
    last = present;
    const facts = { ...present.fields, ...present.route };
    if (before === undefined || !former) return facts;
    return { ...facts, changes: sectionChanges(former.sections, present.sections) };
  };
  const stamp = createHash("sha256")
    .update(JSON.stringify([form, isWanted, config.series, config.maxFileSize, config.linkSchemes]))
    .digest("base64");
  const { value, diagnostics } = await readHistory({
    root,
    // If links give a file several names, the one of a proposal is described.
    files: [...roles.keys()].sort(
      (one, other) => Number(seriesOf(other) !== undefined) - Number(seriesOf(one) !== undefined),
    ),
    describe: isWanted ? describe : undefined,
    roleOf: (path) => seriesOf(path)?.id ?? "",
    metadataOf: (path) => {
      const metadata = seriesOf(path)?.metadata;
      return typeof metadata === "object" ? metadata.file : undefined;
    },
    maxFileSize: config.maxFileSize,
    stamp,
    cache,
  });
  const files = new Map<string, FileHistory>();
  const ends = new Map<string, string>();
  for (const [path, all] of value.versions) {
    const series = seriesOf(path);
    const unread = all.filter((version) => version.unread !== undefined);
    if (unread[0]) diagnostics.push(leftOut(path, unread[0], unread.length));
    const versions = unread.length > 0 ? all.filter((version) => version.unread === undefined) : all;
    files.set(path, {
      created: all.at(-1)?.day ?? "",
      updated: all[0]?.day ?? "",
      versions: isWanted ? versions : [],
      statuses: isWanted && series ? statusChanges(versions, series) : [],
    });
    const end = value.ends.get(path);
    // Proposals of a series may be in several repositories.
    const isLater = isWanted && series && !roles.get(path)?.locale && (end ?? "") > (ends.get(series.id) ?? "");
    if (isLater && end) ends.set(series.id, end);
  }
  const seniority = seniorityIn(value, seriesOf, isWanted);
  return { value: { files, ends, seniority, digest: value.digest }, diagnostics: isWanted ? diagnostics : [] };
}

/** @param isRead whether the metadata of all versions was read: otherwise their names alone tell a number. */
function seniorityIn(
  { versions, complete }: TextHistory,
  seriesOf: (path: string) => Series | undefined,
  isRead: boolean,
): Seniority {
  return {
    isOld: (path) => (complete.has(path) ? versions.has(path) : undefined),
    since(path, number) {
      const series = seriesOf(path);
      const named = (former: string) => series && formerFileName(former, series).number;
      const has = (version: { path: string; number?: number }) =>
        series?.numbers === "none" ||
        (version.number ?? named(version.path) ?? (isRead ? undefined : number)) === number;
      return versions.get(path)?.findLast(has)?.order;
    },
    day: (path) => versions.get(path)?.at(-1)?.day,
  };
}
