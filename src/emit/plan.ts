/**
 * Plans the renames that update an output to the new site, and their order, and finds everything that is in the way,
 * before anything changes.
 *
 * New files come before changed ones: pages that link to a new file are put in place after it. Removals come last, when
 * nothing leads to what is removed.
 */
import { accessSync, constants, readFileSync, type Stats } from "node:fs";
import { join, posix } from "node:path";
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { compareText } from "../shared/text.js";
import { at, look } from "./files.js";
import { foreignFiles, isTakenOver } from "./former.js";
import type { ManifestFiles } from "./manifest.js";
import { folderOf, foldPath, isHostFile } from "./manifest.js";

interface ChangeRequest {
  /** The output, absolute, without symbolic links. */
  folder: string;
  /** Holds the staged files at their paths. */
  staging: string;
  /** Paths of the staged files. */
  staged: readonly string[];
  /** Our files in the output. */
  former: ManifestFiles;
  /** The files of the new site. */
  files: ManifestFiles;
}

/** A file, or a folder with its content, that is renamed from the staging folder to its place. */
export interface Move {
  path: string;
  /** A file or folder of ours of the other type is in its place, and is removed first. */
  clears: boolean;
  rank: number;
}

interface ChangePlan {
  /** In order. */
  moves: Move[];
  /** Files of ours that the new site does not have. */
  removals: string[];
  /** Host files that are in place already, though no build wrote them: they stay, and are not listed. */
  alien: string[];
  /** Paths that are taken by files that are not ours; if there is any, nothing may be moved. */
  conflicts: Diagnostic[];
}

export function planChange(request: ChangeRequest): ChangePlan {
  const planner = new Planner(request);
  planner.planFolder("", request.staged.toSorted(compareText));
  planner.planRemovals();
  const { moves, removals, alien, conflicts } = planner;
  moves.sort((one, other) => one.rank - other.rank || depth(other) - depth(one) || compareText(one.path, other.path));
  return { moves, removals, alien, conflicts };
}

const depth = ({ path }: Move) => path.split("/").length;

const isPage = (path: string) => path.endsWith(".html");
/** Data and feeds name pages; everything else is named by pages. */
const isData = (path: string) => /\.(json|xml|txt|md)$/.test(path);

const ranks = { assets: 0, newPages: 1, newData: 2, pages: 3, data: 4 };

function rankOf(paths: readonly string[], isNew: boolean): number {
  if (paths.some(isPage)) return isNew ? ranks.newPages : ranks.pages;
  if (paths.every(isData)) return isNew ? ranks.newData : ranks.data;
  return ranks.assets;
}

class Planner implements ChangePlan {
  readonly moves: Move[] = [];
  removals: string[] = [];
  readonly alien: string[] = [];
  readonly conflicts: Diagnostic[] = [];
  private readonly checked = new Set<string>();
  private readonly device: number | undefined;
  /** Path of the last build's file by its folded path; computed on demand, because it is rarely needed. */
  private folded: Map<string, string> | undefined;

  constructor(private readonly request: ChangeRequest) {
    this.device = look(request.staging)?.dev;
  }

  planRemovals(): void {
    const { folder, former, files } = this.request;
    const gone = [...former.keys()].filter((path) => !files.has(path));
    if (gone.length === 0) return;
    const kept = new Map([...files.keys()].map((path) => [foldPath(path), path]));
    this.removals = gone.filter((path) => {
      // Another spelling of a path may be another file, or the very one that the new site has.
      const twin = kept.get(foldPath(path));
      return twin === undefined || look(join(folder, twin))?.ino !== look(join(folder, path))?.ino;
    });
    for (const path of this.removals) this.checkFolder(posix.dirname(path));
  }

  /** @param prefix of all the paths, which are sorted: "" or a folder that the output has, with a slash at its end. */
  planFolder(prefix: string, paths: readonly string[]): void {
    for (let start = 0; start < paths.length; ) {
      const first = paths[start] as string;
      const slash = first.indexOf("/", prefix.length);
      const path = slash === -1 ? first : first.slice(0, slash);
      let end = start + 1;
      if (slash !== -1) while (paths[end]?.startsWith(`${path}/`)) end++;
      this.planEntry(path, paths.slice(start, end), slash !== -1);
      start = end;
    }
  }

