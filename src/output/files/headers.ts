/** `_headers`: response headers for hosts that read such a file. */
import { posix } from "node:path";
import type { OutputFile } from "../../shared/output.js";
import { sourceUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { contentSecurityPolicy } from "../views/security.js";
import type { OutputKind } from "./kind.js";

export const headers: OutputKind = {
  name: "headers",
  each: "site",
  urls: () => [],
  paths: () => [path],
  make: ({ context }) => [headersOf(context)],
};

const path = "_headers";

/** The extensions of the site's data, feeds and sources. */
function extensionsOf({ site }: RenderContext): string[] {
  const { config, registers, docs, textPages, companions } = site;
  const texts = [
    ...registers.flatMap(({ proposals }) => proposals),
    ...docs.flatMap(({ pages }) => [...pages.values()]),
    ...textPages,
    ...companions,
  ];
  const sources = texts.flatMap((text) => (text.document ? posix.extname(sourceUrl(config, text)).slice(1) : []));
  return [...new Set(["json", "xml", "txt", ...sources])];
}

/** In the form of Netlify and Cloudflare Pages. Unlike the policy in a page, that in a header can forbid framing. */
function headersOf(context: RenderContext): OutputFile {
  const { baseUrl, search } = context.site.config;
  const forEver = "  Cache-Control: public, max-age=31536000, immutable";
  const content = [
    `${baseUrl}*`,
    `  Content-Security-Policy: ${contentSecurityPolicy(context)}; frame-ancestors 'none'`,
    "  X-Content-Type-Options: nosniff",
    "  Referrer-Policy: strict-origin-when-cross-origin",
    // Data, feeds and sources may be read by the pages of other sites.
    ...extensionsOf(context).flatMap((name) => [`${baseUrl}*.${name}`, "  Access-Control-Allow-Origin: *"]),
    `${baseUrl}assets/*`,
    forEver,
    // Files with a digest in their names; the root file of an index changes.
    ...(search.provider === "local" ? [`${baseUrl}search/:locale/parts/*`, forEver] : []),
    "",
  ].join("\n");
  return { path, content };
}
