/** The place of a site's cache: only a folder that no commit can write to. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";

/** @param root of the site, absolute. @param chosen value of `--cache-dir`, relative to the working directory. */
export function cacheFolder(root: string, chosen: string | undefined): string {
  if (chosen !== undefined) return resolve(chosen);
  const modules = join(root, "node_modules");
  const isInstalled = statSync(modules, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isInstalled ? join(modules, ".cache", "cipgen") : join(root, ".cipgen");
}
