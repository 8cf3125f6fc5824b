/** The sitemap for search engines (https://www.sitemaps.org/protocol.html). */
import { largestOf } from "../../shared/lists.js";
import { encodePath } from "../../shared/url.js";
import { siteFileUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { indexedLocales } from "../../site/model/localized.js";
import type { Route, Site } from "../../site/model/site.js";
import { kindOf } from "../pages/index.js";
import { xmlAttribute, xmlText } from "./feed-formats.js";
import type { OutputKind } from "./kind.js";

/** The limits of the protocol for one file. */
const maxUrls = 50_000;
const maxBytes = 50e6;

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const start = `${declaration}<urlset ${namespace} xmlns:xhtml="http://www.w3.org/1999/xhtml">`;
const end = "</urlset>\n";

/** Every indexed page of every locale: in one file, or if that would be too large, in several with an index. */
export const sitemap: OutputKind = {
  name: "sitemap",
  each: "site",
  urls: () => [siteFileUrl("sitemap")],
  paths: ({ contexts }) => {
    const { parts, nameOf } = partsOf(contexts);
    const files = parts.map((_, part) => nameOf(part).slice(1));
    return parts.length === 1 ? files : [siteFileUrl("sitemap").slice(1), ...files];
  },
  make: ({ context: { urls }, contexts }) => {
    const { parts, nameOf, textOf } = partsOf(contexts);
    const files = parts.map((routes, part) => {
      let content = start;
      for (const route of routes) content += textOf(route);
      return { path: nameOf(part).slice(1), content: content + end };
    });
    if (parts.length === 1) return files;
    const items = parts.map(
      (_, part) => `<sitemap><loc>${xmlText(urls.absolute(urls.file(nameOf(part))))}</loc></sitemap>`,
    );
    const index = `${declaration}<sitemapindex ${namespace}>${items.join("")}</sitemapindex>\n`;
    return [{ path: siteFileUrl("sitemap").slice(1), content: index }, ...files];
  },
};

function partsOf(contexts: readonly RenderContext[]) {
  const [first] = contexts;
  if (!first) throw new Error("a site has at least one locale");
  const { site } = first;
  const textOf = entryWriter(contexts, site);
  const routes = [...site.routes.values()].filter(
    (route) => !route.isUnlisted && (kindOf(route).isIndexed?.(route, site) ?? true),
  );
  const size = countFittingRoutes(routes, contexts);
  const parts = Array.from({ length: Math.max(1, Math.ceil(routes.length / size)) }, (_, part) =>
    routes.slice(part * size, (part + 1) * size),
  );
  const url = siteFileUrl("sitemap");
  const nameOf = (part: number) => (parts.length === 1 ? url : url.replace(".xml", `-${part + 1}.xml`));
  return { parts, nameOf, textOf };
}

/** How many routes surely fit in a file: each has an entry for each locale, with links to all locales. */
function countFittingRoutes(routes: readonly Route[], contexts: readonly RenderContext[]): number {
  const longest = largestOf(
    routes.map(({ route }) => xmlAttribute(encodePath(route)).length),
    0,
  );
  const prefix = largestOf(contexts.map(({ urls }) => urls.absolute(urls.page("/")).length));
  const bytes = contexts.length * (contexts.length + 2) * (prefix + longest + tagLength);
  return Math.max(1, Math.floor(Math.min(maxUrls / contexts.length, maxBytes / bytes)));
}

/** An upper limit for the characters of the tags around an address. */
const tagLength = 100;

/** @returns a function that writes the entries of a route, one for each locale that has its page, with links to the others. */
function entryWriter(contexts: readonly RenderContext[], site: Site): (route: Route) => string {
  const { locales, defaultLocale } = site.config;
  const byCode = new Map(contexts.map((context) => [context.locale, context]));
  const allCodes = [...byCode.keys()];
  return (route) => {
    const codes = indexedLocales(route, allCodes, site);
    const addresses = codes.map((code) => {
      const { urls } = byCode.get(code) as RenderContext;
      return urls.absolute(urls.page(route.route));
    });
    const link = (lang: string, url = "") =>
      `<xhtml:link rel="alternate" hreflang="${xmlAttribute(lang)}" href="${xmlAttribute(url)}"/>`;
    // These are the same in each entry of the route.
    let details = lastModified(route, site);
    if (codes.length > 1) {
      for (const [index, code] of codes.entries()) details += link(locales[code]?.htmlLang ?? code, addresses[index]);
      details += link("x-default", addresses[Math.max(0, codes.indexOf(defaultLocale))]);
    }
    return addresses.map((url) => `<url><loc>${xmlText(url)}</loc>${details}</url>`).join("");
  };
}

function lastModified(route: Route, site: Site): string {
  const day = kindOf(route).lastChange?.(route, site);
  return day ? `<lastmod>${new Date(day).toISOString()}</lastmod>` : "";
}
