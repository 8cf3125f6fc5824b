/** The `_redirects` of a site, in the form of Netlify and Cloudflare Pages: addresses without a file, and their targets. */
import { hostPattern } from "../shared/url.js";
import type { FoundLink } from "./facts.js";

export interface Redirect {
  /** Whether a path is redirected. Always false for a rule that only sets the page for missing addresses. */
  matches(pathname: string): boolean;
  /** The target; undefined if it depends on the path or on the visitor. */
  target?: FoundLink;
}

export function readRedirects(text: string): Redirect[] {
  return [...text.matchAll(/^[ \t]*([^\s#]\S*)[ \t]+(.*)$/gm)].flatMap(
    ({ 0: line, 1: from = "", 2: rest = "", index }) => {
      const tokens = rest
        .replace(/\s#.*$/, "")
        .trim()
        .split(/\s+/);
      const to = tokens.find((token) => /^(?:\/|https?:)/i.test(token));
      if (to === undefined) return [];
      const status = Number(/^\d{3}/.exec(tokens.at(-1) ?? "")?.[0] ?? 301);
      const pattern = hostPattern(withoutHost(from));
      const offset = index + line.length - rest.length + rest.indexOf(to);
      const depends = /\/:\w|\*/.test(to.replace(/^https?:\/\//i, "/"));
      return [
        {
          matches: (pathname: string) => status < 400 && pattern.test(pathname.replace(/(.)\/$/, "$1")),
          ...(!depends && { target: { url: to, kind: "link" as const, offset } }),
        },
      ];
    },
  );
}

/** A rule may name its host; a trailing slash and a query make no difference. */
function withoutHost(from: string): string {
  return from
    .replace(/^https?:\/\/[^/]+/i, "")
    .replace(/[?#].*$/, "")
    .replace(/(.)\/$/, "$1");
}
