/** The folder of the site that a request means. */
import { relative, resolve, sep } from "node:path";
import { realOf } from "../read/symlinks.js";

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
  return realOf(path) ?? path;
}

/** The name of a file in a site, with slashes. @param root absolute. @param file relative to the working directory. */
export function nameInSite(root: string, file: string): string {
  return relative(root, realPath(resolve(file)))
    .split(sep)
    .join("/");
}
