/**
 * The files of a commit, below a private folder, for the reader of a build. Whoever proposes a change chooses its names and links: what could lead out of
 * the folder, or is another file on another system, is never written.
 */
import { mkdirSync, readdirSync, rmdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { foldersOf, foldPath, whyNotOnWindows } from "../emit/manifest.js";
import { readBlobs, readTree, type TreeEntry } from "../read/commits.js";
import { type GitPlace, sizesOf } from "../read/git.js";
import { hasLineBreak, type LinkProblem, unreadEntry } from "../read/symlinks.js";
import type { Diagnostic } from "../shared/diagnostic.js";

/** The entry of a commit that is not read, and why. */
interface UnreadPath {
  path: string;
  problem: LinkProblem;
  detail?: string;
}

/** A commit. All paths are those from the top of the repository. */
export interface Commit {
  id: string;
  /** The ids of contents by path. */
  files: ReadonlyMap<string, string>;
  /** Paths of the files, and of the folders that they are in. */
  names: ReadonlySet<string>;
  /** The ids of targets by path of the symbolic link. */
  links: ReadonlyMap<string, string>;
  /** By path, and for all that is below a folder by that of the folder. */
  unread: ReadonlyMap<string, UnreadPath>;
}

/** @param former the commit before: of two names that some systems take for one, that which it has is read. */
export async function readCommit(repository: GitPlace, id: string, former?: Commit): Promise<Commit> {
  const tree = await readTree(repository, id);
  const isFormer = ({ path }: TreeEntry) => former?.files.has(path) ?? false;
  const spellings = new Map<string, string>();
  const unread = new Map<string, UnreadPath>();
  const files = new Map<string, string>();
  for (const entry of [...tree.filter(isFormer), ...tree.filter((other) => !isFormer(other))]) {
    const parts = [...foldersOf(entry.path).reverse(), entry.path];
    const problem = problemOf(entry, parts, spellings);
    if (problem) unread.set(problem.path, problem);
    else files.set(entry.path, entry.oid);
  }
  const links = new Map(tree.flatMap(({ kind, path, oid }) => (kind === "link" ? [[path, oid]] : [])));
  const names = new Set([".", ...[...files.keys()].flatMap((path) => [path, ...foldersOf(path)])]);
  return { id, files, links, unread, names };
}

/** Names that lead elsewhere, or into git's own folder, also by the short name that Windows gives it. */
const leadingName = /(^|\/)(\.git|git~\d+)?(\/|$)/i;

/** Signs that some systems leave out of a name. */
const invisible = /\p{Cf}/gu;

/** @param parts the path, after those of the folders that it is in. @param spellings gets each part as it is written, by its folded form. */
function problemOf(
  { path, kind, misencoded }: TreeEntry,
  parts: readonly string[],
  spellings: Map<string, string>,
): UnreadPath | undefined {
  for (const part of parts) {
    if (hasLineBreak(posix.basename(part))) return { path: part, problem: "line-break" };
    if (part === misencoded) return { path: part, problem: "encoding" };
    const visible = part.replace(invisible, "");
    if (leadingName.test(visible)) return { path: part, problem: "name", detail: "it is one of git" };
    const detail = whyNotOnWindows(posix.basename(part));
    if (detail !== undefined) return { path: part, problem: "name", detail };
    const key = foldPath(visible);
    const spelling = spellings.get(key) ?? part;
    if (spelling !== part) return { path: part, problem: "twin", detail: spelling };
    spellings.set(key, part);
  }
  if (kind === "file") return undefined;
  return { path, problem: kind === "link" ? "unfollowed" : "submodule" };
}

/** Bytes that a review writes at most: a small commit can name one content many times. */
const mostBytes = 1_000_000_000;

/** Shows one commit after another in a folder. */
export class CommitFolder {
  /** The ids of contents by path. */
  private readonly written = new Map<string, string>();

  /** @param top absolute path of a private folder. */
  constructor(
    private readonly repository: GitPlace,
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
    if (missing.length === 0) return;
    const ids = missing.flatMap(([, id]) => (id ? [id] : []));
    const sizes = await sizesOf(this.repository, ids);
    const isRead = (id: string) => (sizes.get(id) ?? 0) <= most;
    if (ids.filter(isRead).reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0) > mostBytes)
      throw new Error(`the texts of the commit have more than ${mostBytes} bytes`);
    const contents = await readBlobs(this.repository, ids.filter(isRead));
    for (const folder of new Set(missing.map(([path]) => dirname(path))))
      mkdirSync(join(this.top, folder), { recursive: true });
    for (const [path, id] of missing) {
      // Several imports are looked for side by side.
      if (this.written.has(path)) continue;
      const file = join(this.top, path);
      // A name that the system takes for that of another file is refused by it.
      writeFileSync(file, contents.get(id) ?? "", { flag: "wx" });
      if (!isRead(id)) truncateSync(file, sizes.get(id));
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

/** Where the problems of a change are looked for. */
interface UnreadRequest {
  base: Commit;
  head: Commit;
  /** Targets of the head's symbolic links by path. */
  targets: ReadonlyMap<string, string>;
  /** Paths that the change is in. */
  changed: readonly string[];
  /** Folders and files that the configuration names. */
  places: readonly string[];
  /** Path of the site. */
  prefix: string;
}

/** @returns an error for what a change adds that is not read, and for links to what it changes: nobody has judged that. */
export function unreadFindings({ base, head, targets, changed, places, prefix }: UnreadRequest): Diagnostic[] {
  const isBelow = (path: string, folder: string) => folder === "." || `${path}/`.startsWith(`${folder}/`);
  const folded = places.map(foldPath);
  const concerns = (path: string) => folded.some((place) => isBelow(path, place) || isBelow(place, path));
  const links = changedLinks(targets, changed);
  return [...head.unread.values()].flatMap(({ path, problem, detail }) => {
    const isNew = problem === "unfollowed" ? links.has(path) : base.unread.get(path)?.problem !== problem;
    return isNew && concerns(foldPath(path)) ? [unreadEntry(posix.relative(prefix, path), problem, detail)] : [];
  });
}

/** Links of a row that systems follow. */
const mostLinks = 40;

/** Symbolic links that are new, and those that lead to what is. A link may lead to another one, or through it. */
function changedLinks(targets: ReadonlyMap<string, string>, changed: readonly string[]): Set<string> {
  const withFolders = (path: string) => [path, ...foldersOf(path), "."];
  const reached = new Set(changed.flatMap(withFolders));
  const found = new Set<string>();
  for (let round = 0; round < mostLinks; round++) {
    for (const [link, text] of targets) {
      const target = posix.join(posix.dirname(link), text).replace(/\/$/, "");
      if (!reached.has(link) && !reached.has(target) && !foldersOf(target).some((folder) => found.has(folder)))
        continue;
      found.add(link);
      for (const path of withFolders(link)) reached.add(path);
    }
  }
  return found;
}
