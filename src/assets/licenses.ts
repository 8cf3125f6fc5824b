/**
 * The licences of bundled packages: most require their notice with every copy, and a bundle is a copy. The packages are
 * found from the bundler's inputs, so the list is always complete.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { compareText } from "../shared/text.js";
import { type BundledPackage, bundledPackages } from "./bundled-packages.js";

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
  return `${name} ${version} (${license ?? "see below"})\n\n${body || `The package brings no text of its licence, ${license}.`}\n`;
}
