/** Which links the script may follow by itself, and the address of each page. */
import { barePath } from "../../src/shared/page-path.js";

/** Identifies a page, regardless of how the link is written and of the place in the page. */
export const pageKey = ({ pathname, search }: URL | Location): string => barePath(pathname) + search;

/** The address as a reader should see it, without its place in the page: suffixes go, a slash that the site itself writes stays. */
export function pageAddress(url: URL): string {
  const path = /\.html$|\/index$/.test(url.pathname) ? barePath(url.pathname) : url.pathname;
  return path + url.search;
}

/** A page of this origin: no file of another kind, which would be downloaded for nothing. */
export function isPage(url: URL, here: URL | Location): boolean {
  return url.origin === here.origin && /^https?:$/.test(url.protocol) && !/\.(?!html?$)[a-z]\w*$/i.test(url.pathname);
}

/** Where a link leads, when it is one that may be followed here. Links in drawings are SVG, which has no `href` string. */
export function targetOf(link: Element): URL | undefined {
  const href = link.getAttribute("href");
  const target = link.getAttribute("target");
  if (href === null || (target && target !== "_self") || link.hasAttribute("download")) return undefined;
  if (!URL.canParse(href, document.baseURI)) return undefined;
  const url = new URL(href, document.baseURI);
  return isPage(url, location) ? url : undefined;
}
