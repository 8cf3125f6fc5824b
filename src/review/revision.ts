/** One of the two commits of a review, read, linked and checked by the rules of lint with one configuration. */
import type { SiteConfig } from "../config/index.js";
import { raisedInChange } from "../diagnostics/codes.js";
import { type LineOf, lineLookup } from "../lint/known.js";
import { type Closeness, lintSite } from "../lint/lint.js";
import type { RuleSetting } from "../lint/settings.js";
import type { Seniority } from "../model/seniority.js";
import { type LinkedSite, linkSite } from "../pipeline/link.js";
import type { BuildState } from "../pipeline/state.js";
import type { CommitReader } from "../read/commit-reader.js";
import { orIncludes, toOrigins, writtenTexts } from "../read/origins.js";
import type { Diagnostic } from "../shared/diagnostic.js";

/** The configuration for both commits. */
export interface Yardstick {
  /** Absolute path of the site in a checkout. Nothing there is read. */
  root: string;
  config: SiteConfig;
  /** Name of the config file, for messages. */
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
  /** The files that changed. Every rule of lint checks these texts, and those that include them; others only rules on relations. */
  changed: ReadonlySet<string>;
  /** Its documents are reused, and replaced by those of this commit. */
  state: BuildState;
  seniority: Seniority;
  /** Whether a text is judged without the leniency of its series. */
  isNew(path: string): boolean;
}

export async function readRevision(
  { root, config, configFile, settings }: Yardstick,
  reader: CommitReader,
  { changed, state, seniority, isNew }: RevisionOptions,
): Promise<Revision> {
  const linked = await linkSite({ root, config, configFile, state, reader, seniority });
  const { sources } = linked.value;
  const texts = writtenTexts(sources);
  const isChanged = orIncludes((path) => changed.has(path), sources);
  const closeness = (path: string): Closeness => (isChanged(path) ? "whole" : "relations");
  const textOf = (path: string) => texts.get(path);
  const reported = raisedInChange(linked.diagnostics, { isNew, isChanged }, config.checks);
  return {
    linked: linked.value,
    isChanged,
    findings: toOrigins(lintSite(linked.value, reported, settings, closeness), sources),
    lineOf: lineLookup(textOf),
    textOf,
  };
}
