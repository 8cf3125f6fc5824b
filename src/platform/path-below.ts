/** Paths as findings, lists, addresses and links have them on every system: relative, with forward slashes. */
import { posix, relative, sep } from "node:path";

/** The path of a file as seen from a folder, with forward slashes. Both are absolute. */
export function pathBelow(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}

/** The path by which a text links to a file: `./b.md`, `../c.md`. Both paths are relative to the root. */
export function relativeLinkPath(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}
