/**
 * Large packages that only some sites need: optional peer dependencies, which a site installs beside this package if it
 * turns on a feature that needs them.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { packageRoot } from "./package-root.js";

const require = createRequire(import.meta.url);

/** @returns those of the packages that this program cannot load. */
export function missingPackages(names: readonly string[]): string[] {
  return names.filter((name) => {
    try {
      require.resolve(name);
      return false;
    } catch {
      return true;
    }
  });
}

/** @returns the command that installs missing packages, in the versions that this program supports. */
export function installCommand(names: readonly string[]): string {
  const { peerDependencies = {} }: { peerDependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(packageRoot, "package.json"), "utf8"),
  );
  return `npm install ${names.map((name) => `${name}@${peerDependencies[name] ?? "latest"}`).join(" ")}`;
}
