/**
 * Changes an output to the new site: renames staged files to their paths one by one, and removes files that the new site
 * does not have. A rename is atomic, so at every moment each file is complete, in its old or its new version, and no file
 * of both versions is missing. Meanwhile the manifest lists the files of both versions, so that the next build can clean
 * up if this one is killed.
 */
import { renameSync } from "node:fs";
import { join } from "node:path";
import {
  lstatIfExists,
  makeFolder,
  removeEmptyFolder,
  removeFile,
  retryWhileInUse,
  withPathInError,
  writeNewFile,
} from "../../platform/files.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { foldPath } from "../../shared/page-path.js";
import { folderOf, foldersOf, isHostFile, type ManifestPaths, manifestFile, manifestText } from "./manifest.js";
import { planChange } from "./plan.js";
import { realFoldersIn, type Staging } from "./staging.js";

interface Change {
  /** The output, absolute, without symbolic links. */
  folder: string;
  /** The files that the last build wrote. */
  formerPaths: ManifestPaths;
  /** The files that the new manifest lists. */
  files: ManifestPaths;
  /** Files of the last build that the new site does not have. */
  removed: readonly string[];
  /** The files of the new site that differ from those in the output. */
  staging: Staging;
}

/** @returns the conflicts; if there are any, nothing has changed. */
export function changeOver({ folder, formerPaths, files, removed, staging }: Change): Diagnostic[] {
  const plan = planChange({ folder, formerPaths, staged: [...staging.files.keys()], removed });
  if (plan.conflicts.length > 0) return plan.conflicts;
  const isSameList = removed.length === 0 && files.size === formerPaths.size;
  if (plan.moves.length === 0 && isSameList) return [];
  // Both manifests are written, and all folders made, before any file changes, because the disk may be full afterwards.
  const next = isSameList ? undefined : stageManifest(staging, "manifest", files);
  const both = isSameList ? undefined : stageManifest(staging, "both", new Set([...formerPaths, ...files]));
  // Before the folders are made: if this build is killed, the next one finds the empty folders by the files that the manifest names in them.
  if (both !== undefined) rename(both, manifestFile(folder));
  for (const [path, state] of plan.folders) if (state === "missing") makeFolder(join(folder, path));
  if (plan.blockers.length > 0) {
    removeFiles(folder, plan.blockers, files);
    // Folders that have the paths of the removed files, and folders that had only these files and were removed with them.
    for (const path of plan.folders.keys()) makeFolder(join(folder, path));
  }
  for (const path of plan.moves) rename(join(staging.folder, staging.files.get(path) ?? ""), join(folder, path));
  removeFiles(
    folder,
    removed.filter((path) => !isHostFile(path)),
    files,
  );
  if (next !== undefined) rename(next, manifestFile(folder));
  return [];
}

function stageManifest({ folder }: Staging, name: string, files: ManifestPaths): string {
  const file = join(folder, name);
  withPathInError("write", file, () => writeNewFile(file, manifestText(files)));
  return file;
}

function rename(from: string, to: string): void {
  withPathInError("write", to, () => retryWhileInUse(() => renameSync(from, to)));
}

/**
 * Removes files of the last build, and the folders that they leave empty. Skips a path that now has a folder or a symbolic
 * link.
 * @param remaining files that stay. Where the file system ignores case, a removed path may be another spelling of one.
 */
function removeFiles(folder: string, paths: readonly string[], remaining: ManifestPaths): void {
  if (paths.length === 0) return;
  const isRealFolder = realFoldersIn(folder);
  const twins = new Map([...remaining].map((path) => [foldPath(path), path]));
  const emptiedFolders = new Set<string>();
  for (const path of paths) {
    for (const parent of foldersOf(path)) if (isRealFolder(parent)) emptiedFolders.add(parent);
    const target = join(folder, path);
    const info = isRealFolder(folderOf(path)) ? lstatIfExists(target) : undefined;
    const twin = twins.get(foldPath(path));
    if (!info?.isFile() || (twin !== undefined && lstatIfExists(join(folder, twin))?.ino === info.ino)) continue;
    removeFile(target);
  }
  const deepFirst = [...emptiedFolders].sort((a, b) => b.length - a.length);
  for (const parent of deepFirst) removeEmptyFolder(join(folder, parent));
}
