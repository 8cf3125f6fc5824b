/** The only long-lived state: memo tables over the two dear steps. A clean build is the same code with empty tables. */
import { join } from "node:path";
import type { Result } from "../shared/diagnostic.js";
import type { Document } from "../shared/document.js";
import { readCache, writeCache } from "./cache-file.js";

export interface BuildState {
  /** By digest of the file's path and text and of everything in the options that parsing depends on. */
  documents: Map<string, Result<Document | undefined>>;
  /** By digest of view, strings and templates; only where one process builds again and again. */
  html?: Map<string, string>;
  /** Folder of pictures that were drawn before, absolute. */
  cardFolder?: string;
}

export function emptyState(): BuildState {
  return { documents: new Map() };
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
