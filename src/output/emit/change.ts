/**
 * The change-over: staged files are renamed to their places one by one, and files that are no longer listed are
 * removed. A rename is atomic, so at every moment each file is complete, in its old or its new version, and none that
 * both versions have is missing. Meanwhile the manifest lists the files of both, so that the next build knows them all
 * if this one is killed.
 */
import { renameSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { foldPath } from "../../shared/page-path.js";
import {
  lstatIfExists,
  makeFolder,
  removeEmptyFolder,
  removeFile,
  retryWhileInUse,
  withPathInError,
  writeText,
} from "./files.js";
import { folderOf, foldersOf, isHostFile, type ManifestPaths, manifestFile, manifestText } from "./manifest.js";
import { planChange } from "./plan.js";
import { realFoldersIn, type Staging } from "./staging.js";

interface Change {
  /** The output, absolute, without symbolic links. */
  folder: string;
  /** Our files in it. */
  former: ManifestPaths;
  /** Our files of the new site. */
  files: ManifestPaths;
  /** Files of ours that it does not have. */
  removed: readonly string[];
  /** Its files that differ. */
  staging: Staging;
}

/** Makes an output the new site. @returns conflicts: if there are any, nothing has changed. */
export function changeOver({ folder, former, files, removed, staging }: Change): Diagnostic[] {
  const { moves, folders, conflicts } = planChange({ folder, former, staged: [...staging.files.keys()], removed });
  if (conflicts.length > 0) return conflicts;
  const isSameList = removed.length === 0 && files.size === former.size;
  if (moves.length === 0 && isSameList) return [];
  // Both lists are written, and folders made, before anything changes: afterwards the disk may be full.
  const next = isSameList ? undefined : stageManifest(staging, "manifest", files);
  const both = isSameList ? undefined : stageManifest(staging, "both", new Set([...former, ...files]));
  makeFolders([...folders].flatMap(([path, state]) => (state === "missing" ? join(folder, path) : [])));
  if (both !== undefined) rename(both, manifestFile(folder));
  for (const { path, clears } of moves) {
    if (clears) clearFolder(folder, path, former);
    if (folders.get(folderOf(path)) === "blocked") unblock(folder, folderOf(path));
    rename(join(staging.folder, staging.files.get(path) ?? ""), join(folder, path));
  }
  removeFiles(folder, removed, files);
  if (next !== undefined) rename(next, manifestFile(folder));
  return [];
}

function stageManifest({ folder }: Staging, name: string, files: ManifestPaths): string {
  const file = join(folder, name);
  writeText(file, manifestText(files));
  return file;
}

function rename(from: string, to: string): void {
  withPathInError("write", to, () => retryWhileInUse(() => renameSync(from, to)));
}

/** Makes new folders, or none of them. @param folders outer ones first. */
function makeFolders(folders: readonly string[]): void {
  const newFolders: string[] = [];
  try {
    for (const folder of folders) if (makeFolder(folder)) newFolders.push(folder);
  } catch (error) {
    for (const folder of newFolders.reverse()) removeEmptyFolder(folder);
    throw error;
  }
}

/** Makes a folder, and those around it, in the place of a file of ours. */
function unblock(output: string, folder: string): void {
  for (const path of [...foldersOf(`${folder}/`)].reverse()) {
    const target = join(output, path);
    if (lstatIfExists(target)?.isFile()) removeFile(target);
    makeFolder(target);
  }
}

/** Removes our folder where a file is needed. */
function clearFolder(folder: string, path: string, former: ManifestPaths): void {
  const target = join(folder, path);
  const below = [...former].filter((file) => file.startsWith(`${path}/`));
  removeFiles(folder, below, new Set());
  if (lstatIfExists(target)) withPathInError("remove", target, () => rmdirSync(target));
}

/**
 * Removes files of ours, and the folders that they leave empty. Folders, links and host files in their places are not ours.
 * @param manifestPaths files that stay: another spelling of a path may be another file, or the very same.
 */
function removeFiles(folder: string, paths: readonly string[], manifestPaths: ManifestPaths): void {
  if (paths.length === 0) return;
  const isRealFolder = realFoldersIn(folder);
  const twins = new Map([...manifestPaths].map((path) => [foldPath(path), path]));
  const emptiedFolders = new Set<string>();
  for (const path of paths) {
    if (isHostFile(path)) continue;
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
