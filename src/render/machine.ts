/** Files of the whole site for programs: sitemap, robots, OpenSearch, web app manifest. */
import { SitemapStream, streamToPromise } from "sitemap";
import { openSearchUrl, siteFileUrl } from "../model/addresses.js";
import type { Route, Site } from "../model/site.js";
import type { OutputFile } from "../shared/output.js";
import { escapeHtml } from "../shared/text.js";
import type { RenderContext } from "./context.js";
import { siteIcons } from "./icons.js";

/** Every indexed page of every locale, each with its alternates. */
export async function sitemap(contexts: readonly RenderContext[]): Promise<OutputFile> {
  const [first] = contexts;
  if (!first) throw new Error("a site has at least one locale");
  const { site } = first;
  const stream = new SitemapStream({
    hostname: site.config.url,
    xmlns: { news: false, video: false, image: false, xhtml: true },
  });
  const done = streamToPromise(stream);
  for (const route of site.routes.values()) {
    if (!isIndexed(route, site)) continue;
    const links = contexts.map(({ locale, urls }) => ({
      lang: site.config.locales[locale]?.htmlLang ?? locale,
      url: urls.absolute(urls.page(route.route)),
    }));
    const fallback = contexts.find(({ locale }) => locale === site.config.defaultLocale) ?? first;
    links.push({ lang: "x-default", url: fallback.urls.absolute(fallback.urls.page(route.route)) });
    for (const { urls } of contexts) {
      stream.write({ url: urls.absolute(urls.page(route.route)), links, ...lastModified(route, site) });
    }
  }
  stream.end();
  return { path: siteFileUrl("sitemap").slice(1), content: `${(await done).toString()}\n` };
}

/** Pages for search engines: no redirects, and no second address of the same content. */
function isIndexed(route: Route, { docs }: Site): boolean {
  switch (route.kind) {
    case "notFound":
    case "search":
    case "redirect":
    case "changes":
      return false;
    case "list":
      return route.aliasOf === undefined;
    case "doc":
      return route.version.isLast || !docs.find(({ isLast }) => isLast)?.pages.has(route.page.id);
    default:
      return true;
  }
}

function lastModified(route: Route, { history }: Site): { lastmod?: string } {
  const document =
    route.kind === "proposal"
      ? route.proposal.document
      : route.kind === "doc"
        ? route.page.document
        : route.kind === "companion"
          ? route.companion.document
          : undefined;
  const day =
    document &&
    (history.get(document.path)?.updated ?? (document.kind === "proposal" ? document.meta.date : undefined));
  return day ? { lastmod: day } : {};
}

export function robots({ urls }: RenderContext): OutputFile {
  const map = urls.absolute(urls.file(siteFileUrl("sitemap")));
  return { path: "robots.txt", content: `User-agent: *\nAllow: /\n\nSitemap: ${map}\n` };
}

/** Lets a browser search this site from its address bar. */
export function openSearch(context: RenderContext): OutputFile[] {
  const { site, urls, translator } = context;
  if (!site.routes.has("/search")) return [];
  const { config } = site;
  const icon = siteIcons(context)[0];
  const search = urls.absolute(urls.page("/search"));
  const content = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    `  <ShortName>${escapeHtml(config.title.slice(0, 16))}</ShortName>`,
    `  <Description>${escapeHtml(translator.t("search.description", { title: config.title }))}</Description>`,
    "  <InputEncoding>UTF-8</InputEncoding>",
    ...(icon
      ? [`  <Image type="${icon.type ?? "image/x-icon"}">${escapeHtml(urls.absolute(urls.file(icon.href)))}</Image>`]
      : []),
    `  <Url type="text/html" template="${escapeHtml(search)}?q={searchTerms}"/>`,
    "</OpenSearchDescription>",
    "",
  ].join("\n");
  return [{ path: openSearchUrl(urls.prefix).slice(1), content }];
}

export function manifest(context: RenderContext): OutputFile {
  const { site, urls } = context;
  const { config } = site;
  const content = {
    name: config.tagline ? `${config.title}: ${config.tagline}` : config.title,
    short_name: config.title,
    start_url: urls.page("/"),
    display: "minimal-ui",
    theme_color: config.themeColor,
    background_color: "#ffffff",
    icons: siteIcons(context).map(({ href, type, sizes }) => ({
      src: urls.file(href),
      ...(type && { type }),
      sizes: sizes ?? "any",
    })),
  };
  return { path: siteFileUrl("manifest").slice(1), content: `${JSON.stringify(content, null, 2)}\n` };
}
