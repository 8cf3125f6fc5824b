/**
 * Work that need not be done twice, on disk. Nothing in it is needed: an entry that is missing, damaged, too old or written by another program
 * is as if it were not there. Nobody else's entries are read: the folder is ignored by git, and one that git tracks is not opened.
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Cache {
  /** @param name path of the entry below the cache's folder, with forward slashes. @returns undefined where there is no sound entry. */
  read(name: string): Buffer | undefined;
  /** An entry as JSON. Its shape is what this program wrote; `undefined` where there is none. */
  readJson(name: string): unknown;
  /** Replaces an entry in one step. A full disk or a missing permission loses the entry and nothing else. */
  write(name: string, data: string | Uint8Array): void;
  remove(name: string): void;
  /** Paths of all entries in a folder, in no order. */
  list(folder: string): string[];
  /** Entries that were there and not sound, for `--verbose`. */
  readonly dropped: readonly string[];
}

/** A cache that has nothing and keeps nothing. */
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
  /** What entries depend on beside their content: a digest of the program. Entries of another one are not read. */
  program: string;
}

/** The cache in a folder. */
export function openCache({ folder, program }: CacheOptions): Cache {
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
    dropped,
    read,
    readJson(name) {
      const data = read(name);
      try {
        return data && JSON.parse(data.toString("utf8"));
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
  return `${magic} ${program} ${createHash("sha256").update(data).digest("hex").slice(0, 32)}`;
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

/** A write takes milliseconds: what is this old, in ms, was left by a program that was killed. */
const leftoverAge = 60 * 60 * 1000;
/** What entries may take together, in bytes: beyond it the oldest go. */
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
