/** Where this program's package is, and its version. The package's templates, client files and strings are inputs of every build. */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** dist/ in an installed package, src/platform/ under the test runner. */
const moduleFolder = dirname(fileURLToPath(import.meta.url));

/** Folder of the bundled program and its other files; undefined if the program runs from its sources. */
export const distFolder = basename(moduleFolder) === "dist" ? moduleFolder : undefined;

/** Does not search further up: the nearest package.json above a copy of dist/ alone is that of another package. */
function findPackageRoot(): string {
  const root = distFolder ? dirname(distFolder) : join(moduleFolder, "../..");
  if (existsSync(join(root, "package.json"))) return root;
  throw new Error(`${moduleFolder} is not in a whole package: ${root} has no package.json. Install cipgen again.`);
}

export const packageRoot = findPackageRoot();

export function programVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")).version;
}

/** Identifies the bundled program. A program that runs from its sources always has the same stamp. */
export function programStamp(): string {
  return distFolder ? readFileSync(join(distFolder, "program.digest"), "latin1").trim() : "sources";
}
