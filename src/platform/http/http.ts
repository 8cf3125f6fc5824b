/**
 * The one HTTP client: every request to a machine whose address comes from outside has a limit of time and of bytes, also
 * after unpacking, and each redirect is judged. Private addresses are refused when the connection is made, after the name
 * was resolved, so that no name can hide one.
 */
import { isUtf8 } from "node:buffer";
import { lookup } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { bareHost, isPrivateAddress } from "./private-networks.js";

export interface HttpAnswer {
  status: number;
  location?: string;
  retryAfter?: string;
  setsCookie?: boolean;
  /** The content type. */
  type?: string;
  /** Unpacked, if it was asked for. */
  body?: Buffer;
}

/** `GET` asks for the status and the headers alone, `READ` for the body as well. */
type Method = "HEAD" | "GET" | "READ";

/** Requests a URL. Rejects when there is no answer within the limits. */
export type Ask = (url: URL, method: Method) => Promise<HttpAnswer>;

/** Requests a URL by a method that the function has chosen. */
export type Visit = (url: URL) => Promise<HttpAnswer>;

interface ClientOptions {
  /** Milliseconds for the whole answer. */
  timeout: number;
  /** The longest body, as it is sent and unpacked. */
  maxBytes: number;
  /** Content types whose body is read; by default all. */
  types?: RegExp;
  userAgent: string;
  /** Whether private addresses may be requested: for a site that is itself in a private network. */
  allowPrivate: boolean;
}

/** @returns a function that requests URLs within the limits, without following redirects. */
export function createClient(options: ClientOptions): Ask {
  const { timeout, userAgent, allowPrivate, types = /^/ } = options;
  return (url, method) =>
    new Promise((resolve, reject) => {
      if (!allowPrivate && isPrivateAddress(bareHost(url))) throw privateError(url.hostname);
      const signal = AbortSignal.timeout(timeout);
      // If the time runs out within a body, Node.js reports a closed connection.
      const fail = (error: unknown) => reject(signal.aborted ? signal.reason : error);
      const request = url.protocol === "https:" ? httpsRequest : httpRequest;
      const isRead = method === "READ";
      const pending = request(url, {
        method: isRead ? "GET" : method,
        agent: false,
        headers: { "user-agent": userAgent, accept: "*/*", ...(isRead && { "accept-encoding": "gzip, br" }) },
        signal,
        ...(!allowPrivate && { lookup: guardedLookup }),
      });
      pending.on("error", fail);
      // A host may answer 101 unasked. Without this listener, Node.js would close the connection and report nothing.
      pending.on("upgrade", ({ statusCode = 0 }, socket) => {
        socket.destroy();
        resolve({ status: statusCode });
      });
      pending.on("response", (response) => {
        const answer = readHead(response);
        if (isRead && answer.status === 200 && types.test(answer.type ?? "")) {
          readBody(response, options.maxBytes).then((body) => resolve({ ...answer, body }), fail);
          return;
        }
        resolve(answer);
        response.destroy();
      });
      pending.end();
    });
}

function readHead({ statusCode = 0, headers }: IncomingMessage): HttpAnswer {
  const { location, "retry-after": retryAfter, "set-cookie": cookies, "content-type": type } = headers;
  return {
    status: statusCode,
    ...(location && { location: utf8Header(location) }),
    retryAfter,
    ...(cookies && { setsCookie: true }),
    type,
  };
}

/** Node.js gives a character for each byte of a header. Hosts send addresses in UTF-8, too, and browsers read them so. */
function utf8Header(value: string): string {
  const bytes = Buffer.from(value, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : value;
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { "content-encoding": encoding = "identity", "content-length": length } = response.headers;
  if (Number(length) > maxBytes) {
    response.destroy();
    throw new TooLargeError(maxBytes);
  }
  const unpacker = unpackers[encoding.trim().toLowerCase()];
  if (!unpacker) {
    response.destroy();
    throw new Error(`its answer is packed as "${encoding.slice(0, 20)}"`);
  }
  return readAtMost(unpacker(response), maxBytes);
}

const gunzip = (response: Readable) => pipeline(response, createGunzip(), () => {});

/** By content encoding. An answer in any other encoding is not read. */
const unpackers: Record<string, ((response: Readable) => Readable) | undefined> = {
  identity: (response) => response,
  gzip: gunzip,
  "x-gzip": gunzip,
  br: (response) => pipeline(response, createBrotliDecompress(), () => {}),
};

class TooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`it has more than ${maxBytes.toLocaleString("en-US")} bytes`);
  }
}

