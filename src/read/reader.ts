/** Where a site's files are read from: a folder of the disk, or the tree of a commit (commit-reader.ts). Code that reads a site does not know which. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../shared/diagnostic.js";
import { listFiles } from "./sources.js";
import { repositoryTop, SourceLinks } from "./symlinks.js";

/** Paths are relative to the site's root, with forward slashes; they may lead out of it with `..`. */
export interface SourceReader {
  /** @returns files of a folder that a glob matches, relative to the folder, in code-unit order; none where there is no such folder. */
  list(folder: string, patterns: string[], ignore?: string[]): Promise<string[]>;
  /** Says whether there is a file or a folder. */
  has(path: string): boolean;
  /** Symbolic links that were met in lists and not followed. */
  linkProblems?(): Diagnostic[];
  /** @returns the bytes of each file, in the order of the paths. @throws where there is no such file. */
  read(paths: readonly string[]): Promise<Buffer[]>;
}

/** @param root absolute. */
export function diskReader(root: string): SourceReader {
  const links = new SourceLinks(repositoryTop(root));
  return {
    list: (folder, patterns, ignore) => listFiles(join(root, folder), patterns, ignore, links),
    linkProblems: () => links.diagnostics(root),
    has: (path) => existsSync(join(root, path)),
    // Synchronous: for a thousand small files the turns of asynchronous calls cost several times the reading.
    read: async (paths) => paths.map((path) => readFileSync(join(root, path))),
  };
}
