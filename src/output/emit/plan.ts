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
import { pathBelow } from "../../platform/path-below.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { getOrAdd, lazy } from "../../shared/lazy.js";
import { foldPath } from "../../shared/page-path.js";
import { compareText } from "../../shared/text.js";
import { lstatIfExists, withPathInError } from "./files.js";
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

/** A staged file that is renamed to its path. */
interface Move {
  path: string;
  /** Whether a folder of the last build has the path, and is removed first. */
  clearsFolder: boolean;
  rank: number;
}

/** The state of a folder for new files. "blocked": a file of the last build has its path, "taken": a foreign file has. */
type FolderState = "present" | "missing" | "blocked" | "taken";

interface ChangePlan {
  /** In the order in which they are made. */
  moves: Move[];
  /** All folders of these files, outer ones first. */
  folders: ReadonlyMap<string, FolderState>;
  /** An error for each path that a foreign file has. If there is any, nothing may be moved. */
  conflicts: Diagnostic[];
}

export function planChange(request: ChangeRequest): ChangePlan {
  const planner = new Planner(request);
  for (const path of request.staged.toSorted(compareText)) planner.planFile(path);
  for (const path of request.removed) planner.checkFolder(folderOf(path));
  planner.moves.sort((a, b) => a.rank - b.rank);
  return planner;
}

const ranks = { assets: 0, newPages: 1, newData: 2, pages: 3, data: 4 };

function rankOf(path: string, isNew: boolean): number {
  if (path.endsWith(".html")) return isNew ? ranks.newPages : ranks.pages;
  // Data and feeds link to pages; pages link to everything else.
  if (/\.(json|xml|txt)$/.test(path)) return isNew ? ranks.newData : ranks.data;
  return ranks.assets;
}

class Planner implements ChangePlan {
  readonly moves: Move[] = [];
  readonly conflicts: Diagnostic[] = [];
  private readonly checked = new Set<string>();
  readonly folders = new Map<string, FolderState>();
  private readonly device = lazy(() => lstatIfExists(this.request.folder)?.dev);
  /** The files of the last build by their paths in one case. Rarely needed. */
  private readonly pathsByFoldedPath = lazy(
    () => new Map([...this.request.formerPaths].map((path) => [foldPath(path), path])),
  );

  constructor(private readonly request: ChangeRequest) {}

  planFile(path: string): void {
    // Of a name that is too long, Windows would report only that there is no such file.
    if (/[^/]{256}/.test(path))
      withPathInError("write", join(this.request.folder, path), () => {
        throw Object.assign(new Error(), { code: "ENAMETOOLONG" });
      });
    const folder = this.stateOf(folderOf(path), path);
    if (folder === "taken") return;
    const info = folder === "present" ? lstatIfExists(join(this.request.folder, path)) : undefined;
    const blocker = info && this.findBlocker(path, info);
    if (blocker === undefined)
      this.moves.push({ path, clearsFolder: info?.isDirectory() === true, rank: rankOf(path, !info?.isFile()) });
    else this.addConflict(blocker, path);
  }

  private stateOf(folder: string, path: string): FolderState {
    return getOrAdd(this.folders, folder, () => {
      this.checkFolder(folder);
      if (folder === "") return "present";
      const parent = this.stateOf(folderOf(folder), path);
      if (parent !== "present") return parent;
      const info = lstatIfExists(join(this.request.folder, folder));
      if (!info || info.isDirectory()) return info ? "present" : "missing";
      if (this.findBlocker(folder, info) === undefined) return "blocked";
      this.addConflict(folder, path);
      return "taken";
    });
  }

  /** @returns a file at this path, or in the folder at it, that no build wrote; undefined if there is none. */
  private findBlocker(path: string, info: Stats): string | undefined {
    const { folder, formerPaths } = this.request;
    if (!info.isDirectory()) return info.isFile() && this.isOurs(path, info) ? undefined : path;
    const folders = new Set([...formerPaths].flatMap(foldersOf));
    const folderPath = join(folder, path);
    return withPathInError("read", folderPath, () => readdirSync(folderPath, { recursive: true, withFileTypes: true }))
      .map((entry) => ({ entry, path: pathBelow(folder, join(entry.parentPath, entry.name)) }))
      .filter(({ entry, path }) => !(entry.isDirectory() ? folders.has(path) : entry.isFile() && formerPaths.has(path)))
      .map(({ path }) => path)
      .sort()[0];
  }

  private isOurs(path: string, info: Stats): boolean {
    const { formerPaths, folder } = this.request;
    if (formerPaths.has(path)) return true;
    // On file systems that ignore case, the last build's file may have another spelling.
    const twin = this.pathsByFoldedPath().get(foldPath(path));
    return twin !== undefined && lstatIfExists(join(folder, twin))?.ino === info.ino;
  }

  private addConflict(blocker: string, path: string): void {
    const help = "Move it away, or give the page or file of the site another address. Nothing was changed.";
    const remark = blocker === path ? "" : `, and it is in the way of ${path}`;
    const message = `${join(this.request.folder, blocker)} is not the file that the last build wrote${remark}`;
    this.conflicts.push(diagnose("output-taken", message, { help }));
  }

  /** Finds reasons why a rename or a removal would fail, before the first one. */
  checkFolder(path: string): void {
    if (this.checked.has(path)) return;
    this.checked.add(path);
    const target = join(this.request.folder, path);
    const info = lstatIfExists(target);
    if (!info?.isDirectory()) return;
    withPathInError("write into", target, () => {
      accessSync(target, constants.W_OK | constants.X_OK);
      if (info.dev !== this.device()) throw Object.assign(new Error(), { code: "EXDEV" });
    });
  }
}
