/** Memoized and cached results of earlier builds. A clean build is the same code with empty tables. */

import type { ClientParts } from "../assets/client.js";
import type { BundledLook } from "../assets/own-look.js";
import type { CompiledTemplates } from "../assets/templates.js";
import { type Cache, noCache } from "../cache/cache.js";
import { asciiJson, ShardedEntries } from "../cache/shards.js";
import type { Translator } from "../i18n/strings.js";
import type { KnownSources } from "../read/sources.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { ParsedFacts } from "../shared/document.js";
import { isSameList } from "../shared/lists.js";
import type { KnownLinks } from "../site/index.js";
import type { DocumentBodies } from "./bodies.js";
import type { SiteHistory } from "./history.js";
import type { Inputs } from "./inputs.js";
import type { KnownSite, LinkedSite } from "./link.js";
import type { KnownPlan } from "./plan.js";
import type { KnownFiles } from "./static-files.js";

/**
 * Memoized data of a process that builds repeatedly. The code that sees files change invalidates what depends on them.
 */
export interface Memo {
  translators?: Promise<Result<Map<string, Translator>>>;
  inputs?: Promise<Inputs>;
  /** By path relative to the root. */
  sources: KnownSources;
  /** Paths of the files that the texts include. */
  included?: readonly string[];
  /** Examined files to publish. */
  files: KnownFiles;
  history?: Promise<Result<SiteHistory>>;
  linked?: Promise<Result<LinkedSite>>;
  /** The last linked site. An edit gives a new document, so documents are compared by what other pages show of them: see `isStillSite`. */
  site?: KnownSite;
  /** The plan of all files: it is still right while the linked site is the same. */
  planned?: KnownPlan;
  templates?: Promise<CompiledTemplates>;
  look?: Promise<BundledLook>;
  client?: ClientParts;
  claims?: Diagnostic[];
  /** The inputs that each was made of, see `remember`. */
  madeOf?: ReadonlyMap<keyof Memo, readonly unknown[]>;
}

/** The result of parsing one text, without the body. */
export type KnownDocument = Result<ParsedFacts | undefined>;

export interface BuildState {
  /** By digest of the file's path and text and of all options that parsing depends on. A build parses every text, and has none. */
  documents?: Map<string, KnownDocument>;
  /** By digest of view, strings and templates; only in a process that builds repeatedly. */
  html?: Map<string, string>;
  cache: Cache;
  memo?: Memo;
  /** Only where a site is linked as a whole. */
  links?: KnownLinks;
  bodies?: DocumentBodies;
  /** Keys of documents that were added or removed since the cache was written. */
  unsaved?: Set<string>;
}

/** @param cache where results are stored for later processes; by default nowhere. */
export function emptyState(cache: Cache = noCache): BuildState {
  return { cache };
}

/**
 * What was made under a name before, if the state has a memo and the inputs are the same; otherwise the result of `make`.
 * @param inputs compared one by one. Those that they do not show are in the table of `invalidate`.
 */
export function remember<K extends keyof Memo>(
  { memo }: BuildState,
  name: K,
  inputs: readonly unknown[],
  make: () => NonNullable<Memo[K]>,
): NonNullable<Memo[K]> {
  if (!memo) return make();
  const known = isSameList(inputs, memo.madeOf?.get(name) ?? []) ? memo[name] : undefined;
  const value = known ?? make();
  memo[name] = value;
  // A copy: one memo may be made of another.
  memo.madeOf = new Map(memo.madeOf).set(name, inputs);
  return value;
}

const factsIn = (cache: Cache) => new ShardedEntries<KnownDocument>(cache, "facts");

/** The known documents, from this process or the cache: for commands that need no body of most texts. */
export function knownDocuments(state: BuildState): Map<string, KnownDocument> {
  state.documents ??= factsIn(state.cache).all();
  return state.documents;
}

/** Caches the known documents for the next process. */
export function saveState({ documents, cache, unsaved }: BuildState): void {
  if (cache === noCache || !unsaved?.size || !documents) return;
  factsIn(cache).save(documents.keys(), unsaved, (key) => asciiJson(documents.get(key)));
  unsaved.clear();
}
