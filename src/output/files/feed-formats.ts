/**
 * Writes feeds: Atom (RFC 4287), RSS 2.0 and JSON Feed 1. A register with several languages has a hundred feeds that share
 * entries. Here an entry is written once for all feeds, which libraries for feeds do not support.
 */
import { escapeHtml } from "../../shared/text.js";

/** How many proposals or changes are in a feed. */
export const feedLength = 20;

/** @param day `YYYY-MM-DD`; by default the first day of 1970. */
export function timeOf(day: string | undefined): Date {
  return new Date(`${day || "1970-01-01"}T00:00:00Z`);
}

export interface FeedFacts {
  title: string;
  /** For Atom: the author of entries without one. */
  author: string;
  /** For Atom: unique. */
  id: string;
  /** Absolute URL of the page that the feed is about. */
  link: string;
  /** Absolute URL of the feed itself. */
  self: string;
  description?: string;
  language: string;
  copyright: string;
  updated: Date;
}

/** An entry. Its texts are plain, and escaped where a format expects HTML; only `content` is HTML. */
export interface FeedEntry {
  title: string;
  id: string;
  link: string;
  description: string;
  content?: string;
  published?: Date;
  updated: Date;
  authors: readonly { name: string; email?: string; url?: string }[];
  tags: readonly string[];
}

const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';
const generator = "cipgen";

/** @param entries made by `atomEntry`, in order. */
export function atom(feed: FeedFacts, entries: readonly string[]): string {
  return `${declaration}<feed xmlns="http://www.w3.org/2005/Atom">
    <id>${xmlText(feed.id)}</id>
    <title>${xmlText(feed.title)}</title>
    <updated>${feed.updated.toISOString()}</updated>
    <author>
        <name>${xmlText(feed.author)}</name>
    </author>
    <generator>${generator}</generator>
    <link rel="alternate" href="${xmlAttribute(feed.link)}"/>
    <link rel="self" href="${xmlAttribute(feed.self)}"/>
${feed.description ? `    <subtitle>${xmlText(feed.description)}</subtitle>\n` : ""}${
  feed.copyright ? `    <rights>${xmlText(feed.copyright)}</rights>\n` : ""
}${entries.join("")}</feed>
`;
}

export function atomEntry(entry: FeedEntry): string {
  let text = `    <entry>
        <title type="html">${cdata(escapeHtml(entry.title))}</title>
        <id>${xmlText(entry.id)}</id>
        <link href="${xmlAttribute(entry.link)}"/>
        <updated>${entry.updated.toISOString()}</updated>
`;
  if (entry.description) text += `        <summary type="html">${cdata(escapeHtml(entry.description))}</summary>\n`;
  if (entry.content) text += `        <content type="html">${cdata(entry.content)}</content>\n`;
  for (const { name, email, url } of entry.authors) {
    text += `        <author>\n            <name>${xmlText(name)}</name>\n`;
    if (email) text += `            <email>${xmlText(email)}</email>\n`;
    if (url) text += `            <uri>${xmlText(URL.canParse(url) ? new URL(url).href : url)}</uri>\n`;
    text += "        </author>\n";
  }
  for (const tag of entry.tags.map(xmlAttribute)) text += `        <category label="${tag}" term="${tag}"/>\n`;
  if (entry.published) text += `        <published>${entry.published.toISOString()}</published>\n`;
  return `${text}    </entry>\n`;
}

/**
 * In RSS 2.0, an author is a mail address, which few proposals have and no reader of a feed needs, so the name is in
 * `dc:creator` (https://www.rssboard.org/rss-profile#namespace-elements-dublin-creator).
 */
export function rss(feed: FeedFacts, entries: readonly FeedEntry[]): string {
  const dc = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
  const names = entries.some(({ content }) => content)
    ? `version="2.0" ${dc} xmlns:content="http://purl.org/rss/1.0/modules/content/"`
    : `${dc} version="2.0"`;
  return `${declaration}<rss ${names} xmlns:atom="http://www.w3.org/2005/Atom">
    <channel>
        <title>${xmlText(feed.title)}</title>
        <link>${xmlText(feed.link)}</link>
        <description>${xmlText(feed.description ?? "")}</description>
        <lastBuildDate>${feed.updated.toUTCString()}</lastBuildDate>
        <docs>https://validator.w3.org/feed/docs/rss2.html</docs>
        <generator>${generator}</generator>
        <language>${xmlText(feed.language)}</language>
${feed.copyright ? `        <copyright>${xmlText(feed.copyright)}</copyright>\n` : ""}        <atom:link href="${xmlAttribute(feed.self)}" rel="self" type="application/rss+xml"/>
${entries.map(rssItem).join("")}    </channel>
</rss>
`;
}

function rssItem(entry: FeedEntry): string {
  let text = `        <item>
            <title>${cdata(escapeHtml(entry.title))}</title>
            <link>${xmlText(entry.link)}</link>
            <guid isPermaLink="false">${xmlText(entry.id)}</guid>
            <pubDate>${(entry.published ?? entry.updated).toUTCString()}</pubDate>
`;
  if (entry.description) text += `            <description>${cdata(escapeHtml(entry.description))}</description>\n`;
  if (entry.content) text += `            <content:encoded>${cdata(entry.content)}</content:encoded>\n`;
  for (const { name } of entry.authors) text += `            <dc:creator>${xmlText(name)}</dc:creator>\n`;
  for (const tag of entry.tags) text += `            <category>${xmlText(tag)}</category>\n`;
  return `${text}        </item>\n`;
}

/** Writes https://www.jsonfeed.org/version/1.1/, and the field `author` for readers of version 1. */
export function jsonFeed(feed: FeedFacts, entries: readonly FeedEntry[]): string {
  const content = {
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    home_page_url: feed.link,
    feed_url: feed.self,
    description: feed.description || undefined,
    language: feed.language,
    items: entries.map((entry) => {
      const authors = entry.authors.map(({ name, url }) => ({ name: name || undefined, url: url || undefined }));
      return {
        id: entry.id,
        content_html: entry.content || escapeHtml(entry.description),
        url: entry.link,
        title: entry.title,
        summary: (entry.content && entry.description) || undefined,
        date_modified: entry.updated.toISOString(),
        date_published: entry.published?.toISOString(),
        authors: authors.length > 0 ? authors : undefined,
        author: authors[0],
        tags: entry.tags,
      };
    }),
  };
  return `${JSON.stringify(content, null, 4)}\n`;
}

// Text in XML: feeds and the sitemap. Texts of a site have no characters that XML forbids (shared/clean-text.ts).

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes the text of an element. */
export function xmlText(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapes[character] ?? character);
}

/** Escapes the value of an attribute in double quotes. */
export function xmlAttribute(text: string): string {
  return text.replace(/[&<"]/g, (character) => escapes[character] ?? character);
}

/** Wraps HTML, so that XML does not read its tags. */
function cdata(html: string): string {
  return `<![CDATA[${html.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}
