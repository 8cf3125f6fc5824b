/**
 * The cache on disk. It is always optional: an entry that is missing, damaged, too old or written by another version
 * counts as absent. Entries of others are never read: the folder is ignored by git, and one that git tracks is not
 * opened.
 */
import { isAscii } from "node:buffer";
import { hash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isFree, magic, makeCacheFolder, removeFile, removeOld, temporaryEnd } from "./own-files.js";

export interface Cache {
  /** @param name path of the entry below the cache's folder, with forward slashes, at most one. @returns undefined if there is no valid entry. */
  read(name: string): Buffer | undefined;
  /** An entry as JSON, in the shape that this program wrote; `undefined` if there is none. */
  readJson(name: string): unknown;
  /** Replaces an entry in one step. A full disk, a missing permission or another's file in its place loses the entry and nothing else. */
  write(name: string, data: string | Uint8Array): void;
  /** Entries that existed but were invalid, for `--verbose`. */
  readonly dropped: readonly string[];
  /** With these, a thread opens the same cache; a cache in memory has none. */
  readonly options?: CacheOptions;
}

/** A cache that is always empty. */
export const noCache: Cache = {
  read: () => undefined,
  readJson: () => undefined,
  write: () => undefined,
  dropped: [],
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
  const dropped: string[] = [];
  const pathOf = (name: string) => join(folder, ...name.split("/"));
  const made = new Set<string>();
  const read = (name: string): Buffer | undefined => {
    let bytes: Buffer;
    try {
      bytes = readFileSync(pathOf(name));
    } catch {
      return undefined;
    }
    const end = bytes.indexOf(10);
    const data = bytes.subarray(end + 1);
    if (bytes.toString("latin1", 0, Math.max(0, end)) === headerOf(name, data, program)) return data;
    dropped.push(name);
    return undefined;
  };
  return {
    options,
    dropped,
    read,
    readJson(name) {
      const data = read(name);
      try {
        return data && JSON.parse(data.toString(isAscii(data) ? "latin1" : "utf8"));
      } catch {
        dropped.push(name);
        return undefined;
      }
    },
    write(name, data) {
      const path = pathOf(name);
      const temporary = `${path}.${randomUUID()}${temporaryEnd}`;
      const bytes = typeof data === "string" ? Buffer.from(data) : data;
      try {
        makeFolder(folder, dirname(path), made);
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

function makeFolder(root: string, folder: string, made: Set<string>): void {
  if (made.has(folder)) return;
  if (made.size === 0) {
    makeCacheFolder(root);
    removeOld(root);
  }
  mkdirSync(folder, { recursive: true });
  made.add(folder);
}
