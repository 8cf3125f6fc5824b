/**
 * Plans the renames that update an output to the new site and their order, and finds everything that is in the way before
 * anything changes.
 *
 * New files come first, so that a page that links to a new file comes after that file. Removals come last, when no page
 * links to the removed files any more.
 */
import { accessSync, constants, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { diagnose } from "../../platform/diagnostics/codes.js";
import { lstatIfExists, withPathInError } from "../../platform/files.js";
import { pathBelow } from "../../platform/path-below.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { getOrAdd, lazy } from "../../shared/lazy.js";
import { addAll } from "../../shared/lists.js";
import { foldPath } from "../../shared/page-path.js";
import { compareText } from "../../shared/text.js";
import { folderOf, foldersOf, type ManifestPaths } from "./manifest.js";

interface ChangeRequest {
  /** The output, absolute, without symbolic links. */
  folder: string;
  /** The files that the last build wrote. */
  formerPaths: ManifestPaths;
  staged: readonly string[];
  /** Files of the last build that the new site does not have. */
  removed: readonly string[];
}

/** The state of a folder for new files. Its path is "blocked" by a file of the last build, or "taken" by a file that no build wrote. */
type FolderState = "present" | "missing" | "blocked" | "taken";

interface ChangePlan {
  /** The staged files, in the order in which they are renamed to their paths. */
  moves: string[];
  /** All folders of these files, outer ones first. */
  folders: ReadonlyMap<string, FolderState>;
  /** Files of the last build that have the path of a new folder, or are below the path of a new file. They are removed before the moves. */
  blockers: string[];
  /** An error for each path where there is a file that no build wrote. If there is any, nothing may be moved. */
  conflicts: Diagnostic[];
}

const ranks = { assets: 0, newPages: 1, newData: 2, pages: 3, data: 4 };

function rankOf(path: string, isNew: boolean): number {
  if (path.endsWith(".html")) return isNew ? ranks.newPages : ranks.pages;
  // Data and feeds link to pages; pages link to everything else.
  if (/\.(json|xml|txt)$/.test(path)) return isNew ? ranks.newData : ranks.data;
  return ranks.assets;
}

/** @returns a function that says whether a file is of the last build. */
function ownershipIn({ folder, formerPaths }: ChangeRequest): (path: string, info: Stats) => boolean {
  // On file systems that ignore case, the last build's file may have another spelling.
  const spellings = lazy(() => new Map([...formerPaths].map((path) => [foldPath(path), path])));
  const isSpelling = (path: string, { ino }: Stats) => {
    const twin = spellings().get(foldPath(path));
    return twin !== undefined && lstatIfExists(join(folder, twin))?.ino === ino;
  };
  return (path, info) => info.isFile() && (formerPaths.has(path) || isSpelling(path, info));
}

/** @returns a function that throws if files in a folder could not be renamed or removed. */
function folderCheckIn({ folder: output }: ChangeRequest): (folder: string) => void {
  const checked = new Set<string>();
  const device = lazy(() => lstatIfExists(output)?.dev);
  return (folder) => {
    const target = join(output, folder);
    const info = checked.has(folder) ? undefined : lstatIfExists(target);
    checked.add(folder);
    if (!info?.isDirectory()) return;
    withPathInError("write into", target, () => {
      accessSync(target, constants.W_OK | constants.X_OK);
      if (info.dev !== device()) throw Object.assign(new Error(), { code: "EXDEV" });
    });
  };
}

/** @param files those of the last build in this folder. @returns the first path in it that no build wrote; the folder itself if it is not of the last build. */
function foreignPathIn(output: string, folder: string, files: readonly string[]): string | undefined {
  const target = join(output, folder);
  const folders = new Set(files.flatMap(foldersOf));
  const writtenPaths = new Set(files);
  const foreignPaths = withPathInError("read", target, () =>
    readdirSync(target, { recursive: true, withFileTypes: true }),
  )
    .map((entry) => ({ entry, path: pathBelow(output, join(entry.parentPath, entry.name)) }))
    .filter(({ entry, path }) => !(entry.isDirectory() ? folders.has(path) : entry.isFile() && writtenPaths.has(path)))
    .map(({ path }) => path);
  return foreignPaths.sort()[0] ?? (files.length === 0 ? folder : undefined);
}

export function planChange(request: ChangeRequest): ChangePlan {
  const { folder: output, formerPaths, staged, removed } = request;
  const rankedMoves: { path: string; rank: number }[] = [];
  const folders = new Map<string, FolderState>();
  const blockers: string[] = [];
  const conflicts: Diagnostic[] = [];
  const isOfLastBuild = ownershipIn(request);
  const checkFolder = folderCheckIn(request);

  const addConflict = (foreignPath: string, path: string) => {
    const help = "Move it away, or give the page or file of the site another address. Nothing was changed.";
    const remark = foreignPath === path ? "" : `, and it is in the way of ${path}`;
    const message = `${join(output, foreignPath)} is not the file that the last build wrote${remark}`;
    conflicts.push(diagnose("output-taken", message, { help }));
  };

  const stateOf = (folder: string, path: string): FolderState =>
    getOrAdd(folders, folder, () => {
      checkFolder(folder);
      if (folder === "") return "present";
      const parent = stateOf(folderOf(folder), path);
      if (parent !== "present") return parent;
      const info = lstatIfExists(join(output, folder));
      if (!info || info.isDirectory()) return info ? "present" : "missing";
      if (isOfLastBuild(folder, info)) {
        blockers.push(folder);
        return "blocked";
      }
      addConflict(folder, path);
      return "taken";
    });

  for (const path of staged.toSorted(compareText)) {
    // The staged file has another name, and Windows would report only that there is no such file.
    if (/[^/]{256}/.test(path))
      withPathInError("write", join(output, path), () => {
        throw Object.assign(new Error(), { code: "ENAMETOOLONG" });
      });
    const state = stateOf(folderOf(path), path);
    if (state === "taken") continue;
    const info = state === "present" ? lstatIfExists(join(output, path)) : undefined;
    const below = info?.isDirectory() ? [...formerPaths].filter((file) => file.startsWith(`${path}/`)) : [];
    const foreignPath = info?.isDirectory() ? foreignPathIn(output, path, below) : path;
    if (info && foreignPath !== undefined && !isOfLastBuild(path, info)) addConflict(foreignPath, path);
    else rankedMoves.push({ path, rank: rankOf(path, !info?.isFile()) });
    addAll(blockers, below);
  }
  for (const path of removed) checkFolder(folderOf(path));
  const moves = rankedMoves.sort((a, b) => a.rank - b.rank).map(({ path }) => path);
  return { moves, folders, blockers, conflicts };
}
