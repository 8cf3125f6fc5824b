/**
 * Plans the renames that update an output to the new site, and their order, and finds everything that is in the way,
 * before anything changes.
 *
 * New files come before changed ones: pages that link to a new file are put in place after it. Removals come last, when
 * nothing leads to what is removed.
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
  /** Our files in it. */
  former: ManifestPaths;
  staged: readonly string[];
  /** Files of ours that the new site does not have. */
  removed: readonly string[];
}

/** A staged file that is renamed to its path. */
interface Move {
  path: string;
  /** A folder of ours is in its place, and is removed first. */
  clears: boolean;
  rank: number;
}

/** What is at the path of a folder that files go into: a file of ours blocks its place until it is removed. */
type FolderState = "present" | "missing" | "blocked" | "taken";

interface ChangePlan {
  /** In order. */
  moves: Move[];
  /** All folders of these files, outer ones first. */
  folders: ReadonlyMap<string, FolderState>;
  /** Paths that are taken by files that are not ours; if there is any, nothing may be moved. */
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
  /** Path of the last build's file by its folded path; computed on demand, because it is rarely needed. */
  private readonly folded = lazy(() => new Map([...this.request.former].map((path) => [foldPath(path), path])));

  constructor(private readonly request: ChangeRequest) {}

  planFile(path: string): void {
    // Windows says of a file with such a name only that it is not there.
    if (/[^/]{256}/.test(path))
      withPathInError("write", join(this.request.folder, path), () => {
        throw Object.assign(new Error(), { code: "ENAMETOOLONG" });
      });
    const folder = this.stateOf(folderOf(path), path);
    if (folder === "taken") return;
    const info = folder === "present" ? lstatIfExists(join(this.request.folder, path)) : undefined;
    const blocker = info && this.takenBy(path, info);
    if (blocker === undefined)
      this.moves.push({ path, clears: info?.isDirectory() === true, rank: rankOf(path, !info?.isFile()) });
    else this.refuse(blocker, path);
  }

  private stateOf(folder: string, path: string): FolderState {
    return getOrAdd(this.folders, folder, () => {
      this.checkFolder(folder);
      if (folder === "") return "present";
      const parent = this.stateOf(folderOf(folder), path);
      if (parent !== "present") return parent;
      const info = lstatIfExists(join(this.request.folder, folder));
      if (!info || info.isDirectory()) return info ? "present" : "missing";
      if (this.takenBy(folder, info) === undefined) return "blocked";
      this.refuse(folder, path);
      return "taken";
    });
  }

  /** What is at a path, or in a folder there, and is not ours. */
  private takenBy(path: string, info: Stats): string | undefined {
    const { folder, former } = this.request;
    if (!info.isDirectory()) return info.isFile() && this.isOurs(path, info) ? undefined : path;
    const folders = new Set([...former].flatMap(foldersOf));
    const folderPath = join(folder, path);
    return withPathInError("read", folderPath, () => readdirSync(folderPath, { recursive: true, withFileTypes: true }))
      .map((entry) => ({ entry, path: pathBelow(folder, join(entry.parentPath, entry.name)) }))
      .filter(({ entry, path }) => !(entry.isDirectory() ? folders.has(path) : entry.isFile() && former.has(path)))
      .map(({ path }) => path)
      .sort()[0];
  }

  private isOurs(path: string, info: Stats): boolean {
    const { former, folder } = this.request;
    if (former.has(path)) return true;
    // Where case does not matter, the last build's file may have another spelling.
    const twin = this.folded().get(foldPath(path));
    return twin !== undefined && lstatIfExists(join(folder, twin))?.ino === info.ino;
  }

  private refuse(blocker: string, path: string): void {
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
