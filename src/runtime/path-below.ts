/** The one form of paths in findings, lists and addresses, on every system. */
import { relative, sep } from "node:path";

/** The path of a file as seen from a folder, with forward slashes. Both are absolute. */
export function pathBelow(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}
