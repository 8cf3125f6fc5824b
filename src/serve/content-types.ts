/** What files are, by the ends of their names: mrmime's table, and what it does not have or names in another way than hosts do. */
import { extname } from "node:path/posix";
import { lookup } from "mrmime";

/** Browsers show plain text, and download what they do not know. */
const own: Record<string, string> = {
  ".mediawiki": "text/plain",
  ".xml": "application/xml",
  ".ico": "image/x-icon",
};

/** Kinds of text, which is UTF-8 everywhere in a site. */
const isText = /^text\/|^application\/(?:json|xml|manifest\+json)$/;

/** @returns the value of the header `content-type`. */
export function contentType(path: string): string {
  const end = extname(path).toLowerCase();
  const type = own[end] ?? (end === "" ? undefined : lookup(end)) ?? "application/octet-stream";
  return isText.test(type) ? `${type}; charset=utf-8` : type;
}

/** Text gets smaller; pictures and the like are packed already. */
export function isCompressible(type: string): boolean {
  return /^text\/|json|xml|wasm/.test(type);
}
