/** `opensearch.xml`: lets a browser search this site from its address bar. */

import type { OutputFile } from "../../shared/output.js";
import { cutText, escapeHtml } from "../../shared/text.js";
import { openSearchUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { siteIcons } from "../views/head.js";
import type { OutputKind } from "./kind.js";

export const openSearch: OutputKind = {
  name: "opensearch",
  each: "locale",
  urls: ({ config }) => (config.search.provider === "none" ? [] : [openSearchUrl("")]),
  make: ({ context }) => descriptionOf(context),
};

function descriptionOf(context: RenderContext): OutputFile[] {
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