  private planEntry(path: string, paths: readonly string[], isFolder: boolean): void {
    const info = look(join(this.request.folder, path));
    if (!info) this.move(path, paths, true, false);
    else if (isFolder && info.isDirectory()) this.planFolder(`${path}/`, paths);
    else if (info.isDirectory()) this.replaceFolder(path, paths);
    else if (!this.isOurs(path, info)) this.refuse(path, paths);
    else this.move(path, paths, isFolder, isFolder);
  }

  private move(path: string, paths: readonly string[], isNew: boolean, clears: boolean): void {
    this.checkFolder(posix.dirname(path));
    this.moves.push({ path, clears, rank: rankOf(paths, isNew) });
  }

  /** A file takes the place of a folder whose files are all ours. */
  private replaceFolder(path: string, paths: readonly string[]): void {
    const [foreign] = foreignFiles(this.request.folder, this.request.former, path);
    if (foreign === undefined) this.move(path, paths, true, true);
    else this.refuse(foreign, paths);
  }

  private isOurs(path: string, info: Stats): boolean {
    const { former, folder } = this.request;
    // Where case does not matter, the last build's file may have another spelling.
    this.folded ??= new Map([...former.keys()].map((known) => [foldPath(known), known]));
    const known = former.has(path) ? path : this.folded.get(foldPath(path));
    if (known === undefined || !info.isFile()) return false;
    if (known !== path && look(join(folder, known))?.ino !== info.ino) return false;
    return !isTakenOver(folder, known, former);
  }

  private refuse(taken: string, paths: readonly string[]): void {
    const { folder, staging } = this.request;
    const [path = ""] = paths;
    if (isHostFile(path) && taken === path && look(join(folder, path))?.isFile()) {
      if (this.read(folder, path).equals(this.read(staging, path))) {
        this.alien.push(path);
        return;
      }
    }
    const help = "Move it away, or give the page or file of the site another address. Nothing was changed.";
    const what = taken === path ? "" : `, where the site has ${path}`;
    this.conflicts.push(
      diagnose("output-taken", `${join(folder, taken)} is not the file that the last build wrote${what}`, { help }),
    );
  }

  private read(folder: string, path: string): Buffer {
    return at("read", join(folder, path), () => readFileSync(join(folder, path)));
  }

  /** Finds reasons why a rename or a removal would fail, before the first one. */
  private checkFolder(path: string): void {
    if (this.checked.has(path)) return;
    this.checked.add(path);
    const place = join(this.request.folder, path);
    const info = look(place);
    // If the file exists, a killed build had already moved it.
    if (!info?.isDirectory()) return;
    at("write into", place, () => {
      accessSync(place, constants.W_OK | constants.X_OK);
      if (this.device !== undefined && info.dev !== this.device) throw Object.assign(new Error(), { code: "EXDEV" });
    });
  }
}

/**
 * @param paths of all files of the site, with repetitions.
 * @param ignoresCase whether the output's file system ignores case.
 */
export function findClashes(paths: readonly string[], ignoresCase: boolean): Diagnostic[] {
  const fold = ignoresCase ? foldPath : (path: string) => path;
  const known = new Map<string, string>();
  const clashes: Diagnostic[] = [];
  const report = (message: string) =>
    clashes.push(diagnose("route-conflict", message, { help: "Give one of them another name or address." }));
  for (const path of paths) {
    const folded = fold(path);
    const other = known.get(folded);
    if (other === path) report(`two files of the site have the path ${path}`);
    else if (other !== undefined) report(`${other} and ${path} are the same file here: this file system ignores case`);
    known.set(folded, path);
  }
  const checked = new Set<string>();
  for (const path of known.keys()) {
    for (let folder = folderOf(path); folder !== "" && !checked.has(folder); folder = folderOf(folder)) {
      checked.add(folder);
      const file = known.get(folder);
      if (file !== undefined)
        report(`${file} is a file of the site, and ${known.get(path)} needs a folder in its place`);
    }
  }
  return clashes;
}
