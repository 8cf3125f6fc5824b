/** A site of Jekyll: `_config.yml`, front matter, collections, `redirect_from`, and the pages of lists that Liquid fills. */
import { posix } from "node:path";
import { readYaml } from "../old-data.js";
import { frontMatterOf } from "./front-matter.js";
import {
  addressParts,
  asList,
  asObject,
  asText,
  defined,
  firstOf,
  type Generator,
  type Loose,
  type NotTaken,
  notRead,
  type OldFiles,
  type OldSite,
  routeOf,
} from "./generator.js";

export const jekyll: Generator = {
  name: "Jekyll",
  read(files) {
    const file = firstOf(files.paths, /(?:^|\/)_config\.ya?ml$/);
    const text = file === undefined ? undefined : files.text(file);
    return file === undefined || text === undefined ? undefined : readSite(files, file, text);
  },
};

function readSite(files: OldFiles, file: string, text: string): OldSite {
  const data = readYaml(text);
  const config = asObject(data.value);
  const base = posix.dirname(file) === "." ? "" : `${posix.dirname(file)}/`;
  const address = addressOfPages(files, config, base);
  const pages = files.paths.filter((path) => path.startsWith(base) && /\.(?:html?|md|markdown)$/i.test(path));
  const redirects: Record<string, string> = {};
  for (const path of pages) {
    const { redirect_from: from, redirect_to: to } = frontMatterOf(files, path);
    const own = address(path);
    for (const one of Array.isArray(from) ? from : [from])
      if (own && asText(one)) redirects[withoutEnd(String(one))] = own;
    const target = asText(Array.isArray(to) ? to[0] : to);
    if (own && target) redirects[own] = /^(?:https?:)?\/\//.test(target) ? target : withoutEnd(target);
  }
  const repository = asText(config.repository);
  const isPretty = endsWithSlash(config);
  const place = (name: string) => ({ file, line: data.lines.get(name) ?? 1, name });
  const url = asText(config.url);
  return {
    name: "Jekyll",
    file,
    keys: defined({
      title: asText(config.title) ?? asText(config.name),
      tagline: asText(config.description)?.replace(/\s+/g, " ") ?? asText(config.tagline),
      ...addressParts(url && /^https?:/.test(url) ? url + (asText(config.baseurl) ?? "") : undefined),
      favicon: files.paths.includes(`${base}favicon.ico`) ? "/favicon.ico" : undefined,
      repository: repository && /^[\w.-]+\/[\w.-]+$/.test(repository) ? `https://github.com/${repository}` : undefined,
      navbar: navbarOf(files, config, base, address),
      ...(isPretty ? { trailingSlash: true } : { output: { format: "file" as const } }),
    }),
    guesses: {
      ...(isPretty
        ? { trailingSlash: "the permalinks of today" }
        : { output: "Jekyll writes FILE.html, which answers with and without .html" }),
    },
    folders: [],
    addressOf: (path) => (/\.(?:md|markdown)$/i.test(path) ? address(path) : undefined),
    fileAddressOf: (path) =>
      isPublished(path, config, base) && !isPage(path, files) ? `/${path.slice(base.length)}` : undefined,
    redirects: { ...listPages(files, base, address), ...feedsOf(files, base), ...redirects },
    notTaken: [
      ...notRead(data, file),
      ...asList(config.plugins ?? config.gems).flatMap((one): NotTaken[] => {
        const name = asText(one);
        if (
          !name ||
          /^jekyll-(?:redirect-from|sitemap|feed|seo-tag|relative-links|optional-front-matter|readme-index|titles-from-headings|github-metadata|default-layout)$/.test(
            name,
          )
        )
          return [];
        return [
          {
            ...place(name),
            reason: "a plugin of Jekyll: pages, outputs and templates of your own do what it did",
            page: "make-it-yours.md",
          },
        ];
      }),
      ...["_includes", "_layouts", "_sass"].flatMap((folder): NotTaken[] => {
        const found = files.paths.find((path) => path.startsWith(`${base}${folder}/`));
        if (!found) return [];
        return [
          {
            file: found,
            line: 1,
            name: `${base}${folder}`,
            reason: "layouts in Liquid: templates replace those of the program",
            page: "templates.md",
          },
        ];
      }),
      ...["google_analytics", "disqus", "analytics"].flatMap((key): NotTaken[] =>
        config[key] === undefined
          ? []
          : [
              {
                ...place(key),
                reason: "a service of another site: `head` has elements for it",
                page: "make-it-yours.md",
              },
            ],
      ),
    ],
  };
}

/** Whether pages are folders with an index. */
function endsWithSlash({ permalink }: Loose): boolean {
  const style = asText(permalink) ?? "date";
  return style === "pretty" || (style.startsWith("/") && style.endsWith("/"));
}

const withoutEnd = (address: string) => routeOf(address.replace(/(?:\/index)?\.html?$/, ""));

