/** A built site in a folder. */
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { digestListPath } from "../../pipeline/digest-list.js";
import { folderSource } from "../../serve/respond.js";
import { type FileList, largestFile, listedPaths, Problem, type SiteFiles } from "./files.js";

/** @param place relative to the working directory. */
export function folderFiles(place: string): SiteFiles {
  const folder = resolve(place);
  const find = folderSource(folder);
  let known: FileList | undefined;
  const read = async (path: string) => {
    // It is never outside the folder, whatever links are in it.
    const file = await find(path);
    if (!file || file.body instanceof Uint8Array) return undefined;
    if (file.size > largestFile) throw new Problem(`${path} of ${place} is too large: ${file.size} bytes`);
    return readFile(file.body.file);
  };
  return {
    name: place,
    async list() {
      const info = await stat(join(folder, digestListPath)).catch(() => undefined);
      const version = info ? `${info.ino} ${info.size} ${info.mtimeMs}` : "";
      if (known?.version !== version) known = { version, paths: listedPaths(await read(digestListPath), place) };
      return known;
    },
    async read(path) {
      return known?.paths.has(path) ? read(path) : undefined;
    },
    close: async () => undefined,
  };
}
