/** Where this package is: its templates, client files and strings are input of every build. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** dist/ in an installed package, src/assets/ under the test runner. */
const ownFolder = dirname(fileURLToPath(import.meta.url));

function findPackageRoot(): string {
  for (let folder = ownFolder; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder))
      throw new Error(
        `${ownFolder} is not in a whole package: no folder above it has a package.json. Install it again.`,
      );
  }
}

export const packageRoot = findPackageRoot();

/** Folder of the bundled program and its other files; undefined if the program runs from its sources. */
export const distFolder = basename(ownFolder) === "dist" ? ownFolder : undefined;
