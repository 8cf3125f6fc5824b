/** A built site on disk. Nothing outside its folder is read: neither by `..` nor by a symbolic link that leads out. */
import { realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { diskEtag, type ServedFile } from "./respond.js";

/** @param folder absolute. */
export function folderSource(folder: string): (path: string) => Promise<ServedFile | undefined> {
  return async (path) => {
    try {
      // Resolved each time: a build may replace the folder.
      const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
      return file.startsWith(root + sep) ? await diskFile(path, file) : undefined;
    } catch {
      return undefined;
    }
  };
}

/** @returns undefined if it is not an ordinary file. */
export async function diskFile(path: string, file: string): Promise<ServedFile | undefined> {
  const info = await stat(file).catch(() => undefined);
  if (!info?.isFile()) return undefined;
  return { path, body: { file }, size: info.size, etag: diskEtag(info) };
}
