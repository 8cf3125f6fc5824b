/** The meaning of a written URL before any look-up: the rewrites of its series, and addresses of the site with its origin. */
import { decodeUrl, isExternalUrl, splitUrl } from "../shared/url.js";

/**
 * @returns a function that replaces a link by the rewrites of a series. Query and fragment are kept unless the new target
 * has its own; without a matching rewrite the result is undefined.
 */
export function rewriter(): (url: string, rewrites?: Readonly<Record<string, string>>) => string | undefined {
  const patterns = new Map<string, RegExp>();
  const byPattern = (rewrites: Readonly<Record<string, string>>, path: string): string | undefined => {
    for (const [key, target] of Object.entries(rewrites)) {
      if (!key.startsWith("^")) continue;
      const pattern = patterns.get(key) ?? new RegExp(key);
      patterns.set(key, pattern);
      if (pattern.test(path)) return path.replace(pattern, target);
    }
    return undefined;
  };
  return (url, rewrites) => {
    if (!rewrites) return undefined;
    const { path } = splitUrl(url);
    const target = Object.hasOwn(rewrites, path) ? rewrites[path] : byPattern(rewrites, path);
    if (target === undefined) return undefined;
    return /[?#]/.test(target) ? target : target + url.slice(path.length);
  };
}

/** A plain host, without a port, a user or anything that a parser would normalize. */
const plainHost = /^(?:https?:)?\/\/([a-z0-9.-]+)(?=[/?#]|$)/i;

/**
 * @returns a function that makes a path of a URL of this site, so that it is checked like one; other URLs are unchanged,
 * also those of other sites on the same host, which are outside the base path.
 */
export function originRemover(siteUrl: string, baseUrl: string): (url: string) => string {
  const { origin, host: ownHost, hostname } = new URL(siteUrl);
  const base = decodeUrl(baseUrl);
  return (url) => {
    // Most hosts can be compared without a URL parser; numeric ones have many forms.
    const host = plainHost.exec(url)?.[1]?.toLowerCase();
    if (host !== undefined && host !== hostname && !/\d$/.test(hostname)) return url;
    if (!isExternalUrl(url) || !URL.canParse(url, origin)) return url;
    const read = new URL(url, origin);
    // Of a site on HTTPS, an address with http:// leads to the same page.
    const isWeb = read.protocol === "http:" || read.protocol === "https:";
    const isOwn = isWeb && read.host === ownHost && `${decodeUrl(read.pathname)}/`.startsWith(base);
    return isOwn ? `/${url.replace(/^(?:https?:)?\/\/[^/?#]*\/?/, "")}` : url;
  };
}
