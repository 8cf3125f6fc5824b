/** The repositories that a site's texts are in: usually one, but a category may be a submodule, or a clone of its own. */
import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { pathBelow } from "../../platform/path-below.js";
import { askGit, findRepository, type GitRepository, readHead, shallowCommits } from "./git.js";
import { realOf } from "./symlinks.js";

// Whether a commit could have written a folder: then what is in it is not this program's.

/**
 * Whether git tracks anything in a folder, or a link on the way to it: then someone else may have written it. Without
 * git or a repository nothing is tracked.
 */
export async function isTracked(folder: string, root: string): Promise<boolean> {
  return tracksAny(placesOf(folder, root), root);
}

/** Whether git tracks a link on the way to a folder. */
export async function hasTrackedLink(folder: string, root: string): Promise<boolean> {
  const [, ...links] = placesOf(folder, root);
  return tracksAny(links, root);
}

async function tracksAny(paths: readonly string[], root: string): Promise<boolean> {
  const repository = await findRepository(existsSync(root) ? realpathSync(root) : root);
  if (!repository) return false;
  const answers = await Promise.all(paths.map((path) => hasTracked(path, repository)));
  return answers.includes(true);
}

/** More links on one way are a circle, as the system counts them. */
const maxLinks = 40;

/** The real path of a folder, and every symbolic link on the way to it, below the root or on the whole way to a folder elsewhere. */
function placesOf(folder: string, root: string): string[] {
  const below = relative(root, folder);
  const isInside = existsSync(root) && !isAbsolute(below) && below.split(sep)[0] !== "..";
  let folderPath = isInside ? realpathSync(root) : parse(folder).root;
  let names = (isInside ? below : relative(folderPath, folder)).split(sep);
  const links: string[] = [];
  for (let name = names.shift(); name !== undefined && links.length < maxLinks; name = names.shift()) {
    const path = join(folderPath, name);
    const target = targetOf(path);
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

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Git looks behind no link. */
async function hasTracked(path: string, repository: GitRepository): Promise<boolean> {
  const listed = await askGit(repository, ["ls-files", "-z", "--recurse-submodules", "--", path]).catch(() => "");
  return listed !== "";
}

/** The names of each file, which are paths from the root, by its path from the repository's top: symbolic links to it are further names. */
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
  const folders = new Map<string, { repository: GitRepository; path: string } | undefined>();
  const places = new Map<string, GitRepository>();
  const filesByRepository = new Map<GitRepository, FilesOfRepository>();
  const links = new Map<string, ReadonlySet<string>>();
  for (const file of files) {
    const from = dirname(file);
    const linked = links.get(from) ?? linksIn(resolve(root, from));
    links.set(from, linked);
    const target = linked.size > 0 && linked.has(basename(file)) ? realOf(resolve(root, file)) : undefined;
    const folder = target === undefined ? from : dirname(target);
    if (!folders.has(folder)) folders.set(folder, await locate(resolve(root, folder), places));
    const folderInRepository = folders.get(folder);
    if (!folderInRepository) continue;
    const path = `${folderInRepository.path}${basename(target ?? file)}`;
    const filesOfRepository: FilesOfRepository = filesByRepository.get(folderInRepository.repository) ?? new Map();
    filesByRepository.set(folderInRepository.repository, filesOfRepository);
    filesOfRepository.set(path, [...(filesOfRepository.get(path) ?? []), file]);
  }
  return filesByRepository;
}

/** Where a file really is, if a symbolic link is on the way to it. */
interface LinkedFile {
  /** Absolute, without links. */
  file: string;
  /** What the link leads to: the file itself, or its folder. */
  target: string;
}

/** @param files absolute paths. @param top of their repository, whose own place does not matter. @returns the files behind symbolic links, which git sees only as links. */
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

/** The names of the symbolic links in a folder: to list it takes a fraction of the time of looking at thousands of files. */
function linksIn(folder: string): ReadonlySet<string> {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return new Set(entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name));
  } catch {
    return new Set();
  }
}

async function locate(folder: string, places: Map<string, GitRepository>) {
  const real = realPlace(folder);
  const repository = await findRepository(real);
  if (!repository) return undefined;
  const same = places.get(repository.top) ?? repository;
  places.set(repository.top, same);
  const path = pathBelow(same.top, real);
  return { repository: same, path: path && `${path}/` };
}

/** A path without symbolic links, also of a folder that is not there yet: a draft may be the first text in it. */
function realPlace(folder: string): string {
  return realOf(folder) ?? join(realPlace(dirname(folder)), basename(folder));
}

/** Digest of the names that a repository gives its authors: git reads the file of the work tree. */
export function namesDigest({ top }: GitRepository): string {
  try {
    return hash("sha256", readFileSync(join(top, namesFile)), "base64url");
  } catch {
    return "";
  }
}

/** Where a repository says who its authors are. */
export const namesFile = ".mailmap";

/** Identifies all that the history of some files depends on. @param root absolute. @param files by path relative to the root. */
export async function historyKey(root: string, files: Iterable<string>): Promise<string> {
  const states = [...(await repositoriesOf(root, files))].map(async ([repository, filesOfRepository]) => {
    const [head, shallow] = await Promise.all([readHead(repository.folder), shallowCommits(repository.folder)]);
    // A folder that became a link has the same texts, and they are other files of the repository.
    const paths = hash("sha256", JSON.stringify([...filesOfRepository]), "base64url");
    return [pathBelow(root, repository.top), head, shallow, namesDigest(repository), paths];
  });
  return JSON.stringify(await Promise.all(states));
}
