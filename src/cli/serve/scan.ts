/**
 * Finds changes in the folders of a site since the last scan. Events of the file system only trigger a scan: they may
 * be lost, late or repeated without affecting its result.
 */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, type Stats } from "node:fs";
import { basename, dirname, sep } from "node:path";
import { stampOf } from "../../build/static-files.js";
import { realOf, repositoryTop, SourceLinks } from "../../content/read/symlinks.js";
import { getOrAdd } from "../../shared/lazy.js";

/** Files to watch: those of a folder, and of the folders below it if it `isDeep`. */
export interface WatchedFolder {
  /** Absolute. */
  folder: string;
  isDeep: boolean;
  /** Selects files by name; by default all are watched. */
  accepts?(name: string): boolean;
}

export interface WatchedChange {
  /** Absolute. */
  path: string;
  /** A `replaced` file may have been missing when the folder was read, or has turned from a file into something else, or back. */
  kind: "added" | "changed" | "replaced" | "removed";
}

/** The state of a file at a scan. */
interface FileState {
  stamp: string;
  /** The file's stats; `stamp` also differs between scans while the file is fresh. */
  stats: string;
  /** Differs from that of another file that takes its place. */
  identity: string;
  /** `other` is a pipe, a device, or a link that is not followed. */
  nature: "file" | "folder" | "other";
  /** Time of the last change, in ms since 1970. */
  time: number;
  /** Digest of the content, once it was read. */
  hash?: string;
}

/** Folders that are never scanned: a site in the root of a repository would watch all installed packages. */
const skippedFolders = new Set(["node_modules", ".git", ".cipgen"]);

/** Resolution of file system clocks in ms: a file may be written twice within it. */
const clockTick = 30;

/** Larger files are compared by their stats alone. */
const maxHashedSize = 4_000_000;

export class Scanner {
  private files = new Map<string, FileState>();
  private scanCount = 0;
  /** All folders of the last scan. */
  scannedFolders: string[] = [];
  /** Paths that could not be read in the last scan, absolute, with the system's error code, such as EACCES. */
  unreadable = new Map<string, string>();
  private links = new Map<string, SourceLinks>();
  /** Changes that were found when the folders were set. */
  private pending: WatchedChange[] = [];

  /** @param skip absolute paths of folders that are not scanned: the output. */
  constructor(
    private watchedFolders: readonly WatchedFolder[],
    private readonly skip: readonly string[] = [],
  ) {
    this.compare(false);
  }

  /**
   * Sets other folders. The next scan also returns changes in the former ones. A file that is new because of the new folders
   * counts as changed if it changed after it was read.
   * @param since when reading the new files began, in ms since 1970.
   */
  watch(folders: readonly WatchedFolder[], since: number): void {
    const former = this.watchedFolders;
    this.watchedFolders = folders;
    for (const change of this.compare(true)) {
      const { path, kind } = change;
      if (
        kind === "changed" ||
        kind === "replaced" ||
        (kind === "added" ? former : folders).some((watchedFolder) => isIn(watchedFolder, path))
      )
        this.pending.push(change);
      else if (kind === "added" && (this.files.get(path)?.time ?? 0) >= since - clockTick)
        this.pending.push({ path, kind: "changed" });
    }
  }

  /** Path of a file that has changed since a time, in ms since 1970; undefined if there is none. */
  newerThan(time: number): string | undefined {
    return [...this.files].find(([, file]) => file.nature === "file" && file.time > time)?.[0];
  }

  /** Whether the next scan has results even if nothing changes until then. */
  get hasPending(): boolean {
    return this.pending.length > 0;
  }

  /**
   * @param listed absolute paths of the files that the site was made of since the last scan; undefined if it was not made.
   * @returns the files whose content has changed since the last scan, by path, and those that may have had another
   * content when they were read: a file can change and change back, and one that is listed can be gone again.
   */
  scan(listed?: Iterable<string>): WatchedChange[] {
    const changes = [...this.pending.splice(0), ...this.compare(listed !== undefined)];
    const removed = new Set(changes.flatMap(({ path, kind }) => (kind === "removed" ? path : [])));
    const gone = [...(listed ?? [])].filter((path) => !this.files.has(path) && !removed.has(path) && isGone(path));
    return [...changes, ...gone.map((path): WatchedChange => ({ path, kind: "removed" }))];
  }

