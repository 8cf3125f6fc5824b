/** The addresses that an old generator gives the files of a repository, by its rules as `scaffold/from/sites` reads them. Nothing of the old site runs. */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { untrackedIn } from "../../content/read/commits.js";
import { diskReader } from "../../content/read/reader.js";
import { addAll } from "../../shared/lists.js";
import { fileUrl } from "../scaffold/from/site-keys.js";
import { asObject, asText, type OldFiles, type OldSite } from "../scaffold/from/sites/generator.js";
import { oldFiles, readOldSite } from "../scaffold/from/sites/index.js";
import type { OldList } from "./old-list.js";

const configFiles = /^(?:docusaurus\.config\.\w+|_config\.ya?ml|book\.toml|mkdocs\.ya?ml|conf\.py|package\.json)$/;

/** Whether a folder has the sources of a site, and not the site that a generator wrote. */
export function isRepository(folder: string): boolean {
  const names = readdirSync(folder);
  return names.some((name) => configFiles.test(name)) || (names.includes(".git") && !names.includes("index.html"));
}

export async function repositoryAddresses(folder: string): Promise<OldList> {
  const root = resolve(folder);
  const files = await publishedToday(await oldFiles(diskReader(root), root), root);
  const site = await readOldSite(files);
  const pages = new Set<string>();
  for (const path of files.paths) {
    const address = site.addressOf(path);
    if (address !== undefined) pages.add(address);
  }
  for (const from of Object.keys(site.redirects)) pages.add(from);
  const addresses = [...pages, ...publishedFiles(files, site, root)];
  // Such a file answers with and without its extension.
  if (site.keys.output?.format === "file") addAll(addresses, [...pages].flatMap(withHtml));
  const { defaultLocale = "en-US", locales = {} } = site.keys;
  const prefixes = Object.entries(locales).flatMap(([code, locale]) =>
    code === defaultLocale ? [] : [`/${asText(asObject(locale).path) ?? code}`],
  );
  const all = ["", ...prefixes].flatMap((prefix) =>
    addresses.map((address) => `${prefix}${address}`.replace(/(.)\/$/, "$1")),
  );
  if (all.length === 0) return onCodeHost(files, root, site);
  const notes = [`${site.name} makes today's site`];
  return { addresses: [...new Set(all)].map((path) => ({ url: encodeURI(path) })), notes };
}

/** Where no site is known, readers have the addresses of the code host. */
function onCodeHost({ paths }: OldFiles, root: string, site: OldSite): OldList {
  const urlOf = fileUrl(root, site);
  const textPaths = paths.filter((path) => !isOurs.test(path) && !/(?:^|\/)\./.test(path));
  return {
    addresses: urlOf ? textPaths.map((path) => ({ url: urlOf(path) })) : [],
    notes: ["no generator tells of a site: if there is one, name its sitemap"],
  };
}

/** Today's site has what the repository has: neither a draft that was not added yet, nor what a package manager wrote. */
async function publishedToday(files: OldFiles, root: string): Promise<OldFiles> {
  const untracked = await untrackedIn(root);
  const [names, folders] = [new Set(untracked), untracked.filter((path) => path.endsWith("/"))];
  const paths = files.paths.filter((path) => !names.has(path) && !folders.some((folder) => path.startsWith(folder)));
  // A folder of no repository of its own, within another one that ignores it.
  return paths.length === 0 ? files : { ...files, paths };
}

/** Below a folder or in a name that begins with a dot. */
const hidden = /(?:^|\/)\.(?!well-known)/;

/** Loaded by the old pages alone, such as those of a theme that mdBook copies from beside the texts (Tari). */
export const partOfPages = /\.(?:js|mjs|css|map|woff2?|ttf|otf|eot)$/i;

const withHtml = (address: string) => (address === "/" || /\.\w+$/.test(address) ? [] : [`${address}.html`]);

/** What `init` wrote beside the old site. */
const isOurs = /^cipgen[-.]/;

/** Files that a generator copies, by its name: folders of theirs, and what in them is not a page. */
const copied: Record<string, { folders: (files: OldFiles, site: OldSite) => string[]; isCopied: RegExp }> = {
  // Pages of Liquid keep their paths, too.
  Jekyll: {
    folders: baseOf,
    isCopied:
      /^(?!(?:.*\/)?[._#]|(?:vendor|node_modules|script|bin)\/).*\.(?:html?|xml|json|txt|pdf|svg|png|jpe?g|gif|webp|ico|csv|zip)$/i,
  },
  mdBook: {
    folders: (files, site) => baseOf(files, site).map((base) => `${base}src/`),
    isCopied: /^(?!.*\.(?:md|hbs)$)/i,
  },
  MkDocs: { folders: (files, site) => baseOf(files, site).map((base) => `${base}docs/`), isCopied: /^(?!.*\.md$)/i },
};

/** The folder of the old configuration. */
function baseOf(_files: OldFiles, { file = "" }: OldSite): string[] {
  return [file.replace(/[^/]*$/, "")];
}

function publishedFiles(files: OldFiles, site: OldSite, root: string): string[] {
  const { static: folder } = site.keys.content ?? {};
  const { folders, isCopied } = copied[site.name] ?? { folders: () => [], isCopied: /^$/ };
  const rules = [
    ...(folder === undefined ? [] : [{ start: `${folder}/`, is: (inner: string) => !hidden.test(inner) }]),
    ...folders(files, site).map((start) => ({
      start,
      is: (inner: string) => isCopied.test(inner) && !partOfPages.test(inner),
    })),
  ];
  return rules.flatMap(({ start, is: matches }) =>
    files.paths.flatMap((path) => {
      const inner = path.startsWith(start) ? path.slice(start.length) : "";
      if (inner === "" || !matches(inner) || isOurs.test(path) || !existsSync(join(root, path))) return [];
      return [`/${inner.replace(/(^|\/)index\.html?$/, "$1")}`];
    }),
  );
}
