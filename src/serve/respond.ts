/** Sends one file over HTTP: validators, ranges, compression. */

import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path/posix";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { lookup } from "mrmime";
import type { BuiltSite } from "../read/built-site.js";

/** A file of the site as a server has it: in memory, or on disk. */
export interface ServedFile {
  /** Below the site, with forward slashes. */
  path: string;
  body: Uint8Array | { file: string };
  /** In bytes. */
  size: number;
  /** With its quotes. */
  etag: string;
}

/** A file whose size and validator are those of its content, whatever takes its place on disk meanwhile. */
type OpenFile = Omit<ServedFile, "body"> & { body: Uint8Array | FileHandle };

interface Sending {
  status?: number;
  headers?: Record<string, string>;
  compress?: boolean;
}

export function memoryFile(path: string, content: string | Uint8Array): ServedFile {
  const body = typeof content === "string" ? Buffer.from(content) : content;
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return { path, body, size: body.byteLength, etag };
}

function diskEtag({ size, mtimeMs }: Stats): string {
  return `"${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}"`;
}

export async function servedText({ body }: ServedFile): Promise<string> {
  return body instanceof Uint8Array ? Buffer.from(body).toString("utf8") : readFile(body.file, "utf8");
}

/** What a reader learns of an error: where the site is on this machine is not their business. */
export function publicReason(error: NodeJS.ErrnoException): string {
  return error.syscall === undefined ? String(error) : `this file cannot be read (${error.code})`;
}

export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: ServedFile,
  sending: Sending = {},
): Promise<void> {
  const { body } = file;
  if (body instanceof Uint8Array) return sendOpen(request, response, { ...file, body }, sending);
  const handle = await open(body.file);
  try {
    const info = await handle.stat();
    await sendOpen(request, response, { ...file, body: handle, size: info.size, etag: diskEtag(info) }, sending);
  } finally {
    await handle.close();
  }
}

async function sendOpen(
  request: IncomingMessage,
  response: ServerResponse,
  file: OpenFile,
  { status = 200, headers = {}, compress = false }: Sending,
): Promise<void> {
  const type = headers["content-type"] ?? contentType(file.path);
  const isWhole = status !== 200 || request.headers.range === undefined;
  const encoding =
    compress && isWhole && isCompressible(type) && file.size >= smallest
      ? chooseEncoding(request.headers["accept-encoding"])
      : undefined;
  const etag = encoding ? `W/${file.etag}` : file.etag;
  const all: Record<string, string> = {
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    ...headers,
    "content-type": type,
    ...(status === 200 && { etag, "accept-ranges": "bytes" }),
    ...(compress && isCompressible(type) && { vary: "Accept-Encoding" }),
  };
  if (status === 200 && isKnown(request.headers["if-none-match"], file.etag)) {
    response.writeHead(304, all).end();
    return;
  }
  const range = isWhole ? undefined : readRange(request, file);
  if (range === "none") {
    response.writeHead(416, { ...all, "content-range": `bytes */${file.size}` }).end();
    return;
  }
  if (range) {
    all["content-range"] = `bytes ${range.start}-${range.end}/${file.size}`;
    all["content-length"] = String(range.end - range.start + 1);
  } else if (encoding) {
    all["content-encoding"] = encoding;
  } else {
    all["content-length"] = String(file.size);
  }
  response.writeHead(range ? 206 : status, all);
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  await send(response, file, range, encoding);
}

/** Smaller files fit into one packet anyway. */
const smallest = 1400;

interface Range {
  start: number;
  /** Included. */
  end: number;
}

async function send(
  response: ServerResponse,
  { body, size }: OpenFile,
  range: Range = { start: 0, end: size - 1 },
  encoding?: Encoding,
) {
  const length = range.end + 1 - range.start;
  if ((body instanceof Uint8Array && !encoding) || length === 0) {
    response.end(body instanceof Uint8Array ? body.subarray(range.start, range.end + 1) : undefined);
    return;
  }
  const source =
    body instanceof Uint8Array ? Readable.from([body]) : body.createReadStream({ ...range, autoClose: false });
  try {
    if (encoding) await pipeline(source, compressor(encoding), response);
    else {
      await pipeline(source, response, { end: false });
      // A client would wait for the rest of a file that was cut off while it was sent.
      if ("bytesRead" in source && source.bytesRead < length) response.destroy();
      else response.end();
    }
  } catch {
    // The client has disconnected or the file cannot be read: the head is sent already, so the response can only end
    // here.
    response.destroy();
  }
}

type Encoding = "br" | "gzip";

function chooseEncoding(accepted = ""): Encoding | undefined {
  const names = new Set(
    accepted
      .split(",")
      .map((part) => part.trim())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(";")[0]?.trim()),
  );
  return (["br", "gzip"] as const).find((name) => names.has(name));
}

function compressor(encoding: Encoding) {
  // Hosts compress once and cache it; here speed matters more than size.
  return encoding === "br"
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : createGzip({ level: 6 });
}

function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || header.split(",").some((value) => value.trim().replace(/^W\//, "") === etag);
}

/** One range; a request for several, or in another unit, gets the whole file. "none" if the range is outside the file. */
function readRange({ headers }: IncomingMessage, { size, etag }: OpenFile): Range | "none" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const condition = headers["if-range"];
  if (condition !== undefined && condition !== etag) return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < start) return undefined;
  return start < size && start <= end ? { start, end } : "none";
}

/** The files of a built site. */
export function servedSite({ find }: BuiltSite): (path: string) => Promise<ServedFile | undefined> {
  return async (path) => {
    const found = await find(path);
    return found && servedFile(path, found.file, found.stats);
  };
}

/** @returns undefined if it is not an ordinary file. */
export async function diskFile(path: string, file: string): Promise<ServedFile | undefined> {
  const info = await stat(file).catch(() => undefined);
  if (!info?.isFile()) return undefined;
  return servedFile(path, file, info);
}

function servedFile(path: string, file: string, stats: Stats): ServedFile {
  return { path, body: { file }, size: stats.size, etag: diskEtag(stats) };
}

// Content types by extension: mrmime's table, and types that it does not have or names differently than hosts do.

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
function isCompressible(type: string): boolean {
  return /^text\/|json|xml|wasm/.test(type);
}
