/** The sitemap for search engines (https://www.sitemaps.org/protocol.html). */
import { siteFileUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import type { Route, Site } from "../../site/model/site.js";
import { kindOf } from "../pages/index.js";
import { xmlAttribute, xmlText } from "./feed-formats.js";
import type { OutputKind } from "./kind.js";

/** What the protocol allows in one file. */
const maxUrls = 50_000;
const maxBytes = 50 * 2 ** 20;

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
  const parts = routesByFile(site, textOf, contexts.length);
  const url = siteFileUrl("sitemap");
  const nameOf = (part: number) => (parts.length === 1 ? url : url.replace(".xml", `-${part + 1}.xml`));
  return { parts, nameOf, textOf };
}

/** The indexed routes, as many to a file as fit in it. */
function routesByFile({ routes, docs }: Site, textOf: (route: Route) => string, locales: number): Route[][] {
  const indexed = [...routes.values()].filter((route) => kindOf(route).isIndexed?.(route, { docs }) ?? true);
  if (isSurelySmall(indexed, textOf, locales)) return [indexed];
  const parts: Route[][] = [[]];
  let bytes = start.length + end.length;
  for (const route of indexed) {
    const size = Buffer.byteLength(textOf(route));
    const part = parts.at(-1) as Route[];
    if (part.length > 0 && ((part.length + 1) * locales > maxUrls || bytes + size > maxBytes)) {
      parts.push([route]);
      bytes = start.length + end.length + size;
    } else {
      part.push(route);
      bytes += size;
    }
  }
  return parts;
}

/** Nearly every site is so far from the limits that the texts need not be written to know it. */
function isSurelySmall(routes: readonly Route[], textOf: (route: Route) => string, locales: number): boolean {
  const [first] = routes;
  if (!first) return true;
  const longest = routes.reduce((a, b) => (b.route.length > a.route.length ? b : a), first);
  const most = textOf(longest).length * mostBytesOfCharacter * routes.length;
  return routes.length * locales <= maxUrls && start.length + most + end.length <= maxBytes;
}

/** A character of three bytes, each as `%E4`. */
const mostBytesOfCharacter = 9;

/** Writes the addresses of a route in every locale, each with its alternates. */
function entryWriter(contexts: readonly RenderContext[], site: Site): (route: Route) => string {
  const { locales, defaultLocale } = site.config;
  const langs = contexts.map(({ locale }) => xmlAttribute(locales[locale]?.htmlLang ?? locale));
  const fallback = Math.max(
    0,
    contexts.findIndex(({ locale }) => locale === defaultLocale),
  );
  const link = (lang: string, url: string) =>
    `<xhtml:link rel="alternate" hreflang="${lang}" href="${xmlAttribute(url)}"/>`;
  return (route) => {
    const addresses = contexts.map(({ urls }) => urls.absolute(urls.page(route.route)));
    // The same for the page in each language.
    let details = lastModified(route, site);
    if (langs.length > 1) {
      for (const [index, lang] of langs.entries()) details += link(lang, addresses[index] ?? "");
      details += link("x-default", addresses[fallback] ?? "");
    }
    return addresses.map((url) => `<url><loc>${xmlText(url)}</loc>${details}</url>`).join("");
  };
}

function lastModified(route: Route, site: Site): string {
  const day = kindOf(route).lastChange?.(route, site);
  return day ? `<lastmod>${new Date(day).toISOString()}</lastmod>` : "";
}
