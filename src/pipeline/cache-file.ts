/** Files that only save time, in `.cipgen/cache`: one that is missing, broken or cannot be written is done without. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const folderOf = (root: string) => join(root, ".cipgen", "cache");

export async function readCache(root: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folderOf(root), name), "utf8"));
  } catch {
    return undefined;
  }
}

export async function writeCache(root: string, name: string, data: unknown): Promise<void> {
  const file = join(folderOf(root), name);
  try {
    await mkdir(folderOf(root), { recursive: true });
    await writeFile(join(folderOf(root), ".gitignore"), "*\n");
    await writeFile(`${file}.${process.pid}`, JSON.stringify(data));
    await rename(`${file}.${process.pid}`, file);
  } catch {
    return;
  }
}
