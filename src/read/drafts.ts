/**
 * A site's files with texts that are not saved, as an editor has them: each in place of a file, or of one that is not there yet.
 * `lint --stdin-filename`, the language server and its preview read sites this way.
 */
import { posix } from "node:path";
import type { SourceReader } from "./reader.js";
import { matchingPaths, sortPaths } from "./sources.js";

/** The bytes of each text, by path relative to the site's root, with forward slashes. */
export type Drafts = ReadonlyMap<string, Buffer>;

export function withDrafts(reader: SourceReader, drafts: Drafts): SourceReader {
  if (drafts.size === 0) return reader;
  const paths = [...drafts.keys()];
  const onDisk = (wanted: readonly string[]) => wanted.filter((path) => !drafts.has(path));
  return {
    ...reader,
    has: (place) => drafts.has(place) || paths.some((path) => path.startsWith(`${place}/`)) || reader.has(place),
    isPlain: (place) => drafts.has(place) || reader.isPlain(place),
    // What an editor has open is shown, whatever git says of a file that may not be there yet.
    ...(reader.standings && {
      standings: (wanted, folders) => reader.standings?.(onDisk([...wanted]), folders) ?? Promise.resolve(new Map()),
    }),
    async list(folder, patterns, ignore = []) {
      const found = await reader.list(folder, patterns, ignore);
      const known = new Set(found);
      const names = paths.map((path) => posix.relative(folder, path));
      const fresh = names.filter((name) => !name.startsWith("../") && !known.has(name));
      return sortPaths([...found, ...matchingPaths(fresh, patterns, ignore)]);
    },
    async sizes(wanted) {
      const others = await reader.sizes(onDisk(wanted));
      return wanted.map((path) => drafts.get(path)?.length ?? (others.shift() as number));
    },
    async read(wanted) {
      const others = await reader.read(onDisk(wanted));
      return wanted.map((path) => drafts.get(path) ?? (others.shift() as Buffer));
    },
  };
}
