/** The place of a site's cache: only a folder that no commit can write to. */
import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { join, resolve } from "node:path";

/** @param root of the site, absolute. @param chosen value of `--cache-dir`, relative to the working directory. */
export function cacheFolder(root: string, chosen: string | undefined): string {
  if (chosen !== undefined) return resolve(chosen);
  const modules = join(root, "node_modules");
  const isInstalled = statSync(modules, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isInstalled ? join(modules, ".cache", "cipgen") : join(root, ".cipgen");
}

/** Whether git tracks anything in a folder: then someone else may have written it. Without git or a repository nothing is tracked. */
export function isTracked(folder: string, root: string): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn("git", ["ls-files", "-z", "--", folder], { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    let found = false;
    child.stdout.on("data", () => {
      found = true;
      child.kill();
    });
    child.on("error", () => done(false));
    child.on("close", () => done(found));
  });
}
