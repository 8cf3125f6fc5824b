/** The rules of `_redirects`, in the form of Netlify and Cloudflare Pages. */
import { hostPattern } from "../../shared/url.js";

/** Below the site's root. */
export const redirectsFile = "_redirects";

export interface HostRedirect {
  /** The old path as it is written, without a host. */
  from: string;
  /** Whether a path is redirected. A rule with a status of 400 or more only sets an error page, and matches none. */
  matches(pathname: string): boolean;
  /** The new address; undefined if it depends on the path or on the visitor. */
  target?: { url: string; offset: number };
}

/** Reads one rule a line: the old path, the new address, and perhaps a status. Lines without an address are skipped. */
export function readRedirects(text: string): HostRedirect[] {
  const lines = text.matchAll(/^[ \t]*([^\s#]\S*)[ \t]+(.*)$/gm);
  return [...lines].flatMap(({ 0: line, 1: written = "", 2: columns = "", index }) => {
    const tokens = columns
      .replace(/\s#.*$/, "")
      .trim()
      .split(/\s+/);
    const url = tokens.find((token) => /^(?:\/|https?:)/i.test(token));
    if (url === undefined) return [];
    const status = Number(/^\d{3}/.exec(tokens.at(-1) ?? "")?.[0] ?? 301);
    // A rule may name its host; a trailing slash and a query make no difference.
    const from = written.replace(/^https?:\/\/[^/]+|[?#].*$/gi, "").replace(/(.)\/$/, "$1");
    const pattern = hostPattern(from);
    const matches = (path: string) => status < 400 && pattern.test(path.replace(/(.)\/$/, "$1"));
    const isFixed = !/\/:\w|\*/.test(url.replace(/^https?:\/\//i, "/"));
    return [{ from, matches, ...(isFixed && { target: { url, offset: index + line.length - columns.length } }) }];
  });
}
