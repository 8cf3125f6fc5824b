/** The `_redirects` of a site, in the form that Netlify and Cloudflare Pages read: what it answers beside its files, and where it leads. */
import { hostPattern } from "../shared/host-pattern.js";
import type { FoundLink } from "./facts.js";

export interface Redirect {
  /** Whether a path of the host is sent on. Always false for a rule that only says what a missing page looks like. */
  matches(pathname: string): boolean;
  /** Where it leads; undefined where that depends on the path or on the visitor. */
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

/** A rule may name the host that it is for; a slash at the end and a query make no difference. */
function withoutHost(from: string): string {
  return from
    .replace(/^https?:\/\/[^/]+/i, "")
    .replace(/[?#].*$/, "")
    .replace(/(.)\/$/, "$1");
}
