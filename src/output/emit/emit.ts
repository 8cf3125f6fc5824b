/**
 * The last stage: updates an output to the new site. Files that differ from those on the disk are staged while others are
 * still rendered; only when all are complete, and nothing is in the way, the output changes. A build that fails before
 * that has changed nothing.
 */
import { utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Result } from "../../shared/diagnostic.js";
import type { OutputFile } from "../../shared/output.js";
import { changeOver } from "./change.js";
import { lstatIfExists, makeFolder, makeFolders, removeEmptyFolder, removeEmptyFolders } from "./files.js";
import { type Lock, type LockRequest, takeLock } from "./lock.js";
import { foldersOf, isOutputPath, type ManifestPaths, ownFolder, readManifest } from "./manifest.js";
import { checkContent, findPlace } from "./output-folder.js";
import { Staging } from "./staging.js";

export interface EmitRequest {
  /** The folder, or a symbolic link to it: absolute. */
  out: string;
  /** Writes beside files that no build wrote; they are kept. */
  force?: boolean;
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

/** How often other builds may remove the folder before this one gives up. */
const maxAttempts = 50;

/**
 * Opens an output for one build: waits for another one, and refuses a folder with other files. The caller has to close
 * it.
 */
export async function openOutput({
  out,
  force = false,
  lock: wait = { patience: 0 },
}: EmitRequest): Promise<Result<Output | undefined>> {
  for (let attempt = 1; ; attempt++) {
    const folder = findPlace(out);
    const refused = checkContent(out, folder, force);
    if (refused.length > 0) return { value: undefined, diagnostics: refused };
    const folders = makeFolders(dirname(folder)) ?? (lstatIfExists(folder) ? undefined : folder);
    let lock: Lock | undefined;
    try {
      makeFolder(folder);
      makeFolder(join(folder, ownFolder));
      lock = await takeLock(join(folder, ownFolder, "lock"), wait);
      // After waiting, the link may lead to another folder, or the files may have changed.
      const isSame = findPlace(out) === folder && checkContent(out, folder, force).length === 0;
      if (isSame) return { value: new Output(folder, folders, lock), diagnostics: [] };
      lock.release();
    } catch (error) {
      lock?.release();
      tidy(folder, folders);
      // The other build has removed everything, even the folder.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || attempt === maxAttempts) throw error;
    }
  }
}

/** Leaves no empty folders of ours. */
function tidy(folder: string, madeFolder: string | undefined): void {
  removeEmptyFolder(join(folder, ownFolder));
  removeEmptyFolders(madeFolder, folder);
}

/** An output that is open for one build. */
class Output {
  private readonly former: ManifestPaths;
  private readonly staging: Staging;
  private readonly paths = new Set<string>();
  private bytes = 0;
  private isOpen = true;

  /** @param madeFolder the first folder that was made for the output. */
  constructor(
    private readonly folder: string,
    private readonly madeFolder: string | undefined,
    private readonly lock: Lock,
  ) {
    const manifest = readManifest(folder);
    this.former = typeof manifest === "string" ? new Set() : manifest;
    this.staging = new Staging(folder, this.former);
  }

  /** Adds files in any order; each path once. */
  add(files: readonly OutputFile[]): void {
    for (const file of files) {
      if (!isOutputPath(file.path)) throw new Error(`${file.path} cannot be a file of the output`);
      if (this.paths.has(file.path)) throw new Error(`two files of the site have the path ${file.path}`);
      this.paths.add(file.path);
      this.bytes += this.staging.add(file);
    }
  }

  /** Updates the output. If there are errors, nothing has changed. */
  finish(): Result<Emitted | undefined> {
    const { folder, former, paths, staging } = this;
    const inFile = [...paths].find((path) => foldersOf(path).some((parent) => paths.has(parent)));
    if (inFile !== undefined) throw new Error(`${inFile} needs a folder where the site has a file`);
    this.lock.confirm();
    // A host's file that was there before, as the site wants it, is not ours.
    const files = new Set([...paths].filter((path) => former.has(path) || staging.files.has(path)));
    const removed = [...former].filter((path) => !files.has(path));
    const conflicts = changeOver({ folder, former, files, removed, staging });
    if (conflicts.length > 0) return { value: undefined, diagnostics: conflicts };
    // The folder says when its site was last made, also where no file differs.
    utimesSync(folder, new Date(), new Date());
    const counts = { files: paths.size, bytes: this.bytes, written: staging.files.size, removed: removed.length };
    return { value: counts, diagnostics: [] };
  }

  /** Releases the output, and removes staged files that were not put in place. */
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.staging.remove();
    this.lock.release();
    tidy(this.folder, this.madeFolder);
  }
}
