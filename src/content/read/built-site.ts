/** Reads the files of a built site in a folder, built by this program or another: for `serve`, `check-links` and `mcp`. */
import type { Stats } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { listFiles } from "./sources.js";
import { SourceLinks } from "./symlinks.js";

export interface BuiltSite {
  /** Paths of its files in code-unit order, without those of git and of the build itself. */
  list(): Promise<string[]>;
  /** @returns the ordinary file at a path; undefined if there is none, or if it is outside of the folder. */
  find(path: string): Promise<{ file: string; stats: Stats } | undefined>;
  /** @returns the bytes of the file that `find` finds. */
  read(path: string): Promise<Buffer | undefined>;
  /** The symbolic links that lead out of the folder; complete after `list`. */
  links: SourceLinks;
}

/** @param folder absolute. */
export function builtSite(folder: string): BuiltSite {
  const links = new SourceLinks(folder);
  const find: BuiltSite["find"] = async (path) => {
    try {
      // Resolved each time: a build may replace the folder.
      const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
      const stats = file.startsWith(root + sep) ? await stat(file) : undefined;
      return stats?.isFile() ? { file, stats } : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    links,
    list: () => listFiles(folder, ["**"], [".git/**", ".cipgen/**"], links),
    find,
    async read(path) {
      const builtFile = await find(path);
      return builtFile && readFile(builtFile.file);
    },
  };
}
