/** Reads a site of Docusaurus: `docusaurus.config.ts`, front matter, and the folders of its plugins. */
import { posix } from "node:path";
import { readScript } from "../script-data.js";
import {
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

type Keys = OldSite["keys"];
type NavbarItems = NonNullable<NonNullable<Keys["navbar"]>["items"]>;

export const docusaurus: Generator = {
  config: /(?:^|\/)docusaurus\.config\.(?:ts|mts|cts|js|mjs|cjs)$/,
  async read(files, file, text) {
    const data = await readScript(text);
    const { omitted, ...site } = readSite(files, file, asObject(data.value));
    const pages = Object.fromEntries(keysWithoutEquivalent.map((key) => [key, "make-it-yours.md"]));
    return { ...site, omitted: [...omittedSettings(data, file, pages), ...omitted] };
  },
};

const keysWithoutEquivalent = ["plugins", "themes", "scripts", "stylesheets", "clientModules", "headTags"];

/** A plugin that reads texts, with its options. */
interface TextPlugin {
  kind: "docs" | "blog" | "pages";
  options: Loose;
  /** Below the root. */
  folder: string;
  route: string;
}

function readSite(files: OldFiles, file: string, config: Loose): OldSite {
  const base = posix.dirname(file);
  const below = (path: string) => posix.normalize(posix.join(base, path));
  const plugins = textPlugins(config, below);
  const docs = docsOf(files, plugins);
  const posts = plugins.find(({ kind }) => kind === "blog")?.options ?? {};
  const statics = asList(config.staticDirectories ?? ["static"]).flatMap((entry) => asText(entry) ?? []);
  const existing = statics.map(below).find((folder) => files.paths.some((path) => path.startsWith(`${folder}/`)));
  const content = withoutUndefined({ docs: docs?.folder, static: existing });
  const pages = { "src/pages": "pages.md", "src/theme": "templates.md", i18n: "switching.md" };
  const edit = [plugins.find(({ kind }) => kind === "docs")?.options.editUrl, posts.editUrl].map(editBase);
  const baseUrl = routeOf(asText(config.baseUrl) ?? "/");
  return {
    name: "Docusaurus",
    file,
    keys: withoutUndefined({
      title: asText(config.title),
      tagline: asText(config.tagline),
      url: asText(config.url)?.replace(/\/+$/, ""),
      baseUrl: baseUrl === "/" ? undefined : `${baseUrl}/`,
      favicon: staticPath(config.favicon),
      ...localesOf(config),
      ...themeOf(asObject(config.themeConfig), docs),
      ...(Object.keys(content).length > 0 && { content }),
      docs: docs && { ...(docs.route !== "/docs" && { route: docs.route }), mainDocId: docs.mainDocId },
      ...(typeof posts.postsPerPage === "number" && posts.postsPerPage !== 10 && { pageSize: posts.postsPerPage }),
      ...(config.trailingSlash === true && { trailingSlash: true }),
      editUrl: edit.find((url) => url !== undefined),
    }),
    guesses: docs ? { docs: `the main page is the first one, ${docs.folder}/${docs.mainDocId}.md` } : {},
    folders: plugins.flatMap(({ kind, options, folder, route }) =>
      kind === "pages" || (kind === "docs" && docs)
        ? []
        : [withoutUndefined({ source: folder, title: asText(options.blogTitle), route })],
    ),
    addressOf: addresses(files, plugins),
    redirects: redirectsOf(config),
    omitted: omittedFolders(
      files,
      Object.fromEntries(Object.entries(pages).map(([folder, page]) => [below(folder), page])),
    ),
  };
}

/** The address of a file in the static folder, such as `img/logo.svg`. */
function staticPath(value: unknown): string | undefined {
  const path = asText(value);
  return path === undefined || /^(?:https?:)?\/\//.test(path) ? undefined : routeOf(path);
}

/** The base of "edit this page" links. On GitHub, `edit` in place of `tree` opens the editor. */
function editBase(value: unknown): string | undefined {
  const url = asText(value);
  return url && /^https?:\/\//.test(url)
    ? url.replace(/\/+$/, "").replace(/^(https:\/\/github\.com\/[^/]+\/[^/]+)\/(?:tree|blob)\//, "$1/edit/")
    : undefined;
}

const nameAndOptions = (entry: unknown): [name: string, options: Loose] => {
  const [name, options] = Array.isArray(entry) ? entry : [entry, {}];
  return [String(name), asObject(options)];
};

/** The plugins that read texts: those of the presets, and others of the same kinds. */
function textPlugins(config: Loose, below: (path: string) => string): TextPlugin[] {
  const kinds = ["docs", "blog", "pages"] as const;
  const plugin = (kind: TextPlugin["kind"], options: Loose): TextPlugin => {
    const { path, routeBasePath } = options;
    const folder = below(asText(path) ?? (kind === "pages" ? "src/pages" : kind));
    return { kind, options, folder, route: routeOf(asText(routeBasePath) ?? (kind === "pages" ? "/" : kind)) };
  };
  const ofPresets = asList(config.presets).flatMap((preset) => {
    const [name, options] = nameAndOptions(preset);
    if (!/classic/.test(name)) return [];
    return kinds.flatMap((kind) => (options[kind] === false ? [] : [plugin(kind, asObject(options[kind]))]));
  });
  const otherTextPlugins = asList(config.plugins).flatMap((entry) => {
    const [name, options] = nameAndOptions(entry);
    const kind = kinds.find((knownKind) => new RegExp(`(?:^|content-)${knownKind}$`).test(name));
    return kind ? [plugin(kind, options)] : [];
  });
  return [...ofPresets, ...otherTextPlugins];
}

function docsOf(files: OldFiles, plugins: readonly TextPlugin[]) {
  const plugin = plugins.find(({ kind }) => kind === "docs");
  const pages = files.paths.filter((path) => plugin && path.startsWith(`${plugin.folder}/`) && /\.md$/.test(path));
  if (!plugin || pages.length === 0) return undefined;
  const { folder, route } = plugin;
  const positionOf = (path: string) => Number(frontMatterOf(files, path).sidebar_position ?? Number.MAX_SAFE_INTEGER);
  const ordered = pages.toSorted((a, b) => positionOf(a) - positionOf(b));
  const idOf = (path: string) => path.slice(folder.length + 1).replace(/\.md$/, "");
  const home = ordered.find(
    (path) => frontMatterOf(files, path).slug === "/" || /^(?:index|readme)$/i.test(idOf(path)),
  );
  return { folder, route, ids: pages.map(idOf), mainDocId: idOf(home ?? (ordered[0] as string)) };
}

function localesOf(config: Loose): Pick<Keys, "defaultLocale" | "locales"> | undefined {
  const { defaultLocale, locales, localeConfigs } = asObject(config.i18n);
  const codes = asList(locales).flatMap((code) => asText(code) ?? []);
  const main = asText(defaultLocale) ?? codes[0];
  if (main === undefined || codes.length === 0) return undefined;
  const localeOf = (code: string) => {
    const { label, direction } = asObject(asObject(localeConfigs)[code]);
    return withoutUndefined({ label: asText(label), direction: direction === "rtl" ? ("rtl" as const) : undefined });
  };
  return {
    ...(main !== "en-US" && { defaultLocale: main }),
    locales: Object.fromEntries(codes.map((code) => [code, localeOf(code)])),
  };
}

/** The keys of the theme. @param docs undefined if there are none, so that links to them are dropped. */
function themeOf(theme: Loose, docs: ReturnType<typeof docsOf>): Keys {
  const metadata = asList(theme.metadata).map(asObject);
  const meta = (name: string) =>
    asText(metadata.find((entry) => entry.name === name || entry.property === name)?.content);
  const { title, logo, items } = asObject(theme.navbar);
  const { src, srcDark, alt } = asObject(logo);
  const mark = withoutUndefined({
    src: staticPath(src),
    srcDark: staticPath(srcDark),
    label: asText(title) ?? asText(alt),
  });
  const links = navbarItems(asList(items), docs);
  const navbar = { ...(Object.keys(mark).length > 0 && { logo: mark }), ...(links.length > 0 && { items: links }) };
  const { copyright, links: columns } = asObject(theme.footer);
  const footer = withoutUndefined({ columns: columnsOf(asList(columns)), copyright: asText(copyright) });
  const { appId, apiKey, indexName } = asObject(theme.algolia);
  const [id, key, index] = [appId, apiKey, indexName].map(asText);
  return {
    themeColor: meta("theme-color"),
    address: meta("ican:xcb"),
    socialImage: staticPath(theme.image),
    navbar: Object.keys(navbar).length > 0 ? navbar : undefined,
    footer: Object.keys(footer).length > 0 ? footer : undefined,
    search: id && key && index ? { provider: "algolia", appId: id, apiKey: key, indexName: index } : undefined,
  };
}

/** The links of the navigation bar. The links of a menu become links of the bar, and a link to a sidebar leads to the main page of the docs. */
function navbarItems(items: readonly unknown[], docs: ReturnType<typeof docsOf>): NavbarItems {
  return items.flatMap((entry): NavbarItems => {
    const item = asObject(entry);
    const label = asText(item.label) ?? asText(item["aria-label"]);
    const position = item.position === "right" ? { position: "right" as const } : {};
    const to = asText(item.to) ?? asText(item.href);
    if (Array.isArray(item.items)) return navbarItems(item.items, docs).map((inner) => ({ ...inner, ...position }));
    if (/^doc/.test(asText(item.type) ?? "") && docs && label !== undefined)
      return [{ type: "doc", docId: docs.ids.find((id) => id === item.docId) ?? docs.mainDocId, label, ...position }];
    if (to === undefined || label === undefined || !/^(?:https?:)?\//.test(to)) return [];
    return [{ type: "link", label, to, ...position }];
  });
}

/** The columns of the footer. A list of links becomes one column. */
function columnsOf(list: readonly unknown[]): NonNullable<Keys["footer"]>["columns"] {
  const columns = list.some((entry) => Array.isArray(asObject(entry).items)) ? list : [{ items: list }];
  const read = columns.map(asObject).map(({ title, items }) => ({
    title: asText(title) ?? "Links",
    links: asList(items)
      .map(asObject)
      .flatMap((item) => {
        const [label, to] = [asText(item.label), asText(item.to) ?? asText(item.href)];
        return label && to ? [{ label, to }] : [];
      }),
  }));
  const filled = read.filter(({ links }) => links.length > 0);
  return filled.length > 0 ? filled : undefined;
}

/** The redirects of Docusaurus' plugin. */
function redirectsOf(config: Loose): Record<string, string> {
  const redirects: Record<string, string> = {};
  for (const [name, options] of asList(config.plugins).map(nameAndOptions)) {
    if (!/client-redirects$/.test(name)) continue;
    for (const { from, to } of asList(options.redirects).map(asObject)) {
      const target = asText(to);
      for (const oldAddress of Array.isArray(from) ? from : [from])
        if (asText(oldAddress) && target) redirects[routeOf(String(oldAddress))] = target;
    }
  }
  return redirects;
}

/** The address of each text: its plugin's route, and its `slug`, or its path without numbers for the order. */
function addresses(files: OldFiles, plugins: readonly TextPlugin[]): OldSite["addressOf"] {
  return (path) => {
    const source = plugins.find(({ folder }) => path.startsWith(`${folder}/`));
    if (!source || !/\.mdx?$/.test(path)) return undefined;
    const { slug, id, draft, unlisted } = frontMatterOf(files, path);
    if (draft === true && unlisted !== true) return undefined;
    const inner = path.slice(source.folder.length + 1).replace(/\.mdx?$/, "");
    const slugText = asText(slug);
    if (source.kind === "blog") {
      if (slugText !== undefined) return routeOf(`${source.route}/${slugText}`);
      const [, day, title] = /^(?:.*\/)?(\d{4}-\d{1,2}-\d{1,2})[-/]?(.*?)(?:\/index)?$/.exec(inner) ?? [];
      if (day !== undefined) return routeOf(`${source.route}/${day.replaceAll("-", "/")}/${title}`);
      return routeOf(`${source.route}/${inner.replace(/\/index$/, "")}`);
    }
    const isOrdered = source.kind === "docs" && source.options.numberPrefixParser !== false;
    const ordered = isOrdered ? inner.split("/").map(withoutOrder) : inner.split("/");
    const folder = ordered.slice(0, -1);
    if (slugText?.startsWith("/")) return routeOf(`${source.route}/${slugText}`);
    const last = slugText ?? asText(id) ?? ordered.at(-1) ?? "";
    const isIndex = slugText === undefined && (/^(?:index|readme)$/i.test(last) || last === folder.at(-1));
    return routeOf([source.route, ...folder, ...(isIndex ? [] : [last])].join("/"));
  };
}

/** Removes the number that orders a text: `01-intro` becomes `intro`. Versions and days keep theirs. */
const withoutOrder = (name: string) =>
  /^\d+[-_.]\d+/.test(name) ? name : name.replace(/^\d+\s*[-_.]+\s*(?=[^-_.\s])/, "");
