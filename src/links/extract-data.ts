/** Links of what programs read: feeds (RSS, Atom, JSON Feed), sitemaps, OpenSearch, web app manifests, robots.txt. */
import { Parser } from "htmlparser2";
import { htmlFacts } from "./extract-html.js";
import type { FoundLink } from "./facts.js";

/** Elements whose text is a URL, by root element. */
const urlTexts = new Map([
  ["urlset", ["loc", "image:loc"]],
  ["sitemapindex", ["loc"]],
  ["rss", ["link", "guid", "comments", "url"]],
  ["feed", ["icon", "logo", "uri"]],
  ["opensearchdescription", ["image"]],
]);
/** Elements whose attribute is a URL. */
const urlAttributes = new Map([
  ["xhtml:link", "href"],
  ["atom:link", "href"],
  ["link", "href"],
  ["enclosure", "url"],
  ["media:content", "url"],
  ["url", "template"],
]);
/** Elements whose text is HTML. */
const htmlTexts = new Set(["content:encoded", "description", "content", "summary"]);

export interface DataLinks {
  links: FoundLink[];
  /** `xml:base` of the root. */
  base?: string;
}

/** @returns nothing for XML of a kind that holds no links for readers. */
export function xmlLinks(xml: string): DataLinks {
  const found: DataLinks = { links: [] };
  let root = "";
  let name = "";
  let text = "";
  let start = 0;
  let attributes: Record<string, string> = {};
  const parser = new Parser(
    {
      onopentag(tag, attribs) {
        name = tag.toLowerCase();
        root ||= name;
        if (name === root) found.base ??= attribs["xml:base"];
        text = "";
        attributes = attribs;
        start = parser.startIndex;
        const url = urlTexts.has(root) ? attribs[urlAttributes.get(name) ?? ""] : undefined;
        if (url !== undefined) {
          const offset = start + Math.max(0, xml.slice(start, parser.endIndex).indexOf(url));
          const hreflang = name === "xhtml:link" ? attribs.hreflang : undefined;
          // An OpenSearch address has places for what is searched.
          found.links.push(entry(url.replace(/\{\w+\??\}/g, "x"), offset, hreflang));
        }
      },
      ontext(data) {
        text += data;
      },
      onclosetag(tag) {
        if (tag.toLowerCase() !== name) return;
        const offset = start + Math.max(0, xml.slice(start, start + 1000).indexOf(text.trim()));
        const isId = name === "guid" && attributes.isPermaLink === "false";
        if (urlTexts.get(root)?.includes(name) && !isId && attributes.href === undefined)
          found.links.push(entry(text.trim(), offset));
        else if ((root === "rss" || root === "feed") && htmlTexts.has(name) && attributes.type !== "text")
          found.links.push(...embedded(text, offset));
        name = "";
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
  return found;
}

function entry(url: string, offset: number, hreflang?: string): FoundLink {
  return { url, kind: "entry", offset, needsOrigin: true, ...(hreflang !== undefined && { hreflang }) };
}

/** Links of HTML inside a feed, all at the place of the element that holds it. */
function embedded(html: string, offset: number): FoundLink[] {
  if (!html.includes("<")) return [];
  return htmlFacts(html).links.map(({ url }) => entry(url, offset));
}

/** A web app manifest or a JSON feed; anything else has no links. */
export function jsonLinks(json: string, isManifest: boolean): FoundLink[] {
  const isFeed = json.slice(0, 500).includes("jsonfeed.org/version/");
  if (!isManifest && !isFeed) return [];
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    return [];
  }
  return isFeed ? feedLinks(data, json) : manifestLinks(data, json);
}

function manifestLinks(data: unknown, json: string): FoundLink[] {
  const urls = [
    ...stringsOf(data, ["start_url", "scope"]),
    ...["icons", "screenshots", "shortcuts", "related_applications"].flatMap((list) =>
      listOf(data, list).flatMap((item) => stringsOf(item, ["src", "url"])),
    ),
  ];
  return urls.map((url) => ({ url, kind: "entry", offset: offsetIn(json, url) }));
}

function feedLinks(data: unknown, json: string): FoundLink[] {
  const items = listOf(data, "items");
  const urls = [
    ...stringsOf(data, ["home_page_url", "feed_url", "icon", "favicon"]),
    ...items.flatMap((item) => stringsOf(item, ["url", "image", "banner_image"])),
    ...items.flatMap((item) => listOf(item, "attachments").flatMap((file) => stringsOf(file, ["url"]))),
  ];
  const texts = items.flatMap((item) => stringsOf(item, ["content_html"]));
  return [
    ...urls.map((url) => entry(url, offsetIn(json, url))),
    ...texts.flatMap((html) => embedded(html, offsetIn(json, html))),
  ];
}

function offsetIn(json: string, value: string): number {
  return Math.max(0, json.indexOf(JSON.stringify(value))) + 1;
}

function stringsOf(data: unknown, keys: readonly string[]): string[] {
  if (typeof data !== "object" || data === null) return [];
  return keys.flatMap((key) => {
    const value = (data as Record<string, unknown>)[key];
    return typeof value === "string" ? [value] : [];
  });
}

function listOf(data: unknown, key: string): unknown[] {
  const value = typeof data === "object" && data !== null ? (data as Record<string, unknown>)[key] : undefined;
  return Array.isArray(value) ? value : [];
}

export function robotsLinks(text: string): FoundLink[] {
  return [...text.matchAll(/^[ \t]*sitemap[ \t]*:[ \t]*(\S+)/gim)].map((match) =>
    entry(match[1] ?? "", match.index + match[0].length - (match[1] ?? "").length),
  );
}
