/** Files of the whole site for programs: robots, OpenSearch, web app manifest. */
import { openSearchUrl, siteFileUrl } from "../model/addresses.js";
import type { OutputFile } from "../shared/output.js";
import { cutText, escapeHtml } from "../shared/text.js";
import type { RenderContext } from "./context.js";
import { siteIcons } from "./icons.js";

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
    `  <ShortName>${escapeHtml(cutText(config.title, 16))}</ShortName>`,
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
