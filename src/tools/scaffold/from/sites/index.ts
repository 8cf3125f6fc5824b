/** Reads an old site by the first generator that recognizes its files. */
import { readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import type { SourceReader } from "../../../../content/read/reader.js";
import { stateFolder } from "../../../../output/emit/manifest.js";
import { docusaurus } from "./docusaurus.js";
import { firstOf, type Generator, type OldFiles, type OldSite } from "./generator.js";
import { jekyll } from "./jekyll.js";
import { mdbook } from "./mdbook.js";
import { mkdocs } from "./mkdocs.js";
import { siteWithoutGenerator, withCommonFiles } from "./no-generator.js";
import { sphinx } from "./sphinx.js";

const generators: readonly Generator[] = [docusaurus, mkdocs, mdbook, jekyll, sphinx];

/** @returns the old site; if no generator recognizes its files, only what all sites may have. */
export async function readOldSite(files: OldFiles): Promise<OldSite> {
  for (const { config, read } of generators) {
    const file = firstOf(files.paths, config);
    const text = file === undefined ? undefined : files.text(file);
    const site = file === undefined || text === undefined ? undefined : await read(files, file, text);
    if (site) return withinLimits(withCommonFiles(site, files));
  }
  return withinLimits(withCommonFiles(siteWithoutGenerator, files));
}

/** Characters of an address; patterns of an old configuration can make longer ones. */
const longestAddress = 1000;

/** Drops addresses that are too long, and stores the others, so that each is computed once. */
function withinLimits(site: OldSite): OldSite {
  const limited = (addressOf: (path: string) => string | undefined) => {
    const addresses = new Map<string, string | undefined>();
    return (path: string) => {
      if (!addresses.has(path)) addresses.set(path, addressOf(path));
      const address = addresses.get(path);
      return address === undefined || address.length > longestAddress ? undefined : address;
    };
  };
  const { addressOf, fileAddressOf } = site;
  return { ...site, addressOf: limited(addressOf), ...(fileAddressOf && { fileAddressOf: limited(fileAddressOf) }) };
}

/** The maximum size of a file that a generator reads. */
const maxBytes = 1_000_000;

/** The files of a repository, without packages, git's own files, and sites that this program built there. @param root absolute. */
export async function oldFiles(reader: SourceReader, root: string): Promise<OldFiles> {
  const listed = await reader.list(".", ["**"], ["**/node_modules/**", "**/.git/**", "**/vendor/**"]);
  const built = listed
    .filter((path) => path.endsWith(`/${stateFolder}/manifest.json`))
    .map((path) => posix.dirname(posix.dirname(path)));
  const paths = listed.filter((path) => !built.some((folder) => path.startsWith(`${folder}/`)));
  const pathSet = new Set(paths);
  const texts = new Map<string, string>();
  const text = (path: string) => {
    if (!pathSet.has(path) || statSync(join(root, path)).size > maxBytes) return undefined;
    const read = texts.get(path) ?? readFileSync(join(root, path), "utf8");
    texts.set(path, read);
    return read;
  };
  return { paths, text };
}
