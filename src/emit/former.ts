/** The site of the last build, and its present state: for code that compares with it or removes from it. */
import type { Stats } from "node:fs";
import { dirname, join } from "node:path";
import { look } from "./files.js";
import type { ManifestFiles } from "./manifest.js";

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
  private readonly realFolders = new Map<string, boolean>([[".", true]]);

  /** @param folder absolute, without symbolic links. @param records empty where there is no cache: then contents are compared. */
  constructor(
    readonly folder: string,
    readonly files: ManifestFiles,
    readonly records: FileRecords,
  ) {}

  /** A listed file on disk; undefined if it is not listed, does not exist, is not an ordinary file, or is behind a symbolic link. */
  stat(path: string): Stats | undefined {
    if (!this.files.has(path) || !this.isRealFolder(dirname(path))) return undefined;
    const info = look(join(this.folder, path));
    return info?.isFile() ? info : undefined;
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
    const isReal = this.isRealFolder(dirname(folder)) && (look(join(this.folder, folder))?.isDirectory() ?? false);
    this.realFolders.set(folder, isReal);
    return isReal;
  }
}
