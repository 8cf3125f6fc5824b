/** A site of Docusaurus: `docusaurus.config.ts`, `sidebars.ts`, front matter, and the folders that its plugins read. */
import { posix } from "node:path";
import { compareText } from "../../../shared/text.js";
import type { Unread } from "../old-data.js";
import { lineOf, readScript, type ScriptData } from "../script-data.js";
import { docsOf } from "./docusaurus-docs.js";
import { themeKeys } from "./docusaurus-theme.js";
import { frontMatterOf } from "./front-matter.js";
import {
  asList,
  asObject,
  asText,
  defined,
  firstOf,
  type Generator,
  type Loose,
  type NotTaken,
  type OldFiles,
  type OldFolder,
  type OldSite,
  routeOf,
} from "./generator.js";

export const docusaurus: Generator = {
  name: "Docusaurus",
  async read(files) {
    const file = firstOf(files.paths, /(?:^|\/)docusaurus\.config\.(?:ts|mts|cts|js|mjs|cjs)$/);
    const text = file === undefined ? undefined : files.text(file);
    if (file === undefined || text === undefined) return undefined;
    return readSite(files, file, await readScript(text));
  },
};

/** A plugin that reads texts, with its options. */
export interface TextPlugin {
  kind: "docs" | "blog" | "pages";
  options: Loose;
  /** Key of its options in the configuration. */
  key: string;
}

