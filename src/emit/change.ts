/**
 * The change-over: staged files are renamed to their places one by one, and files that are no longer listed are
 * removed. A rename is atomic, so at every moment each file is complete, in its old or its new version, and none that
 * both versions have is missing.
 */

import { readdirSync, renameSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathBelow } from "../runtime/path-below.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { at, look, patiently } from "./files.js";
import { FormerSite } from "./former.js";
import {
  commitJournal,
  foldersOf,
  isHostFile,
  journalFile,
  type ManifestFiles,
  manifestFile,
  ownFolder,
  readManifest,
  writeJournal,
} from "./manifest.js";
import { type Move, planChange } from "./plan.js";

export const stagingFolder = (folder: string) => join(folder, ownFolder, "staging");

/**
 * Makes the output the site that `files` lists. Staged files already have their content.
 * @param folder absolute, without symbolic links.
 * @param former our files in it.
 * @returns conflicts: if there are any, nothing has changed.
 */
export function changeOver(
  folder: string,
  former: ManifestFiles,
  files: ManifestFiles,
  staged: readonly string[],
): Diagnostic[] {
  const staging = stagingFolder(folder);
  const plan = planChange({ folder, staging, staged, former, files });
  const { moves, removals, alien, conflicts } = plan;
  if (conflicts.length > 0) return conflicts;
  const listed = new Map([...files].filter(([path]) => !alien.includes(path)));
  if (moves.length + removals.length > 0 || !isSameManifest(former, listed)) {
    for (const path of alien) rmSync(join(staging, path));
    writeJournal(folder, listed);
    for (const move of moves) perform(folder, move, former);
    removeFiles(folder, former, removals);
    commitJournal(folder);
  }
  rmSync(staging, { recursive: true, force: true });
  return [];
}

function perform(folder: string, { path, clears }: Move, former: ManifestFiles): void {
  if (clears) clear(folder, path, former);
  const place = join(folder, path);
  at("write", place, () => patiently(() => renameSync(join(stagingFolder(folder), path), place)));
}

function isSameManifest(one: ManifestFiles, other: ManifestFiles): boolean {
  return (
    one.size === other.size &&
    [...one].every(([path, { key, digest }]) => {
      const entry = other.get(path);
      return entry?.digest === digest && entry.key === key;
    })
  );
}

/** Removes listed files that are ordinary files, and the folders that they leave empty. Folders, links and host files in their places are not ours. */
function removeFiles(folder: string, former: ManifestFiles, paths: readonly string[]): void {
  const site = new FormerSite(folder, former, new Map());
  const folders = new Set<string>();
  for (const path of paths) {
    if (isHostFile(path) || !site.stat(path)) continue;
    removeFile(join(folder, path));
    for (const parent of foldersOf(path)) folders.add(parent);
  }
  const deepFirst = [...folders].sort((one, other) => other.length - one.length);
  for (const parent of deepFirst) removeEmpty(join(folder, parent));
}

function removeFile(path: string): void {
  at("remove", path, () => patiently(() => unlinkSync(path)));
}

/** A folder that holds something stays. */
export function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
}

/** The same for a folder and those around it, up to one that was made. */
export function removeEmptyUpTo(made: string | undefined, folder: string): void {
  if (made === undefined) return;
  for (let empty = folder; empty.length >= made.length; empty = dirname(empty)) removeEmpty(empty);
}

/** Removes our file or folder where one of the other type is needed. */
function clear(folder: string, path: string, former: ManifestFiles): void {
  const place = join(folder, path);
  if (!look(place)?.isDirectory()) {
    removeFile(place);
    return;
  }
  const within = [...former.keys()].filter((file) => file.startsWith(`${path}/`));
  removeFiles(folder, former, within);
  if (look(place)) at("remove", place, () => rmdirSync(place));
}

/** Completes the change of a killed build, and removes files that one had only staged. @returns conflicts, as `changeOver`. */
export function recover(folder: string): Diagnostic[] {
  const journal = readManifest(journalFile(folder));
  if (typeof journal !== "string") {
    const manifest = readManifest(manifestFile(folder));
    const former = typeof manifest === "string" ? new Map() : manifest;
    const staged = filesBelow(stagingFolder(folder)).filter((path) => journal.has(path));
    const conflicts = changeOver(folder, former, journal, staged);
    if (conflicts.length > 0) return conflicts;
  }
  removeLeftovers(folder);
  return [];
}

/** Files of running builds in an output. */
export function removeLeftovers(folder: string): void {
  for (const name of ["journal.json", "journal.json.new", "staging"]) {
    const place = join(folder, ownFolder, name);
    at("remove", place, () => rmSync(place, { recursive: true, force: true }));
  }
}

/** Paths of all files below a folder, links not among them. */
function filesBelow(folder: string): string[] {
  if (!look(folder)?.isDirectory()) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => pathBelow(folder, join(entry.parentPath, entry.name)));
}
