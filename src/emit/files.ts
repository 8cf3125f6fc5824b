/** Acts on files of an output: their errors name the path, a file in use is waited for, modes do not depend on the umask. Synchronous: this takes
 * half the time for thousands of small files. */
import { createHash, hash } from "node:crypto";
import { chmodSync, existsSync, lstatSync, mkdirSync, type Stats, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export const fileMode = 0o644;
export const folderMode = 0o755;

/** SHA-256, base64url: short in a manifest, and safe against collisions. */
export function contentDigest(data: Uint8Array | string): string {
  return hash("sha256", data, "base64url");
}

/** The same of a content in parts. */
export function partsDigest(parts: readonly Uint8Array[]): string {
  const [only = ""] = parts;
  // One call for nearly all files: the object of a hash costs more than hashing a small one.
  if (parts.length <= 1) return contentDigest(only);
  const whole = createHash("sha256");
  for (const part of parts) whole.update(part);
  return whole.digest("base64url");
}

/** The stats of a path, links not followed; undefined if it does not exist. */
export function look(path: string): Stats | undefined {
  return at("look at", path, () => {
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
export function writeNew(path: string, text: string): void {
  at("write", path, () => {
    writeFileSync(path, text);
    setMode(path, fileMode);
  });
}

/** Makes a folder that others may read, regardless of the umask. */
export function makeFolder(path: string): void {
  at("make the folder", path, () => {
    mkdirSync(path, { mode: folderMode });
    setMode(path, folderMode);
  });
}

function setMode(path: string, mode: number): void {
  const { mode: now } = lstatSync(path);
  if ((now & 0o777) !== mode) chmodSync(path, (now & 0o7000) | mode);
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
export function at<T>(action: string, path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw failure(action, path, error);
  }
}

/** Makes a folder, and those around it. @returns the first of them that was not there. */
export function makeFolders(path: string): string | undefined {
  return at("make the folder", path, () => {
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
export function patiently<T>(act: () => T): T {
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
