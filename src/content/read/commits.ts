/**
 * Reads commits through git, without a checkout. A branch name from a user is first resolved to the id of a commit, so
 * that it can never be an option. No code of the repository runs: no filter, no external diff.
 */
import { isUtf8 } from "node:buffer";
import { basename, dirname, join, posix } from "node:path";
import { pathBelow } from "../../platform/path-below.js";
import { dayOf } from "./commit-dates.js";
import { askGit, findRepository, type GitRepository, isCommitId, renameLimit, runGit } from "./git.js";
import { realOf } from "./symlinks.js";

/** An entry of a commit's tree. */
export interface TreeEntry {
  /** From the top of the repository. */
  path: string;
  kind: "file" | "link" | "submodule";
  /** Id of the content. */
  oid: string;
  /** Whether a name in the path is not UTF-8. */
  isMisencoded: boolean;
}

/** A change of a file between two commits. */
export interface TreeChange {
  kind: "added" | "changed" | "removed" | "renamed";
  /** Path in the newer commit, or of the removed file, from the top of the repository. */
  path: string;
  /** Path in the older commit, for a renamed file. */
  from?: string;
}

async function ask(
  repository: GitRepository,
  args: readonly string[],
  options?: { input?: string; cwd?: string },
): Promise<Buffer> {
  const { code, stdout, stderr } = await runGit(repository, args, options);
  if (code === 0) return stdout;
  throw new Error(code === undefined ? noGit : `git ${args[0]} failed: ${stderr}`);
}

const noGit = "git could not be started: install it, or add its folder to PATH";

/** A folder and its repository. */
export interface FolderInRepository {
  repository: GitRepository;
  /** Path of the folder below the top of the repository, with a slash at the end unless it is empty. */
  prefix: string;
}

/** Finds the repository that a folder is in. The folder need not exist: a draft may be the first text in it. @returns undefined if there is none. */
export async function locateInRepository(path: string): Promise<FolderInRepository | undefined> {
  const folder = realPathOf(path);
  const repository = await findRepository(folder);
  if (!repository) return undefined;
  const below = pathBelow(repository.top, folder);
  return { repository, prefix: below && `${below}/` };
}

/** A path without symbolic links. Folders at its end need not exist. */
function realPathOf(path: string): string {
  return realOf(path) ?? join(realPathOf(dirname(path)), basename(path));
}

/** Whether a repository is a submodule: a change of the repository around it may have put it there. */
export async function isSubmodule({ top }: GitRepository): Promise<boolean> {
  const outer = dirname(top) === top ? undefined : await findRepository(dirname(top));
  if (!outer) return false;
  const entry = await askGit(outer, ["ls-files", "--stage", "--", `:(literal)${pathBelow(outer.top, top)}`]);
  return entry.startsWith("160000 ");
}

/**
 * @param ref a branch, a tag or an id, from the user.
 * @returns the id of its commit, or undefined if there is none. Rejects if git cannot be started, or if another user owns the repository.
 */
export async function resolveCommit(repository: GitRepository, ref: string): Promise<string | undefined> {
  // No ref begins with a hyphen (git check-ref-format), but older versions of git would read one as an option.
  if (ref === "" || ref.startsWith("-") || /[\0\n]/.test(ref)) return undefined;
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const { code, stdout } = await runGit(repository, args);
  if (code === undefined) throw new Error(noGit);
  const id = stdout.toString("utf8").trim();
  return code === 0 && isCommitId(id) ? id : undefined;
}

/** @returns the best common ancestor of two commits, or undefined if they have none. */
export async function mergeBase(repository: GitRepository, a: string, b: string): Promise<string | undefined> {
  const { code, stdout } = await runGit(repository, ["merge-base", a, b]);
  return code === 0 ? stdout.toString("utf8").trim().split("\n")[0] : undefined;
}

/**
 * The day, `YYYY-MM-DD` in UTC, of a commit on which the checkout or a branch has built further commits: its author can no longer choose that day.
 * @returns undefined for any other commit.
 */
