/** Links of JSON that programs read: web app manifests, JSON feeds, and the data of pages and registers (docs/data.md). */
import { embeddedLinks } from "./extract-xml.js";
import type { FoundLink } from "./facts.js";

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
