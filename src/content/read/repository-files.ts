/**
 * Decides whether a file may be shown on the site. Anyone may propose a text that names a file, and a workspace has files
 * that are not in the repository, such as keys. So git decides; without git, files in the folders of the configuration
 * may be shown.
 */
import { dirname, join, posix } from "node:path";
import { diagnose } from "../../platform/diagnostics/codes.js";
import { pathBelow } from "../../platform/path-below.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { shellWord } from "../../shared/text.js";
import { askGit, findRepository, type GitRepository } from "./git.js";
import type { SourceReader } from "./reader.js";
import { isWithin, realOf } from "./symlinks.js";

/** `tracked`: also, without git, a visible file in a folder of the configuration. `new`: neither tracked nor ignored. `outside`: without git, a file that is hidden or in no folder of the configuration. */
export type Standing = "tracked" | "new" | "ignored" | "outside";

/** Why a file is not published, by its standing. */
export const standingReasons: Record<Exclude<Standing, "tracked">, string> = {
  new: "git does not track it",
  ignored: "git ignores it",
  outside: "without git, only visible files in the folders of the configuration belong to the site",
};

/**
 * @param root absolute. @param paths relative to the root. @param folders of the configuration; each may be in a repository of its own.
 * @returns the standing of the files at these paths, with all symbolic links resolved.
 */
export async function readStandings(
  root: string,
  paths: Iterable<string>,
  folders: readonly string[],
  usesGit: boolean,
): Promise<Map<string, Standing>> {
  const files = new Map([...paths].map((path) => [path, realOf(join(root, path)) ?? join(root, path)]));
  const realFolders = folders.flatMap((folder) => realOf(join(root, folder)) ?? []);
  const search = new RepositorySearch();
  const places = await Promise.all([realOf(root) ?? root, ...realFolders].map((folder) => search.find(folder)));
  const tops = new Set(places.map((repository) => repository?.top));
  const standings = usesGit ? await search.standings(new Set(files.values()), tops) : new Map<string, Standing>();
  const isOfSite = (file: string) =>
    realFolders.some((folder) => isWithin(file, folder) && !hiddenName.test(`/${pathBelow(folder, file)}`));
  return new Map(
    [...files].map(([path, file]) => [path, standings.get(file) ?? (isOfSite(file) ? "tracked" : "outside")]),
  );
}

const hiddenName = /\/(?:\.|node_modules(?:\/|$))/;

/** Above this number of files, git lists all new files, and is not asked about each. */
const maxSpecs = 100;

class RepositorySearch {
  private readonly folders = new Map<string, GitRepository | undefined>();
  private readonly tops = new Map<string, GitRepository>();

  /** @param folder absolute, without symbolic links. */
  async find(folder: string): Promise<GitRepository | undefined> {
    const repository = this.folders.has(folder) ? this.folders.get(folder) : await findRepository(folder);
    const same = repository && (this.tops.get(repository.top) ?? repository);
    if (same) this.tops.set(same.top, same);
    this.folders.set(folder, same);
    return same;
  }

  /**
   * @param files absolute, without symbolic links. @param tops of the repositories that the configuration names.
   * @returns the standing of each file. A file in a repository nested in one of these has at best
   * the standing of the nested repository itself: a submodule is tracked, a clone that a job made is not.
   */
  async standings(files: ReadonlySet<string>, tops: ReadonlySet<string | undefined>): Promise<Map<string, Standing>> {
    const groups = new Map<GitRepository, string[]>();
    for (const file of files) {
      const repository = await this.find(dirname(file));
      if (repository) groups.set(repository, [...(groups.get(repository) ?? []), file]);
    }
    const standings = new Map<string, Standing>();
    for (const [repository, members] of groups) {
      const standingOf = await askStandings(
        repository,
        members.map((file) => pathBelow(repository.top, file)),
      ).catch(() => undefined);
      if (!standingOf) continue;
      const outer = tops.has(repository.top)
        ? undefined
        : (await this.standings(new Set([repository.top]), tops)).get(repository.top);
      for (const file of members) {
        const standing = standingOf(pathBelow(repository.top, file));
        standings.set(file, outer === undefined || outer === "tracked" ? standing : outer);
      }
    }
    return standings;
  }
}

/** Rejects with a `GitError`. */
async function askStandings(repository: GitRepository, paths: readonly string[]): Promise<(path: string) => Standing> {
  const list = async (...args: string[]) => {
    const answer = await askGit(repository, ["ls-files", "-z", ...args]);
    // A repository within another one is listed as a folder.
    return new Set(answer.split("\0").map((path) => path.replace(/\/$/, "")));
  };
  const tracked = await list("--cached");
  const candidates = paths.filter((path) => !tracked.has(path));
  const specs = candidates.length > maxSpecs ? [] : candidates.map((path) => `:(top,literal)${path}`);
  const newPaths =
    candidates.length > 0 ? await list("--others", "--exclude-standard", "--", ...specs) : new Set<string>();
  return (path) => (tracked.has(path) ? "tracked" : newPaths.has(path) ? "new" : "ignored");
}

/** The options of `admitTexts`. */
export interface AdmissionOptions {
  /** Folders of the configuration, relative to the root. */
  folders: readonly string[];
  /** Whether new files are shown, with a warning: to an author, not on a published site. */
  showsNew: boolean;
}

/**
 * Decides which files may be put into pages.
 * @returns the reason for each file that must not, and a warning for each that is shown although git does not track it yet.
 */
export async function admitTexts(
  reader: SourceReader,
  paths: Iterable<string>,
  { folders, showsNew }: AdmissionOptions,
): Promise<{ refusals: Map<string, string>; warnings: Diagnostic[] }> {
  const refusals = new Map(
    [...paths].flatMap((path): [string, string][] => {
      const refusal = refusalOf(path, reader);
      return refusal === undefined ? [] : [[path, refusal]];
    }),
  );
  const readable = [...paths].filter((path) => !refusals.has(path));
  const standings = readable.length > 0 ? await reader.standings?.(readable, folders) : undefined;
  const warnings: Diagnostic[] = [];
  for (const [path, standing] of standings ?? []) {
    if (standing === "tracked") continue;
    if (standing === "new" && showsNew) warnings.push(untracked(path));
    else refusals.set(path, `${path} is not published: ${standingReasons[standing]}`);
  }
  return { refusals, warnings };
}

function untracked(file: string): Diagnostic {
  const message = "git does not track this file: a build does not publish it";
  const help = `Commit it: git add ${shellWord(file)}`;
  return diagnose("file-untracked", message, { file, line: 1, column: 1, help });
}

/** Whether a path, relative to the root, is in the site's repository. */
export const isInside = (path: string, { prefix }: SourceReader) => !posix.join(prefix, path).startsWith("..");

/** Why a file must not be read, whatever git says; undefined if it may. */
function refusalOf(path: string, reader: SourceReader): string | undefined {
  if (!isInside(path, reader)) return `${path} is outside of the repository`;
  const names = path.split("/").filter((name) => name !== "..");
  if (names.some((name) => name.startsWith(".") || /[:\\\0]|^git~\d/i.test(name)) || names.includes("node_modules"))
    return `${path} is hidden, or has a name that is not read`;
  if (!reader.has(path)) return `there is no file ${path}`;
  return reader.isPlainFile(path) ? undefined : `${path} is not a file, or is behind a symbolic link`;
}
