/**
 * The files of a commit, below a private folder, for the reader of a build. The author of a change chooses its names and links: what could lead out of
 * the folder, or is another file on another system, is never written.
 */
import { mkdirSync, readdirSync, rmdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { readTree, type TreeEntry } from "../../content/read/commits.js";
import { type Blob, type GitRepository, streamBlobs } from "../../content/read/git.js";
import { hasLineBreak, type LinkProblem, unreadEntry } from "../../content/read/symlinks.js";
import { foldersOf, whyNotOnWindows } from "../../output/emit/manifest.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { foldPath } from "../../shared/page-path.js";

interface Unread {
  problem: LinkProblem;
  /** The target of a symbolic link, or what is wrong with a name. */
  detail?: string | undefined;
}

/** A commit. All paths are those from the top of the repository. */
export interface Commit {
  id: string;
  /** The ids of contents by path. */
  files: ReadonlyMap<string, string>;
  /** Paths of the files, and of the folders that they are in. */
  names: ReadonlySet<string>;
  /** What is never read, by path. */
  unread: ReadonlyMap<string, Unread>;
}

/** Bytes of the longest target that a system follows; in a commit, a link may have any content. */
const longestTarget = 4_096;

/** A few trees within each other name millions of files, which git takes minutes to compare. */
const maxAdded = 20_000;

/** @param former the commit before: of two names that some systems take for one, that which it has is read. */
export async function readCommit(repository: GitRepository, id: string, former?: Commit): Promise<Commit> {
  const tree = await readTree(repository, id);
  if (former && tree.length > former.files.size + maxAdded)
    throw new Error(
      `commit ${id.slice(0, 12)} has ${tree.length} files, and its base ${former.files.size}: a review compares at most ${maxAdded} more`,
    );
  const links = tree.filter(({ kind }) => kind === "link");
  const targets = new Map<TreeEntry | undefined, string>();
  const ids = links.map(({ oid }) => oid);
  await streamBlobs(repository, ids, longestTarget, (index, target) => targets.set(links[index], `${target}`));
  const isFormer = ({ path }: TreeEntry) => former?.files.has(path) ?? false;
  const spellings = new Map<string, string>();
  const unread = new Map<string, Unread>();
  const files = new Map<string, string>();
  for (const entry of [...tree.filter(isFormer), ...tree.filter((treeEntry) => !isFormer(treeEntry))]) {
    const problem = problemOf(entry, spellings) ?? kindProblem(entry, targets.get(entry));
    if (problem) unread.set(entry.path, problem);
    else files.set(entry.path, entry.oid);
  }
  const names = new Set([".", ...[...files.keys()].flatMap((path) => [path, ...foldersOf(path)])]);
  return { id, files, unread, names };
}

/** Names that lead elsewhere, or into git's own folder, also by the short name that Windows gives it. */
const leadingName = /(^|\/)(\.git|git~\d+)?(\/|$)/i;

/** Signs that some systems leave out of a name. */
const invisible = /\p{Cf}/gu;

/** @param spellings gets the path and its folders as they are written, by their folded form. */
function problemOf({ path, isMisencoded }: TreeEntry, spellings: Map<string, string>): Unread | undefined {
  if (hasLineBreak(path)) return { problem: "line-break" };
  if (isMisencoded) return { problem: "encoding" };
  const isGits = leadingName.test(path.replace(invisible, ""));
  const detail = isGits ? "it is one of git" : whyNotOnWindows(path);
  if (detail !== undefined) return { problem: "name", detail };
  for (const part of [path, ...foldersOf(path)]) {
    const key = foldPath(part.replace(invisible, ""));
    const spelling = spellings.get(key) ?? part;
    if (spelling !== part) return { problem: "twin", detail: spelling };
    spellings.set(key, part);
  }
  return undefined;
}

function kindProblem({ kind }: TreeEntry, target: string | undefined): Unread | undefined {
  if (kind === "file") return undefined;
  return kind === "link" ? { problem: "unfollowed", detail: target } : { problem: "submodule" };
}

/** Bytes that a review writes at most: a small commit can name one content many times. */
const maxBytes = 1_000_000_000;

/** Shows one commit after another in a folder. */
export class CommitFolder {
  /** The ids of contents by path. */
  private readonly written = new Map<string, string>();

  /** @param top absolute path of a private folder. */
  constructor(
    private readonly repository: GitRepository,
    readonly top: string,
  ) {}

  /**
   * Makes the folder one with these files and no others.
   * @param files ids of contents by path; an empty one for a file that is not read.
   * @param most bytes of a file that is read; of a larger one only the size is right.
   */
  async show(files: ReadonlyMap<string, string>, most: number): Promise<void> {
    for (const [path, id] of this.written) if (files.get(path) !== id) this.remove(path);
    const missing = [...files].filter(([path]) => !this.written.has(path));
    const ids = [...new Set(missing.map(([, id]) => id))].filter(Boolean);
    const contents = new Map<string, Blob>([["", ""]]);
    const take = (index: number, content: Blob) => contents.set(ids[index] ?? "", content);
    await streamBlobs(this.repository, ids, most, take, "latin1");
    const texts = missing.map(([, id]) => contents.get(id)).filter((content) => typeof content === "string");
    if (texts.reduce((sum, { length }) => sum + length, 0) > maxBytes)
      throw new Error(`the texts of the commit have more than ${maxBytes} bytes`);
    for (const folder of new Set(missing.map(([path]) => dirname(path))))
      mkdirSync(join(this.top, folder), { recursive: true });
    for (const [path, id] of missing) {
      // Several imports are looked for side by side.
      if (this.written.has(path)) continue;
      const [file, content] = [join(this.top, path), contents.get(id)];
      if (content === undefined) throw new Error(`git has no object ${id}: the clone is not complete`);
      // A name that the system takes for that of another file is refused by it.
      writeFileSync(file, typeof content === "string" ? content : "", { encoding: "latin1", flag: "wx" });
      if (typeof content === "number") truncateSync(file, content);
      this.written.set(path, id);
    }
  }

  /** Writes more files of a commit. */
  async add(files: Iterable<[string, string]>, most: number): Promise<void> {
    await this.show(new Map([...this.written, ...files]), most);
  }

  private remove(path: string): void {
    rmSync(join(this.top, path));
    this.written.delete(path);
    for (const folder of foldersOf(path)) {
      if (readdirSync(join(this.top, folder)).length > 0) return;
      rmdirSync(join(this.top, folder));
    }
  }
}

/** Links of a row that systems follow. */
const maxLinks = 40;

/** The path behind all symbolic links. */
function followLinks(path: string, { unread }: Pick<Commit, "unread">, most = maxLinks): string {
  for (const part of most > 0 ? [path, ...foldersOf(path)] : []) {
    const { problem, detail = "" } = unread.get(part) ?? {};
    if (problem !== "unfollowed") continue;
    const target = posix.join(posix.dirname(part), detail, path.slice(part.length)).replace(/\/$/, "");
    return followLinks(target, { unread }, most - 1);
  }
  return path;
}

export const isBelow = (path: string, folder: string) => folder === "." || `${path}/`.startsWith(`${folder}/`);

/**
 * @param changed paths of the change. @param places of sources, from the top of the repository. @param prefix path of the site.
 * @returns an error for what a change adds that is not read, and for a link to what it changes elsewhere: nobody has judged that.
 */
export function unreadFindings(
  base: Commit,
  head: Commit,
  changed: readonly string[],
  places: readonly string[],
  prefix: string,
): Diagnostic[] {
  const touched = new Set(changed.flatMap((path) => [path, ...foldersOf(path), "."]));
  const isJudged = (path: string) => head.files.has(path) && places.some((sourcePath) => isBelow(path, sourcePath));
  const isNew = (path: string, problem: LinkProblem) => {
    if (problem !== "unfollowed") return base.unread.get(path)?.problem !== problem;
    const target = followLinks(path, head);
    return touched.has(path) || target !== followLinks(path, base) || (touched.has(target) && !isJudged(target));
  };
  const concerns = (path: string) =>
    places.map(foldPath).some((sourcePath) => isBelow(path, sourcePath) || isBelow(sourcePath, path));
  return [...head.unread].flatMap(([path, { problem, detail }]) =>
    concerns(foldPath(path)) && isNew(path, problem)
      ? [unreadEntry(posix.relative(prefix, path), problem, detail)]
      : [],
  );
}