/** @returns all bytes of a stream. Rejects, and ends the stream, as soon as it has more than `maxBytes`. */
export async function readAtMost(stream: Readable, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > maxBytes) throw new TooLargeError(maxBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, options, (error, address, family) => {
    const addresses = Array.isArray(address) ? address.map((entry) => entry.address) : [address];
    if (!error && addresses.some(isPrivateAddress)) callback(privateError(hostname), "", 0);
    else callback(error, address, family);
  });
};

const privateCode = "EPRIVATE";

function privateError(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} is in a private network`), { code: privateCode });
}

export function isPrivateError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === privateCode;
}

export function isTimeout(error: unknown): boolean {
  return /^(?:TimeoutError|AbortError)$/.test((error as Error).name);
}

/** Whether another attempt would fail, too: there is no such host, its certificate is invalid, or its answer is too large. */
export function isPermanentError(error: Error): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  return isPrivateError(error) || error instanceof TooLargeError || permanentCodes.test(code);
}

const permanentCodes = /^(?:ENOTFOUND|ERR_TLS|CERT_|DEPTH_|UNABLE_TO|SELF_SIGNED)/;

/** What the error codes of the system and of Node.js mean; the first pattern that matches counts. */
const meanings: readonly [code: RegExp, meaning: string][] = [
  [/^ENOTFOUND$/, "there is no such host"],
  [/^EAI_/, "its host cannot be looked up"],
  [/^ECONNREFUSED$/, "its host accepts no connection"],
  [/^(?:ECONNRESET|EPIPE)$/, "its host closes the connection"],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "there is no way to its host"],
  [/^ETIMEDOUT$/, "it does not answer in time"],
  [/^HPE_HEADER_OVERFLOW$/, "its answer has too long a head"],
  [/^HPE_/, "its answer is not HTTP"],
  [/^(?:Z_|ERR_.*BROTLI)/, "its packed answer is damaged"],
  [/^(?:EPROTO|ERR_SSL_)/, "its answer is not HTTPS"],
  [/^CERT_HAS_EXPIRED$/, "its certificate has expired"],
  [/^CERT_NOT_YET_VALID$/, "its certificate is not valid yet"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "its certificate is for another host"],
  [/^(?:DEPTH_ZERO_)?SELF_SIGNED_CERT/, "it has signed its certificate itself"],
  [/^(?:UNABLE_TO_|CERT_)/, "its certificate cannot be verified"],
];

/** Says why there was no answer, in a clause about the address: `it does not answer in time`. */
export function describeFailure(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (isTimeout(error)) return "it does not answer in time";
  if (code === undefined || code === privateCode) return message;
  const meaning = meanings.find(([pattern]) => pattern.test(code))?.[1];
  return meaning === undefined ? code : `${meaning} (${code})`;
}

/** The last answer, and the redirects that led to it. */
interface RedirectedAnswer {
  /** The redirects that were followed. */
  hops: { status: number; to: URL; setsCookie: boolean }[];
  /** The address that gave the last answer. */
  url: URL;
  answer: HttpAnswer;
  /** Why the last answer, if it is a redirect, was not followed. */
  fault?: string;
  /** Whether the redirects lead in a circle, or are too many. */
  isEndless?: boolean;
}

const maxRedirects = 10;

/** Requests a URL and follows its redirects. @param allows whether a redirect to another address is followed. Rejects as `visit` does. */
export async function followRedirects(
  visit: Visit,
  start: URL,
  allows: (url: URL) => boolean = () => true,
): Promise<RedirectedAnswer> {
  const hops: RedirectedAnswer["hops"] = [];
  const seen = new Set<string>();
  for (let url = start; ; ) {
    seen.add(url.href);
    const answer = await visit(url);
    const { status, location, setsCookie = false } = answer;
    // 300 without an address is a page that lets its reader choose.
    const isRedirect = status >= 300 && status < 400 && status !== 304 && !(status === 300 && location === undefined);
    if (!isRedirect) return { hops, url, answer };
    const stop = (fault: string, isEndless = false) => ({ hops, url, answer, fault, isEndless });
    if (location === undefined) return stop(`${status} and does not say where it leads`);
    if (!URL.canParse(location, url.href)) return stop(`${status} and leads to no address`);
    const to = new URL(location, url);
    if (!/^https?:$/.test(to.protocol)) return stop(`${status} and leads to ${to.protocol}`);
    if (!allows(to)) return stop(`${status} and leads to another host, ${to.host}`);
    hops.push({ status, to, setsCookie });
    if (seen.has(to.href)) return stop("redirects that lead back", true);
    if (hops.length > maxRedirects) return stop(`more than ${maxRedirects} redirects`, true);
    url = to;
  }
}
