/** The only long-lived state: memo tables over the two dear steps. A clean build is the same code with empty tables. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Result } from "../shared/diagnostic.js";
import type { Document } from "../shared/document.js";

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

const cacheFile = (root: string) => join(root, ".cipgen", "cache", "documents.json");

/** @param stamp identifies this program: another version's documents are not taken. An unreadable cache is an empty one. */
export async function loadState(root: string, stamp: string): Promise<BuildState> {
  const state: BuildState = { ...emptyState(), cardFolder: join(root, ".cipgen", "cache", "cards") };
  try {
    const saved: { stamp: string; documents: [string, Result<Document | undefined>][] } = JSON.parse(
      await readFile(cacheFile(root), "utf8"),
    );
    if (saved.stamp === stamp) state.documents = new Map(saved.documents);
  } catch {
    return state;
  }
  return state;
}

export function saveState(root: string, stamp: string, { documents }: BuildState): Promise<void> {
  return writeCacheFile(cacheFile(root), JSON.stringify({ stamp, documents: [...documents] }));
}

/** Replaces a file of the cache. One that cannot be written (a read-only folder, a full disk) is done without. */
export async function writeCacheFile(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(join(dirname(file), ".gitignore"), "*\n");
    await writeFile(`${file}.${process.pid}`, text);
    await rename(`${file}.${process.pid}`, file);
  } catch {
    return;
  }
}
