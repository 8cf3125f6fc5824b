/** Where this package lies: its templates, client files and strings are input of every build. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function findPackageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  // dist/ in an installed package, src/assets/ under the test runner.
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

export const packageRoot = findPackageRoot();
