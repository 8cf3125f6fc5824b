/**
 * Packages that only some sites need and that are large: optional peer dependencies, which a site installs beside this package when it
 * turns on what needs them.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { packageRoot } from "./package-root.js";

const require = createRequire(import.meta.url);

/** @returns which of these packages this program cannot load. */
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

/** @returns what to type for packages that are missing, in the versions that this program works with. */
export function installCommand(names: readonly string[]): string {
  const { peerDependencies = {} }: { peerDependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(packageRoot, "package.json"), "utf8"),
  );
  return `npm install ${names.map((name) => `${name}@${peerDependencies[name] ?? "latest"}`).join(" ")}`;
}
