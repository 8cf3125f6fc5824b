/** For a site whose root is its source: files of builds and tools below it are not read as content. */
import { posix } from "node:path";
import fastGlob from "fast-glob";
import type { SourceReader } from "./reader.js";

const isRoot = (folder: string) => /^\.?\/?$/.test(posix.normalize(folder));

/**
 * A reader that does not see outputs, `node_modules`, `.git` and our own folders below the root.
 * @param folders that the configuration names. Only needed if the root is one of them.
 */
export async function withoutOutputs(reader: SourceReader, folders: readonly string[]): Promise<SourceReader> {
  if (!folders.some(isRoot)) return reader;
  const tools = ["**/node_modules/**", "**/.git/**"];
  // A build that was killed in its first change-over has left a journal only.
  const marks = await reader.list(".", ["*/**/.cipgen/{manifest,journal}.json"], tools);
  const outputs = marks.map((path) => `${fastGlob.escapePath(posix.dirname(posix.dirname(path)))}/**`);
  const hidden = [...tools, "**/.git", "**/.cipgen/**", ...outputs];
  return {
    ...reader,
    list: (folder, patterns, ignore = []) =>
      reader.list(folder, patterns, isRoot(folder) ? [...ignore, ...hidden] : ignore),
  };
}
