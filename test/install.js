/**
 * Installs the packages of folders that few need, and only where the lock file has changed: `node test/install.js test/bench`. What a bench, Firefox, the
 * long tests or the extension's package need stays out of `npm ci`.
 */
import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";

for (const folder of process.argv.slice(2)) {
  const installed = join(folder, "node_modules/.package-lock.json");
  const isFresh =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(folder, "package-lock.json")).mtimeMs;
  const windows = process.platform === "win32";
  if (!isFresh)
    execFileSync("npm", ["ci", "--ignore-scripts", "--prefix", folder], { stdio: "inherit", shell: windows });
}
