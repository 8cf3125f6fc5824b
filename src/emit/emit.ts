/**
 * The last stage: updates an output to the new site. Files are staged while others are still rendered; only when all
 * are complete, and nothing is in the way, the output changes, and only where it differs. A build that fails before
 * that has changed nothing.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { AnyFile } from "../shared/output.js";
import { compareText } from "../shared/text.js";
import { changeOver, recover, removeEmpty, removeEmptyUpTo, removeLeftovers, stagingFolder } from "./change.js";
import { look, makeFolder } from "./files.js";
import { type FileRecord, FormerSite, isSameRecord, recordsOf, type StatStore, statsOf } from "./former.js";
import { type Lock, type LockRequest, takeLock } from "./lock.js";
import {
  isOutputPath,
  journalFile,
  type ManifestEntry,
  type ManifestFiles,
  manifestFile,
  ownFolder,
  readManifest,
} from "./manifest.js";
import { checkContent, findPlace } from "./place.js";
import { findClashes } from "./plan.js";
import type { WrittenFile } from "./write.js";
import { type OutputWriter, startWriter } from "./writer.js";

export interface EmitRequest {
  /** The folder, or a symbolic link to it: absolute. */
  out: string;
  /** Writes beside files that no build wrote; they are kept. */
  force?: boolean;
  /** Without it every file is compared by its content. */
  stats?: StatStore;
  /** How long to wait for another build into the same output, and a callback; no waiting by default. */
  lock?: LockRequest;
}

export interface Emitted {
  /** Counts the whole site, changed or not. */
  files: number;
  bytes: number;
  /** How many of the files are new or have changed. */
  written: number;
  /** How many are no longer there. */
  removed: number;
}

/**
 * Opens an output for one build: waits for another one, completes a killed one, and refuses a folder with other files.
 * The caller has to close it.
 */
export async function openOutput(request: EmitRequest): Promise<Result<Output | undefined>> {
  const { out, force = false, lock: wait = { patience: 0 }, stats } = request;
  for (let attempt = 1; ; attempt++) {
    const folder = findPlace(out);
    const refused = checkContent(out, folder, force);
    if (refused.length > 0) return { value: undefined, diagnostics: refused };
    const made: string[] = [];
    const lock = await lockOutput(folder, wait, made).catch((error) => {
      tidy(folder, made[0]);
      // The other build has removed everything, even the folder.
      if (error.code === "ENOENT" && attempt < mostAttempts) return undefined;
      throw error;
    });
    // After waiting, the link may lead to another folder, or the files may have changed.
    const isSame = findPlace(out) === folder && checkContent(out, folder, force).length === 0;
    if (!lock || !isSame) {
      lock?.release();
      continue;
    }
    const output = new Output(folder, made[0], lock, stats);
    try {
      const diagnostics = await output.open();
      if (diagnostics.length === 0) return { value: output, diagnostics };
      await output.close();
      return { value: undefined, diagnostics };
    } catch (error) {
      await output.close();
      throw error;
    }
  }
}

function pathsByKey(files: ManifestFiles): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const [path, { key }] of files) {
    if (key === undefined) continue;
    const known = paths.get(key);
    if (known) known.push(path);
    else paths.set(key, [path]);
  }
  return paths;
}

/** Whether these are all the planned files, and no others. */
function areOf(planned: readonly string[], paths: readonly string[]): boolean {
  const folders = planned.filter((path) => path.endsWith("/"));
  const missing = new Set(planned.filter((path) => !path.endsWith("/")));
  const isPlanned = (path: string) => missing.delete(path) || folders.some((folder) => path.startsWith(folder));
  return paths.length > 0 && paths.every(isPlanned) && missing.size === 0;
}

const lockFile = (folder: string) => join(folder, ownFolder, "lock");

/** Our own folder answers to another spelling of its name where case does not matter. */
function ignoresCase(folder: string): boolean {
  const [own, other] = [ownFolder, ownFolder.toUpperCase()].map((name) => look(join(folder, name)));
  return own !== undefined && own.ino === other?.ino;
}

/** How often other builds may remove the folder before this one gives up. */
const mostAttempts = 50;

/** @param made gets the folders that had to be made, the first of them first. */
async function lockOutput(folder: string, wait: LockRequest, made: string[]): Promise<Lock> {
  const first = makeFolders(dirname(folder));
  if (first !== undefined) made.push(first);
  if (ensureFolder(folder)) made.push(folder);
  ensureFolder(join(folder, ownFolder));
  return takeLock(lockFile(folder), wait);
}

/** One at a time: of several, Node.js says on a read-only file system that they do not exist. @returns the first that was missing. */
function makeFolders(folder: string): string | undefined {
  if (existsSync(folder)) return undefined;
  const first = makeFolders(dirname(folder));
  return ensureFolder(folder) ? (first ?? folder) : first;
}

