/** The source of a site's files: a folder on disk, or the tree of a commit (commit-reader.ts), with the same interface. */
import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { pathBelow } from "../runtime/path-below.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { listFiles } from "./sources.js";
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
