/** Finds files of a site that cannot both be on this file system, before any is put in place. */
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { folderOf, foldPath } from "./paths.js";

/**
 * @param paths of all files of the site, with repetitions.
 * @param ignoresCase whether the output's file system ignores case.
 */
export function findClashes(paths: readonly string[], ignoresCase: boolean): Diagnostic[] {
  const fold = ignoresCase ? foldPath : (path: string) => path;
  const known = new Map<string, string>();
  const clashes: Diagnostic[] = [];
  const report = (message: string) =>
    clashes.push(diagnose("route-conflict", message, { help: "Give one of them another name or address." }));
  for (const path of paths) {
    const folded = fold(path);
    const other = known.get(folded);
    if (other === path) report(`two files of the site have the path ${path}`);
    else if (other !== undefined) report(`${other} and ${path} are the same file here: this file system ignores case`);
    known.set(folded, path);
  }
  const checked = new Set<string>();
  for (const path of known.keys()) {
    for (let folder = folderOf(path); folder !== "" && !checked.has(folder); folder = folderOf(folder)) {
      checked.add(folder);
      const file = known.get(folder);
      if (file !== undefined)
        report(`${file} is a file of the site, and ${known.get(path)} needs a folder in its place`);
    }
  }
  return clashes;
}
