/** Content types by extension: mrmime's table, and types that it does not have or names differently than hosts do. */
import { extname } from "node:path/posix";
import { lookup } from "mrmime";

/** Browsers show plain text, and download unknown types. */
const own: Record<string, string> = {
  ".mediawiki": "text/plain",
  ".rst": "text/plain",
  ".xml": "application/xml",
  ".ico": "image/x-icon",
};

/** Text types, which are always UTF-8 in a site. */
const isText = /^text\/|^application\/(?:json|xml|manifest\+json)$/;

/** @returns the value of the header `content-type`. */
export function contentType(path: string): string {
  const end = extname(path).toLowerCase();
  const type = own[end] ?? (end === "" ? undefined : lookup(end)) ?? "application/octet-stream";
  return isText.test(type) ? `${type}; charset=utf-8` : type;
}

/** Text can be compressed; pictures and the like are already. */
export function isCompressible(type: string): boolean {
  return /^text\/|json|xml|wasm/.test(type);
}
