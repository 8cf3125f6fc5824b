/** What a build, or a process that builds again and again, has found out before. A clean build is the same code with empty tables. */

import type { ClientParts } from "../assets/client.js";
import type { CompiledTemplates } from "../assets/templates.js";
import { type Cache, noCache } from "../cache/cache.js";
import type { Words } from "../i18n/strings.js";
import type { KnownSources } from "../read/sources.js";
import type { Result } from "../shared/diagnostic.js";
import type { Document } from "../shared/document.js";
import type { DocumentBodies } from "./bodies.js";
import type { SiteHistory } from "./history.js";
import type { Inputs } from "./inputs.js";
import type { LinkedSite } from "./pipeline.js";
import type { KnownFiles } from "./static-files.js";

/** What a process that builds again and again finds out once. Code that sees files change invalidates what was made of them. */
export interface Kept {
  words?: Promise<Result<Map<string, Words>>>;
  inputs?: Promise<Inputs>;
  /** By path relative to the root. */
  sources: KnownSources;
  /** Files to publish, looked at before. */
  files: KnownFiles;
  /** What the history was read for: the commit that it ends with, and the site's texts. */
  historyOf?: { head: string | undefined; inputs: Inputs };
  history?: Promise<Result<SiteHistory>>;
  linked?: Promise<Result<LinkedSite>>;
  templates?: Promise<CompiledTemplates>;
  client?: ClientParts;
}

/** What parsing one text gave, without the body. */
export type KnownDocument = Result<Document | undefined>;

export interface BuildState {
  /** By digest of the file's path and text and of everything in the options that parsing depends on; read from the cache when it is wanted. */
  documents?: Map<string, KnownDocument>;
  /** By digest of view, strings and templates; only where one process builds again and again. */
  html?: Map<string, string>;
  cache: Cache;
  kept?: Kept;
  /** What the documents of the last build say, and whether the cache has to be told. */
  bodies?: DocumentBodies;
  isSaved?: boolean;
}

/** @param cache where what was found out is written; by default nowhere. */
export function emptyState(cache: Cache = noCache): BuildState {
  return { cache };
}

/** What is kept under a name, or else what `make` returns, which is kept from now on if anything is. */
export function keep<K extends keyof Kept>(
  { kept }: BuildState,
  key: K,
  make: () => NonNullable<Kept[K]>,
): NonNullable<Kept[K]> {
  const value = kept?.[key] ?? make();
  if (kept) kept[key] = value;
  return value;
}

const fileName = "facts.json";

/** What is known of documents, by this process or from the cache. */
export function knownDocuments(state: BuildState): Map<string, KnownDocument> {
  state.documents ??= new Map(state.cache.readJson(fileName) as BuildStateEntry[] | undefined);
  return state.documents;
}

type BuildStateEntry = [key: string, parsed: KnownDocument];

/** Keeps what is known of the documents for the next process. */
export function saveState(state: BuildState): void {
  const { documents, cache, bodies, isSaved } = state;
  if (isSaved || !documents || cache === noCache) return;
  state.isSaved = true;
  cache.write(fileName, JSON.stringify([...documents] satisfies BuildStateEntry[]));
  bodies?.save([...documents.values()].flatMap(({ value }) => value ?? []));
}
