/**
 * Operations on the files that commands write. Their errors name the path, they retry while a file is in use, and modes do not
 * depend on the umask. They are synchronous, which takes half the time for thousands of small files.
 */
import { chmodSync, existsSync, lstatSync, mkdirSync, rmdirSync, type Stats, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const fileMode = 0o644;
const folderMode = 0o755;

/** Whether the umask takes rights from new files of this mode. Usually it does not, so their modes need not be set. */
const isMasked = (mode: number): boolean => (process.umask() & mode) !== 0;

/** The stats of a path, links not followed; undefined if it does not exist. */
export function lstatIfExists(path: string): Stats | undefined {
  return withPathInError("look at", path, () => {
    try {
      return lstatSync(path, { throwIfNoEntry: false });
    } catch (error) {
      // A parent of the path is a file, so the path does not exist.
      if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
      throw error;
    }
  });
}

/** Writes a new file that everyone may read. Its errors do not name the path. */
export function writeNewFile(path: string, content: string | Uint8Array): void {
  writeFileSync(path, content, { flag: "wx", mode: fileMode });
  if (isMasked(fileMode)) chmodSync(path, fileMode);
}

export function removeFile(path: string): void {
  withPathInError("remove", path, () => retryWhileInUse(() => unlinkSync(path)));
}

/** Makes a folder that everyone may read, unless it exists, perhaps because another build made it meanwhile. */
export function makeFolder(path: string): void {
  withPathInError("make the folder", path, () => {
    try {
      mkdirSync(path, { mode: folderMode });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST" && lstatIfExists(path)?.isDirectory()) return;
      throw error;
    }
    if (isMasked(folderMode)) chmodSync(path, (lstatSync(path).mode & 0o7000) | folderMode);
  });
}

/** Makes a folder and its parents. @returns the outermost one that did not exist, if any. */
export function makeFolders(path: string): string | undefined {
  return withPathInError("make the folder", path, () => {
    try {
      return mkdirSync(path, { recursive: true });
    } catch (error) {
      // On a read-only file system Node.js reports ENOENT here, but the real error for a single folder.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      let missing = path;
      while (!existsSync(dirname(missing))) missing = dirname(missing);
      mkdirSync(missing);
      throw error;
    }
  });
}

/** Removes a folder if it is empty. A folder that cannot be removed stays, without an error. */
export function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
}

/** Removes a folder and its parents as far as they are empty. @param first the outermost of them, as `makeFolders` returned it. */
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
  ENOENT: "it or its folder does not exist",
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

/** An error of the file system whose message names the path. */
class PathError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

function failure(action: string, path: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined || error instanceof PathError) return error;
  const reason = (code === "ENOENT" && reasonInName(path)) || systemReason(code);
  return new PathError(`cannot ${action} ${path}: ${reason ?? (error as Error).message} (${code})`, code);
}

/** The reason why a path that a folder lists is not found, if its name is the reason. */
function reasonInName(path: string): string | undefined {
  // Node.js decodes names as UTF-8, so a name in another encoding comes out as a different one.
  if (path.includes("\ufffd")) return "its name is not UTF-8, rename it";
  // Of a name that is too long, Windows reports only that there is no such file.
  return path.split(/[\\/]/).some((name) => name.length > 255) ? reasons.ENAMETOOLONG : undefined;
}

function systemReason(code: string): string | undefined {
  return isTransient(code)
    ? "another program has it open, or you may not change it: close it there, and build again"
    : reasons[code];
}

/** Windows has the same codes for a file in use and for one that may not be changed. */
const inUseCodes = new Set(["EPERM", "EACCES", "EBUSY"]);

/** Whether the operation may succeed after another program has closed the file. */
function isTransient(code: string | undefined): boolean {
  return process.platform === "win32" && inUseCodes.has(code ?? "");
}

/** In ms: longer than a virus scanner takes, and no longer than a person waits. */
const maxRetryTime = 5_000;
const maxPause = 200;

/**
 * Retries an operation on a file while the file is in use: Windows does not let a file be replaced while another program,
 * such as a virus scanner or an editor, has it open. Throws the last error.
 */
export function retryWhileInUse<T>(act: () => T): T {
  const end = performance.now() + maxRetryTime;
  for (let pause = 5; ; pause = Math.min(2 * pause, maxPause)) {
    try {
      return act();
    } catch (error) {
      if (!isTransient((error as NodeJS.ErrnoException).code) || performance.now() > end) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
}
