/** Paths of a site's folder and files, with symbolic links resolved. */
import { dirname, join, relative, resolve } from "node:path";
import { isWithin, realOf, repositoryTop } from "../../content/read/symlinks.js";
import { pathBelow } from "../../platform/path-below.js";
import { writeUserFile } from "../../platform/user-files.js";

/**
 * The real path of a site's folder, so that results do not depend on symbolic links that lead to it, and `..` in the
 * configuration means the folder around it.
 * @param root relative to the working directory.
 */
export function siteRoot(root = "."): string {
  return realPath(resolve(root));
}

/** A path without symbolic links; unchanged if there is nothing at it. */
export function realPath(path: string): string {
  return realOf(path) ?? path;
}

/**
 * The absolute path of a file that may be written. A file or folder behind a symbolic link out of the repository may not, because a change may have put
 * the link there.
 * @param root real path of the site.
 * @param name relative to the root.
 * @throws for a path out of the repository.
 */
export function writablePath(root: string, name: string): string {
  const path = join(root, name);
  let ancestor = path;
  while (realOf(ancestor) === undefined) ancestor = dirname(ancestor);
  if (!isWithin(realPath(ancestor), realPath(repositoryTop(root))))
    throw new Error(`${name} is behind a symbolic link that leads out of the repository: remove the link`);
  return path;
}

/** Writes a file of a site. @throws for a path out of the repository, as `writablePath` does. */
export function writeSiteFile(root: string, name: string, text: string): void {
  writeUserFile(writablePath(root, name), text);
}

/**
 * The path of a file below the root of a site, with slashes. Symbolic links in the site stay part of it.
 * @param root real path of the site.
 * @param file relative to the working directory.
 */
export function nameInSite(root: string, file: string): string {
  return pathBelow(root, resolveOutside(root, resolve(file)));
}

/** Resolves the symbolic links of one folder of a path: of the outermost one in the site, or if there is none, of the innermost one around the site. */
function resolveOutside(root: string, path: string): string {
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
