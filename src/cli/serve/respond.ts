/** Sends a file over HTTP. It is read whole first, so that an answer is never parts of two versions. */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path/posix";
import { lookup } from "mrmime";
import type { BuiltSite } from "../../content/read/built-site.js";

/** A file of the site in memory. */
export interface ServedFile {
  /** Below the site, with forward slashes. */
  path: string;
  body: Buffer;
  /** With its quotes. */
  etag: string;
}

export function servedFile(path: string, content: string | Uint8Array): ServedFile {
  const body =
    typeof content === "string"
      ? Buffer.from(content)
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return { path, body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}

/** @returns a function that reads files of a built site. */
export function filesOf(site: BuiltSite): (path: string) => Promise<ServedFile | undefined> {
  return async (path) => {
    const content = await site.read(path);
    return content && servedFile(path, content);
  };
}

/** Reads a file that the site copies. @returns undefined if it cannot be read. */
export async function copiedFile(path: string, file: string): Promise<ServedFile | undefined> {
  const content = await readFile(file).catch(() => undefined);
  return content && servedFile(path, content);
}

/** An error as readers see it: without paths of this machine. */
export function publicReason(error: NodeJS.ErrnoException): string {
  return error.syscall === undefined ? String(error) : `this file cannot be read (${error.code})`;
}

export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, body, etag }: ServedFile,
  status = 200,
  headers: Record<string, string> = {},
): void {
  const allHeaders: Record<string, string> = {
    "cache-control": "no-cache",
    "content-type": contentType(path),
    "x-content-type-options": "nosniff",
    ...headers,
    ...(status === 200 && { etag }),
  };
  if (status === 200 && matchesEtag(request.headers["if-none-match"], etag)) response.writeHead(304, allHeaders).end();
  else
    response
      .writeHead(status, { ...allHeaders, "content-length": body.byteLength })
      .end(request.method === "HEAD" ? undefined : body);
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || header.split(",").some((value) => value.trim().replace(/^W\//, "") === etag);
}

/** Types that mrmime does not have, or names differently than hosts do. Browsers show plain text, and download unknown types. */
const typeOverrides: Record<string, string> = {
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
  const type = typeOverrides[end] ?? (end === "" ? undefined : lookup(end)) ?? "application/octet-stream";
  return isText.test(type) ? `${type}; charset=utf-8` : type;
}
