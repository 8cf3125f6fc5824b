/** The rules of a host of static sites: the path that a URL names, the canonical address of a file, and the headers of `_headers`. */

import { pageOfFile } from "../../shared/page-path.js";
import { hostPattern } from "../../shared/url.js";

/** How a site's addresses are written. */
export interface AddressStyle {
  /** With a slash at both ends. */
  baseUrl: string;
  trailingSlash: boolean;
}

/**
 * The path of a URL below the site's base, with escapes resolved and without a slash in front.
 * @returns undefined for a URL that cannot name a file of the site: another base, malformed escapes, `..`, backslashes,
 * control characters.
 */
export function pathInSite(pathname: string, { baseUrl }: AddressStyle): string | undefined {
  const based = `${pathname}/` === baseUrl ? baseUrl : pathname;
  if (!based.startsWith(baseUrl)) return undefined;
  const path = decode(based.slice(baseUrl.length));
  if (path === undefined || /[\p{Cc}\\]/u.test(path)) return undefined;
  // Neither a way out of the folder, nor a doubled slash: `//host` would be another site's address.
  const parts = path.replace(/\/$/, "").split("/");
  const isPlain = parts.every(
    (part, index) => part !== "." && part !== ".." && (part !== "" || parts.length - index === 1),
  );
  return isPlain && path !== "/" ? path : undefined;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** The path below the base that links of the site have for a file. */
export function canonicalPath(file: string, { trailingSlash }: AddressStyle): string {
  if (/(^|\/)404\.html$/.test(file)) return file;
  const page = pageOfFile(file);
  if (page === undefined) return file;
  return trailingSlash && page !== "" ? `${page}/` : page;
}

/** The URL of a path below the base. */
export function toUrl(path: string, { baseUrl }: AddressStyle): string {
  return baseUrl + path.split("/").map(encodeURIComponent).join("/");
}

interface HeaderRule {
  matches(pathname: string): boolean;
  headers: [name: string, value: string][];
}

/** Headers that the server sets itself. */
const serverHeaders = new Set([
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "connection",
  "date",
  "server",
]);

/** The rules of a `_headers` file: a pattern of paths, and indented headers below it. */
export function parseHeaderRules(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "" || line.trim().startsWith("#")) continue;
    if (!/^\s/.test(line)) {
      const pattern = hostPattern(line.trim());
      rules.push({ matches: (pathname) => pattern.test(pathname), headers: [] });
      continue;
    }
    const [, name = "", value = ""] = /^\s*([\w-]+)\s*:\s*([\x20-\x7e]*?)\s*$/.exec(line) ?? [];
    if (name && !serverHeaders.has(name.toLowerCase())) rules.at(-1)?.headers.push([name.toLowerCase(), value]);
  }
  return rules;
}

/** The headers of all matching rules. Values of the same header are joined. */
export function headersFor(pathname: string, rules: readonly HeaderRule[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const rule of rules) {
    if (!rule.matches(pathname)) continue;
    for (const [name, value] of rule.headers) {
      headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
    }
  }
  return headers;
}
