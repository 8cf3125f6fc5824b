/** `_redirects` and `_redirects.nginx`: the redirects for hosts that answer with them, in the form of Netlify and Cloudflare Pages, and as a map. */

import { escapePattern } from "../../shared/text.js";
import { decodeUrl, encodePath } from "../../shared/url.js";
import type { RenderContext } from "../../site/model/context.js";
import type { Redirect } from "../../site/model/site.js";
import type { OutputKind } from "./kind.js";

export const redirects: OutputKind = {
  name: "redirects",
  each: "site",
  urls: () => [],
  paths: ({ context: { site } }) => (site.redirects.length === 0 ? [] : ["_redirects", "_redirects.nginx"]),
  make: ({ context }) => [
    { path: "_redirects", content: written(context, line) },
    { path: "_redirects.nginx", content: written(context, mapEntry) },
  ],
};

function written({ site }: RenderContext, write: (redirect: Redirect, from: string) => string): string {
  const { baseUrl } = site.config;
  return site.redirects
    .map((redirect) => `${write(redirect, `${baseUrl}${encodePath(redirect.from.slice(1))}`)}\n`)
    .join("");
}

function line({ to }: Redirect, from: string): string {
  return `${from} ${to} 301`;
}

/**
 * nginx compares the decoded path. It ignores the case of a plain one, so an address that differs from its target in case only would lead to itself:
 * it is an expression, which is compared as it is. Thousands of expressions would be slow.
 */
function mapEntry({ to, path }: Redirect, from: string): string {
  const plain = decodeUrl(from);
  const expression = escapePattern(plain);
  const quoted = (text: string) => `"${text.replaceAll('"', '\\"')}"`;
  const target = to.replaceAll("$", "%24");
  return `${quoted(path === undefined ? `~^${expression}$` : plain)} ${quoted(target)};`;
}