export async function dayOfPastCommit(repository: GitRepository, commit: string): Promise<string | undefined> {
  const branches = ["for-each-ref", "--contains", commit, "--format=%(objectname)", "refs/heads", "refs/remotes"];
  const descendants = (await ask(repository, branches)).toString("utf8").split("\n").filter(Boolean);
  const head = await resolveCommit(repository, "HEAD");
  if (head !== undefined && (await mergeBase(repository, head, commit)) === commit) descendants.push(head);
  if (descendants.every((descendant) => descendant === commit)) return undefined;
  return dayOf(Number(await ask(repository, ["show", "--no-patch", "--format=%ct", commit])));
}

/** @param commit an id. @returns its files, symbolic links and submodules, in git's order. */
export async function readTree(repository: GitRepository, commit: string): Promise<TreeEntry[]> {
  const listed = (await ask(repository, ["ls-tree", "-r", "-z", "--full-tree", commit])).toString("latin1");
  return listed.split("\0").flatMap((line): TreeEntry[] => {
    const [, mode, type, oid = "", bytes = ""] = /^(\d+) (\w+) ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    const kind = type === "commit" ? "submodule" : mode === "120000" ? "link" : "file";
    const path = Buffer.from(bytes, "latin1");
    return type ? [{ path: path.toString("utf8"), oid, kind, isMisencoded: !isUtf8(path) }] : [];
  });
}

/** @returns the changes of the newer commit, with git's detection of renames (half of the text equal). */
export async function readChanges(repository: GitRepository, older: string, newer: string): Promise<TreeChange[]> {
  const options = ["-r", "-z", "-M", `-l${renameLimit}`, "--no-ext-diff", "--no-textconv", "--name-status"];
  // Otherwise the `.gitmodules` of the checkout could hide changes of submodules.
  const args = ["diff-tree", "--ignore-submodules=none", ...options, older, newer];
  const parts = (await ask(repository, args)).toString("utf8").split("\0");
  const changes: TreeChange[] = [];
  const kinds: Record<string, TreeChange["kind"]> = { A: "added", D: "removed" };
  for (let index = 0; index + 1 < parts.length; ) {
    const status = parts[index++] ?? "";
    const path = parts[index++] ?? "";
    if (status.startsWith("R")) changes.push({ kind: "renamed", from: path, path: parts[index++] ?? "" });
    else changes.push({ kind: kinds[status] ?? "changed", path });
  }
  return changes;
}

/**
 * Finds the order in which files were added, across renames.
 * @param prefix path of the site from the top of the repository. @param paths of files below it.
 * @returns by path, the number of commits on the branch up to the one that added the file. In a shallow clone, files of its oldest commit are
 * left out, because they may be older.
 */
export async function orderInHistory(
  repository: GitRepository,
  commit: string,
  prefix: string,
  paths: readonly string[],
): Promise<Map<string, number>> {
  const text = async (args: readonly string[]) => (await ask(repository, args)).toString("utf8").trim();
  const isShallow = (await text(["rev-parse", "--is-shallow-repository"])) === "true";
  const order = new Map<string, number>();
  for (const path of paths) {
    let [id, name] = [commit, posix.join(prefix, path)];
    for (;;) {
      // A log of one path shows no renames: a file that it shows as added may have been renamed.
      const log = ["log", "-1", "--first-parent", "-m", "--no-renames", "--diff-filter=A", "--format=%H %P", id, "--"];
      const [added = "", parent] = (await text([...log, `:(top,literal)${name}`])).split(/\s+/);
      if (!added) break;
      const changes = parent === undefined ? [] : await readChanges(repository, parent, added);
      const from = changes.find((change) => change.path === name)?.from;
      if (parent !== undefined && from !== undefined) {
        [id, name] = [parent, from];
        continue;
      }
      const count = Number(await text(["rev-list", "--first-parent", "--count", added]));
      if (!isShallow || count > 1) order.set(path, count);
      break;
    }
  }
  return order;
}

/**
 * @returns paths of the files and folders below a folder that its repository does not track, also of those that git ignores. A folder has a slash
 * at the end. Empty without a repository.
 */
export async function listUntracked(cwd: string): Promise<string[]> {
  const repositoryFolder = await locateInRepository(cwd);
  if (!repositoryFolder) return [];
  const args = ["ls-files", "-z", "--others", "--directory", "--no-empty-directory"];
  const listed = await ask(repositoryFolder.repository, args, { cwd });
  return listed.toString("utf8").split("\0").filter(Boolean);
}
