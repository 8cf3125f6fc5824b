/** The only long-lived state: memo tables over the two dear steps. A clean build is the same code with empty tables. */
import { join } from "node:path";
import type { ClientParts } from "../assets/client.js";
import type { Words } from "../i18n/strings.js";
import type { Templates } from "../model/assets.js";
import type { KnownSources } from "../read/sources.js";
import type { Result } from "../shared/diagnostic.js";
import type { Document } from "../shared/document.js";
import type { FileHistory } from "../shared/history.js";
import { readCache, writeCache } from "./cache-file.js";
import type { Inputs } from "./inputs.js";
import type { LinkedSite } from "./pipeline.js";

/** What a process that builds again and again finds out once. Whoever sees files change drops what was made of them. */
export interface Kept {
  words?: Promise<Result<Map<string, Words>>>;
  inputs?: Promise<Inputs>;
  /** By path relative to the root. */
  sources: KnownSources;
  /** The commit that the history ends with. */
  head?: string;
  history?: Promise<Map<string, FileHistory>>;
  linked?: Promise<Result<LinkedSite>>;
  templates?: Promise<Result<Templates | undefined>>;
  client?: ClientParts;
}

export interface BuildState {
  /** By digest of the file's path and text and of everything in the options that parsing depends on. */
  documents: Map<string, Result<Document | undefined>>;
  /** By digest of view, strings and templates; only where one process builds again and again. */
  html?: Map<string, string>;
  /** Folder of pictures that were drawn before, absolute. */
  cardFolder?: string;
  kept?: Kept;
}

export function emptyState(): BuildState {
  return { documents: new Map() };
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

const fileName = "documents.json";

/** @param stamp identifies this program: another version's documents are not taken. An unreadable cache is an empty one. */
export async function loadState(root: string, stamp: string): Promise<BuildState> {
  const state: BuildState = { ...emptyState(), cardFolder: join(root, ".cipgen", "cache", "cards") };
  const saved = (await readCache(root, fileName)) as Partial<SavedState> | undefined;
  return saved?.stamp === stamp && Array.isArray(saved.documents)
    ? { ...state, documents: new Map(saved.documents) }
    : state;
}

interface SavedState {
  stamp: string;
  documents: [string, Result<Document | undefined>][];
}

export async function saveState(root: string, stamp: string, { documents }: BuildState): Promise<void> {
  await writeCache(root, fileName, { stamp, documents: [...documents] } satisfies SavedState);
}