/** @returns false if the folder exists; another build may make it at the same time. */
function ensureFolder(folder: string): boolean {
  if (look(folder)?.isDirectory()) return false;
  try {
    makeFolder(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST" && look(folder)?.isDirectory()) return false;
    throw error;
  }
}

/** Leaves no empty folders of ours. */
function tidy(folder: string, made: string | undefined): void {
  removeEmpty(join(folder, ownFolder));
  removeEmptyUpTo(made, folder);
}

/** An output that is open for one build. */
class Output {
  private former: FormerSite;
  private readonly paths: string[] = [];
  private readonly files = new Map<string, ManifestEntry>();
  private readonly records = new Map<string, FileRecord>();
  private readonly keys = new Map<string, string>();
  private pathsByKey: Map<string, string[]> | undefined;
  private writer: OutputWriter | undefined;
  private isOpen = true;

  constructor(
    private readonly folder: string,
    private readonly made: string | undefined,
    private readonly lock: Lock,
    private readonly stats: StatStore | undefined,
  ) {
    this.former = new FormerSite(folder, new Map(), new Map());
  }

  /** @returns the conflicts that prevent completing an interrupted change. */
  async open(): Promise<Diagnostic[]> {
    const { folder } = this;
    const conflicts = recover(folder);
    const files = readManifest(manifestFile(folder));
    if (typeof files !== "string") this.former = new FormerSite(folder, files, recordsOf(await this.stats?.load()));
    return conflicts;
  }

  /**
   * Whether a file need not be made: the last build made it from the same inputs, and it has not been touched since.
   * Always false without a store of stats.
   * @param key digest of all inputs of the file.
   */
  isCurrent(path: string, key: string): boolean {
    if (this.former.files.get(path)?.key !== key) return false;
    const info = this.former.stat(path);
    return info !== undefined && this.former.knownDigest(path, info) !== undefined;
  }

  /**
   * Keeps files of the last build that are made together, if they are all there and none has been touched.
   * @param planned their paths; one that ends with a slash means everything below it.
   * @param key digest of all their inputs; only called if the last build left keys.
   * @returns whether they need not be made.
   */
  reuse(planned: readonly string[], key: () => string): boolean {
    this.pathsByKey ??= pathsByKey(this.former.files);
    if (this.pathsByKey.size === 0) return false;
    const wanted = key();
    const paths = this.pathsByKey.get(wanted) ?? [];
    // The same bytes may have another place now, and a damaged list may lack some of the files.
    if (!areOf(planned, paths) || !paths.every((path) => this.isCurrent(path, wanted))) return false;
    for (const path of paths) this.unchanged(path, wanted);
    return true;
  }

  /** Whether every file of the last build is as it was left. @returns how many there are and their bytes, or undefined. */
  untouched(): Pick<Emitted, "files" | "bytes"> | undefined {
    const { files } = this.former;
    const isSame = [...files.keys()].every((path) => {
      const info = this.former.stat(path);
      return info !== undefined && this.former.knownDigest(path, info) !== undefined;
    });
    const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
    return isSame && files.size > 0 ? { files: files.size, bytes } : undefined;
  }

  /** Keeps a file unchanged, without reading it: only for a current one. */
  unchanged(path: string, key: string): void {
    const [entry, record] = [this.former.files.get(path), this.former.records.get(path)];
    if (!entry || !record || entry.key !== key) throw new Error(`${path} is not a current file of the output`);
    this.paths.push(path);
    this.files.set(path, entry);
    this.records.set(path, record);
  }

  /** Adds files in any order; each path once. */
  add(files: readonly AnyFile[]): void {
    for (const { path, key } of files) {
      if (!isOutputPath(path)) throw new Error(`${path} cannot be a file of the output`);
      this.paths.push(path);
      if (key !== undefined) this.keys.set(path, key);
    }
    this.writer ??= startWriter(stagingFolder(this.folder), this.former);
    this.writer.add(files);
  }

  /** Writes the files that were added so far, if they are few: to be called before the last ones are awaited. */
  flush(): void {
    this.writer?.flush();
  }

  /** Waits for the last file and updates the output. If there are errors, nothing has changed. */
  async finish(): Promise<Result<Emitted | undefined>> {
    const clashes = findClashes(this.paths, ignoresCase(this.folder));
    if (clashes.length > 0) return { value: undefined, diagnostics: clashes };
    const written = (await this.writer?.finish()) ?? [];
    this.note(written);
    const files = new Map([...this.files].sort(([one], [other]) => compareText(one, other)));
    const staged = written.filter(({ isStaged }) => isStaged).map(({ path }) => path);
    this.lock.confirm();
    const { value, diagnostics } = this.change(files, staged);
    if (!value) return { value, diagnostics };
    await this.saveStats();
    const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
    return { value: { files: files.size, bytes, ...value }, diagnostics };
  }

  private note(written: readonly WrittenFile[]): void {
    for (const { path, isStaged, ...record } of written) {
      this.files.set(path, { key: this.keys.get(path), digest: record.digest, size: record.size });
      this.records.set(path, record);
    }
  }

  private change(
    files: ReadonlyMap<string, ManifestEntry>,
    staged: readonly string[],
  ): Result<Pick<Emitted, "written" | "removed"> | undefined> {
    const former = this.former.files;
    const removed = [...former.keys()].filter((path) => !files.has(path)).length;
    const diagnostics = changeOver(this.folder, former, files, staged);
    return { value: diagnostics.length > 0 ? undefined : { written: staged.length, removed }, diagnostics };
  }

  private async saveStats(): Promise<void> {
    const known = this.former.records;
    const isSame =
      known.size === this.records.size &&
      [...this.records].every(([path, record]) => isSameRecord(record, known.get(path)));
    if (this.stats && !isSame) await this.stats.save(statsOf(this.records));
  }

  /** Releases the output, and removes staged files that were not put in place. */
  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    const { folder } = this;
    await this.writer?.stop();
    // The next build completes a change that has begun and failed.
    if (!look(journalFile(folder))) removeLeftovers(folder);
    this.lock.release();
    tidy(folder, this.made);
  }
}
