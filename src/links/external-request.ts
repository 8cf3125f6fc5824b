/**
 * One request to another site. Strangers write the content and editors check it, so a link must not reach into an
 * editor's network: private addresses are refused when the connection is made, after the name was resolved, so that no
 * name can hide one.
 */
import { isUtf8 } from "node:buffer";
import { lookup } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { TextDecoder } from "node:util";

export interface HostAnswer {
  status: number;
  location?: string;
  retryAfter?: string;
  /** The host set a cookie. */
  setsCookie?: boolean;
  /** The text of an HTML page, if requested. */
  html?: string;
}

/** `PAGE` is GET with the text. */
type Method = "HEAD" | "GET" | "PAGE";

/** Rejects when there is no answer. */
export type Ask = (url: URL, method: Method) => Promise<HostAnswer>;

/** The same with any method that the host accepts. */
export type Visit = (url: URL) => Promise<HostAnswer>;

/** HEAD, and GET if that is refused or not answered: some hosts do not support HEAD, and respond in many ways. */
export function headFirst(ask: Ask): Visit {
  // A host that does not answer one HEAD answers none.
  const silent = new Set<string>();
  return async (url) => {
    if (silent.has(url.host)) return ask(url, "GET");
    const answer = await ask(url, "HEAD").catch((error) => {
      if (isPrivateError(error)) throw error;
      if (isTimeout(error)) silent.add(url.host);
      return undefined;
    });
    return answer && ((answer.status >= 200 && answer.status < 400) || answer.status === 429)
      ? answer
      : ask(url, "GET");
  };
}

interface RequestOptions {
  /** Milliseconds. */
  timeout: number;
  userAgent: string;
  /** For a site that is itself in a private network. */
  allowPrivate: boolean;
}

const privateCode = "EPRIVATE";

export function isPrivateError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === privateCode;
}

export function isTimeout(error: unknown): boolean {
  return /^(?:TimeoutError|AbortError)$/.test((error as Error).name);
}

export function makeAsk({ timeout, userAgent, allowPrivate }: RequestOptions): Ask {
  return (url, method) =>
    new Promise((resolve, reject) => {
      if (!allowPrivate && isPrivateAddress(bareHost(url))) throw privateError(url.hostname);
      const request = url.protocol === "https:" ? httpsRequest : httpRequest;
      const sent = request(url, {
        method: method === "PAGE" ? "GET" : method,
        agent: false,
        headers: { "user-agent": userAgent, accept: "*/*" },
        signal: AbortSignal.timeout(timeout),
        ...(!allowPrivate && { lookup: guardedLookup }),
      });
      sent.on("error", reject);
      // 101 although nothing was asked to change: without this, Node.js closes the connection and reports nothing.
      sent.on("upgrade", ({ statusCode = 0 }, socket) => {
        socket.destroy();
        resolve({ status: statusCode });
      });
      sent.on("response", (response) => {
        const {
          location: place,
          "retry-after": retryAfter,
          "set-cookie": cookies,
          "content-type": type = "",
        } = response.headers;
        const location = place && utf8Header(place);
        const answer = { status: response.statusCode ?? 0, location, retryAfter, ...(cookies && { setsCookie: true }) };
        if (method === "PAGE" && answer.status === 200 && /html/i.test(type)) {
          readText(response, type).then((html) => resolve({ ...answer, html }), reject);
          return;
        }
        resolve(answer);
        response.destroy();
      });
      sent.end();
    });
}

/** Node.js gives a character for each byte of a header. Hosts send addresses in UTF-8, too, and browsers read them so. */
function utf8Header(value: string): string {
  const bytes = Buffer.from(value, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : value;
}

/** Maximum number of bytes of a page that are read. */
const longestPage = 4_000_000;

async function readText(response: IncomingMessage, type: string): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    parts.push(part);
    size += part.length;
    if (size > longestPage) break;
  }
  return decoderOf(type).decode(Buffer.concat(parts));
}

/** @param type with the encoding; UTF-8 if it names none that is known. */
function decoderOf(type: string): TextDecoder {
  const named = /charset=["']?([^\s"';]+)/i.exec(type)?.[1];
  try {
    return new TextDecoder(named);
  } catch {
    return new TextDecoder();
  }
}

/** Whether a site at this URL is in a private network itself. */
export function isPrivateSite(url: string): boolean {
  const host = bareHost(new URL(url));
  return host === "localhost" || host.endsWith(".localhost") || isPrivateAddress(host);
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, options, (error, address, family) => {
    const found = Array.isArray(address) ? address.map((entry) => entry.address) : [address];
    if (!error && found.some(isPrivateAddress)) callback(privateError(hostname), "", 0);
    else callback(error, address, family);
  });
};

function privateError(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} is in a private network`), { code: privateCode });
}

/** RFC 6890 and the like: this host, this link, private, shared, benchmarks, documentation, multicast, reserved, and mappings from IPv6 to any of these (6to4, NAT64, Teredo). */
const privateRanges = new BlockList();
addRanges(
  "ipv4",
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 " +
    "192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3",
);
// IPv6 addresses that contain an IPv4 address are in the forms of RFC 4291 and RFC 2765; mapped ones count as IPv4 anyway.
addRanges(
  "ipv6",
  "::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/32 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8",
);

function addRanges(family: "ipv4" | "ipv6", ranges: string): void {
  for (const range of ranges.split(" ")) {
    const [net = "", bits] = range.split("/");
    privateRanges.addSubnet(net, Number(bits), family);
  }
}

/** False for a name: its address is checked when it is resolved. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && privateRanges.check(address, family === 6 ? "ipv6" : "ipv4");
}
