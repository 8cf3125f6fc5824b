/** The one form of paths in findings, lists, addresses and links, on every system. */
import { posix, relative, sep } from "node:path";

/** The path of a file as seen from a folder, with forward slashes. Both are absolute. */
export function pathBelow(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}

/** The path of a file as links of another one have it. Both are below the root. */
export function linkedPath(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}
