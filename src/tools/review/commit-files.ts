/**
 * Writes the files of a commit into a private folder, for the reader of a build. The author of a change chooses its names and links, so a file is not
 * written if its path could lead out of the folder, or if some systems take it for the path of another file.
 */
import { mkdirSync, readdirSync, rmdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { readTree, type TreeEntry } from "../../content/read/commits.js";
import { type Blob, type GitRepository, streamBlobs } from "../../content/read/git.js";
import { type EntryProblem, hasLineBreak, unreadEntry } from "../../content/read/symlinks.js";
import { foldersOf, whyNotOnWindows } from "../../output/emit/manifest.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { foldPath } from "../../shared/page-path.js";

/** Why a file of a commit is never read. */
interface Unread {
  problem: EntryProblem;
  /** The target of a symbolic link, or what is wrong with a name. */
  detail?: string | undefined;
}

/** A commit, with paths from the top of the repository. */
export interface Commit {
  id: string;
  /** The ids of contents by path. */
  files: ReadonlyMap<string, string>;
  /** The paths of the files, and of the folders that contain them. */
  names: ReadonlySet<string>;
  /** The files that are never read, by path. */
  unread: ReadonlyMap<string, Unread>;
}

/** Bytes of the longest target of a link that systems follow. In a commit, the target may be longer. */
const longestTarget = 4_096;

/** How many more files a commit may have than its base: a few nested trees can name millions, which git takes minutes to compare. */
const maxAdded = 20_000;

/** @param base the commit before the change: of two names that some systems take for the same one, the base's is read. */
export async function readCommit(repository: GitRepository, id: string, base?: Commit): Promise<Commit> {
  const tree = await readTree(repository, id);
  if (base && tree.length > base.files.size + maxAdded)
    throw new Error(
      `commit ${id.slice(0, 12)} has ${tree.length} files, and its base ${base.files.size}: a review compares at most ${maxAdded} more`,
    );
  const links = tree.filter(({ kind }) => kind === "link");
  const targets = new Map<TreeEntry | undefined, string>();
  const ids = links.map(({ oid }) => oid);
  await streamBlobs(repository, ids, longestTarget, (index, target) => targets.set(links[index], `${target}`));
  const isInBase = ({ path }: TreeEntry) => base?.files.has(path) ?? false;
  const spellings = new Map<string, string>();
  const unread = new Map<string, Unread>();
  const files = new Map<string, string>();
  for (const entry of [...tree.filter(isInBase), ...tree.filter((treeEntry) => !isInBase(treeEntry))]) {
    const problem = nameProblem(entry, spellings) ?? kindProblem(entry, targets.get(entry));
    if (problem) unread.set(entry.path, problem);
    else files.set(entry.path, entry.oid);
  }
  const names = new Set([".", ...[...files.keys()].flatMap((path) => [path, ...foldersOf(path)])]);
  return { id, files, unread, names };
}

/** Matches absolute paths, empty parts, and paths into git's folder, whose short name on Windows is `GIT~1`. `whyNotOnWindows` refuses `..`. */
const escapingPath = /(^|\/)(\.git|git~\d+)?(\/|$)/i;

/** Characters that some systems ignore in names. */
const invisible = /\p{Cf}/gu;

/** @param spellings the paths so far by their folded form; the path and its folders are added. */
function nameProblem({ path, isMisencoded }: TreeEntry, spellings: Map<string, string>): Unread | undefined {
  if (hasLineBreak(path)) return { problem: "line-break" };
  if (isMisencoded) return { problem: "encoding" };
  const isEscaping = escapingPath.test(path.replace(invisible, ""));
  const detail = isEscaping ? "it is one of git" : whyNotOnWindows(path);
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

/** Maximum bytes that a review writes: a small commit can name one content many times. */
const maxBytes = 1_000_000_000;

/** A folder that holds files of one commit after another. */
export class CommitFolder {
  /** The ids of contents by path. */
  private readonly written = new Map<string, string>();

  /** @param top absolute path of a private folder. */
  constructor(
    private readonly repository: GitRepository,
    readonly top: string,
  ) {}

  /**
   * Makes the folder contain exactly these files.
   * @param files ids of contents by path; an empty id for a file that nobody reads.
   * @param maxFileSize bytes of a file that is read; a larger file has the right size, but no content.
   */
  async setFiles(files: ReadonlyMap<string, string>, maxFileSize: number): Promise<void> {
    for (const [path, id] of this.written) if (files.get(path) !== id) this.remove(path);
    const missing = [...files].filter(([path]) => !this.written.has(path));
    const ids = [...new Set(missing.map(([, id]) => id))].filter(Boolean);
    const contents = new Map<string, Blob>([["", ""]]);
    const store = (index: number, content: Blob) => contents.set(ids[index] ?? "", content);
    await streamBlobs(this.repository, ids, maxFileSize, store, "latin1");
    const texts = missing.map(([, id]) => contents.get(id)).filter((content) => typeof content === "string");
    if (texts.reduce((sum, { length }) => sum + length, 0) > maxBytes)
      throw new Error(`the texts of the commit have more than ${maxBytes} bytes`);
    for (const folder of new Set(missing.map(([path]) => dirname(path))))
      mkdirSync(join(this.top, folder), { recursive: true });
    for (const [path, id] of missing) {
      // A concurrent call, for another import, may have written it meanwhile.
      if (this.written.has(path)) continue;
      const [file, content] = [join(this.top, path), contents.get(id)];
      if (content === undefined) throw new Error(`git has no object ${id}: the clone is not complete`);
      // The flag makes this fail if the system takes the name for that of another file.
      writeFileSync(file, typeof content === "string" ? content : "", { encoding: "latin1", flag: "wx" });
      if (typeof content === "number") truncateSync(file, content);
      this.written.set(path, id);
    }
  }

  /** Adds files to those in the folder; see `setFiles`. */
  async addFiles(files: Iterable<[string, string]>, maxFileSize: number): Promise<void> {
    await this.setFiles(new Map([...this.written, ...files]), maxFileSize);
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

/** The number of links from one to the next that systems follow. */
const maxLinks = 40;

/** @returns the path after all symbolic links in it have been followed. */
function followLinks(path: string, { unread }: Pick<Commit, "unread">, remainingLinks = maxLinks): string {
  for (const part of remainingLinks > 0 ? [path, ...foldersOf(path)] : []) {
    const { problem, detail = "" } = unread.get(part) ?? {};
    if (problem !== "unfollowed") continue;
    const target = posix.join(posix.dirname(part), detail, path.slice(part.length)).replace(/\/$/, "");
    return followLinks(target, { unread }, remainingLinks - 1);
  }
  return path;
}

export const isBelow = (path: string, folder: string) => folder === "." || `${path}/`.startsWith(`${folder}/`);

/**
 * @param changed paths of the change. @param places paths of sources, from the top of the repository. @param prefix path of the site.
 * @returns an error for each file of the change that is not read, and for each link to a changed file that the review does not judge.
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
  const isNew = (path: string, problem: EntryProblem) => {
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
