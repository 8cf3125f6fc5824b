/** The folder of the site that a request means. */
import { dirname, join, relative, resolve } from "node:path";
import { isWithin, realOf, repositoryTop } from "../../content/read/symlinks.js";
import { writeUserFile } from "../../output/emit/user-files.js";
import { pathBelow } from "../../platform/path-below.js";

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

/**
 * A file of a site that its author has written. Throws for a symbolic link, or a folder behind one, that leads out of the repository: a change may have
 * put it there.
 * @param root its real path. @param name relative to the root. @returns the absolute path.
 */
export function writablePath(root: string, name: string): string {
  const path = join(root, name);
  let ancestor = path;
  while (realOf(ancestor) === undefined) ancestor = dirname(ancestor);
  if (!isWithin(realPath(ancestor), realPath(repositoryTop(root))))
    throw new Error(`${name} is behind a symbolic link that leads out of the repository: remove the link`);
  return path;
}

/** Writes such a file. */
export function writeSiteFile(root: string, name: string, text: string): void {
  writeUserFile(writablePath(root, name), text);
}

/**
 * The name of a file in a site, with slashes. A symbolic link in the site has a name of its own.
 * @param root its real path.
 * @param file relative to the working directory.
 */
export function nameInSite(root: string, file: string): string {
  return pathBelow(root, placeFrom(root, resolve(file)));
}

/** The path with the real place of the first folder in it that is in the site, or else of the last one around the site. */
function placeFrom(root: string, path: string): string {
  let inside: string | undefined;
  let around: string | undefined;
  for (let ancestor = path; ; ancestor = dirname(ancestor)) {
    const real = realOf(ancestor);
    const realLocation = real === undefined ? undefined : join(real, relative(ancestor, path));
    if (real !== undefined && isWithin(real, root)) inside = realLocation;
    else if (real !== undefined && isWithin(root, real)) around ??= realLocation;
    if (dirname(ancestor) === ancestor) return inside ?? around ?? path;
  }
}
