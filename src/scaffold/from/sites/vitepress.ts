/** A site of VitePress: `.vitepress/config.ts`, as data. */
import { posix } from "node:path";
import { lineOf, readScript, type ScriptData } from "../script-data.js";
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
  type OldFiles,
  type OldSite,
  routeOf,
} from "./generator.js";

export const vitepress: Generator = {
  name: "VitePress",
  async read(files) {
    const file = firstOf(
      files.paths,
      /(?:^|\/)\.vitepress\/config\.(?:m|c)?[jt]s$/,
      /(?:^|\/)\.vitepress\/config\/index\.(?:m|c)?[jt]s$/,
    );
    const text = file === undefined ? undefined : files.text(file);
    return file === undefined || text === undefined ? undefined : readSite(files, file, await readScript(text));
  },
};

function readSite(files: OldFiles, file: string, script: ScriptData): OldSite {
  const config = asObject(script.value);
  const theme = asObject(config.themeConfig);
  const project = file.slice(0, file.indexOf(".vitepress")).replace(/\/$/, "") || ".";
  const source = posix.normalize(posix.join(project, asText(config.srcDir) ?? "."));
  const start = source === "." ? "" : `${source}/`;
  const notTaken: NotTaken[] = [];
  const place = (key: string) => ({ file, line: lineOf(script, key), name: key });
  for (const { key, line, what } of script.unread)
    notTaken.push({ file, line, name: key || "the whole file", reason: what, isUnread: true });
  const themeFile = files.paths.find((path) =>
    path.startsWith(`${file.slice(0, file.indexOf(".vitepress"))}.vitepress/theme/`),
  );
  if (themeFile)
    notTaken.push({
      file: themeFile,
      line: 1,
      name: posix.dirname(themeFile),
      reason: "a theme of Vue: templates replace those of the program",
      page: "templates.md",
    });
  const items = navOf(asList(theme.nav), "themeConfig.nav", place, notTaken);
  const logo = asText(theme.logo) ?? asText(asObject(theme.logo).light);
  const dark = asText(asObject(theme.logo).dark);
  const { message, copyright } = asObject(theme.footer);
  const links = asList(theme.socialLinks)
    .map(asObject)
    .flatMap(({ icon, link }) => {
      const to = asText(link);
      return to && /^https?:/.test(to)
        ? [{ label: asText(icon)?.replace(/^./, (letter) => letter.toUpperCase()) ?? new URL(to).host, to }]
        : [];
    });
  const search = asObject(theme.search);
  const hosted = asObject(search.provider === "algolia" ? search.options : theme.algolia);
  const [appId, apiKey, indexName] = [hosted.appId, hosted.apiKey, hosted.indexName].map(asText);
  const isPublic = files.paths.some((path) => path.startsWith(`${start}public/`));
  const text = [message, copyright].flatMap((one) => asText(one) ?? []).join(" ");
  const base = asText(config.base);
  return {
    name: "VitePress",
    file,
    keys: defined({
      title: asText(config.title),
      tagline: asText(config.description),
      ...addressParts(asText(asObject(config.sitemap).hostname)),
      ...(base && base !== "/" && { baseUrl: `${routeOf(base)}/` }),
      locales: localesOf(config),
      editUrl: asText(asObject(theme.editLink).pattern)
        ?.replace(/\/?:path$/, "")
        .replace(new RegExp(`/${source.replace(/[.]/g, "\\.")}$`), ""),
      content: isPublic ? { static: `${start}public` } : undefined,
      navbar:
        items.length > 0 || logo
          ? defined({
              logo: logo ? defined({ src: routeOf(logo), srcDark: dark && routeOf(dark) }) : undefined,
              items: items.length > 0 ? items : undefined,
            })
          : undefined,
      footer:
        links.length > 0 || text
          ? defined({
              columns: links.length > 0 ? [{ title: "Links", links }] : undefined,
              copyright: text || undefined,
            })
          : undefined,
      search: appId && apiKey && indexName ? { provider: "algolia" as const, appId, apiKey, indexName } : undefined,
      favicon: faviconOf(config),
      ...(config.cleanUrls !== true && { output: { format: "file" as const } }),
      ...(config.cleanUrls === true && { output: { format: "file" as const } }),
    }),
    guesses: { output: "VitePress writes PAGE.html" },
    folders: [],
    addressOf: (path) => {
      if (!path.startsWith(start) || !/\.md$/.test(path) || /(?:^|\/)\./.test(path.slice(start.length)))
        return undefined;
      const own = rewritten(path.slice(start.length), asObject(config.rewrites));
      if (frontMatterOf(files, path).published === false) return undefined;
      return routeOf(own.replace(/\.md$/, "").replace(/(?:^|\/)index$/, ""));
    },
    redirects: {},
    notTaken,
  };
}

function rewritten(path: string, rewrites: Loose): string {
  for (const [from, to] of Object.entries(rewrites)) {
    const names: string[] = [];
    const pattern = from
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replace(/:(\w+)(\*?)/g, (_, name: string, star: string) => {
        names.push(name);
        return star ? "(.*)" : "([^/]+)";
      });
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (match && typeof to === "string")
      return to.replace(/:(\w+)\*?/g, (whole, name: string) => match[names.indexOf(name) + 1] ?? whole);
  }
  return path;
}

function localesOf(config: Loose): OldSite["keys"]["locales"] {
  const all = Object.entries(asObject(config.locales)).map(([code, about]) => ({ code, ...asObject(about) })) as {
    code: string;
    lang?: unknown;
    label?: unknown;
  }[];
  if (all.length < 2) return undefined;
  return Object.fromEntries(
    all.map(({ code, lang, label }) => [
      asText(lang) ?? (code === "root" ? "en-US" : code),
      defined({ label: asText(label), path: code === "root" ? undefined : code }),
    ]),
  );
}

function faviconOf(config: Loose): string | undefined {
  const icon = asList(config.head).find(
    (one) => Array.isArray(one) && one[0] === "link" && /icon/.test(String(asObject(one[1]).rel)),
  );
  const href = Array.isArray(icon) ? asText(asObject(icon[1]).href) : undefined;
  return href && !/^https?:/.test(href) ? routeOf(href) : undefined;
}

type Items = NonNullable<NonNullable<OldSite["keys"]["navbar"]>["items"]>;

function navOf(
  list: readonly unknown[],
  key: string,
  place: (key: string) => { file: string; line: number; name: string },
  notTaken: NotTaken[],
): Items {
  return list.map(asObject).flatMap((item, index): Items => {
    const [label, to] = [asText(item.text), asText(item.link)];
    const path = `${key}[${index}]`;
    if (Array.isArray(item.items)) {
      notTaken.push({ ...place(path), reason: "a menu: its links are in the bar itself", page: "make-it-yours.md" });
      return navOf(item.items, `${path}.items`, place, notTaken);
    }
    return label && to && /^(?:https?:\/)?\//.test(to)
      ? [{ type: "link", label, to: /^https?:/.test(to) ? to : routeOf(to.replace(/\.html$/, "")) }]
      : [];
  });
}
