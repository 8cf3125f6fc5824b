/** The source of a site's files: a folder on disk, or the tree of a commit (commit-reader.ts), with the same interface. */
import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { pathBelow } from "../runtime/path-below.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { matchingPaths } from "./commit-reader.js";
import { listFiles, sortPaths } from "./sources.js";
import { isWithin, realOf, repositoryTop, SourceLinks } from "./symlinks.js";

/** Paths are relative to the site's root, with forward slashes; they may lead out of it with `..`. */
export interface SourceReader {
  /** @returns files of a folder that a glob matches, relative to the folder, in code-unit order; empty if there is no such folder. */
  list(folder: string, patterns: string[], ignore?: string[]): Promise<string[]>;
  /** Whether there is a file or a folder. */
  has(path: string): boolean;
  /** Whether there is a file of the repository that no symbolic link leads to. */
  isPlain(path: string): boolean;
  /** Path of the site's root below the top of its repository; empty if it is in none. */
  prefix: string;
  /** Symbolic links in listed folders that were not followed. */
  linkProblems?(): Diagnostic[];
  /** @returns the size of each file in bytes, without reading it. @throws if there is no such file. */
  sizes(paths: readonly string[]): Promise<number[]>;
  /** @returns the bytes of each file, in the order of the paths. @throws if there is no such file. */
  read(paths: readonly string[]): Promise<Buffer[]>;
}

/** @param root absolute. */
export function diskReader(root: string): SourceReader {
  const top = repositoryTop(root);
  const links = new SourceLinks(top);
  return {
    prefix: pathBelow(top, root),
    list: (folder, patterns, ignore) => listFiles(join(root, folder), patterns, ignore, links),
    linkProblems: () => links.diagnostics(root),
    has: (path) => existsSync(join(root, path)),
    isPlain(path) {
      const file = join(root, path);
      const isReal = isWithin(file, top) && realOf(file) === join(realOf(top) ?? top, relative(top, file));
      return isReal && lstatSync(file).isFile();
    },
    sizes: async (paths) => paths.map((path) => statSync(join(root, path)).size),
    // Synchronous: for a thousand small files, asynchronous calls take several times as long.
    read: async (paths) => paths.map((path) => readFileSync(join(root, path))),
  };
}

// A site's files with one text that is not saved, as an editor has it: in place of a file, or of one that is not there yet.

export interface Draft {
  /** Relative to the site's root, with forward slashes. */
  path: string;
  bytes: Buffer;
}

export function withDraft(reader: SourceReader, { path, bytes }: Draft): SourceReader {
  return {
    ...reader,
    has: (place) => path === place || path.startsWith(`${place}/`) || reader.has(place),
    isPlain: (place) => path === place || reader.isPlain(place),
    async list(folder, patterns, ignore = []) {
      const found = await reader.list(folder, patterns, ignore);
      const name = posix.relative(folder, path);
      if (name.startsWith("../") || found.includes(name)) return found;
      return sortPaths([...found, ...(await matchingPaths([name], patterns, ignore))]);
    },
    async sizes(paths) {
      const others = await reader.sizes(paths.filter((place) => place !== path));
      return paths.map((place) => (place === path ? bytes.length : (others.shift() as number)));
    },
    async read(paths) {
      const others = await reader.read(paths.filter((place) => place !== path));
      return paths.map((place) => (place === path ? bytes : (others.shift() as Buffer)));
    },
  };
}
