/**
 * The licence notices of the packages in a bundle: most licences require the notice with every copy. The packages are
 * those of the bundler's inputs, so that none is missing.
 */
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { compareText } from "../../shared/text.js";

/**
 * @param inputs paths of bundled files, relative to `root`; files that belong to no package are ignored.
 * @param root absolute.
 * @returns the notices of all packages, each once; empty if there is no package.
 */
export async function licenseNotices(inputs: Iterable<string>, root: string): Promise<string> {
  const folders = new Set([...inputs].flatMap((path) => packageFolder(path) ?? []));
  const notices = await Promise.all([...folders].map((folder) => readNotice(resolve(root, folder))));
  return [...new Set(notices)].sort(compareText).join(`\n${"-".repeat(80)}\n\n`);
}

/** The folder of the innermost package that a file belongs to. */
function packageFolder(path: string): string | undefined {
  return /^(?:[\w.-]+:)?(.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(path)?.[1];
}

async function readNotice(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const files = (await readdir(folder))
    .filter((file) => /^(?:licen[cs]e|copying|notice)\b/i.test(file))
    .sort(compareText);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const body = texts.map((text) => text.replaceAll("\r\n", "\n").trim()).join("\n\n");
  return `${name} ${version} (${license ?? "see below"})\n\n${body || `The package contains no text of its licence.`}\n`;
}
