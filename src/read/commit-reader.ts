/** Reads a site from a commit: the same globs over git's list of files, and their bytes from git's object store. No checkout is touched. */
import { posix } from "node:path";
import fastGlob, { type FileSystemAdapter } from "fast-glob";
import type { Diagnostic } from "../shared/diagnostic.js";
import { blobSizes, readBlobs, readTree, type TreeEntry } from "./commits.js";
import type { GitPlace } from "./git.js";
import type { SourceReader } from "./reader.js";
import { globOptions, sortPaths, textsIn } from "./sources.js";
import { globRoot, hasLineBreak, isNamedAs, type LinkProblem, unreadEntry, withoutLineBreaks } from "./symlinks.js";

/** An entry with a problem is listed, but not read. */
interface ListedEntry extends TreeEntry {
  problem?: LinkProblem;
}

/** Name of each entry of a folder: a file's, or another folder. */
type Folder = Map<string, Folder | ListedEntry>;

/** Bytes of the longest target that a system follows; in a commit, a link may have any content. */
const longestPath = 4_096;

/** A commit's files. */
export interface CommitReader extends SourceReader {
  /** Every file of a folder, relative to it. */
  paths(folder: string): string[];
  /** Symbolic links that lead nowhere in this commit, or out of the repository. Relative to the site's root. */
  deadLinks: readonly string[];
}

/** Content that several commits share is read once. */
export type BlobStore = Map<string, Buffer>;

/**
 * @param prefix path of the site's root below the top of the repository.
 * @param commit an id.
 */
export async function commitReader(
  repository: GitPlace,
  prefix: string,
  commit: string,
  store: BlobStore = new Map(),
): Promise<CommitReader> {
  const tree = await readTree(repository, commit);
  const entries = tree.filter((entry) => unreadPart(entry) === undefined);
  const unread = tree.map(unreadPart).filter((part) => part !== undefined);
  const problems = new Map<string, Diagnostic>();
  const load = async (oids: string[]) => {
    const missing = oids.filter((oid) => !store.has(oid));
    for (const [oid, bytes] of await readBlobs(repository, missing)) store.set(oid, bytes);
  };
  const links = entries.filter(({ kind }) => kind === "link");
  const linkSizes = await blobSizes(
    repository,
    links.map(({ oid }) => oid),
  );
  await load([...linkSizes].flatMap(([oid, size]) => (size <= longestPath ? [oid] : [])));
  const { files, deadLinks } = followLinks(entries, (oid) => store.get(oid)?.toString("utf8") ?? "");
  const plain = new Set(entries.flatMap(({ kind, path }) => (kind === "file" ? [path] : [])));
  const top = foldersOf(files);
  const listed = foldersOf(new Map([...unread, ...files]));
  const find = (path: string) => lookUp(top, place(prefix, path));
  const fileAt = (path: string) => {
    const entry = find(path);
    return entry && !(entry instanceof Map) ? entry : undefined;
  };
  const oidsOf = (paths: readonly string[]) =>
    paths.map((path) => {
      const entry = fileAt(path);
      if (!entry) throw new Error(`the commit ${commit.slice(0, 12)} has no file ${path}`);
      return entry.oid;
    });
  return {
    prefix,
    deadLinks: deadLinks.map((path) => posix.relative(prefix, path)),
    paths(folder) {
      const base = place(prefix, folder);
      if (base === undefined) return [];
      const start = base === "" ? "" : `${base}/`;
      return [...files.keys()].flatMap((path) => (path.startsWith(start) ? [path.slice(start.length)] : []));
    },
    has: (path) => find(path) !== undefined,
    isPlain: (path) => plain.has(place(prefix, path) ?? ""),
    async list(folder, patterns, ignore) {
      const entry = lookUp(listed, place(prefix, folder));
      if (!(entry instanceof Map)) return [];
      const noted = new Map<string, LinkProblem>();
      const options = { ...globOptions, cwd: globRoot, ignore, fs: fileSystem(entry, textsIn(patterns), noted) };
      const paths = sortPaths(await fastGlob(patterns, options));
      const bad = new Map(noted);
      const seen = bad.size > 0 ? await fastGlob("**", { ...options, onlyFiles: false }) : [];
      for (const path of seen) {
        const [file, problem] = [posix.join(folder, path), bad.get(path)];
        if (problem) problems.set(file, unreadEntry(file, problem));
      }
      return paths;
    },
    linkProblems: () => [...problems.values()],
    async sizes(paths) {
      const oids = oidsOf(paths);
      const sizes = await blobSizes(repository, oids);
      return oids.map((oid) => sizes.get(oid) ?? 0);
    },
    async read(paths) {
      const oids = oidsOf(paths);
      await load(oids);
      return oids.map((oid) => store.get(oid) ?? Buffer.alloc(0));
    },
  };
}

/** @returns those of some paths that globs find. */
export async function matchingPaths(paths: readonly string[], patterns: string[], ignore: string[]): Promise<string[]> {
  const files = paths.map((path) => [path, { path, oid: "", kind: "file" }] as const);
  const fs = fileSystem(foldersOf(new Map(files)), [], new Map());
  return sortPaths(await fastGlob(patterns, { ...globOptions, cwd: globRoot, ignore, fs }));
}