  /** @param wasRead whether files may have been read since the last scan. */
  private compare(wasRead: boolean): WatchedChange[] {
    this.scanCount++;
    this.scannedFolders = [];
    this.unreadable = new Map();
    this.links = new Map();
    const seen = new Map<string, FileState>();
    for (const watchedFolder of this.watchedFolders) this.visit(watchedFolder.folder, watchedFolder, seen);
    const before = this.files;
    this.files = seen;
    return [
      ...[...seen].flatMap(([path, current]): WatchedChange[] => {
        const old = before.get(path);
        if (!old) return [{ path, kind: "added" }];
        if (old === current) return [];
        const isSame = old.hash !== undefined && old.hash === current.hash;
        const isReplaced = old.nature !== current.nature || (wasRead && old.identity !== current.identity);
        if (!isSame) return [{ path, kind: isReplaced ? "replaced" : "changed" }];
        return wasRead && old.stats !== current.stats ? [{ path, kind: "replaced" }] : [];
      }),
      ...[...before.keys()].filter((path) => !seen.has(path)).map((path): WatchedChange => ({ path, kind: "removed" })),
    ];
  }

  private visit(folder: string, watchedFolder: WatchedFolder, seen: Map<string, FileState>, isLinked = true): void {
    const entries = this.attempt(folder, seen, () => readdirSync(folder, { withFileTypes: true }));
    if (!entries) return;
    this.scannedFolders.push(folder);
    if (isLinked) noteTarget(folder, seen);
    for (const entry of entries) {
      const path = folder + sep + entry.name;
      const isWanted = !skippedFolders.has(entry.name) && !this.skip.includes(path);
      const isLink = entry.isSymbolicLink() && isWanted;
      const target = isLink
        ? this.attempt(path, seen, () => this.linksOf(watchedFolder).follow(path, watchedFolder.folder))
        : undefined;
      if ((target ?? entry).isDirectory()) {
        if (watchedFolder.isDeep && isWanted) this.visit(path, watchedFolder, seen, isLink);
      } else if (!seen.has(path) && (watchedFolder.accepts?.(entry.name) ?? true)) {
        const state = this.attempt(path, seen, () => this.look(path, target));
        if (state) seen.set(path, state);
      }
    }
  }

  /** Follows links as a build does, so that all of its inputs are watched. */
  private linksOf({ folder }: WatchedFolder): SourceLinks {
    return getOrAdd(this.links, folder, () => new SourceLinks(repositoryTop(folder)));
  }

  /** Unreadable files are recorded and count as changed, because a build reports them. Missing files are not a problem. */
  private attempt<T>(path: string, seen: Map<string, FileState>, action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      const { code = "unknown" } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return undefined;
      this.unreadable.set(path, code);
      seen.set(path, { stamp: code, stats: code, identity: code, nature: "file", time: 0, hash: code });
      return undefined;
    }
  }

  /** @param target the target of the path, if it is a symbolic link that is followed. */
  private look(path: string, target?: Stats): FileState | undefined {
    const info = lstatSync(path, { throwIfNoEntry: false });
    if (!info) return undefined;
    const isFresh = [info, target ?? info].some(({ ctimeMs }) => Math.abs(Date.now() - ctimeMs) < clockTick);
    const stats = `${stampOf(info)}${target ? `:${stampOf(target)}` : ""}`;
    const stamp = `${stats}${isFresh ? `:${this.scanCount}` : ""}`;
    const file = this.files.get(path);
    if (file?.stamp === stamp) return file;
    const time = Math.max(info.ctimeMs, target?.ctimeMs ?? 0);
    const identity = `${info.ino}:${info.birthtimeMs}`;
    const nature = (target ?? info).isFile() ? "file" : "other";
    // The first scan reads only files that could change without a change of their stats.
    const hash = this.scanCount > 1 || isFresh ? hashOf(path, target ?? info) : undefined;
    return { stamp, stats, identity, nature, time, hash };
  }
}

/** Records the target of a linked folder as if it were a file: if the link changes, all files in the folder are different ones. */
function noteTarget(folder: string, seen: Map<string, FileState>): void {
  const real = realOf(folder);
  if (real === undefined || real === folder) return;
  seen.set(folder, { stamp: real, stats: real, identity: real, nature: "folder", time: 0, hash: real });
}

/** Whether a file may have changed since a time, in ms since 1970, or can no longer be read. */
export function isNewerThan(path: string, since: number): boolean {
  try {
    return lstatSync(path).ctimeMs >= since - clockTick;
  } catch {
    return true;
  }
}

/** Whether a file no longer exists; false if a folder above it cannot be read. */
function isGone(path: string): boolean {
  try {
    lstatSync(path);
    return false;
  } catch (error) {
    return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}

/** Whether a watched folder includes a path. */
export function isIn(watchedFolder: WatchedFolder, path: string): boolean {
  if (path === watchedFolder.folder) return true;
  const isBelow = watchedFolder.isDeep
    ? path.startsWith(watchedFolder.folder + sep)
    : dirname(path) === watchedFolder.folder;
  return isBelow && (watchedFolder.accepts?.(basename(path)) ?? true);
}

function hashOf(path: string, info: Stats): string {
  if (!info.isFile() || info.size > maxHashedSize) return stampOf(info);
  try {
    return createHash("sha256").update(readFileSync(path)).digest("base64");
  } catch {
    return stampOf(info);
  }
}
