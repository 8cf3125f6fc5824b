/**
 * The cache on disk. It is always optional: an entry that is missing, damaged or written by another version counts as
 * absent. No commit can supply entries: git ignores the folder, and a folder that git tracks is not opened.
 */
import { isAscii } from "node:buffer";
import { hash, randomUUID } from "node:crypto";
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

export interface Cache {
  /** @param name path of the entry below the cache's folder, with at most one slash. @returns undefined if there is no valid entry. */
  read(name: string): Buffer | undefined;
  /** @returns the entry parsed as JSON; undefined if there is no valid entry. */
  readJson(name: string): unknown;
  /** Replaces an entry in one step. If the disk is full, a permission is missing or a foreign file is in the way, nothing is written. */
  write(name: string, data: string | Uint8Array): void;
  /** What another thread needs to open the same cache; undefined for `noCache`. */
  readonly options?: CacheOptions;
}

/** A cache that is always empty. */
export const noCache: Cache = {
  read: () => undefined,
  readJson: () => undefined,
  write: () => undefined,
};

export interface CacheOptions {
  /** Absolute; made at the first write. */
  folder: string;
  /** A digest of the program. Entries of another program are not read. */
  program: string;
}

/** Opens the cache in a folder, which need not exist. */
export function openCache(options: CacheOptions): Cache {
  const { folder, program } = options;
  const pathOf = (name: string) => join(folder, ...name.split("/"));
  const madeFolders = new Set<string>();
  const read = (name: string): Buffer | undefined => {
    let bytes: Buffer;
    try {
      bytes = readFileSync(pathOf(name));
    } catch {
      return undefined;
    }
    const end = bytes.indexOf(10);
    const data = bytes.subarray(end + 1);
    return bytes.toString("latin1", 0, Math.max(0, end)) === headerOf(name, data, program) ? data : undefined;
  };
  return {
    options,
    read,
    readJson(name) {
      const data = read(name);
      try {
        return data && JSON.parse(data.toString(isAscii(data) ? "latin1" : "utf8"));
      } catch {
        return undefined;
      }
    },
    write(name, data) {
      const path = pathOf(name);
      const temporary = `${path}.${randomUUID()}.tmp`;
      const bytes = typeof data === "string" ? Buffer.from(data) : data;
      try {
        makeFolder(folder, dirname(path), madeFolders);
        if (!isWritable(path)) return;
        writeFileSync(temporary, Buffer.concat([Buffer.from(`${headerOf(name, bytes, program)}\n`, "latin1"), bytes]));
        renameSync(temporary, path);
      } catch {
        removeFile(temporary);
      }
    },
  };
}

function headerOf(name: string, data: Uint8Array, program: string): string {
  return `${magic} ${program} ${name} ${hash("sha256", data, "hex").slice(0, 32)}`;
}

function makeFolder(root: string, folder: string, madeFolders: Set<string>): void {
  if (madeFolders.has(folder)) return;
  if (madeFolders.size === 0) {
    makeCacheFolder(root);
    removeOldEntries(root);
  }
  mkdirSync(folder, { recursive: true });
  madeFolders.add(folder);
}

/** The beginning of every entry. `CIPGEN_CACHE_DIR` may name a folder with other files, so only a file that begins so is replaced or removed. */
const magic = "cipgen-cache-1";

/** Whether an entry may be written at a path: nothing is there, or another entry. A crash can leave an entry as an empty file. */
function isWritable(path: string): boolean {
  const info = lstatSync(path, { throwIfNoEntry: false });
  return !info || (info.isFile() && (info.size === 0 || isEntry(path)));
}

function isEntry(path: string): boolean {
  const start = Buffer.alloc(magic.length);
  const file = openSync(path, "r");
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return start.toString("latin1") === magic;
}

/** Makes the folder of a cache, and tells git to ignore it unless it already has other files. */
function makeCacheFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) return;
  const file = join(folder, ".gitignore");
  try {
    writeFileSync(file, "*\n");
  } catch (error) {
    removeFile(file);
    throw error;
  }
}

/** Maximum size of all entries, in bytes. */
const maxSize = 512_000_000;

/** Removes the oldest entries beyond the maximum size, and no other file. */
function removeOldEntries(folder: string): void {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, info: lstatSync(path) }))
    .toSorted((a, b) => b.info.mtimeMs - a.info.mtimeMs);
  // In most folders even all files together are small enough, so no file has to be read.
  if (files.reduce((sum, { info }) => sum + info.size, 0) <= maxSize) return;
  let total = 0;
  for (const { path, info } of files.filter((file) => isEntry(file.path))) {
    total += info.size;
    if (total > maxSize) removeFile(path);
  }
}

/** Removes a file if that is possible. */
function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

/**
 * Finds the folder of a site's cache.
 * @param root absolute path of the site. @param chosenFolder relative to the working directory; by default the one that the environment names.
 */
export function cacheFolder(root: string, chosenFolder = chosenCacheFolder()): string {
  if (chosenFolder !== undefined) return resolve(chosenFolder);
  const modules = join(root, "node_modules");
  const isInstalled = statSync(modules, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isInstalled ? join(modules, ".cache", "cipgen") : join(root, ".cipgen");
}

/** The folder that the environment variable names, if it does. */
export const chosenCacheFolder = (): string | undefined => process.env.CIPGEN_CACHE_DIR || undefined;