/** The address of a page without `.html`, below the base URL. */
function addressOfPages(files: OldFiles, config: Loose, base: string): (path: string) => string | undefined {
  const collections = asObject(
    Array.isArray(config.collections)
      ? Object.fromEntries(config.collections.map((name) => [name, {}]))
      : config.collections,
  );
  const gems = files.text(`${base}Gemfile`);
  // Pages of GitHub are made of texts without front matter, too.
  const isOptional = gems === undefined || /github-pages|jekyll-optional-front-matter/.test(gems);
  const permalinks = asList(config.defaults).flatMap((one) => {
    const { scope, values } = asObject(one);
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
    const [, collection, rest = ""] = /^_([^/]+)\/(.+)$/.exec(name) ?? [];
    const isHidden = !isPublished(collection === undefined ? path : `${base}${rest}`, config, base);
    if (isHidden) return undefined;
    const own =
      asText(matter.permalink) ??
      permalinks.find(({ path: start }) => start === "" || inner.startsWith(`${start}/`))?.permalink;
    if (collection !== undefined) {
      const about = asObject(collections[collection]);
      if (about.output !== true) return undefined;
      return withoutEnd(fill(own ?? asText(about.permalink) ?? "/:collection/:path", rest, matter, collection));
    }
    if (own !== undefined) return withoutEnd(fill(own, name, matter, ""));
    return withoutEnd(name.replace(/(?:^|\/)index$/, "").replace(/^readme$/i, isOptional ? "" : "$&"));
  };
}

function fill(permalink: string, path: string, matter: Loose, collection: string): string {
  const title = asText(matter.slug) ?? posix.basename(path);
  return permalink
    .replace(/:collection\b/g, collection)
    .replace(/:path\b/g, path)
    .replace(/:(?:basename|name|title|slug)\b/g, title)
    .replace(/:output_ext\b/g, "");
}

/** Whether a path has the form of a pattern with stars, in as many steps as both have letters: a regular expression may need far more. */
function matches(path: string, pattern: string): boolean {
  if (!/[*?]/.test(pattern)) return false;
  let [at, star, resume] = [0, -1, 0];
  for (let index = 0; index < path.length; ) {
    if (pattern[at] === "*") {
      star = at++;
      resume = index;
    } else if (pattern[at] === "?" || pattern[at] === path[index]) {
      at++;
      index++;
    } else if (star === -1) return false;
    else {
      at = star + 1;
      index = ++resume;
    }
  }
  return /^\**$/.test(pattern.slice(at));
}

/** Pages that only list texts: `{% include eiptable.html eips=eips %}`. Where they lead is known when the register is. */
function listPages(
  files: OldFiles,
  base: string,
  address: (path: string) => string | undefined,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const path of files.paths) {
    const [, name] =
      /^([^/_]+)\.(?:html|md|markdown)$/.exec(path.startsWith(base) ? path.slice(base.length) : "") ?? [];
    if (name === undefined) continue;
    const route = address(path);
    const isList = /\{%-?\s*(?:for|assign|include)\b[^%]*\bsite\.\w+/.test(files.text(path) ?? "");
    if (route && route !== "/" && isList) found[route] = `list:${name}`;
  }
  return found;
}

/** Markdown is one; of other texts, those with front matter. */
function isPage(path: string, files: OldFiles): boolean {
  if (/\.(?:md|markdown)$/i.test(path)) return true;
  return /\.(?:html?|xml)$/i.test(path) && /^---\s*$/m.test(files.text(path)?.slice(0, 5) ?? "");
}

/** Feeds that Liquid fills, and that of jekyll-feed. */
function feedsOf(files: OldFiles, base: string): Record<string, string> {
  const feeds = files.paths.filter(
    (path) =>
      path.startsWith(base) && /\.(?:xml|rss|atom)$/.test(path) && /<(?:rss|feed)\b/.test(files.text(path) ?? ""),
  );
  return Object.fromEntries(
    feeds.map((path) => [`/${path.slice(base.length)}`, `feed:${posix.basename(path).replace(/\.\w+$/, "")}`]),
  );
}

/** Whether Jekyll copies a file, or makes it a page. */
function isPublished(path: string, config: Loose, base: string): boolean {
  if (!path.startsWith(base)) return false;
  const inner = path.slice(base.length);
  const names = (value: unknown) => asList(value).flatMap((one) => asText(one)?.replace(/^\.?\/+|\/+$/g, "") ?? []);
  const include = names(config.include);
  if (names(config.exclude).some((one) => inner === one || inner.startsWith(`${one}/`) || matches(inner, one)))
    return false;
  return !inner.split("/").some((part) => /^[_.#~]/.test(part) && !include.includes(part));
}

/** Minima's `header_pages`. */
function navbarOf(
  files: OldFiles,
  config: Loose,
  base: string,
  address: (path: string) => string | undefined,
): OldSite["keys"]["navbar"] {
  const ofPages = asList(config.header_pages).flatMap((one) => {
    const path = base + String(one);
    const to = address(path);
    const label = asText(frontMatterOf(files, path).title);
    return to && label ? [{ label, to }] : [];
  });
  const items = ofPages.filter(({ to }) => /^(?:https?:\/)?\//.test(to));
  return items.length > 0 ? { items: items.map((item) => ({ type: "link" as const, ...item })) } : undefined;
}
