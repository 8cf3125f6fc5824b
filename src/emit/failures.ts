/** Errors of the file system with the path: `ENOSPC: no space left on device, write` names none. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { mayPass } from "./patience.js";

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
  const reason = (code === "ENOENT" && reasonInName(path)) || reasonOf(code);
  return new PlaceError(`cannot ${action} ${path}: ${reason ?? (error as Error).message} (${code})`, code);
}

/** Why nothing is found under a name. */
function reasonInName(path: string): string | undefined {
  // Node decodes names as UTF-8; one that is not has become another name.
  if (path.includes("\ufffd")) return "its name is not UTF-8, rename it";
  // Windows has no file of such a name, and says no more.
  return path.split(/[\\/]/).some((name) => name.length > 255) ? reasons.ENAMETOOLONG : undefined;
}

function reasonOf(code: string): string | undefined {
  return mayPass(code) ? "another program has it open, or you may not change it" : reasons[code];
}

/** The same error, and what became of the site. */
export function withOutcome(error: unknown, outcome: string): unknown {
  return error instanceof PlaceError ? new PlaceError(`${error.message}. ${outcome}`, error.code) : error;
}
