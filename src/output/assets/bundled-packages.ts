/** The licences of the packages in a bundle, most of which require their notice with every copy: found from the bundler's inputs, so that the list is complete. */
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { compareText } from "../../shared/text.js";

interface BundledPackage {
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
async function bundledPackages(inputs: Iterable<string>, root: string): Promise<BundledPackage[]> {
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

/**
 * @param inputs paths of files that were bundled, relative to `root`; those of no package are left out.
 * @param root absolute.
 * @returns the notices of their packages, one after the other; empty where there is none.
 */
export async function licenseNotices(inputs: Iterable<string>, root: string): Promise<string> {
  const notices = await Promise.all((await bundledPackages(inputs, root)).map(noticeOf));
  return [...new Set(notices)].sort(compareText).join(`\n${"-".repeat(80)}\n\n`);
}

async function noticeOf({ folder, name, version, license }: BundledPackage): Promise<string> {
  const files = (await readdir(folder))
    .filter((file) => /^(?:licen[cs]e|copying|notice)\b/i.test(file))
    .sort(compareText);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const body = texts.length > 0 ? texts.map((text) => text.replaceAll("\r\n", "\n").trim()).join("\n\n") : "";
  return `${name} ${version} (${license ?? "see below"})\n\n${body || `The package contains no text of its licence.`}\n`;
}
