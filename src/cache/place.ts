/** The place of a site's cache: only a folder that no commit can write to. */
import { spawn } from "node:child_process";
import { existsSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, parse, relative, resolve, sep } from "node:path";

/** @param root of the site, absolute. @param chosen value of `--cache-dir`, relative to the working directory. */
export function cacheFolder(root: string, chosen: string | undefined): string {
  if (chosen !== undefined) return resolve(chosen);
  const modules = join(root, "node_modules");
  const isInstalled = statSync(modules, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isInstalled ? join(modules, ".cache", "cipgen") : join(root, ".cipgen");
}

/**
 * Whether git tracks anything in a folder, or a link on the way to it: then someone else may have written it. Without
 * git or a repository nothing is tracked.
 */
export async function isTracked(folder: string, root: string): Promise<boolean> {
  const answers = await Promise.all(placesOf(folder, root).map((path) => hasTracked(path, root)));
  return answers.includes(true);
}

/** More links on one way are a circle, as the system counts them. */
const mostLinks = 40;

/** The real path of a folder, and every symbolic link on the way to it, below the root or on the whole way to a folder elsewhere. */
function placesOf(folder: string, root: string): string[] {
  const below = relative(root, folder);
  const isInside = existsSync(root) && !isAbsolute(below) && below.split(sep)[0] !== "..";
  let at = isInside ? realpathSync(root) : parse(folder).root;
  const rest = (isInside ? below : relative(at, folder)).split(sep);
  const links: string[] = [];
  for (let name = rest.shift(); name !== undefined && links.length < mostLinks; name = rest.shift()) {
    const path = join(at, name);
    const target = targetOf(path);
    if (target === undefined) {
      at = path;
      continue;
    }
    links.push(path);
    if (isAbsolute(target)) at = parse(target).root;
    rest.unshift(...target.split(sep));
  }
  return [at, ...links];
}

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Git looks behind no link. */
function hasTracked(path: string, root: string): Promise<boolean> {
  return new Promise((done) => {
    const args = ["ls-files", "-z", "--recurse-submodules", "--", path];
    const child = spawn("git", args, { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    let found = false;
    child.stdout.on("data", () => {
      found = true;
      child.kill();
    });
    child.on("error", () => done(false));
    child.on("close", () => done(found));
  });
}