/** @returns undefined for an entry that is read; otherwise the path up to the first name because of which it is not, as a glob can have it. */
function unreadPart(entry: TreeEntry): [path: string, entry: ListedEntry] | undefined {
  const { path, misencoded } = entry;
  const names = path.split("/");
  const at = names.findIndex(hasLineBreak);
  const broken = at < 0 ? undefined : names.slice(0, at + 1).join("/");
  if (broken !== undefined && broken.length <= (misencoded ?? path).length)
    return [withoutLineBreaks(broken), { ...entry, problem: "line-break" }];
  return misencoded === undefined ? undefined : [misencoded, { ...entry, problem: "encoding" }];
}

/** @returns the path from the top of the repository; undefined if it leads out of it. */
function place(prefix: string, path: string): string | undefined {
  const joined = posix.join("/", prefix, path).slice(1).replace(/\/$/, "");
  const leaves = posix.join(prefix, path).startsWith("..");
  return leaves ? undefined : joined;
}

/** A link to a file stands for that file, one to a folder for all files of the folder; chains of links are followed. */
function followLinks(
  entries: readonly TreeEntry[],
  textOf: (oid: string) => string,
): { files: Map<string, TreeEntry>; deadLinks: string[] } {
  const files = new Map(entries.flatMap((entry) => (entry.kind === "file" ? [[entry.path, entry]] : [])));
  let waiting = entries.filter(({ kind }) => kind === "link");
  // Each round resolves links whose targets the round before has found; circular links are never resolved.
  for (let found = true; found && waiting.length > 0; ) {
    const rest: TreeEntry[] = [];
    const added: TreeEntry[] = [];
    const byFolder = [...files.values()];
    for (const link of waiting) {
      const target = textOf(link.oid);
      const path = posix.join(posix.dirname(link.path), target).replace(/\/$/, "");
      const isInside = !target.startsWith("/") && !path.startsWith("..") && !`${link.path}/`.startsWith(`${path}/`);
      const file = isInside ? files.get(path) : undefined;
      const inFolder = isInside && !file ? byFolder.filter((entry) => entry.path.startsWith(`${path}/`)) : [];
      if (file) added.push({ ...file, path: link.path });
      for (const entry of inFolder) added.push({ ...entry, path: link.path + entry.path.slice(path.length) });
      if (!file && inFolder.length === 0) rest.push(link);
    }
    for (const entry of added) files.set(entry.path, entry);
    found = rest.length < waiting.length;
    waiting = rest;
  }
  return { files, deadLinks: waiting.map(({ path }) => path) };
}

function foldersOf(files: ReadonlyMap<string, ListedEntry>): Folder {
  const top: Folder = new Map();
  for (const [path, entry] of files) {
    const names = path.split("/");
    const name = names.pop() ?? "";
    let folder = top;
    for (const part of names) {
      let next = folder.get(part);
      if (!(next instanceof Map)) {
        next = new Map();
        folder.set(part, next);
      }
      folder = next;
    }
    folder.set(name, entry);
  }
  return top;
}

function lookUp(top: Folder, path: string | undefined): Folder | ListedEntry | undefined {
  if (path === undefined) return undefined;
  let at: Folder | ListedEntry | undefined = top;
  for (const part of path.split("/").filter(Boolean)) at = at instanceof Map ? at.get(part) : undefined;
  return at;
}

/**
 * The part of a file system that globs need.
 * @param texts extensions of the wanted texts: a folder with the name of one is noted.
 * @param noted gets what is not read in the folders that are listed, by path.
 */
function fileSystem(
  top: Folder,
  texts: readonly string[],
  noted: Map<string, LinkProblem>,
): Partial<FileSystemAdapter> {
  const kindOf = (name: string, entry: Folder | ListedEntry) => ({
    name,
    isFile: () => !(entry instanceof Map) && entry.problem === undefined,
    isDirectory: () => entry instanceof Map,
    isSymbolicLink: () => false,
    isBlockDevice: () => false,
    isCharacterDevice: () => false,
    isFIFO: () => false,
    isSocket: () => false,
  });
  type Done = (error: NodeJS.ErrnoException | null, value?: unknown) => void;
  const answer = (path: string, done: Done, make: (entry: Folder | ListedEntry) => unknown) => {
    const entry = lookUp(top, path.slice(globRoot.length));
    if (entry) done(null, make(entry));
    else done(Object.assign(new Error(`no such file: ${path}`), { code: "ENOENT" }));
  };
  const stat = (path: string, done: Done) => answer(path, done, (entry) => kindOf(posix.basename(path), entry));
  const problemOf = (name: string, entry: Folder | ListedEntry) =>
    entry instanceof Map ? (isNamedAs(texts, name) ? "folder" : undefined) : entry.problem;
  const readdir = (path: string, _options: object, done: Done) =>
    answer(path, done, (folder) =>
      [...(folder instanceof Map ? folder : [])].map(([name, entry]) => {
        const problem = problemOf(name, entry);
        if (problem) noted.set(posix.join(path.slice(globRoot.length), name), problem);
        return kindOf(name, entry);
      }),
    );
  return { stat, lstat: stat, readdir } as unknown as Partial<FileSystemAdapter>;
}
