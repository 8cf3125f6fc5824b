/** This program: where its package is, whose templates, client files and strings are input of every build, and which version it is. */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** dist/ in an installed package, src/platform/ under the test runner. */
const ownFolder = dirname(fileURLToPath(import.meta.url));

/** Folder of the bundled program and its other files; undefined if the program runs from its sources. */
export const distFolder = basename(ownFolder) === "dist" ? ownFolder : undefined;

/** Not the nearest folder with a package.json: around a copy of dist/ alone, that is somebody else's package. */
function findPackageRoot(): string {
  const root = distFolder ? dirname(distFolder) : join(ownFolder, "../..");
  if (existsSync(join(root, "package.json"))) return root;
  throw new Error(`${ownFolder} is not in a whole package: ${root} has no package.json. Install it again.`);
}

export const packageRoot = findPackageRoot();

export function programVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")).version;
}

/** Changes with the program itself; the same for a program that runs from its sources. */
export function programStamp(): string {
  return distFolder ? readFileSync(join(distFolder, "program.digest"), "latin1").trim() : "sources";
}
