/** Reads a site of MkDocs, also with the theme Material: `mkdocs.yml`, its `nav`, and its plugin for redirects. */
import { posix } from "node:path";
import { readYaml } from "../old-data.js";
import {
  addressParts,
  asList,
  asObject,
  asText,
  type Generator,
  type Loose,
  type OldFiles,
  type OldSite,
  omittedSettings,
  routeOf,
  withoutUndefined,
} from "./generator.js";

export const mkdocs: Generator = { config: /(?:^|\/)mkdocs\.ya?ml$/, read: readSite };

function readSite(files: OldFiles, file: string, text: string): OldSite {
  const data = readYaml(text);
  const config = asObject(data.value);
  const base = posix.dirname(file);
  const written = posix.normalize(posix.join(base, asText(config.docs_dir) ?? "docs"));
  // If the folder of the docs is missing, a workflow copies the texts there.
  const docs = files.paths.some((path) => path.startsWith(`${written}/`)) ? written : base;
  const hasFolders = config.use_directory_urls !== false;
  const plugins = pluginsOf(config.plugins);
  const address = addressesOf(files, config, docs);
  const repository = asText(config.repo_url)?.replace(/\/+$/, "");
  return {
    name: asObject(config.theme).name === "material" ? "Material for MkDocs" : "MkDocs",
    file,
    keys: withoutUndefined({
      title: asText(config.site_name),
      tagline: asText(config.site_description),
      ...addressParts(asText(config.site_url)),
      repository: repository && /^https?:/.test(repository) ? repository : undefined,
      editUrl: editUrlOf(config, repository, docs),
      footer: asText(config.copyright) ? { copyright: asText(config.copyright) } : undefined,
      ...(hasFolders ? { trailingSlash: true } : { output: { format: "file" as const } }),
      ...docsKeys(files, config, docs),
    }),
    guesses: {
      ...(hasFolders ? { trailingSlash: "MkDocs writes PAGE/index.html" } : { output: "MkDocs writes PAGE.html" }),
      docs: "the main page is the index, or else the first page of nav",
    },
    folders: [],
    addressOf: address,
    fileAddressOf: (path) => {
      const start = docs === "." ? "" : `${docs}/`;
      return path.startsWith(start) && !/\.md$/i.test(path) ? `/${path.slice(start.length)}` : undefined;
    },
    redirects: Object.fromEntries(
      Object.entries(asObject(plugins.get("redirects")?.redirect_maps)).flatMap(([from, to]) => {
        const target = asText(to);
        if (!target) return [];
        const [path = "", hash] = target.split("#");
        return [[pageAddress(from), /^https?:/.test(target) ? target : pageAddress(path) + (hash ? `#${hash}` : "")]];
      }),
    ),
    omitted: omittedSettings(data, file, {
      theme: "make-it-yours.md",
      plugins: "make-it-yours.md",
      extra_css: "make-it-yours.md",
      extra_javascript: "make-it-yours.md",
    }),
  };
}

/** Plugins with their options, from a list of names, a list of names with options, or a map. */
function pluginsOf(value: unknown): Map<string, Loose> {
  const entries = Array.isArray(value)
    ? value.flatMap((entry): [string, unknown][] =>
        typeof entry === "string" ? [[entry, {}]] : Object.entries(asObject(entry)),
      )
    : Object.entries(asObject(value));
  return new Map(entries.map(([name, options]) => [name, asObject(options)]));
}

/** The address of a page; that of `guide/index.md` is its folder. */
const pageAddress = (name: string) => routeOf(name.replace(/\.md$/i, "").replace(/(?:^|\/)(?:index|readme)$/i, ""));

function addressesOf(files: OldFiles, config: Loose, docs: string): (path: string) => string | undefined {
  const start = docs === "." ? "" : `${docs}/`;
  const named = linksOf(config.nav);
  const filePaths = new Set(files.paths);
  // Texts that `nav` names may be in another folder until a workflow moves them.
  const moved = new Map<string, string>();
  for (const { path } of named) {
    if (filePaths.has(start + path)) continue;
    const end = path.split("/").slice(-2).join("/");
    const source = path.includes("/") ? files.paths.find((candidate) => candidate.endsWith(`/${end}`)) : undefined;
    if (source !== undefined && !moved.has(source)) moved.set(source, path);
  }
  return (path) => {
    const movedPath = moved.get(path);
    if (movedPath !== undefined) return pageAddress(movedPath);
    if (!path.startsWith(start) || !/\.md$/i.test(path) || /(?:^|\/)\./.test(path)) return undefined;
    return pageAddress(path.slice(start.length));
  };
}

/** The pages that `nav` names, in order. */
function linksOf(nav: unknown): { label?: string; path: string }[] {
  return asList(nav)
    .flatMap((entry) => {
      if (typeof entry === "string") return [{ path: entry }];
      return Object.entries(asObject(entry)).flatMap(([label, inner]) =>
        typeof inner === "string" ? [{ label, path: inner }] : linksOf(inner),
      );
    })
    .filter(({ path }) => !/^https?:/.test(path));
}

function docsKeys(files: OldFiles, config: Loose, docs: string): Pick<OldSite["keys"], "content" | "docs"> | undefined {
  if (docs === ".") return undefined;
  const pages = files.paths
    .filter((path) => path.startsWith(`${docs}/`) && /\.md$/i.test(path))
    .map((path) => path.slice(docs.length + 1));
  const first = linksOf(config.nav)
    .map(({ path }) => path)
    .find((path) => pages.includes(path));
  const main = pages.find((path) => /^(?:index|readme)\.md$/i.test(path)) ?? first ?? pages[0];
  return main === undefined ? undefined : { content: { docs }, docs: { mainDocId: main.replace(/\.md$/i, "") } };
}

function editUrlOf(
  { edit_uri: uri, edit_uri_template: template }: Loose,
  repository: string | undefined,
  docs: string,
): string | undefined {
  if (template !== undefined || uri === "" || repository === undefined || docs === ".") return undefined;
  const [host] = /github|gitlab/.exec(repository) ?? [];
  const path = asText(uri) ?? (host && `${host === "gitlab" ? "-/" : ""}edit/master/docs/`);
  if (path === undefined) return undefined;
  const address = /^https?:/.test(path) ? path : `${repository}/${path}`;
  // The path below the root is appended to this address.
  const end = `${docs}/`;
  const bare = address.replace(/\/*$/, "/");
  return (bare.endsWith(`/${end}`) ? bare.slice(0, bare.length - end.length) : bare).replace(/\/+$/, "");
}
