/** Finds the packages in a bundle: for their licences, and for the list of parts (SBOM) of the package. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { compareText } from "../shared/text.js";

export interface BundledPackage {
  name: string;
  version: string;
  /** SPDX expression, as its package.json has it. */
  license?: string;
  /** Absolute. */
  folder: string;
}

/**
 * @param inputs paths of files that were bundled, relative to `root`; those of no package are left out.
 * @param root absolute.
 * @returns each package once, by name and version.
 */
export async function bundledPackages(inputs: Iterable<string>, root: string): Promise<BundledPackage[]> {
  const folders = new Set([...inputs].flatMap((path) => packageFolder(path) ?? []));
  const packages = await Promise.all([...folders].map((folder) => readPackage(resolve(root, folder))));
  return packages.sort((a, b) => compareText(`${a.name} ${a.version}`, `${b.name} ${b.version}`));
}

/** Folder of the innermost package that a file belongs to. */
function packageFolder(path: string): string | undefined {
  return /^(?:[\w.-]+:)?(.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(path)?.[1];
}

async function readPackage(folder: string): Promise<BundledPackage> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return { name, version, license, folder };
}
