/** Files of the whole site for programs: sitemap, robots, OpenSearch, web app manifest. */
import { openSearchUrl, siteFileUrl } from "../model/addresses.js";
import { lastChangeOf } from "../model/history.js";
import type { Route, Site } from "../model/site.js";
import type { Document } from "../shared/document.js";
import type { OutputFile } from "../shared/output.js";
import { escapeHtml } from "../shared/text.js";
import type { RenderContext } from "./context.js";
import { siteIcons } from "./icons.js";
import { xmlAttribute, xmlText } from "./xml.js";

/** Every indexed page of every locale, each with its alternates (https://www.sitemaps.org/protocol.html). */
export function sitemap(contexts: readonly RenderContext[]): OutputFile {
  const [first] = contexts;
  if (!first) throw new Error("a site has at least one locale");
  const { site } = first;
  const langs = contexts.map(({ locale }) => xmlAttribute(site.config.locales[locale]?.htmlLang ?? locale));
  const fallback = Math.max(
    0,
    contexts.findIndex(({ locale }) => locale === site.config.defaultLocale),
  );
  const link = (lang: string, url: string) =>
    `<xhtml:link rel="alternate" hreflang="${lang}" href="${xmlAttribute(url)}"/>`;
  let content =
    '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">';
  for (const route of site.routes.values()) {
    if (!isIndexed(route, site)) continue;
    const addresses = contexts.map(({ urls }) => urls.absolute(urls.page(route.route)));
    // The same for the page in each language.
    let rest = lastModified(route, site);
    for (const [index, lang] of langs.entries()) rest += link(lang, addresses[index] ?? "");
    rest += `${link("x-default", addresses[fallback] ?? "")}</url>`;
    for (const url of addresses) content += `<url><loc>${xmlText(url)}</loc>${rest}`;
  }
  return { path: siteFileUrl("sitemap").slice(1), content: `${content}</urlset>\n` };
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

function lastModified(route: Route, { history }: Site): string {
  const historyOf = ({ path }: Document) => history.get(path)?.updated;
  const day =
    route.kind === "proposal"
      ? lastChangeOf(route.proposal)
      : route.kind === "doc"
        ? historyOf(route.page.document)
        : route.kind === "companion"
          ? historyOf(route.companion.document)
          : undefined;
  return day ? `<lastmod>${new Date(day).toISOString()}</lastmod>` : "";
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
