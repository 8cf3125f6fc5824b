/** Finds the repositories that a site's texts are in: usually one, but a category may be a submodule or a separate clone. */
import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { pathBelow } from "../../platform/path-below.js";
import { type FolderInRepository, locateInRepository } from "./commits.js";
import { askGit, findRepository, type GitRepository, readHead, shallowCommits } from "./git.js";
import { linkTargetOf, realOf } from "./symlinks.js";

/**
 * Whether git tracks anything in a folder, or a link on the way to it: then a commit may have written its files, not this
 * program. Without git or a repository nothing is tracked.
 */
export async function isTracked(folder: string, root: string): Promise<boolean> {
  return tracksAny(realPathAndLinks(folder, root), root);
}

/** Whether git tracks a link on the way to a folder. */
export async function hasTrackedLink(folder: string, root: string): Promise<boolean> {
  const [, ...links] = realPathAndLinks(folder, root);
  return tracksAny(links, root);
}

async function tracksAny(paths: readonly string[], root: string): Promise<boolean> {
  const repository = await findRepository(existsSync(root) ? realpathSync(root) : root);
  if (!repository) return false;
  const answers = await Promise.all(paths.map((path) => hasTracked(path, repository)));
  return answers.includes(true);
}

/** More links than this on one path count as a circle, as they do for the system. */
const maxLinks = 40;

/** The real path of a folder, and all symbolic links on the way to it: from the root of the site, or of the file system if the folder is outside. */
function realPathAndLinks(folder: string, root: string): string[] {
  const below = relative(root, folder);
  const isInside = existsSync(root) && !isAbsolute(below) && below.split(sep)[0] !== "..";
  let folderPath = isInside ? realpathSync(root) : parse(folder).root;
  let names = (isInside ? below : relative(folderPath, folder)).split(sep);
  const links: string[] = [];
  for (let name = names.shift(); name !== undefined && links.length < maxLinks; name = names.shift()) {
    const path = join(folderPath, name);
    const target = linkTargetOf(path);
    if (target === undefined) {
      folderPath = path;
      continue;
    }
    links.push(path);
    if (isAbsolute(target)) folderPath = parse(target).root;
    names = [...target.split(sep), ...names];
  }
  return [folderPath, ...links];
}

/** Whether git tracks a path, or anything below it. Git does not look behind symbolic links. */
async function hasTracked(path: string, repository: GitRepository): Promise<boolean> {
  const listed = await askGit(repository, ["ls-files", "-z", "--recurse-submodules", "--", path]).catch(() => "");
  return listed !== "";
}

/** The names of each file (paths from the root: its own, and those of symbolic links to it) by its path from the repository's top. */
export type FilesOfRepository = Map<string, string[]>;

/**
 * @param root absolute.
 * @param files by path relative to the root.
 * @returns the files of each repository, a symbolic link as the file that it leads to; files that are in none are left out.
 */
export async function repositoriesOf(
  root: string,
  files: Iterable<string>,
): Promise<Map<GitRepository, FilesOfRepository>> {
  const folders = new Map<string, FolderInRepository | undefined>();
  const repositories = new Map<string, GitRepository>();
  const filesByRepository = new Map<GitRepository, FilesOfRepository>();
  const links = new Map<string, ReadonlySet<string>>();
  for (const file of files) {
    const from = dirname(file);
    const linked = links.get(from) ?? linksIn(resolve(root, from));
    links.set(from, linked);
    const target = linked.size > 0 && linked.has(basename(file)) ? realOf(resolve(root, file)) : undefined;
    const folder = target === undefined ? from : dirname(target);
    if (!folders.has(folder)) folders.set(folder, await locateInRepository(resolve(root, folder)));
    const folderInRepository = folders.get(folder);
    if (!folderInRepository) continue;
    const path = `${folderInRepository.prefix}${basename(target ?? file)}`;
    const { top } = folderInRepository.repository;
    const repository = repositories.get(top) ?? folderInRepository.repository;
    repositories.set(top, repository);
    const filesOfRepository: FilesOfRepository = filesByRepository.get(repository) ?? new Map();
    filesByRepository.set(repository, filesOfRepository);
    filesOfRepository.set(path, [...(filesOfRepository.get(path) ?? []), file]);
  }
  return filesByRepository;
}

/** The real path of a file that is reached through a symbolic link. */
interface LinkedFile {
  /** Absolute, without links. */
  file: string;
  /** What the link leads to: the file itself, or its folder. */
  target: string;
}

/**
 * Finds files behind symbolic links, which git sees only as links.
 * @param files absolute paths. @param top of their repository; links above it do not count.
 */
export function behindLinks(files: Iterable<string>, top: string): LinkedFile[] {
  const realTop = realOf(top) ?? top;
  const folders = new Map<string, { real: string; links: ReadonlySet<string> }>();
  const linkedFiles: LinkedFile[] = [];
  for (const file of files) {
    const from = dirname(file);
    const folder = folders.get(from) ?? { real: realOf(from) ?? from, links: linksIn(from) };
    folders.set(from, folder);
    const target = folder.links.has(basename(file)) ? realOf(file) : undefined;
    if (target !== undefined) linkedFiles.push({ file: target, target });
    else if (relative(realTop, folder.real) !== relative(top, from))
      linkedFiles.push({ file: join(folder.real, basename(file)), target: folder.real });
  }
  return linkedFiles;
}

/** The names of the symbolic links in a folder. One listing takes a fraction of the time of thousands of calls for single files. */
function linksIn(folder: string): ReadonlySet<string> {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return new Set(entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name));
  } catch {
    return new Set();
  }
}

/** Digest of the file that maps the names of authors, which git reads from the work tree. */
function namesDigest({ top }: GitRepository): string {
  try {
    return hash("sha256", readFileSync(join(top, namesFile)), "base64url");
  } catch {
    return "";
  }
}

/** The file in which a repository maps the names of its authors. */
export const namesFile = ".mailmap";

/** Identifies everything that the history of some files depends on. @param root absolute. @param files paths relative to the root. */
export async function historyKey(root: string, files: Iterable<string>): Promise<string> {
  const states = [...(await repositoriesOf(root, files))].map(async ([repository, filesOfRepository]) => {
    const [head, shallow] = await Promise.all([readHead(repository.folder), shallowCommits(repository.folder)]);
    // If a folder becomes a link, its texts are the same, but they are other files of the repository.
    const paths = hash("sha256", JSON.stringify([...filesOfRepository]), "base64url");
    return [pathBelow(root, repository.top), head, shallow, namesDigest(repository), paths];
  });
  return JSON.stringify(await Promise.all(states));
}
