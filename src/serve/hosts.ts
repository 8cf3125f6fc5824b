/**
 * Decides which requests the server answers. A page of another site can make a browser send requests to this machine:
 * these have Sec-Fetch-Site, a foreign Origin, or (if a name was pointed at this machine to get around that) a foreign
 * Host.
 */
import { networkInterfaces } from "node:os";

const local = ["localhost", "127.0.0.1", "[::1]"];
const anywhere = ["0.0.0.0", "::"];

/** The host names that a server listening at `host` accepts. */
export function allowedHosts(host: string): Set<string> {
  const own = anywhere.includes(host)
    ? Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
    : [host];
  return new Set([...local, ...own.map(bracketed).map((name) => name.toLowerCase())]);
}

/** IPv6 addresses are written in brackets in URLs. */
export function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

/** @param header of a request: `localhost:3000`. */
export function isAllowedHost(header: string | undefined, allowed: ReadonlySet<string>): boolean {
  const name = header === undefined ? undefined : /^(\[[0-9a-f:.]+\]|[^:[\]/@]+)(:\d+)?$/i.exec(header)?.[1];
  return name !== undefined && allowed.has(name.toLowerCase());
}

/** Browsers send the origin with every request of another site's page whose answer it could read. */
export function isForeignOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin !== undefined && origin.toLowerCase() !== `http://${host?.toLowerCase()}`;
}

/**
 * Browsers send the source of a request (https://www.w3.org/TR/fetch-metadata/). A page at another port of this machine
 * is another site's, too. Following a link to a page here is allowed; a frame, a script or a picture in a page of
 * another site is not.
 * @param headers of the request.
 */
export function isForeignPage(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return false;
  return headers["sec-fetch-mode"] !== "navigate" || headers["sec-fetch-dest"] !== "document";
}
