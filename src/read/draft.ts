/** A site's files with one text that is not saved, as an editor has it: in place of a file, or of one that is not there yet. */
import { posix } from "node:path";
import { matchingPaths } from "./commit-reader.js";
import type { SourceReader } from "./reader.js";
import { sortPaths } from "./sources.js";

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
