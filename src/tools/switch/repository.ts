/** Computes the addresses that an old generator gives the files of a repository, by the rules in `scaffold/from/sites`. Nothing of the old site runs. */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { listUntracked } from "../../content/read/commits.js";
import { diskReader } from "../../content/read/reader.js";
import { addAll } from "../../shared/lists.js";
import { encodePath } from "../../shared/url.js";
import { asObject, asText, type OldFiles, type OldSite } from "../scaffold/from/sites/generator.js";
import { oldFiles, readOldSite } from "../scaffold/from/sites/index.js";
import type { OldList } from "./old-list.js";

const configFiles = /^(?:docusaurus\.config\.\w+|_config\.ya?ml|book\.toml|mkdocs\.ya?ml|conf\.py|package\.json)$/;

/** Whether a folder has the sources of a site, not the files that a generator wrote. */
export function isRepository(folder: string): boolean {
  const names = readdirSync(folder);
  return names.some((name) => configFiles.test(name)) || (names.includes(".git") && !names.includes("index.html"));
}

export async function repositoryAddresses(folder: string): Promise<OldList> {
  const root = resolve(folder);
  const files = await withoutUntracked(await oldFiles(diskReader(root), root), root);
  const site = await readOldSite(files);
  const pages = new Set<string>();
  for (const path of files.paths) {
    const address = site.addressOf(path);
    if (address !== undefined) pages.add(address);
  }
  for (const from of Object.keys(site.redirects)) pages.add(from);
  const addresses = [...pages, ...publishedFiles(files, site, root)];
  // Hosts answer such a page with and without its extension.
  if (site.keys.output?.format === "file") addAll(addresses, [...pages].flatMap(withHtml));
  const { defaultLocale = "en-US", locales = {} } = site.keys;
  const prefixes = Object.entries(locales).flatMap(([code, locale]) =>
    code === defaultLocale ? [] : [`/${asText(asObject(locale).path) ?? code}`],
  );
  const localized = ["", ...prefixes].flatMap((prefix) =>
    addresses.map((address) => `${prefix}${address}`.replace(/(.)\/$/, "$1")),
  );
  const notes = [`${site.name} makes today's site`];
  return { addresses: [...new Set(localized)].map((path) => ({ url: encodePath(path) })), notes };
}

/** Leaves out what today's site cannot have: drafts that were not added yet, and files of package managers. */
async function withoutUntracked(files: OldFiles, root: string): Promise<OldFiles> {
  const untracked = await listUntracked(root);
  const [names, folders] = [new Set(untracked), untracked.filter((path) => path.endsWith("/"))];
  const paths = files.paths.filter((path) => !names.has(path) && !folders.some((folder) => path.startsWith(folder)));
  // The folder is ignored as a whole by a repository around it, so git says nothing about its files.
  return paths.length === 0 ? files : { ...files, paths };
}

/** Matches paths with a name that begins with a dot. */
const hidden = /(?:^|\/)\.(?!well-known)/;

/** Matches files that only the old pages load, such as those of a theme. */
export const partOfPages = /\.(?:js|mjs|css|map|woff2?|ttf|otf|eot)$/i;

const withHtml = (address: string) => (address === "/" || /\.\w+$/.test(address) ? [] : [`${address}.html`]);

/** Matches files that `init` wrote beside the old site. */
const writtenByInit = /^cipgen[-.]/;

/** The addresses of files beside the pages: of the static folder, of the generator, and of pages in Liquid, which keep their paths. */
function publishedFiles(files: OldFiles, site: OldSite, root: string): string[] {
  const { static: folder } = site.keys.content ?? {};
  const base = site.name === "Jekyll" ? (site.file ?? "").replace(/[^/]*$/, "") : undefined;
  const addressOf = (path: string) => {
    if (folder !== undefined && path.startsWith(`${folder}/`)) return path.slice(folder.length);
    const isOfLiquid = base !== undefined && path.startsWith(base) && /\.(?:html?|xml)$/i.test(path);
    const address = site.fileAddressOf?.(path) ?? (isOfLiquid ? `/${path.slice(base.length)}` : "");
    return /\.\w+$/.test(address) && !partOfPages.test(address) && !/\/_/.test(address) ? address : undefined;
  };
  return files.paths.flatMap((path) => {
    const address = writtenByInit.test(path) ? undefined : addressOf(path);
    if (address === undefined || hidden.test(address) || !existsSync(join(root, path))) return [];
    return [address.replace(/(^|\/)index\.html?$/, "$1")];
  });
}
