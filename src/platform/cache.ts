/**
 * The cache on disk. It is always optional: an entry that is missing, damaged, too old or written by another version
 * counts as absent. Entries of others are never read: the folder is ignored by git, and one that git tracks is not
 * opened.
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
  /** @param name path of the entry below the cache's folder, with forward slashes, at most one. @returns undefined if there is no valid entry. */
  read(name: string): Buffer | undefined;
  /** An entry as JSON, in the shape that this program wrote; `undefined` if there is none. */
  readJson(name: string): unknown;
  /** Replaces an entry in one step. A full disk, a missing permission or another's file in its place loses the entry and nothing else. */
  write(name: string, data: string | Uint8Array): void;
  /** With these, a thread opens the same cache; a cache in memory has none. */
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

/** The cache in a folder. */
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
        if (!isFree(path)) return;
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
    removeOld(root);
  }
  mkdirSync(folder, { recursive: true });
  madeFolders.add(folder);
}

/**
 * The beginning of every file of the cache: `CIPGEN_CACHE_DIR` may name a folder with files of others, and only a file that begins so is ever replaced or
 * removed.
 */
const magic = "cipgen-cache-1";

/** Whether an entry may be written at a path: there is nothing that could be another's. An empty file may be an entry after a crash. */
function isFree(path: string): boolean {
  const info = lstatSync(path, { throwIfNoEntry: false });
  return !info || (info.isFile() && (info.size === 0 || isOwn(path)));
}

function isOwn(path: string): boolean {
  const start = Buffer.alloc(magic.length);
  const file = openSync(path, "r");
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return start.toString("latin1") === magic;
}

/** Makes the folder of a cache. Git ignores it, but no folder with files of others. */
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

/** Maximum size of all entries, in bytes: beyond it the oldest are removed. */
const maxSize = 512_000_000;

/** Removes the oldest entries beyond the maximum size, and nothing of others. */
function removeOld(folder: string): void {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, info: lstatSync(path) }))
    .toSorted((a, b) => b.info.mtimeMs - a.info.mtimeMs);
  // Most folders are small enough even with the files of others, and no file has to be read.
  if (files.reduce((sum, { info }) => sum + info.size, 0) <= maxSize) return;
  let total = 0;
  for (const { path, info } of files.filter((file) => isOwn(file.path))) {
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
 * The folder of a site's cache, which no commit can write to.
 * @param root of the site, absolute. @param chosen relative to the working directory.
 */
export function cacheFolder(root: string, chosen = chosenCacheFolder()): string {
  if (chosen !== undefined) return resolve(chosen);
  const modules = join(root, "node_modules");
  const isInstalled = statSync(modules, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isInstalled ? join(modules, ".cache", "cipgen") : join(root, ".cipgen");
}

/** The folder that the environment names. */
export const chosenCacheFolder = (): string | undefined => process.env.CIPGEN_CACHE_DIR || undefined;
