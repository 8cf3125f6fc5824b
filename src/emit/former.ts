/** The site of the last build and its present state: what is still as it was written, and what no build wrote. */
import { type Dirent, readdirSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import { at, contentDigest, look } from "./files.js";
import type { ManifestFiles } from "./manifest.js";
import { folderOf, foldersOf, isHostFile, ownFolder } from "./manifest.js";

/** The stats of a file when it was written; if they differ now, the file was changed. */
export interface FileRecord {
  size: number;
  /** Time of its last change in ms, as the file system says it. */
  mtimeMs: number;
  ino: number;
  digest: string;
}

type FileRecords = ReadonlyMap<string, FileRecord>;

export class FormerSite {
  private readonly realFolders = new Map<string, boolean>([["", true]]);
  /** Names of the real folders in a folder, by its path: one listing instead of a look at each. */
  private readonly listed = new Map<string, ReadonlySet<string>>();

  /** @param folder absolute, without symbolic links. @param records empty where there is no cache: then contents are compared. */
  constructor(
    readonly folder: string,
    readonly files: ManifestFiles,
    readonly records: FileRecords,
  ) {}

  /** A listed file on disk; undefined if it is not listed, does not exist, is not an ordinary file, or is behind a symbolic link. */
  stat(path: string): Stats | undefined {
    if (!this.files.has(path) || !this.isRealFolder(folderOf(path))) return undefined;
    const info = look(this.placeOf(path));
    return info?.isFile() ? info : undefined;
  }

  /** Listed paths are normalized already, and joining thousands of them takes longer than looking at their files. */
  private placeOf(path: string): string {
    return `${this.folder}/${path}`;
  }

  /** The digest of a listed file, if it has not been touched since it was recorded. */
  knownDigest(path: string, info: Stats): string | undefined {
    const record = this.records.get(path);
    const isRecorded = record?.size === info.size && record.mtimeMs === info.mtimeMs && record.ino === info.ino;
    return isRecorded && record.digest === this.files.get(path)?.digest ? record.digest : undefined;
  }

  /** Says whether a folder is in the output itself: a symbolic link could lead anywhere. */
  isRealFolder(folder: string): boolean {
    const known = this.realFolders.get(folder);
    if (known !== undefined) return known;
    const parent = folderOf(folder);
    const name = folder.slice(parent === "" ? 0 : parent.length + 1);
    // A file system may list a name in another spelling than the one that it was given.
    const isThere = () => this.foldersIn(parent).has(name) || look(this.placeOf(folder))?.isDirectory() === true;
    const isReal = this.isRealFolder(parent) && isThere();
    this.realFolders.set(folder, isReal);
    return isReal;
  }

  private foldersIn(parent: string): ReadonlySet<string> {
    const known = this.listed.get(parent);
    if (known) return known;
    const names = new Set(list(this.placeOf(parent)).flatMap((entry) => (entry.isDirectory() ? entry.name : [])));
    this.listed.set(parent, names);
    return names;
  }
}

/** Empty for a folder that may be entered but not listed. */
function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/**
 * @param folder of the output, absolute.
 * @param former our files in it.
 * @param below a folder in it; by default all of it.
 * @returns paths relative to the output, in order; folders without files of ours end with a slash.
 */
export function foreignFiles(folder: string, former: ManifestFiles, below = ""): string[] {
  const folders = new Set([...former.keys()].flatMap(foldersOf));
  const walk = (prefix: string): string[] =>
    at("read", join(folder, prefix), () => readdirSync(join(folder, prefix), { withFileTypes: true })).flatMap(
      (entry) => {
        const path = prefix + entry.name;
        if (path === ownFolder) return [];
        if (entry.isDirectory()) return folders.has(path) ? walk(`${path}/`) : [`${path}/`];
        return entry.isFile() && former.has(path) && !isTakenOver(folder, path, former) ? [] : [path];
      },
    );
  return walk(below === "" ? "" : `${below}/`).sort();
}

/** Host files are often edited in place: if one differs from the build's, it is not ours. */
export function isTakenOver(folder: string, path: string, former: ManifestFiles): boolean {
  if (!isHostFile(path)) return false;
  const place = join(folder, path);
  return contentDigest(at("read", place, () => readFileSync(place))) !== former.get(path)?.digest;
}

/** Some names for a message, three at most. */
export function someOf(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return names.slice(0, 3).join(", ") + more;
}

/** A store of the caller; its data is not trusted. */
export interface StatStore {
  load(): unknown | Promise<unknown>;
  save(stats: OutputStats): void | Promise<void>;
}

/** Path, size in bytes, time of the last change in ms, inode, digest. Rows and not an object by path: an object of thousands of keys is slow to write. */
export type OutputStats = [path: string, size: number, mtimeMs: number, ino: number, digest: string][];

/** Invalid entries are dropped; their files are compared by content. */
export function recordsOf(stats: unknown): FileRecords {
  const records = new Map<string, FileRecord>();
  if (!Array.isArray(stats)) return records;
  for (const row of stats) {
    if (!Array.isArray(row)) continue;
    const [path, size, mtimeMs, ino, digest] = row;
    if (typeof path === "string" && typeof digest === "string") records.set(path, { size, mtimeMs, ino, digest });
  }
  return records;
}

export function statsOf(records: FileRecords): OutputStats {
  return [...records].map(([path, { size, mtimeMs, ino, digest }]) => [path, size, mtimeMs, ino, digest]);
}

export function isSameRecord(one: FileRecord, other: FileRecord | undefined): boolean {
  return (
    one.size === other?.size && one.mtimeMs === other.mtimeMs && one.ino === other.ino && one.digest === other.digest
  );
}
