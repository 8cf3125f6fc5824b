/**
 * The last stage: updates an output to the new site. Files that differ from those on the disk are staged while others are
 * still rendered. The output changes only when all files are complete and nothing is in the way, so a build that fails
 * earlier has changed nothing.
 */
import { utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder, makeFolders, removeEmptyFolder } from "../../platform/files.js";
import type { Result } from "../../shared/diagnostic.js";
import type { OutputFile } from "../../shared/output.js";
import { changeOver } from "./change.js";
import { type Lock, type LockRequest, takeLock } from "./lock.js";
import { foldersOf, isOutputPath, type ManifestPaths, readManifest, stateFolder } from "./manifest.js";
import { checkContent, resolveLinks } from "./output-folder.js";
import { Staging } from "./staging.js";

export interface EmitRequest {
  /** Absolute path of the output folder, or of a symbolic link to it. */
  out: string;
  /** Whether to write beside files that no build wrote. Such files stay as they are. */
  force?: boolean;
  /** How long to wait for another build into the same output; by default not at all. */
  lock?: LockRequest;
}

export interface EmitCounts {
  /** Of the whole site, changed or not. */
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
 * Opens an output for one build, which has to close it. Waits while another build has it open.
 * @returns no output, but errors, if the folder has files that no build wrote.
 */
export async function openOutput(request: EmitRequest, attempt = 1): Promise<Result<Output | undefined>> {
  const { out, force = false, lock: lockRequest = { patience: 0 } } = request;
  const folder = resolveLinks(out);
  const refused = checkContent(out, folder, force);
  if (refused.length > 0) return { value: undefined, diagnostics: refused };
  makeFolders(dirname(folder));
  let lock: Lock | undefined;
  try {
    makeFolder(folder);
    makeFolder(join(folder, stateFolder));
    lock = await takeLock(join(folder, stateFolder, "lock"), lockRequest);
    // After waiting, the link may lead to another folder, or the files may have changed.
    const isSame = resolveLinks(out) === folder && checkContent(out, folder, force).length === 0;
    if (isSame) return { value: new Output(folder, lock), diagnostics: [] };
    lock.release();
  } catch (error) {
    lock?.release();
    removeEmptyOutput(folder);
    // Another build has removed the folder meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || attempt === maxAttempts) throw error;
  }
  return openOutput(request, attempt + 1);
}

function removeEmptyOutput(folder: string): void {
  removeEmptyFolder(join(folder, stateFolder));
  removeEmptyFolder(folder);
}

/** An output that is open for one build. */
class Output {
  private readonly formerPaths: ManifestPaths;
  private readonly staging: Staging;
  private readonly paths = new Set<string>();
  private bytes = 0;

  constructor(
    private readonly folder: string,
    private readonly lock: Lock,
  ) {
    const manifest = readManifest(folder);
    this.formerPaths = typeof manifest === "string" ? new Set() : manifest;
    this.staging = new Staging(folder, this.formerPaths);
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
  finish(): Result<EmitCounts | undefined> {
    const { folder, formerPaths, paths, staging } = this;
    const blockedPath = [...paths].find((path) => foldersOf(path).some((parent) => paths.has(parent)));
    if (blockedPath !== undefined) throw new Error(`${blockedPath} needs a folder where the site has a file`);
    this.lock.confirm();
    // A host's file with the right content stays out of the manifest, so that no build removes it.
    const files = new Set([...paths].filter((path) => formerPaths.has(path) || staging.files.has(path)));
    const removed = [...formerPaths].filter((path) => !files.has(path));
    const conflicts = changeOver({ folder, formerPaths, files, removed, staging });
    if (conflicts.length > 0) return { value: undefined, diagnostics: conflicts };
    // The time of the folder is that of the last build, even if no file has changed.
    utimesSync(folder, new Date(), new Date());
    const counts = { files: paths.size, bytes: this.bytes, written: staging.files.size, removed: removed.length };
    return { value: counts, diagnostics: [] };
  }

  /** Releases the output, and removes files that are still staged. */
  close(): void {
    this.staging.remove();
    this.lock.release();
    removeEmptyOutput(this.folder);
  }
}
