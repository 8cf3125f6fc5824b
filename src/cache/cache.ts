/**
 * The cache on disk. It is always optional: an entry that is missing, damaged, too old or written by another version
 * counts as absent. Entries of others are never read: the folder is ignored by git, and one that git tracks is not
 * opened.
 */
import { isAscii } from "node:buffer";
import { hash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Cache {
  /** @param name path of the entry below the cache's folder, with forward slashes. @returns undefined if there is no valid entry. */
  read(name: string): Buffer | undefined;
  /** An entry as JSON, in the shape that this program wrote; `undefined` if there is none. */
  readJson(name: string): unknown;
  /** Replaces an entry in one step. A full disk or a missing permission loses the entry and nothing else. */
  write(name: string, data: string | Uint8Array): void;
  remove(name: string): void;
  /** Paths of all entries in a folder, in no order. */
  list(folder: string): string[];
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
  remove: () => undefined,
  list: () => [],
  dropped: [],
};

const magic = "cipgen-cache-1";

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
    if (bytes.toString("latin1", 0, Math.max(0, end)) === headerOf(data, program)) return data;
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
        writeFileSync(temporary, Buffer.concat([Buffer.from(`${headerOf(bytes, program)}\n`, "latin1"), bytes]));
        renameSync(temporary, path);
      } catch {
        removeFile(temporary);
      }
    },
    remove: (name) => removeFile(pathOf(name)),
    list(name) {
      try {
        return readdirSync(pathOf(name)).filter((file) => !file.endsWith(temporaryEnd));
      } catch {
        return [];
      }
    },
  };
}

const temporaryEnd = ".tmp";

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

function headerOf(data: Uint8Array, program: string): string {
  return `${magic} ${program} ${hash("sha256", data, "hex").slice(0, 32)}`;
}

function makeFolder(root: string, folder: string, made: Set<string>): void {
  if (made.has(folder)) return;
  if (made.size === 0) {
    mkdirSync(root, { recursive: true });
    if (!existsSync(join(root, ".gitignore"))) writeFileSync(join(root, ".gitignore"), "*\n");
    removeLeftovers(root);
  }
  mkdirSync(folder, { recursive: true });
  made.add(folder);
}

/** A write takes milliseconds: a temporary file of this age, in ms, was left by a killed program. */
const leftoverAge = 60 * 60 * 1000;
/** Maximum size of all entries, in bytes: beyond it the oldest are removed. */
const maxSize = 512_000_000;

function removeLeftovers(root: string): void {
  const files = readdirSync(root, { withFileTypes: true, recursive: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const info = entry.isFile() ? statSync(path, { throwIfNoEntry: false }) : undefined;
    return info && entry.name !== ".gitignore" ? [{ path, size: info.size, time: info.mtimeMs }] : [];
  });
  const isLeft = ({ path, time }: { path: string; time: number }) =>
    path.endsWith(temporaryEnd) && Date.now() - time > leftoverAge;
  let total = 0;
  for (const file of files.toSorted((one, other) => other.time - one.time)) {
    total += file.size;
    if (isLeft(file) || total > maxSize) removeFile(file.path);
  }
}
