/** Reads a site of Jekyll: `_config.yml`, front matter, collections and `redirect_from`. */
import { posix } from "node:path";
import { readYaml } from "../old-data.js";
import {
  addressParts,
  asList,
  asObject,
  asText,
  frontMatterOf,
  type Generator,
  type Loose,
  type OldFiles,
  type OldSite,
  omittedFolders,
  omittedSettings,
  routeOf,
  withoutUndefined,
} from "./generator.js";

export const jekyll: Generator = { config: /(?:^|\/)_config\.ya?ml$/, read: readSite };

function readSite(files: OldFiles, file: string, text: string): OldSite {
  const data = readYaml(text);
  const config = asObject(data.value);
  const base = posix.dirname(file) === "." ? "" : `${posix.dirname(file)}/`;
  const address = addressOfPages(files, config, base);
  const pages = files.paths.filter((path) => path.startsWith(base) && /\.(?:html?|md|markdown)$/i.test(path));
  const redirects: Record<string, string> = {};
  for (const path of pages) {
    const { redirect_from: from, redirect_to: to } = frontMatterOf(files, path);
    const pageAddress = address(path);
    for (const oldAddress of Array.isArray(from) ? from : [from])
      if (pageAddress && asText(oldAddress)) redirects[withoutEnd(String(oldAddress))] = pageAddress;
    const target = asText(Array.isArray(to) ? to[0] : to);
    if (pageAddress && target) redirects[pageAddress] = /^(?:https?:)?\/\//.test(target) ? target : withoutEnd(target);
  }
  const repository = asText(config.repository);
  const isPretty = endsWithSlash(config);
  const url = asText(config.url);
  return {
    name: "Jekyll",
    file,
    keys: withoutUndefined({
      title: asText(config.title) ?? asText(config.name),
      tagline: asText(config.description)?.replace(/\s+/g, " ") ?? asText(config.tagline),
      ...addressParts(url && /^https?:/.test(url) ? url + (asText(config.baseurl) ?? "") : undefined),
      favicon: files.paths.includes(`${base}favicon.ico`) ? "/favicon.ico" : undefined,
      repository: repository && /^[\w.-]+\/[\w.-]+$/.test(repository) ? `https://github.com/${repository}` : undefined,
      ...(isPretty ? { trailingSlash: true } : { output: { format: "file" as const } }),
    }),
    guesses: isPretty
      ? { trailingSlash: "today's permalinks" }
      : { output: "Jekyll writes FILE.html, which answers with and without .html" },
    folders: [],
    addressOf: (path) => (/\.(?:md|markdown)$/i.test(path) ? address(path) : undefined),
    fileAddressOf: (path) =>
      isPublished(path, config, base) && !isPage(path, files) ? `/${path.slice(base.length)}` : undefined,
    redirects,
    omitted: [
      ...omittedSettings(data, file, {
        header_pages: "configuration.md",
        plugins: "make-it-yours.md",
        gems: "make-it-yours.md",
      }),
      ...omittedFolders(files, {
        [`${base}_includes`]: "templates.md",
        [`${base}_layouts`]: "templates.md",
        [`${base}_sass`]: "make-it-yours.md",
      }),
    ],
  };
}

/** Whether Jekyll writes a page as a folder with an index. */
function endsWithSlash({ permalink }: Loose): boolean {
  const style = asText(permalink) ?? "date";
  return style === "pretty" || (style.startsWith("/") && style.endsWith("/"));
}

/** The address of a page without `index` and `.html`. */
const withoutEnd = (address: string) => routeOf(address.replace(/(?:\/index)?\.html?$/, ""));

/** @returns a function that returns the address of a page without `.html`, below the base URL. */
function addressOfPages(files: OldFiles, config: Loose, base: string): (path: string) => string | undefined {
  const collections = asObject(
    Array.isArray(config.collections)
      ? Object.fromEntries(config.collections.map((name) => [name, {}]))
      : config.collections,
  );
  const gems = files.text(`${base}Gemfile`);
  // GitHub Pages also publishes texts without front matter, and makes a README the index of its folder.
  const isOptional = gems === undefined || /github-pages|jekyll-optional-front-matter/.test(gems);
  const permalinks = asList(config.defaults).flatMap((entry) => {
    const { scope, values } = asObject(entry);
    const permalink = asText(asObject(values).permalink);
    return permalink === undefined
      ? []
      : [{ path: (asText(asObject(scope).path) ?? "").replace(/^\/+|\/+$/g, ""), permalink }];
  });
  return (path) => {
    if (!path.startsWith(base)) return undefined;
    const inner = path.slice(base.length);
    const matter = frontMatterOf(files, path);
    const isPage = /^---[ \t]*\r?\n/.test(files.text(path) ?? "");
    if (!isPage && !(isOptional && /\.(?:md|markdown)$/i.test(path))) return undefined;
    if (matter.published === false) return undefined;
    const name = inner.replace(/\.[^./]+$/, "");
    const [, collection, pathInCollection = ""] = /^_([^/]+)\/(.+)$/.exec(name) ?? [];
    const isHidden = !isPublished(collection === undefined ? path : `${base}${pathInCollection}`, config, base);
    if (isHidden) return undefined;
    const pattern =
      asText(matter.permalink) ??
      permalinks.find(({ path: start }) => start === "" || inner.startsWith(`${start}/`))?.permalink;
    if (collection !== undefined) {
      const about = asObject(collections[collection]);
      if (about.output !== true) return undefined;
      return withoutEnd(
        fill(pattern ?? asText(about.permalink) ?? "/:collection/:path", pathInCollection, matter, collection),
      );
    }
    if (pattern !== undefined) return withoutEnd(fill(pattern, name, matter, ""));
    return withoutEnd(name.replace(isOptional ? /(?:^|\/)(?:index|readme)$/i : /(?:^|\/)index$/, ""));
  };
}

function fill(permalink: string, path: string, matter: Loose, collection: string): string {
  const title = asText(matter.slug) ?? posix.basename(path);
  return permalink
    .replace(/:collection\b/g, () => collection)
    .replace(/:path\b/g, () => path)
    .replace(/:(?:basename|name|title|slug)\b/g, () => title)
    .replace(/:output_ext\b/g, "");
}

/** Whether a file becomes a page: Markdown does, and HTML and XML do if they have front matter. */
function isPage(path: string, files: OldFiles): boolean {
  if (/\.(?:md|markdown)$/i.test(path)) return true;
  return /\.(?:html?|xml)$/i.test(path) && /^---\s*$/m.test(files.text(path)?.slice(0, 5) ?? "");
}

/** Whether Jekyll publishes a file, as a copy or as a page. */
function isPublished(path: string, config: Loose, base: string): boolean {
  if (!path.startsWith(base)) return false;
  const inner = path.slice(base.length);
  const names = (value: unknown) => asList(value).flatMap((name) => asText(name)?.replace(/^\.?\/+|\/+$/g, "") ?? []);
  const include = names(config.include);
  if (names(config.exclude).some((name) => `${inner}/`.startsWith(`${name}/`))) return false;
  return !inner.split("/").some((part) => /^[_.#~]/.test(part) && !include.includes(part));
}
