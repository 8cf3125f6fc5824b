/** A site of Hugo: `hugo.toml` or `config.toml`, as TOML, YAML or JSON, with menus, permalinks and aliases. */
import { posix } from "node:path";
import { frontMatterOf, lineOfKey, readYaml } from "./front-matter.js";
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
  type OldFiles,
  type OldSite,
  routeOf,
} from "./generator.js";
import { readToml } from "./mdbook.js";

export const hugo: Generator = {
  name: "Hugo",
  read(files) {
    const file = firstOf(
      files.paths,
      /(?:^|\/)hugo\.(?:toml|ya?ml|json)$/,
      /(?:^|\/)config\/_default\/(?:hugo|config)\.(?:toml|ya?ml|json)$/,
      /(?:^|\/)config\.(?:toml|ya?ml|json)$/,
    );
    const text = file === undefined ? undefined : files.text(file);
    if (file === undefined || text === undefined) return undefined;
    const base = file.replace(/(?:config\/_default\/)?[^/]+$/, "");
    const config = /\.toml$/.test(file) ? readToml(text).config : asObject(readYaml(text));
    // Other programs have a config.toml, too.
    const isHugo =
      lower(config).baseurl !== undefined && files.paths.some((path) => path.startsWith(`${base}content/`));
    return isHugo ? readSite(files, file, text, lower(config), base) : undefined;
  },
};

/** Hugo's keys have no case. */
const lower = (config: Loose): Loose =>
  Object.fromEntries(Object.entries(config).map(([key, value]) => [key.toLowerCase(), value]));

function readSite(files: OldFiles, file: string, text: string, config: Loose, base: string): OldSite {
  const content = posix.join(base, asText(config.contentdir) ?? "content");
  const params = lower(asObject(config.params));
  const menu = asList(asObject(config.menu ?? config.menus).main).map(asObject);
  const items = menu
    .toSorted((one, other) => Number(one.weight ?? 0) - Number(other.weight ?? 0))
    .flatMap((one) => {
      const [label, to] = [asText(one.name) ?? asText(one.identifier), asText(one.url) ?? asText(one.pageRef)];
      return label && to && /^(?:https?:\/)?\//.test(to)
        ? [{ type: "link" as const, label, to: /^https?:/.test(to) ? to : routeOf(to) }]
        : [];
    });
  const isUgly = config.uglyurls === true;
  const address = addressesOf(files, config, content);
  const redirects: Record<string, string> = {};
  for (const path of files.paths.filter((one) => one.startsWith(`${content}/`) && /\.md$/.test(one)))
    for (const alias of asList(matterOf(files, path).aliases)) {
      const to = address(path);
      const from = asText(alias);
      if (to && from)
        redirects[
          routeOf(
            (from.startsWith("/") ? from : posix.join(posix.dirname(to), from)).replace(/(?:\/index)?\.html$/, ""),
          )
        ] = to;
    }
  const folder = files.paths.some((path) => path.startsWith(posix.join(base, "static/")));
  const repository = asText(params.github_repo) ?? asText(params.repourl) ?? asText(params.repo);
  const color = asText(params.themecolor) ?? asText(params.theme_color);
  const layouts = files.paths.find((path) => path.startsWith(posix.join(base, "layouts/")));
  const notTaken: NotTaken[] = layouts
    ? [
        {
          file: layouts,
          line: 1,
          name: posix.join(base, "layouts"),
          reason: "templates in Go: templates replace those of the program",
          page: "templates.md",
        },
      ]
    : [];
  for (const key of ["googleanalytics", "disqusshortname", "services"])
    if (config[key] !== undefined)
      notTaken.push({
        file,
        line: lineOfKey(text, key),
        name: key,
        reason: "a service of another site: `head` has elements for it",
        page: "make-it-yours.md",
      });
  return {
    name: "Hugo",
    file,
    keys: defined({
      title: asText(config.title),
      tagline: asText(params.description) ?? asText(params.subtitle),
      ...addressParts(asText(config.baseurl)),
      locales: localesOf(config),
      repository: repository && /^https?:\/\//.test(repository) ? repository.replace(/\/+$/, "") : undefined,
      themeColor: color && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined,
      content: folder ? { static: posix.join(base, "static") } : undefined,
      navbar: items.length > 0 ? { items } : undefined,
      footer: asText(config.copyright) ? { copyright: asText(config.copyright) } : undefined,
      ...(isUgly ? { output: { format: "file" as const } } : { trailingSlash: true }),
    }),
    guesses: isUgly ? { output: "uglyURLs" } : { trailingSlash: "Hugo writes PAGE/index.html" },
    folders: [],
    addressOf: (path) => (path.startsWith(`${content}/`) && /\.md$/.test(path) ? address(path) : undefined),
    redirects,
    notTaken,
  };
}

/** Front matter between `---` or `+++`. */
function matterOf(files: OldFiles, path: string): Loose {
  const [, toml] = /^\+\+\+[ \t]*\r?\n([\s\S]*?)\r?\n\+\+\+[ \t]*(?:\r?\n|$)/.exec(files.text(path) ?? "") ?? [];
  return toml === undefined ? frontMatterOf(files, path) : readToml(toml).config;
}

function addressesOf(files: OldFiles, config: Loose, content: string): (path: string) => string | undefined {
  const patterns = asObject(asObject(config.permalinks).page ?? config.permalinks);
  const url = (name: string) => (config.disablepathtolower === true ? name : name.toLowerCase()).replace(/\s+/g, "-");
  return (path) => {
    const inner = path.slice(content.length + 1).replace(/\.md$/, "");
    const matter = matterOf(files, path);
    if (matter.draft === true) return undefined;
    const whole = asText(matter.url);
    if (whole) return routeOf(whole.replace(/(?:\/index)?\.html$/, ""));
    const name = inner.replace(/(?:^|\/)_?index$/, "");
    const parts = url(name).split("/").filter(Boolean);
    const slug = asText(matter.slug);
    if (slug && !/(?:^|\/)_index$/.test(inner)) parts[parts.length - 1] = url(slug);
    const pattern = asText(patterns[parts[0] ?? ""]);
    if (!pattern || /_index$/.test(inner) || /:(?:year|month|day)/.test(pattern)) return routeOf(parts.join("/"));
    return routeOf(
      pattern
        .replace(/:sections\b/g, parts.slice(0, -1).join("/"))
        .replace(/:section\b/g, parts[0] ?? "")
        .replace(/:(?:slug|contentbasename|slugorcontentbasename|filename|title)\b/g, parts.at(-1) ?? ""),
    );
  };
}

function localesOf({ languages }: Loose): OldSite["keys"]["locales"] {
  const all = Object.entries(asObject(languages)).map(([code, about]) => ({ code, about: lower(asObject(about)) }));
  if (all.length < 2) return undefined;
  return Object.fromEntries(all.map(({ code, about }) => [code, defined({ label: asText(about.languagename) })]));
}
