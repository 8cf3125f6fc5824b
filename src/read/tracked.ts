/** Whether a commit could have written a folder: then what is in it is not this program's. */
import { existsSync, readlinkSync, realpathSync } from "node:fs";
import { isAbsolute, join, parse, relative, sep } from "node:path";
import { askGit, findRepository, type GitPlace } from "./git.js";

/**
 * Whether git tracks anything in a folder, or a link on the way to it: then someone else may have written it. Without
 * git or a repository nothing is tracked.
 */
export async function isTracked(folder: string, root: string): Promise<boolean> {
  const place = await findRepository(existsSync(root) ? realpathSync(root) : root);
  if (!place) return false;
  const answers = await Promise.all(placesOf(folder, root).map((path) => hasTracked(path, place)));
  return answers.includes(true);
}

/** More links on one way are a circle, as the system counts them. */
const mostLinks = 40;

/** The real path of a folder, and every symbolic link on the way to it, below the root or on the whole way to a folder elsewhere. */
function placesOf(folder: string, root: string): string[] {
  const below = relative(root, folder);
  const isInside = existsSync(root) && !isAbsolute(below) && below.split(sep)[0] !== "..";
  let at = isInside ? realpathSync(root) : parse(folder).root;
  let rest = (isInside ? below : relative(at, folder)).split(sep);
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
    rest = [...target.split(sep), ...rest];
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
async function hasTracked(path: string, place: GitPlace): Promise<boolean> {
  const listed = await askGit(place, ["ls-files", "-z", "--recurse-submodules", "--", path]).catch(() => "");
  return listed !== "";
}
