/** Reads one of the two commits of a review as a build does, links it, and checks it by the rules of lint. */
import { join, posix } from "node:path";
import { readPatterns } from "../../build/find-texts.js";
import { sourceFolders } from "../../build/input-folders.js";
import { type LinkedSite, linkSite } from "../../build/link.js";
import type { BuildState } from "../../build/state.js";
import type { SiteConfig } from "../../config/index.js";
import { findIncludes } from "../../content/read/includes.js";
import { matchesOrIncludes, toOrigins, writtenTexts } from "../../content/read/origins.js";
import { diskReader, type SourceReader } from "../../content/read/reader.js";
import { type KnownSources, matchingPaths, readSources } from "../../content/read/sources.js";
import { raiseSeverityInChange } from "../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { textFormat } from "../../shared/text-format.js";
import type { Seniority } from "../../site/model/site.js";
import { type LineOf, lineLookup } from "../lint/baseline.js";
import { type Coverage, lintSite } from "../lint/lint.js";
import type { RuleSetting } from "../lint/settings.js";
import { type Commit, type CommitFolder, isBelow } from "./commit-files.js";

/** The site, and the configuration for both commits. */
export interface ReviewedSite {
  /** Contains the files of a commit while it is read. */
  folder: CommitFolder;
  /** The path of the site from the top of the repository, with a slash at its end unless it is empty. */
  prefix: string;
  config: SiteConfig;
  /** The name of the config file, for messages. */
  configFile: string;
  settings: readonly RuleSetting[];
}

export interface Revision {
  linked: LinkedSite;
  /** Whether a text has changed, or a file that it includes. */
  isChanged(path: string): boolean;
  findings: Diagnostic[];
  lineOf: LineOf;
  textOf(path: string): string | undefined;
}

export interface RevisionOptions {
  /** The files that changed. Every rule checks these texts and those that include them; only rules on relations check the others. */
  changed: ReadonlySet<string>;
  /** Documents of the other commit, to be reused. */
  state: BuildState;
  /** Texts of the other commit that have not changed. The texts of this commit are added. */
  sources: KnownSources;
  seniority: Seniority;
  /** Whether a text is judged without the leniency of its series. */
  isNew(path: string): boolean;
}

export async function readRevision(
  reviewedSite: ReviewedSite,
  commit: Commit,
  { changed, state, sources: unchangedSources, seniority, isNew }: RevisionOptions,
): Promise<Revision> {
  const { folder, prefix, config, configFile, settings } = reviewedSite;
  const reader = await openCommit(reviewedSite, commit);
  const root = join(folder.top, prefix);
  const linked = await linkSite({
    root,
    config,
    configFile,
    state,
    reader,
    sources: unchangedSources,
    seniority,
    withoutBodies: true,
  });
  const { sources } = linked.value;
  const texts = writtenTexts(sources);
  const isChanged = matchesOrIncludes((path) => changed.has(path), sources);
  const coverageOf = (path: string): Coverage => (isChanged(path) ? "whole" : "relations");
  const textOf = (path: string) => texts.get(path);
  const reported = raiseSeverityInChange(linked.diagnostics, { isNew, isChanged }, config.checks);
  return {
    linked: linked.value,
    isChanged,
    findings: toOrigins(lintSite(linked.value, reported, settings, coverageOf), sources),
    lineOf: lineLookup(textOf),
    textOf,
  };
}

/** @returns the paths of all sources within the repository, from its top. */
export function sourcePlaces(config: SiteConfig, prefix: string): string[] {
  const places = sourceFolders(config).map((folder) => posix.join(prefix, folder).replace(/\/$/, ""));
  return places.filter((sourcePath) => !/^\.\.(\/|$)/.test(sourcePath));
}

/** Writes the files of a commit that the configuration names; those that a build does not read are empty. @returns a reader for them. */
async function openCommit(
  { folder, prefix, config, configFile }: ReviewedSite,
  { files, names }: Commit,
): Promise<SourceReader> {
  const places = [...sourcePlaces(config, prefix), posix.join(prefix, configFile)];
  const named = [...files].filter(([path]) => places.some((readPath) => isBelow(path, readPath)));
  const paths = named.map(([path]) => path);
  const read = new Set([...matchingPaths(paths, readPatterns(config)), posix.join(prefix, configFile)]);
  await folder.setFiles(new Map(named.map(([path, id]) => [path, read.has(path) ? id : ""])), config.maxFileSize);
  const { standings: _, ...disk } = diskReader(join(folder.top, prefix), false, folder.top);
  // Texts in reStructuredText may include any file of the repository.
  const including = paths.filter((path) => textFormat(path) === "rst").map((path) => posix.relative(prefix, path));
  const texts = await readSources(disk, including, config.maxFileSize);
  const included = new Set(texts.value.flatMap(findIncludes).map(({ path }) => posix.join(prefix, path)));
  const parts = [...files].filter(([path]) => included.has(path));
  await folder.addFiles(parts, config.maxFileSize);
  return { ...disk, has: (path) => names.has(posix.join(prefix, path).replace(/\/$/, "")) };
}
