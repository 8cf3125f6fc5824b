/** From a URL to a path of the site that is safe to look up, and from a file to its canonical address. */

import { pageOfFile } from "../shared/page-path.js";

/** How a site's addresses are written. */
export interface AddressStyle {
  /** With a slash at both ends. */
  baseUrl: string;
  trailingSlash: boolean;
}

/**
 * A path below the site's base, escapes resolved, without a slash in front.
 * @returns undefined for a URL that cannot name a file of the site: another base, malformed escapes, `..`, backslashes,
 * control characters.
 */
export function sitePath(pathname: string, { baseUrl }: AddressStyle): string | undefined {
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

/** The path, below the base, by which links of the site name a file. */
export function canonicalPath(file: string, { trailingSlash }: AddressStyle): string {
  if (/(^|\/)404\.html$/.test(file)) return file;
  const page = pageOfFile(file);
  if (page === undefined) return file;
  return trailingSlash && page !== "" ? `${page}/` : page;
}

/** A path as it is written in a URL. */
export function toUrl(path: string, { baseUrl }: AddressStyle): string {
  return baseUrl + path.split("/").map(encodeURIComponent).join("/");
}
