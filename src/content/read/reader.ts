/** Reads the files of a site: from a folder on disk, with or without drafts that an editor has not saved. */

import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import fastGlob from "fast-glob";
import { pathBelow } from "../../platform/path-below.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { readStandings, type Standing } from "./repository-files.js";
import { listFiles, matchingPaths, sortPaths } from "./sources.js";
import { isWithin, realOf, repositoryTop, SourceLinks } from "./symlinks.js";

/** Paths are relative to the site's root, with forward slashes; they may lead out of it with `..`. */
export interface SourceReader {
  /** @returns files of a folder that a glob matches, relative to the folder, in code-unit order; empty if there is no such folder. */
  list(folder: string, patterns: string[], ignore?: string[]): Promise<string[]>;
  /** Whether there is a file or a folder. */
  has(path: string): boolean;
  /** Whether the path is that of a file in the repository, without a symbolic link on the way. */
  isPlainFile(path: string): boolean;
  /** Whether a listed file, or its folder, is reached through a symbolic link. If absent, no file is. */
  isLinked?(path: string): boolean;
  /** See `readStandings`. If absent, all files are those of a commit. */
  standings?(paths: Iterable<string>, folders: readonly string[]): Promise<Map<string, Standing>>;
  /** Path of the site's root below the top of its repository; empty if it is in none. */
  prefix: string;
  /** Symbolic links in listed folders that were not followed. */
  linkProblems?(): Diagnostic[];
  /** @returns the size of each file in bytes, without reading it. @throws if there is no such file. */
  sizes(paths: readonly string[]): Promise<number[]>;
  /** @returns the bytes of each file, in the order of the paths. @throws if there is no such file. */
  read(paths: readonly string[]): Promise<Buffer[]>;
}

/** @param root absolute. @param usesGit whether git may run there. @param top absolute path of the repository, which links must not lead out of. */
export function diskReader(root: string, usesGit = true, top = repositoryTop(root)): SourceReader {
  const realTop = realOf(top) ?? top;
  const links = new SourceLinks(top);
  const linkedFolders = new Map<string, boolean>();
  const isLinkedFolder = (folder: string) => {
    const isLinked = linkedFolders.get(folder) ?? realOf(folder) !== join(realTop, relative(top, folder));
    linkedFolders.set(folder, isLinked);
    return isLinked;
  };
  return {
    prefix: pathBelow(top, root),
    list: (folder, patterns, ignore) => listFiles(join(root, folder), patterns, ignore, links),
    linkProblems: () => links.diagnostics(root),
    has: (path) => existsSync(join(root, path)),
    isPlainFile(path) {
      const file = join(root, path);
      const isReal = isWithin(file, top) && realOf(file) === join(realTop, relative(top, file));
      return isReal && lstatSync(file).isFile();
    },
    sizes: async (paths) => paths.map((path) => statSync(join(root, path)).size),
    isLinked(path) {
      const file = join(root, path);
      return links.followed.has(file) || isLinkedFolder(dirname(file));
    },
    standings: (paths, folders) => readStandings(root, paths, folders, usesGit),
    // Synchronous: for a thousand small files, asynchronous calls take several times as long.
    read: async (paths) => paths.map((path) => readFileSync(join(root, path))),
  };
}

/** Whether a folder, relative to the root, is the root itself. */
export const isRoot = (folder: string) => /^\.?\/?$/.test(posix.normalize(folder));

/**
 * Makes a reader that skips outputs of builds, `node_modules`, `.git` and `.cipgen` below the root.
 * @param folders of the configuration. Unless one of them is the root, the reader is returned unchanged.
 */
export async function withoutOutputs(reader: SourceReader, folders: readonly string[]): Promise<SourceReader> {
  if (!folders.some(isRoot)) return reader;
  const tools = ["**/node_modules/**", "**/.git/**"];
  const manifests = await reader.list(".", ["*/**/.cipgen/manifest.json"], tools);
  const outputs = manifests.map((path) => `${fastGlob.escapePath(posix.dirname(posix.dirname(path)))}/**`);
  const hidden = [...tools, "**/.git", "**/.cipgen/**", ...outputs];
  return {
    ...reader,
    list: (folder, patterns, ignore = []) =>
      reader.list(folder, patterns, isRoot(folder) ? [...ignore, ...hidden] : ignore),
  };
}

/** The bytes of texts that are not saved, by path relative to the site's root, with forward slashes. */
export type Drafts = ReadonlyMap<string, Buffer>;

/** Makes a reader that reads drafts in place of files, which need not exist: for `lint --stdin-filename` and the language server. */
export function withDrafts(reader: SourceReader, drafts: Drafts): SourceReader {
  if (drafts.size === 0) return reader;
  const paths = [...drafts.keys()];
  const onDisk = (files: readonly string[]) => files.filter((path) => !drafts.has(path));
  return {
    ...reader,
    has: (candidate) =>
      drafts.has(candidate) || paths.some((path) => path.startsWith(`${candidate}/`)) || reader.has(candidate),
    isPlainFile: (candidate) => drafts.has(candidate) || reader.isPlainFile(candidate),
    // A draft is shown whatever git says: its file may not exist yet.
    ...(reader.standings && {
      standings: (files, folders) => reader.standings?.(onDisk([...files]), folders) ?? Promise.resolve(new Map()),
    }),
    async list(folder, patterns, ignore = []) {
      const diskPaths = await reader.list(folder, patterns, ignore);
      const listedPaths = new Set(diskPaths);
      const names = paths.map((path) => posix.relative(folder, path));
      const fresh = names.filter((name) => !name.startsWith("../") && !listedPaths.has(name));
      return sortPaths([...diskPaths, ...matchingPaths(fresh, patterns, ignore)]);
    },
    async sizes(files) {
      const diskSizes = await reader.sizes(onDisk(files));
      return files.map((path) => drafts.get(path)?.length ?? (diskSizes.shift() as number));
    },
    async read(files) {
      const bytes = await reader.read(onDisk(files));
      return files.map((path) => drafts.get(path) ?? (bytes.shift() as Buffer));
    },
  };
}
