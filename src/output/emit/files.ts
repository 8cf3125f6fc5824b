/** Acts on files of an output: their errors name the path, a file in use is waited for, modes do not depend on the umask. Synchronous: this takes
 * half the time for thousands of small files. */
import { chmodSync, existsSync, lstatSync, mkdirSync, rmdirSync, type Stats, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export const fileMode = 0o644;
const folderMode = 0o755;

/** The stats of a path, links not followed; undefined if it does not exist. */
export function lstatIfExists(path: string): Stats | undefined {
  return withPathInError("look at", path, () => {
    try {
      return lstatSync(path, { throwIfNoEntry: false });
    } catch (error) {
      // Below a file there is nothing.
      if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
      throw error;
    }
  });
}

/** Writes a small file of ours, over any rest of a killed build. */
export function writeText(path: string, text: string): void {
  withPathInError("write", path, () => {
    writeFileSync(path, text);
    chmodSync(path, fileMode);
  });
}

export function removeFile(path: string): void {
  withPathInError("remove", path, () => retryWhileInUse(() => unlinkSync(path)));
}

/** Makes a folder that others may read, regardless of the umask. @returns false if there is one; another build may make it at the same time. */
export function makeFolder(path: string): boolean {
  return withPathInError("make the folder", path, () => {
    try {
      mkdirSync(path, { mode: folderMode });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST" && lstatIfExists(path)?.isDirectory()) return false;
      throw error;
    }
    const { mode } = lstatSync(path);
    if ((mode & 0o777) !== folderMode) chmodSync(path, (mode & 0o7000) | folderMode);
    return true;
  });
}

/** Makes a folder, and those around it. @returns the first of them that was not there. */
export function makeFolders(path: string): string | undefined {
  return withPathInError("make the folder", path, () => {
    try {
      return mkdirSync(path, { recursive: true });
    } catch (error) {
      // What Node.js says of a file system that is read-only.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      let missing = path;
      while (!existsSync(dirname(missing))) missing = dirname(missing);
      mkdirSync(missing);
      throw error;
    }
  });
}

/** A folder that holds something stays. */
export function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
}

/** The same for a folder and those around it, up to the first one that `makeFolders` had to make. */
export function removeEmptyFolders(first: string | undefined, folder: string): void {
  if (first === undefined) return;
  for (let empty = folder; empty.length >= first.length; empty = dirname(empty)) removeEmptyFolder(empty);
}

const reasons: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the quota of the disk is used up",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENAMETOOLONG: "the name is too long",
  EEXIST: "there is something in its place",
  EISDIR: "a folder is where a file must be",
  ENOTDIR: "a file is where a folder must be",
  ENOENT: "it does not exist",
  EXDEV: "it is on another file system than the output",
  EBUSY: "it is in use",
  EMFILE: "too many files are open",
};

/**
 * Runs an action on a path; its error names the action and the path.
 * @param action such as `write`: "cannot write /srv/site/a.html: the disk is full (ENOSPC)".
 */
export function withPathInError<T>(action: string, path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw failure(action, path, error);
  }
}

/** An error of the machine that says its path already. */
class PlaceError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

function failure(action: string, path: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined || error instanceof PlaceError) return error;
  const reason = (code === "ENOENT" && reasonInName(path)) || systemReason(code);
  return new PlaceError(`cannot ${action} ${path}: ${reason ?? (error as Error).message} (${code})`, code);
}

/** Why nothing is found under a name. */
function reasonInName(path: string): string | undefined {
  // Node decodes names as UTF-8; one that is not has become another name.
  if (path.includes("\ufffd")) return "its name is not UTF-8, rename it";
  // Windows has no file of such a name, and says no more.
  return path.split(/[\\/]/).some((name) => name.length > 255) ? reasons.ENAMETOOLONG : undefined;
}

function systemReason(code: string): string | undefined {
  return mayPass(code)
    ? "another program has it open, or you may not change it: close it there, and build again"
    : reasons[code];
}

/** What Windows says of a file in use, and of one that may not be changed. */
const inUse = new Set(["EPERM", "EACCES", "EBUSY"]);

/** Whether an error may pass when another program closes a file. */
function mayPass(code: string | undefined): boolean {
  return process.platform === "win32" && inUse.has(code ?? "");
}

/** Longer than a scanner takes, and no longer than a person waits: in ms. */
const patience = 5_000;
const longestPause = 200;

/**
 * Runs an act on a file, again until it is not in use: Windows does not let a file be replaced that another program has open, a virus scanner for a
 * moment, an editor for longer. Throws the last error.
 */
export function retryWhileInUse<T>(act: () => T): T {
  const end = performance.now() + patience;
  for (let pause = 5; ; pause = Math.min(2 * pause, longestPause)) {
    try {
      return act();
    } catch (error) {
      if (!mayPass((error as NodeJS.ErrnoException).code) || performance.now() > end) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
}
