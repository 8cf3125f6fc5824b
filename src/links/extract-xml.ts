/** Links of XML that programs read: feeds (RSS, Atom), sitemaps, OpenSearch, lists of feeds (OPML), tiles, and their style sheets. */

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

export interface DataLinks {
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
export function embeddedLinks(html: string, offset: number): FoundLink[] {
  if (!html.includes("<")) return [];
  return htmlFacts(html).links.map(({ url }) => ({ url, kind: "entry", offset, needsOrigin: true }));
}
