/**
 * The change-over: staged files are renamed to their places one by one, and files that are no longer listed are
 * removed. A rename is atomic, so at every moment each file is complete, in its old or its new version, and none that
 * both versions have is missing.
 */

import { randomUUID } from "node:crypto";
import { copyFileSync, linkSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathBelow } from "../runtime/path-below.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { at, look, makeFolder, patiently, withOutcome } from "./files.js";
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
    const isNew = !look(journalFile(folder));
    writeJournal(folder, listed);
    const steps = new Steps(folder);
    try {
      for (const move of moves) perform(folder, move, former, steps);
      removeFiles(folder, former, removals, steps);
      commitJournal(folder);
    } catch (error) {
      if (!steps.undo()) throw error;
      if (isNew) rmSync(journalFile(folder), { force: true });
      throw withOutcome(error, "Nothing was changed: close it there, and build again");
    }
    steps.end();
  }
  rmSync(staging, { recursive: true, force: true });
  return [];
}

function perform(folder: string, { path, clears }: Move, former: ManifestFiles, steps: Steps): void {
  if (clears) clear(folder, path, former, steps);
  steps.put(join(stagingFolder(folder), path), join(folder, path));
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

/** Removes listed files, and the folders that they leave empty. Folders, links and host files in their places are not ours. */
function removeFiles(folder: string, former: ManifestFiles, paths: readonly string[], steps: Steps): void {
  const ours = paths.filter((path) => !isHostFile(path));
  removeListed(new FormerSite(folder, former, new Map()), ours, steps);
}

/** Removes listed files that are ordinary files, and the folders that they leave empty. */
export function removeListed(site: FormerSite, paths: readonly string[], steps = new Steps(site.folder)): void {
  const folders = new Set<string>();
  for (const path of paths) {
    if (!site.stat(path)) continue;
    const place = join(site.folder, path);
    steps.remove(place);
    for (const parent of foldersOf(path)) folders.add(parent);
  }
  const deepFirst = [...folders].sort((one, other) => other.length - one.length);
  for (const parent of deepFirst) removeEmpty(join(site.folder, parent));
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
function clear(folder: string, path: string, former: ManifestFiles, steps: Steps): void {
  const place = join(folder, path);
  if (!look(place)?.isDirectory()) {
    steps.remove(place);
    return;
  }
  const within = [...former.keys()].filter((file) => file.startsWith(`${path}/`));
  removeFiles(folder, former, within, steps);
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
  new Steps(folder).end();
}

/** Paths of all files below a folder, links not among them. */
function filesBelow(folder: string): string[] {
  if (!look(folder)?.isDirectory()) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => pathBelow(folder, join(entry.parentPath, entry.name)));
}

/**
 * The acts of a change-over, each of which puts a file in place or removes one. On Windows any program that has a file open can stop one of them: it
 * is tried again for a while, and if the file stays in use, what was done is taken back, so that the old site is whole. Elsewhere what could fail was
 * tried before the first act (`planChange`), and to keep the former files would double the number of acts.
 */
class Steps {
  /** Where the former files are until the change is complete. */
  private readonly former: string | undefined;
  private readonly undoing: (() => void)[] = [];

  /** @param folder the output. */
  constructor(folder: string) {
    if (process.platform === "win32") this.former = join(folder, ownFolder, "former");
  }

  /** @param from a staged file, or a folder of them. */
  put(from: string, place: string): void {
    at("write", place, () => {
      const kept = this.former && look(place)?.isFile() ? this.freeName() : undefined;
      if (kept !== undefined) copy(place, kept);
      patiently(() => renameSync(from, place));
      this.undoing.push(() => (kept === undefined ? renameSync(place, from) : renameSync(kept, place)));
    });
  }

  remove(place: string): void {
    at("remove", place, () => {
      if (!this.former) return unlinkSync(place);
      const kept = this.freeName();
      patiently(() => renameSync(place, kept));
      this.undoing.push(() => {
        mkdirSync(dirname(place), { recursive: true });
        renameSync(kept, place);
      });
    });
  }

  /** Takes back all acts, the last one first. @returns false if this cannot be done either. */
  undo(): boolean {
    if (!this.former) return false;
    try {
      for (const act of this.undoing.toReversed()) patiently(act);
      return true;
    } catch {
      return false;
    }
  }

  /** The change is complete. A former file that is still read stays until the next build. */
  end(): void {
    try {
      if (this.former) rmSync(this.former, { recursive: true, force: true });
    } catch {
      return;
    }
  }

  private freeName(): string {
    const former = this.former as string;
    if (!look(former)) makeFolder(former);
    return join(former, randomUUID());
  }
}

/** Some file systems do not support hard links. */
function copy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
