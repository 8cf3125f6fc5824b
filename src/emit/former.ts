/** The site of the last build, and its present state: for code that compares with it or removes from it. */
import { type Dirent, readdirSync, type Stats } from "node:fs";
import { look } from "./files.js";
import type { ManifestFiles } from "./manifest.js";
import { folderOf } from "./paths.js";

/** The stats of a file when it was written; if they differ now, the file was changed. */
export interface FileRecord {
  size: number;
  /** Time of its last change in ms, as the file system says it. */
  mtimeMs: number;
  ino: number;
  digest: string;
}

export type FileRecords = ReadonlyMap<string, FileRecord>;

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
