/**
 * Interprets URLs as browsers do, from Markdown, raw HTML, front matter or configuration. The rules are those of the
 * WHATWG URL standard, which treats white space, control characters and backslashes in unexpected ways.
 */

/** Schemes of links in every site, beside `web+…`; the configuration adds others (`linkSchemes`). */
const linkSchemes = new Set("http https mailto tel ipfs ipns magnet matrix xmpp irc ircs".split(" "));
/** Schemes that run code or read the visitor's files: no configuration allows them. */
export const unsafeSchemes: ReadonlySet<string> = new Set(
  "javascript vbscript data file blob filesystem view-source about".split(" "),
);
/** Schemes for which the standard reads a backslash as a slash. */
const specialSchemes = new Set("http https ws wss ftp file".split(" "));

/** Matches a URL that all programs read alike, as they do most links: this test avoids the slower rules. */
const plainUrl = /^https?:\/\/[a-z0-9][!-[\]-~]*$/;

const scheme = /^([a-z][a-z0-9+.-]*):/i;

/** Removes what browsers remove: control characters and spaces at both ends, tabs and line ends anywhere. */
function trimUrl(url: string): string {
  let [start, end] = [0, url.length];
  while (start < end && url.charCodeAt(start) <= 0x20) start++;
  while (end > start && url.charCodeAt(end - 1) <= 0x20) end--;
  return url.slice(start, end).replace(/[\t\n\r]+/g, "");
}

/**
 * Rewrites a URL so that every program reads it as a browser does: `\` becomes `/` where the standard says so, and `https:host` and `https:///host`
 * become `https://host`. Spaces alone give an empty text.
 */
export function readUrl(url: string): string {
  if (plainUrl.test(url)) return url;
  const text = trimUrl(url);
  const name = schemeOf(text);
  if (name !== undefined && !specialSchemes.has(name)) return text;
  const end = text.search(/[?#]/);
  const path = (end === -1 ? text : text.slice(0, end)).replaceAll("\\", "/");
  const remainder = end === -1 ? "" : text.slice(end);
  // A host may have any number of slashes before it: `///host` leads to another site as `//host` does.
  if (name === "http" || name === "https") return `${path.replace(/^[^:]*:\/*/, `${name}://`)}${remainder}`;
  return `${name === undefined ? path.replace(/^\/{2,}/, "//") : path}${remainder}`;
}

/** The scheme in lower case, or undefined for a relative URL (`//host` is one). */
export function schemeOf(url: string): string | undefined {
  return scheme.exec(trimUrl(url))?.[1]?.toLowerCase();
}

/**
 * Whether a URL may be a link: a relative one, or one of an allowed scheme.
 * @param added schemes that this site allows too, in lower case.
 */
export function isSafeUrl(url: string, added: readonly string[] = []): boolean {
  if (plainUrl.test(url)) return true;
  const name = schemeOf(url);
  if (name !== undefined && !linkSchemes.has(name) && !/^web\+[a-z]+$/.test(name) && !added.includes(name))
    return false;
  return !runsCode(url);
}

/** Whether a URL runs code or reads files, even in a program that removes more characters than browsers do. */
export function runsCode(url: string): boolean {
  if (plainUrl.test(url)) return false;
  const name = schemeOf(url.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ""));
  return name !== undefined && unsafeSchemes.has(name);
}

/** Whether a URL contains a picture of pixels. A drawing (SVG) is refused, because it could run code. */
export function isPixelUrl(url: string): boolean {
  return /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=]*$/i.test(url);
}

/** Whether a URL may be the source of a picture: as `isSafeUrl`, or a picture of pixels itself. */
export function isSafeImageUrl(url: string, added: readonly string[] = []): boolean {
  return isSafeUrl(url, added) || isPixelUrl(url);
}

/** Whether a URL names a host, so that a browser may leave this site. */
export function isExternalUrl(url: string): boolean {
  return /^(?:(?:https?|ftp|wss?):|\/\/)/.test(readUrl(url));
}

/** Whether a URL has neither scheme nor host: a path, a query or a hash of this site. */
export function isLocalUrl(url: string): boolean {
  return !plainUrl.test(url) && schemeOf(url) === undefined && !readUrl(url).startsWith("//");
}

