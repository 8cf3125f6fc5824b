/** The packages in a bundle, found from the bundler's inputs, so that no list of them is ever incomplete: their licences, most of which require their
 * notice with every copy, and the list of parts (SBOM) of this package. */
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

/** The package that the list describes. */
interface ListedPackage {
  name: string;
  version: string;
  license: string;
}

/**
 * The list of parts (SBOM) in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/): vulnerability scanners look for packages in `node_modules`,
 * where a bundled one is not. It has no time and no serial number: the same package gives the same bytes.
 * @param packages what is bundled into it; a package in the same version counts once. @returns JSON.
 */
export function bundledParts(program: ListedPackage, packages: readonly BundledPackage[]): string {
  const parts = new Map(packages.map((part) => [purlOf(part), part]));
  const list = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", ...componentOf(program) } },
    components: [...parts.values()].map((part) => ({ type: "library", ...componentOf(part) })),
    dependencies: [
      { ref: purlOf(program), dependsOn: [...parts.keys()] },
      ...[...parts.keys()].map((ref) => ({ ref, dependsOn: [] })),
    ],
  };
  return `${JSON.stringify(list, null, 2)}\n`;
}

function componentOf({ name, version, license }: Pick<BundledPackage, "name" | "version" | "license">) {
  const purl = purlOf({ name, version });
  return {
    "bom-ref": purl,
    name,
    version,
    ...(license && { licenses: [/\s/.test(license) ? { expression: license } : { license: { id: license } }] }),
    purl,
  };
}

/** A package's address in the form of https://github.com/package-url/purl-spec. */
function purlOf({ name, version }: Pick<BundledPackage, "name" | "version">): string {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${encodeURIComponent(version)}`;
}
