/**
 * The files of the cache among those of others: `--cache-dir` may name any folder. Only a file that begins as the cache
 * writes them is ever replaced or removed.
 */
import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, readSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The beginning of every file of the cache. */
export const magic = "cipgen-cache-1";

/** The end of a file's name while it is written. */
export const temporaryEnd = ".tmp";

/** Whether an entry may be written at a path: there is nothing that could be another's. An empty file may be an entry after a crash. */
export function isFree(path: string): boolean {
  const info = lstatSync(path, { throwIfNoEntry: false });
  return !info || (info.isFile() && (info.size === 0 || isOwn(path)));
}

function isOwn(path: string): boolean {
  const start = Buffer.alloc(magic.length);
  const file = openSync(path, "r");
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return start.toString("latin1") === magic;
}

/** Makes the folder of a cache. Git ignores it, but no folder with files of others. */
export function makeCacheFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) return;
  const file = join(folder, ".gitignore");
  try {
    writeFileSync(file, "*\n");
  } catch (error) {
    removeFile(file);
    throw error;
  }
}

interface FoundFile {
  path: string;
  size: number;
  time: number;
}

/** A write takes milliseconds: a temporary file of this age, in ms, was left by a killed program. */
const leftoverAge = 60 * 60 * 1000;
/** Maximum size of all entries, in bytes: beyond it the oldest are removed. */
const maxSize = 512_000_000;

/** Removes what killed programs left, and the oldest entries beyond the maximum size. */
export function removeOld(folder: string): void {
  const files = filesIn(folder);
  const isLeft = ({ path, time }: FoundFile) => path.endsWith(temporaryEnd) && Date.now() - time > leftoverAge;
  for (const file of files) if (isLeft(file)) removeOwn(file);
  // Most folders are small enough whoever their files are of, and no file has to be read.
  if (sumOf(files) <= maxSize) return;
  let total = 0;
  for (const file of files.filter(isOwnFile).toSorted((one, other) => other.time - one.time)) {
    total += file.size;
    if (total > maxSize) removeOwn(file);
  }
}

/** Files where the cache may have entries: in its folder and in the folders there. */
function filesIn(folder: string): FoundFile[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const below = entries.flatMap((entry) => (entry.isDirectory() ? entriesOf(join(folder, entry.name)) : []));
  return [...entries, ...below].flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const info = entry.isFile() ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
    return info ? [{ path, size: info.size, time: info.mtimeMs }] : [];
  });
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function sumOf(files: readonly FoundFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function isOwnFile({ path }: FoundFile): boolean {
  try {
    return isOwn(path);
  } catch {
    return false;
  }
}

function removeOwn(file: FoundFile): void {
  if (isOwnFile(file)) removeFile(file.path);
}

/** Removes a file if that is possible. */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}
