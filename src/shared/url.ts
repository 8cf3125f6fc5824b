/** What a URL is, wherever it comes from: Markdown, raw HTML, front matter or configuration. */

const scheme = /^([a-z][a-z0-9+.-]*):/i;
const unsafeSchemes = new Set(["javascript", "vbscript", "data", "file", "blob", "filesystem", "view-source"]);

/** The form that browsers look at: white space and control characters in front or inside a scheme do not count. */
function normalized(url: string): string {
  return url.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, "");
}

/** The scheme in lower case, or undefined for a relative URL (`//host` is one). */
export function schemeOf(url: string): string | undefined {
  return scheme.exec(normalized(url))?.[1]?.toLowerCase();
}

/** False for URLs that run code or read the visitor's files. */
export function isSafeUrl(url: string): boolean {
  const found = schemeOf(url);
  return found === undefined || !unsafeSchemes.has(found);
}

/** The same for a picture, which may also be written into the text itself: pixels cannot run anything, a drawing (SVG) could. */
export function isSafeImageUrl(url: string): boolean {
  return isSafeUrl(url) || /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=]*$/i.test(url);
}

/** Leads to another host. */
export function isExternalUrl(url: string): boolean {
  return /^(https?:)?\/\//i.test(url.trim());
}

/** Neither with a scheme nor with a host: a path, a query or a hash of this site. */
export function isLocalUrl(url: string): boolean {
  return schemeOf(url) === undefined && !url.startsWith("//");
}

/** `path?query#hash` in its three parts, the marks left out. */
export function splitUrl(url: string): { path: string; query: string; hash: string } {
  const [beforeHash = "", ...hash] = url.split("#");
  const [path = "", ...query] = beforeHash.split("?");
  return { path, query: query.join("?"), hash: hash.join("#") };
}

/** Escapes resolved; a URL with a broken one stays as it is. */
export function decodeUrl(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
