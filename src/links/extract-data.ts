/** Links of data that programs read. XML: feeds (RSS, Atom), sitemaps, OpenSearch, lists of feeds (OPML), tiles, and their style sheets. JSON: web app
 * manifests, JSON feeds, and the data of pages and registers (docs/data.md). */
import { Parser } from "htmlparser2";
import { addAll } from "../shared/lists.js";
import { htmlFacts } from "./extract-html.js";
import type { FoundLink } from "./facts.js";

/** Of a root element, by names without prefix: elements whose text is a URL, and attributes that are URLs, on any element or on one. */
interface Form {
  texts: string[];
  attributes: string[];
  /** Whether relative URLs have a base. */
  onSite?: boolean;
}

const feedAttributes = ["href", "url", "uri", "src"];
const forms = new Map<string, Form>([
  ["urlset", { texts: ["loc", "content_loc", "thumbnail_loc", "player_loc"], attributes: ["link href"] }],
  ["sitemapindex", { texts: ["loc"], attributes: [] }],
  ["rss", { texts: ["link", "guid", "comments", "commentrss", "new-feed-url", "url"], attributes: feedAttributes }],
  ["rdf", { texts: ["link", "url"], attributes: [] }],
  ["feed", { texts: ["icon", "logo", "uri"], attributes: feedAttributes }],
  ["opensearchdescription", { texts: ["image", "searchform"], attributes: ["url template"] }],
  ["opml", { texts: [], attributes: ["xmlurl", "htmlurl", "url"] }],
  ["browserconfig", { texts: [], attributes: ["src"], onSite: true }],
]);
/** Elements of feeds whose text is HTML. */
const htmlTexts = new Set(["encoded", "description", "content", "summary"]);

interface DataLinks {
  links: FoundLink[];
  /** `xml:base` of the root. */
  base?: string;
}