async function readSite(files: OldFiles, file: string, script: ScriptData): Promise<OldSite> {
  const config = asObject(script.value);
  const base = posix.dirname(file);
  const below = (path: string) => posix.normalize(posix.join(base, path));
  const place = (key: string) => ({ file, line: lineOf(script, key) });
  const notTaken: NotTaken[] = [];
  const plugins = textPlugins(config);
  const docsPlugin = plugins.find(({ kind }) => kind === "docs");
  const docs = docsPlugin && (await docsOf(files, docsPlugin, below, notTaken));
  const folders: OldFolder[] = plugins.flatMap(({ kind, options }) => {
    const { path = kind, routeBasePath = kind } = options as { path?: string; routeBasePath?: string };
    if (kind === "pages" || (kind === "docs" && docs)) return [];
    return [
      defined({
        source: below(path),
        title: asText(options.blogTitle),
        route: routeOf(routeBasePath),
      }),
    ];
  });
  const posts = plugins.find(({ kind }) => kind === "blog")?.options ?? {};
  const { keys: theme, guesses } = themeKeys(config, place, notTaken, docs?.keys.docs !== undefined);
  const statics = asList(config.staticDirectories ?? ["static"]).flatMap((one) => asText(one) ?? []);
  const existing = statics.map(below).filter((folder) => files.paths.some((path) => path.startsWith(`${folder}/`)));
  const locales = localesOf(config);
  const editUrl = editBase(docsPlugin?.options.editUrl) ?? editBase(posts.editUrl);
  addPlugins(config, notTaken, place);
  addPages(files, below, notTaken);
  if (Object.keys(locales?.locales ?? {}).length > 1)
    for (const folder of new Set(
      files.paths.flatMap((path) => /^(.*?i18n\/[^/]+\/docusaurus-plugin[^/]*)\//.exec(path)?.[1] ?? []),
    ))
      notTaken.push({
        file: folder,
        line: 1,
        name: folder,
        reason:
          "translated texts are in content/i18n/<locale>/, with the paths of the originals below their folder: move them",
        page: "switching.md",
      });
  for (const one of script.unread) addUnread(one, file, notTaken);
  const content = defined({ docs: docs?.source, static: existing[0] });
  return {
    name: "Docusaurus",
    file,
    keys: defined({
      title: asText(config.title),
      tagline: asText(config.tagline),
      url: asText(config.url)?.replace(/\/+$/, ""),
      baseUrl: baseOf(config.baseUrl),
      titleSeparator: config.titleDelimiter === undefined ? undefined : asText(config.titleDelimiter),
      favicon: staticPath(config.favicon),
      ...locales,
      ...theme,
      ...(Object.keys(content).length > 0 && { content }),
      ...docs?.keys,
      ...(typeof posts.postsPerPage === "number" && posts.postsPerPage !== 10 && { pageSize: posts.postsPerPage }),
      ...(config.trailingSlash === true && { trailingSlash: true }),
      editUrl,
    }),
    guesses: { ...fromEnvironment(script), ...docs?.guesses, ...guesses },
    folders,
    addressOf: addresses(files, plugins, below),
    redirects: redirectsOf(config),
    notTaken: notTaken.sort((one, other) => one.line - other.line || compareText(one.name, other.name)),
  };
}

/** Keys of the site whose value is the default beside a variable. */
function fromEnvironment({ defaults }: ScriptData): OldSite["guesses"] {
  const keys = ["title", "tagline", "url", "baseUrl"] as const;
  return Object.fromEntries(
    keys
      .filter((key) => defaults.has(key))
      .map((key) => [key, `line ${defaults.get(key)} reads the environment; this is its default`]),
  );
}

const baseOf = (value: unknown) => {
  const path = asText(value);
  return path === undefined || path === "/" ? undefined : `${routeOf(path)}/`.replace(/\/+$/, "/");
};

/** `img/logo.svg` of the static folder. */
export const staticPath = (value: unknown): string | undefined => {
  const path = asText(value);
  return path === undefined || /^(?:https?:)?\/\//.test(path) ? undefined : routeOf(path);
};

/** The base of "edit this page": a page of a tree shows a file, that of `edit` opens it. */
const editBase = (value: unknown) => {
  const url = asText(value);
  return url && /^https?:\/\//.test(url)
    ? url.replace(/\/+$/, "").replace(/^(https:\/\/github\.com\/[^/]+\/[^/]+)\/(?:tree|blob)\//, "$1/edit/")
    : undefined;
};

/** The plugins that read texts: those of the presets, and others of the same kinds. */
function textPlugins(config: Loose): TextPlugin[] {
  const kinds = ["docs", "blog", "pages"] as const;
  const ofPresets = asList(config.presets).flatMap((preset, index) => {
    const [name, options] = Array.isArray(preset) ? preset : [preset, {}];
    if (!/classic/.test(String(name))) return [];
    return kinds.flatMap((kind): TextPlugin[] => {
      const own = asObject(options)[kind];
      return own === false ? [] : [{ kind, options: asObject(own), key: `presets[${index}][1].${kind}` }];
    });
  });
  const others = asList(config.plugins).flatMap((plugin, index): TextPlugin[] => {
    const [name, options] = Array.isArray(plugin) ? plugin : [plugin, {}];
    const kind = kinds.find((one) => new RegExp(`(?:^|content-)${one}$`).test(String(name)));
    return kind ? [{ kind, options: asObject(options), key: `plugins[${index}][1]` }] : [];
  });
  return [...ofPresets, ...others];
}

function localesOf(config: Loose): Pick<OldSite["keys"], "defaultLocale" | "locales"> | undefined {
  const { defaultLocale, locales, localeConfigs } = asObject(config.i18n);
  const codes = asList(locales).flatMap((one) => asText(one) ?? []);
  const main = asText(defaultLocale) ?? codes[0];
  if (main === undefined || codes.length === 0) return undefined;
  const configs = asObject(localeConfigs);
  const of = (code: string) => {
    const { label, direction, htmlLang, path } = asObject(configs[code]);
    return defined({
      label: asText(label),
      direction: direction === "rtl" ? ("rtl" as const) : undefined,
      htmlLang: htmlLang === code ? undefined : asText(htmlLang),
      path: path === code ? undefined : asText(path),
    });
  };
  return {
    ...(main !== "en-US" && { defaultLocale: main }),
    locales: Object.fromEntries(codes.map((code) => [code, of(code)])),
  };
}

const ofPlugins = /\.(?:remark|rehype|recma|beforeDefaultRemark|beforeDefaultRehype)Plugins\[/;

/** What is not read is listed, plugins of Markdown by their names; colours of code are our own. */
function addUnread({ key, line, what, module }: Unread, file: string, notTaken: NotTaken[]): void {
  if (/^themeConfig\.prism\b|^plugins\[\d+\]\[0\]|^(?:themes|future)\b/.test(key)) return;
  if (ofPlugins.test(key))
    notTaken.push({
      file,
      line,
      name: module ?? key,
      reason: "a plugin of Markdown: `markdown` has containers, formulas and plugins of markdown-it",
      page: "markdown.md",
    });
  else if (what === "a function")
    notTaken.push({
      file,
      line,
      name: key,
      reason: "a function of Docusaurus: nothing here calls it",
      page: "make-it-yours.md",
    });
  else notTaken.push({ file, line, name: key || "the whole file", reason: what, isUnread: true });
}

/** Plugins and themes, by name, each with what to do. */
function addPlugins(config: Loose, notTaken: NotTaken[], place: (key: string) => { file: string; line: number }): void {
  const nameOf = (one: unknown) => asText(Array.isArray(one) ? one[0] : one);
  for (const [index, plugin] of asList(config.plugins).entries()) {
    const name = nameOf(plugin);
    if (
      name === undefined ||
      /content-(?:docs|blog|pages)$|client-redirects$|sitemap$|search-local$|easyops/.test(name)
    )
      continue;
    notTaken.push({
      ...place(`plugins[${index}]`),
      name,
      reason: "a plugin of Docusaurus: pages, outputs and templates of your own do what it did",
      page: "make-it-yours.md",
    });
  }
  for (const [index, theme] of asList(config.themes).entries()) {
    const name = nameOf(theme);
    if (name === undefined || /mermaid|search/.test(name)) continue;
    notTaken.push({
      ...place(`themes[${index}]`),
      name,
      reason: "a theme of Docusaurus: templates and style sheets of your own do what it did",
      page: "templates.md",
    });
  }
}

/** Pages and components of the site's own, which are programs for another generator. */
function addPages(files: OldFiles, below: (path: string) => string, notTaken: NotTaken[]): void {
  for (const path of files.paths) {
    if (path.startsWith(`${below("src/pages")}/`) && /\.(?:tsx?|jsx?|mdx?)$/.test(path) && !/\.module\./.test(path))
      notTaken.push({
        file: path,
        line: 1,
        name: path,
        reason: "a page of your own: write it as Markdown or as a template in pages/",
        page: "pages.md",
      });
    else if (path.startsWith(`${below("src/theme")}/`) && /\.(?:tsx?|jsx?)$/.test(path))
      notTaken.push({
        file: path,
        line: 1,
        name: path,
        reason: "a component that replaces one of Docusaurus: a template of the same purpose replaces one of ours",
        page: "templates.md",
      });
  }
}

/** Of the plugin for redirects. */
function redirectsOf(config: Loose): Record<string, string> {
  const found: Record<string, string> = {};
  for (const plugin of asList(config.plugins)) {
    const [name, options] = Array.isArray(plugin) ? plugin : [plugin, {}];
    if (!/client-redirects$/.test(String(name))) continue;
    for (const { from, to } of asList(asObject(options).redirects).map(asObject)) {
      const target = asText(to);
      for (const one of Array.isArray(from) ? from : [from])
        if (asText(one) && target) found[routeOf(String(one))] = target;
    }
  }
  return found;
}

/** The address of each text: its plugin's route, and its `slug`, or its path without numbers for the order. */
function addresses(
  files: OldFiles,
  plugins: readonly TextPlugin[],
  below: (path: string) => string,
): OldSite["addressOf"] {
  const sources = plugins.flatMap(({ kind, options }) => {
    const { path = kind === "pages" ? "src/pages" : kind, routeBasePath = kind === "pages" ? "/" : kind } =
      options as Record<string, string>;
    const isOrdered = kind === "docs" && options.numberPrefixParser !== false;
    return [{ kind, folder: below(path), route: routeOf(routeBasePath), isOrdered }];
  });
  return (path) => {
    const source = sources.find(({ folder }) => path.startsWith(`${folder}/`));
    if (!source || !/\.mdx?$/.test(path)) return undefined;
    const { slug, id, draft, unlisted } = frontMatterOf(files, path);
    if (draft === true && unlisted !== true) return undefined;
    const inner = path.slice(source.folder.length + 1).replace(/\.mdx?$/, "");
    const own = asText(slug);
    if (source.kind === "blog") {
      if (own !== undefined) return routeOf(`${source.route}/${own}`);
      const [, day, rest] = /^(?:.*\/)?(\d{4}-\d{1,2}-\d{1,2})[-/]?(.*?)(?:\/index)?$/.exec(inner) ?? [];
      if (day !== undefined) return routeOf(`${source.route}/${day.replaceAll("-", "/")}/${rest}`);
      return routeOf(`${source.route}/${inner.replace(/\/index$/, "")}`);
    }
    const ordered = source.isOrdered ? inner.split("/").map(withoutOrder) : inner.split("/");
    const folder = ordered.slice(0, -1);
    if (own?.startsWith("/")) return routeOf(`${source.route}/${own}`);
    const last = own ?? asText(id) ?? ordered.at(-1) ?? "";
    const isIndex = own === undefined && (/^(?:index|readme)$/i.test(last) || last === folder.at(-1));
    return routeOf([source.route, ...folder, ...(isIndex ? [] : [last])].join("/"));
  };
}

/** `01-intro` is `intro`; a version and a day keep their numbers. */
const withoutOrder = (name: string) =>
  /^\d+[-_.]\d+/.test(name) ? name : name.replace(/^\d+\s*[-_.]+\s*(?=[^-_.\s])/, "");
