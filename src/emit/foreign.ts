/** Finds files in an output that no build wrote. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { at } from "./failures.js";
import { digestOf } from "./files.js";
import type { ManifestFiles } from "./manifest.js";
import { foldersOf, isHostFile, ownFolder } from "./paths.js";

/**
 * @param folder of the output, absolute.
 * @param former our files in it.
 * @param below a folder in it; by default all of it.
 * @returns paths relative to the output, in order; folders without files of ours end with a slash.
 */
export function foreignFiles(folder: string, former: ManifestFiles, below = ""): string[] {
  const folders = new Set([...former.keys()].flatMap(foldersOf));
  const walk = (prefix: string): string[] =>
    at("read", join(folder, prefix), () => readdirSync(join(folder, prefix), { withFileTypes: true })).flatMap(
      (entry) => {
        const path = prefix + entry.name;
        if (path === ownFolder) return [];
        if (entry.isDirectory()) return folders.has(path) ? walk(`${path}/`) : [`${path}/`];
        return entry.isFile() && former.has(path) && !isTakenOver(folder, path, former) ? [] : [path];
      },
    );
  return walk(below === "" ? "" : `${below}/`).sort();
}

/** Host files are often edited in place: if one differs from the build's, it is not ours. */
export function isTakenOver(folder: string, path: string, former: ManifestFiles): boolean {
  if (!isHostFile(path)) return false;
  const place = join(folder, path);
  return digestOf(at("read", place, () => readFileSync(place))) !== former.get(path)?.digest;
}

/** Some names for a message, three at most. */
export function someOf(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return names.slice(0, 3).join(", ") + more;
}
