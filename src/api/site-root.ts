/** The folder of the site that a request means. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";

/**
 * @param root relative to the working directory.
 * @returns the real path, so that the results do not depend on the links that lead to it, and `..` in the configuration
 * means the folder around it.
 */
export function siteRoot(root = "."): string {
  return realPath(resolve(root));
}

/** A path without symbolic links; that of nothing as it is. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