/** Splits `path?query#hash` into its three parts, without `?` and `#`. */
export function splitUrl(url: string): { path: string; query: string; hash: string } {
  const [beforeHash = "", ...hash] = url.split("#");
  const [path = "", ...query] = beforeHash.split("?");
  return { path, query: query.join("?"), hash: hash.join("#") };
}

/** Decodes a URL; one with a malformed escape stays unchanged. */
export function decodeUrl(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** Encodes a path in which every character is literal for a URL. */
export function encodePath(path: string): string {
  return path.toWellFormed().replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/]/gu, encodeURIComponent);
}

/**
 * Removes the site's base path from a decoded path of this host; a path outside stays unchanged.
 * @param baseUrl as the configuration has it, encoded.
 */
export function belowBase(path: string, baseUrl: string): string {
  const base = decodeUrl(baseUrl);
  return `${path}/`.startsWith(base) ? `/${path.slice(base.length)}` : path;
}

/** Brackets and quotes that may surround an address in a text. */
const pairs: Record<string, string> = { "(": ")", "[": "]", "<": ">", "{": "}", "«": "»", "“": "”", "‘": "’" };
/** Ends of host names that are not extensions of files. */
const hostEnds = "com|org|net|io|dev|edu|gov|info|xyz";
const host = new RegExp(String.raw`^(?:www\.[\w-]+\.|(?:[\w-]+\.)+(?:${hostEnds})(?=[/?#:]|$))`, "i");
const mail = /^[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}$/i;
/** The name of a picture for fine screens, `logo@2x.png`, which looks like a mail address. */
const density = /@\d+x\.\w+$/i;

/** The address in a URL that begins with a bracket or quote of the text around it: `https://x.example` for `(https://x.example)`. */
export function withoutStrayMark(url: string): string | undefined {
  const [, stray = "", address] = /^([^\w/.?#]+)(https?:\/\/.+)$/is.exec(url) ?? [];
  const close = pairs[stray.at(-1) ?? ""] ?? stray.at(-1) ?? "";
  return address?.endsWith(close) ? address.slice(0, address.length - close.length) : address;
}

/** `[text](https://x.example)`: a whole link of Markdown, where only its address belongs. Browsers write its brackets as escapes. */
const wholeLink = /^!?(?:\[|%5B).*(?:\]|%5D)\((https?:\/\/[^\s()]+)\)$/is;

/** @param url a path that does not exist. @returns the address on another site that the author probably meant. */
export function meantUrl(url: string): string | undefined {
  const inside = wholeLink.exec(url)?.[1];
  if (inside !== undefined) return inside;
  const unmarked = withoutStrayMark(url);
  if (unmarked !== undefined) return unmarked;
  const address = /^https?(?:\/\/|;\/\/|\/(?=[\w-]+\.))(.+)$/i.exec(url)?.[1];
  if (address !== undefined) return `https://${address}`;
  if (mail.test(url) && !density.test(url)) return `mailto:${url}`;
  return host.test(url) ? `https://${url}` : undefined;
}

/** Whether a URL is a host and a port without a scheme, so that the host looks like a scheme. */
export const isHostAndPort = (url: string) => /^[\w-]+(?:\.[\w-]+)+:\d+(?:[/?#]|$)/.test(url);

/** The help of a message about a URL whose scheme is not allowed. @param alternative the form that is allowed. */
export function schemeAdvice(url: string, alternative: string): string {
  if (isHostAndPort(url)) return `Write https://${url}.`;
  if (runsCode(url) || schemeOf(url)?.length === 1) return `Write ${alternative}.`;
  return `Write ${alternative}, or add the scheme to linkSchemes in the configuration.`;
}

/** Pattern for a path in `_headers` and `_redirects` of Netlify and Cloudflare Pages: `*` matches anything, `:name` one part of a path. */
export function hostPattern(path: string): RegExp {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\*/g, ".*")
    .replace(/:\w+/g, "[^/]+");
  return new RegExp(`^${source}$`);
}
