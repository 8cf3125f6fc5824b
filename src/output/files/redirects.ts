/** The redirects for hosts: `_redirects` for Netlify and Cloudflare Pages, and `_redirects.nginx` as a map of nginx. */

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
    { path: "_redirects", content: writeRedirects(context, netlifyLine) },
    { path: "_redirects.nginx", content: writeRedirects(context, nginxEntry) },
  ],
};

function writeRedirects({ site }: RenderContext, write: (redirect: Redirect, from: string) => string): string {
  const { baseUrl } = site.config;
  return site.redirects
    .map((redirect) => `${write(redirect, `${baseUrl}${encodePath(redirect.from.slice(1))}`)}\n`)
    .join("");
}

/** These hosts read `*` and `:name` as patterns, and the name of a proposal must not redirect the addresses of others. */
function netlifyLine({ to }: Redirect, from: string): string {
  return `${from.replaceAll("*", "%2A").replaceAll("/:", "/%3A")} ${to} 301`;
}

/**
 * nginx compares the decoded path. It ignores the case of a plain string, so an address that differs from its target only
 * in case would redirect to itself: such an address is a regular expression. All others are not, because thousands of
 * expressions are slow.
 */
function nginxEntry({ to, path }: Redirect, from: string): string {
  const plain = decodeUrl(from);
  const expression = escapePattern(plain);
  const quoted = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;
  const target = to.replaceAll("$", "%24");
  return `${quoted(path === undefined ? `~^${expression}$` : plain)} ${quoted(target)};`;
}