/** @returns only its style sheets for XML of a type without links for readers. */
export function xmlLinks(xml: string): DataLinks {
  const found: DataLinks = { links: styleSheets(xml) };
  let form: Form | undefined;
  let root = "";
  let name = "";
  let text = "";
  let start = 0;
  let attributes: Record<string, string> = {};
  const entry = (url: string, offset: number, hreflang?: string) =>
    found.links.push({
      url,
      kind: "entry",
      offset,
      ...(!form?.onSite && { needsOrigin: true }),
      ...(hreflang !== undefined && { hreflang }),
    });
  const parser = new Parser(
    {
      onopentag(tag, attribs) {
        name = localName(tag);
        if (root === "") {
          root = name;
          form = forms.get(root);
          found.base = attribs["xml:base"];
        }
        text = "";
        attributes = attribs;
        start = parser.startIndex;
        for (const [key, url] of Object.entries(attribs)) {
          const attribute = key.toLowerCase();
          if (!form?.attributes.some((wanted) => wanted === attribute || wanted === `${name} ${attribute}`)) continue;
          const offset = start + Math.max(0, xml.slice(start, parser.endIndex).indexOf(url));
          // An OpenSearch address has placeholders for the query.
          const filled = root === "opensearchdescription" ? url.replace(/\{[\w:]+\??\}/g, "x") : url;
          entry(filled, offset, root === "urlset" ? attribs.hreflang : undefined);
        }
      },
      ontext(data) {
        text += data;
      },
      onclosetag(tag) {
        if (localName(tag) !== name) return;
        const offset = start + Math.max(0, xml.slice(start, start + 1000).indexOf(text.trim()));
        const isId = name === "guid" && attributes.isPermaLink === "false";
        if (form?.texts.includes(name) && !isId && attributes.href === undefined) entry(text.trim(), offset);
        else if ((root === "rss" || root === "feed") && htmlTexts.has(name) && attributes.type !== "text")
          addAll(found.links, embeddedLinks(text, offset));
        name = "";
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
  return found;
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(":") + 1).toLowerCase();
}

/** Style sheets of XML: `<?xml-stylesheet href="…"?>` before its root. */
export function styleSheets(xml: string): FoundLink[] {
  const sheets = xml.slice(0, 5000).matchAll(/<\?xml-stylesheet\b[^>]*?\bhref\s*=\s*(["'])(.*?)\1/g);
  return [...sheets].map(({ 0: whole, 2: url = "", index }) => {
    return { url, kind: "resource", offset: index + whole.length - 1 - url.length };
  });
}

/** Links of HTML inside a feed, all at the place of the element that holds it. */
function embeddedLinks(html: string, offset: number): FoundLink[] {
  if (!html.includes("<")) return [];
  return htmlFacts(html).links.map(({ url }) => ({ url, kind: "entry", offset, needsOrigin: true }));
}

/** @param name of the file. Other JSON has no links. */
export function jsonLinks(json: string, name: string): FoundLink[] {
  const isManifest = /manifest/.test(name);
  const isFeed = json.slice(0, 500).includes("jsonfeed.org/version/");
  if (!isManifest && !isFeed && !/^(?:index|register)\.json$/.test(name)) return [];
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    return [];
  }
  if (isFeed) return feedLinks(data, json);
  return isManifest ? manifestLinks(data, json) : dataLinks(data, json);
}

/** The addresses of this site that data names. What it says of other sites is on the pages, too. */
function dataLinks(data: unknown, json: string): FoundLink[] {
  const lists = ["items", "years", "versions", "docs"];
  const urlsIn = (owner: unknown): string[] => [
    ...stringsOf(owner, ["url", "path"]),
    ...lists.flatMap((list) => listOf(owner, list).flatMap(urlsIn)),
  ];
  const own = urlsIn(data).filter((url) => /^\/(?!\/)/.test(url));
  return [...new Set(own)].map((url) => ({ url, kind: "entry", offset: offsetIn(json, url) }));
}

const pictures = ["icons", "screenshots"];
const actions = ["shortcuts", "related_applications", "protocol_handlers", "file_handlers"];

function manifestLinks(data: unknown, json: string): FoundLink[] {
  const iconsOf = (owner: unknown) => pictures.flatMap((list) => itemsOf(owner, list, ["src"]));
  const urls = [
    ...stringsOf(data, ["start_url", "scope"]),
    ...iconsOf(data),
    ...actions.flatMap((list) => itemsOf(data, list, ["url", "action"])),
    ...["shortcuts", "file_handlers"].flatMap((list) => listOf(data, list).flatMap(iconsOf)),
    ...stringsOf(propertyOf(data, "share_target"), ["action"]),
    ...stringsOf(propertyOf(data, "note_taking"), ["new_note_url"]),
    ...stringsOf(propertyOf(data, "serviceworker"), ["src"]),
  ];
  return urls.map((url) => ({ url, kind: "entry", offset: offsetIn(json, url) }));
}

function feedLinks(data: unknown, json: string): FoundLink[] {
  const items = listOf(data, "items");
  const authors = [data, ...items].flatMap((owner) => [...listOf(owner, "authors"), propertyOf(owner, "author")]);
  const urls = [
    ...stringsOf(data, ["home_page_url", "feed_url", "next_url", "icon", "favicon"]),
    ...items.flatMap((item) => stringsOf(item, ["url", "external_url", "image", "banner_image"])),
    ...items.flatMap((item) => itemsOf(item, "attachments", ["url"])),
    ...authors.flatMap((author) => stringsOf(author, ["url", "avatar"])),
    ...itemsOf(data, "hubs", ["url"]),
  ];
  const texts = items.flatMap((item) => stringsOf(item, ["content_html"]));
  return [
    ...[...new Set(urls)].map(
      (url): FoundLink => ({ url, kind: "entry", offset: offsetIn(json, url), needsOrigin: true }),
    ),
    ...texts.flatMap((html) => embeddedLinks(html, offsetIn(json, html))),
  ];
}

function offsetIn(json: string, value: string): number {
  return Math.max(0, json.indexOf(JSON.stringify(value))) + 1;
}

function propertyOf(data: unknown, key: string): unknown {
  return typeof data === "object" && data !== null ? (data as Record<string, unknown>)[key] : undefined;
}

function stringsOf(data: unknown, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const value = propertyOf(data, key);
    return typeof value === "string" ? [value] : [];
  });
}

function listOf(data: unknown, key: string): unknown[] {
  const value = propertyOf(data, key);
  return Array.isArray(value) ? value : [];
}

function itemsOf(data: unknown, list: string, keys: readonly string[]): string[] {
  return listOf(data, list).flatMap((item) => stringsOf(item, keys));
}
