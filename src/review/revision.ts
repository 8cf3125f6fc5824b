/** One of the two commits of a review, read, linked and checked by the rules of lint with one configuration. */
import type { SiteConfig } from "../config/index.js";
import { type LineOf, lineLookup } from "../lint/known.js";
import { type Closeness, lintSite } from "../lint/lint.js";
import type { RuleSetting } from "../lint/settings.js";
import { type LinkedSite, linkSite } from "../pipeline/link.js";
import type { BuildState } from "../pipeline/state.js";
import type { CommitReader } from "../read/commit-reader.js";
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
  findings: Diagnostic[];
  lineOf: LineOf;
  textOf(path: string): string | undefined;
}

/** @param closeness which rules of lint check each text. @param state its documents are reused, and replaced by those of this commit. */
export async function readRevision(
  { root, config, configFile, settings }: Yardstick,
  reader: CommitReader,
  closeness: (path: string) => Closeness,
  state: BuildState,
): Promise<Revision> {
  const linked = await linkSite({ root, config, configFile, state, reader });
  const texts = new Map(linked.value.sources.map(({ path, text }) => [path, text]));
  const textOf = (path: string) => texts.get(path);
  return {
    linked: linked.value,
    findings: lintSite(linked.value, linked.diagnostics, settings, closeness),
    lineOf: lineLookup(textOf),
    textOf,
  };
}
