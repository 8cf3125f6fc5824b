/** The memory of a process that links a site repeatedly: `serve --watch` and the language server. A build remembers nothing. */

import type { Translator } from "../config/strings.js";
import type { KnownSources } from "../content/read/sources.js";
import type { BundledLook } from "../output/assets/own-look.js";
import type { CompiledTemplates } from "../output/assets/templates.js";
import { type Cache, noCache } from "../platform/cache.js";
import type { Result } from "../shared/diagnostic.js";
import type { ParsedTexts } from "./documents.js";
import type { SiteHistory } from "./history.js";
import type { Incoming } from "./incoming.js";
import type { Inputs } from "./inputs.js";
import type { KnownFiles } from "./static-files.js";

/** Remembered results. When files change, their watcher drops the results that depend on them: see `invalidate`. */
export interface Memo {
  translators?: Promise<Result<Map<string, Translator>>>;
  inputs?: Promise<Inputs>;
  /** By path relative to the root. */
  sources: KnownSources;
  /** Paths of the files that the texts include. */
  included?: readonly string[];
  /** Examined files to publish. */
  files: KnownFiles;
  /** The key identifies what the history was read for. */
  history?: { key: readonly unknown[]; value: Promise<Result<SiteHistory>> };
  /** The key identifies what the requests were read for. */
  incoming?: { key: readonly unknown[]; value: Result<Incoming> };
  templates?: Promise<CompiledTemplates>;
  look?: Promise<BundledLook>;
}

export interface BuildState {
  /** What was parsed before in this process. */
  documents?: ParsedTexts;
  cache: Cache;
  memo?: Memo;
}

/** @param cache where results are stored for later processes; by default nowhere. */
export function emptyState(cache: Cache = noCache): BuildState {
  return { cache };
}

/** The state of a process that links a site repeatedly. */
export function lastingState(cache?: Cache): BuildState & { memo: Memo; documents: ParsedTexts } {
  return { ...emptyState(cache), memo: emptyMemo(), documents: new Map() };
}

export function emptyMemo(): Memo {
  return { sources: new Map(), files: new Map() };
}

/** @returns the remembered result of a name, or else that of `make`, which is then remembered if the state has a memo. */
export function remember<K extends "translators" | "inputs" | "templates" | "look">(
  { memo }: BuildState,
  name: K,
  make: () => NonNullable<Memo[K]>,
): NonNullable<Memo[K]> {
  const value = memo?.[name] ?? make();
  if (memo) memo[name] = value;
  return value;
}
