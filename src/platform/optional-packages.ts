/**
 * Large packages that only some sites need: optional peer dependencies, which a site installs beside this package if it
 * turns on a feature that needs them.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { packageRoot } from "./package-root.js";

const require = createRequire(import.meta.url);

/** @returns the packages that this program cannot load. */
export function missingPackages(names: readonly string[]): string[] {
  return names.filter((name) => {
    try {
      require.resolve(name);
      return false;
    } catch (error) {
      // A package that only `import` can load gives another error, and is installed.
      return (error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND";
    }
  });
}

/** @returns the names and installed versions of packages as a text, for the key of a result that was made with them. */
export function installedVersions(names: readonly string[]): string {
  return names.map((name) => `${name} ${versionOf(name)}`).join(", ");
}

/** Searches the folders above a package's script: a package need not export its package.json, and inner folders may have one of another name. */
function versionOf(name: string): string | undefined {
  try {
    for (let folder = dirname(require.resolve(name)); folder !== dirname(folder); folder = dirname(folder)) {
      const file = join(folder, "package.json");
      const manifest: { name?: string; version?: string } = existsSync(file)
        ? JSON.parse(readFileSync(file, "utf8"))
        : {};
      if (manifest.name === name) return manifest.version;
    }
  } catch {
    // It is not installed.
  }
  return undefined;
}

/** @returns the command that installs missing packages, in the versions that this program supports. */
export function installCommand(names: readonly string[]): string {
  const { peerDependencies = {} }: { peerDependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(packageRoot, "package.json"), "utf8"),
  );
  return `npm install ${names.map((name) => `${name}@${peerDependencies[name] ?? "latest"}`).join(" ")}`;
}
