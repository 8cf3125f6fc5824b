/**
 * The server. It answers as the host of a static site does: with clean addresses, redirects, the locale's 404 page, and the
 * site's `_headers`.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import type { SiteConfig } from "../../config/index.js";
import { diagnose } from "../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { answeringFiles, barePath } from "../../shared/page-path.js";
import { localePrefix } from "../../site/model/addresses.js";
import { type AddressStyle, canonicalPath, headersFor, parseHeaderRules, pathInSite, toUrl } from "./host.js";
import { publicReason, type ServedFile, sendFile } from "./respond.js";

/** A site that can be served, from memory or from disk. */
export interface ServedSite {
  style: AddressStyle;
  /** Folders of the locales that have one, each with a 404 page: `de-DE`. */
  localeFolders: readonly string[];
  /** The file at a path below the site, if there is one. */
  find(path: string): Promise<ServedFile | undefined>;
  /** The answer if a page is missing and there is no 404 page. */
  fallback?: ServedFile;
}

interface AnswerOptions {
  /** Address that the server listens on. */
  host: string;
  /** Answers a request for an address that is not of the site. @returns whether it did. */
  answerSpecial?(request: IncomingMessage, response: ServerResponse, url: RequestTarget): boolean;
  /** Replaces a page before it is sent. */
  decorate?(file: ServedFile, request: IncomingMessage): ServedFile;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Files for the host, which readers do not get. */
const hostFiles = new Set(["_headers", "_redirects", "_redirects.nginx"]);

/** Makes the handler of requests. @param site gives the current site for each request. */
export function makeHandler(site: () => ServedSite, options: AnswerOptions): RequestHandler {
  const hosts = allowedHosts(options.host);
  return async (request, response) => {
    const { method = "", headers } = request;
    if (!isAllowedHost(headers.host, hosts)) return refuse(response, 403, `this server is not ${headers.host}`);
    if (isForeignOrigin(headers.origin, headers.host) || isForeignPage(headers))
      return refuse(response, 403, "not for pages of other sites");
    if (method !== "GET" && method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      return refuse(response, 405, `there is no ${method} here`);
    }
    const url = parseTarget(request.url);
    if (!url) return refuse(response, 400, "no address");
    if (options.answerSpecial?.(request, response, url)) return;
    await answerSite(request, response, url, { site: site(), ...options });
  };
}

/** The address of a request as sent: resolving it would hide parts that must be refused. */
export interface RequestTarget {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
}

function parseTarget(target = ""): RequestTarget | undefined {
  const [, pathname, search = ""] = /^(\/[^?#]*)(\?[^#]*)?/.exec(target) ?? [];
  return pathname === undefined ? undefined : { pathname, search };
}

interface Context extends AnswerOptions {
  site: ServedSite;
}

async function answerSite(request: IncomingMessage, response: ServerResponse, url: RequestTarget, context: Context) {
  const { site } = context;
  const { style } = site;
  if (url.pathname === "/" && style.baseUrl !== "/") return redirect(response, style.baseUrl);
  const { path, page, file } = await findAnswer(site, url.pathname);
  if (!file) return refuse(response, 404, "there is no such page");
  const canonical = canonicalPath(file.path, style);
  if (page && path !== canonical) return redirect(response, toUrl(canonical, style) + url.search);
  const rules = parseHeaderRules((await site.find("_headers"))?.body.toString() ?? "");
  const headers = headersFor(url.pathname, rules);
  const decorated = context.decorate?.(file, request) ?? file;
  sendFile(request, response, decorated, page ? 200 : 404, headers);
}

/** Finds the answer to an address: `path` is its path below the site, `page` its file, and `file` this file or else the 404 page. */
export async function findAnswer(site: ServedSite, pathname: string) {
  const path = pathInSite(pathname, site.style);
  const page = path === undefined ? undefined : await findPage(site, path);
  return { path, page, file: page ?? (await notFoundPage(site, path ?? "")) };
}

async function findPage(site: ServedSite, path: string): Promise<ServedFile | undefined> {
  if (hostFiles.has(path)) return undefined;
  // Links to a page with `.html` are common, because some hosts answer them, too.
  for (const candidate of [
    ...answeringFiles(path),
    ...(path.endsWith(".html") ? answeringFiles(barePath(path)) : []),
  ]) {
    const file = await site.find(candidate);
    if (file) return file;
  }
  return undefined;
}

/** The 404 page, in the language of the address if it has one. */
async function notFoundPage(site: ServedSite, path: string): Promise<ServedFile | undefined> {
  const folder = site.localeFolders.find((name) => `${path}/`.startsWith(`${name}/`));
  return (folder && (await site.find(`${folder}/404.html`))) || (await site.find("404.html")) || site.fallback;
}

/** Redirects, without being cached: the next site at this address has other redirects. */
function redirect(response: ServerResponse, location: string): void {
  response.writeHead(301, { location, "cache-control": "no-cache", "content-length": 0 }).end();
}

/** Answers with a sentence instead of a file. */
export function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${status}: ${reason}\n`);
}

const localNames = ["localhost", "127.0.0.1", "[::1]"];
const anyAddress = ["0.0.0.0", "::"];

/** The host names that a server listening at `host` accepts. */
export function allowedHosts(host: string): Set<string> {
  const hostNames = anyAddress.includes(host)
    ? Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
    : [host];
  return new Set([...localNames, ...hostNames.map(bracketed).map((name) => name.toLowerCase())]);
}

/** IPv6 addresses are written in brackets in URLs. */
function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

/** @param header of a request: `localhost:3000`. */
export function isAllowedHost(header: string | undefined, allowed: ReadonlySet<string>): boolean {
  const name = header === undefined ? undefined : /^(\[[0-9a-f:.]+\]|[^:[\]/@]+)(:\d+)?$/i.exec(header)?.[1];
  return name !== undefined && allowed.has(name.toLowerCase());
}

/** Whether a request is from a page of another site that could read the answer: browsers then send its origin. */
export function isForeignOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin !== undefined && origin.toLowerCase() !== `http://${host?.toLowerCase()}`;
}

/**
 * Whether a request is from a page of another site, also at another port of this machine
 * (https://www.w3.org/TR/fetch-metadata/). Following a link to a page here is allowed; a frame, a script or a picture in a page of
 * another site is not.
 * @param headers of the request.
 */
export function isForeignPage(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return false;
  return headers["sec-fetch-mode"] !== "navigate" || headers["sec-fetch-dest"] !== "document";
}

/** The properties of a served site that its configuration decides. */
export function siteStyle(config: SiteConfig): Pick<ServedSite, "style" | "localeFolders"> {
  const { baseUrl, trailingSlash, locales } = config;
  const folders = Object.keys(locales).map((code) => localePrefix(config, code).slice(1));
  return { style: { baseUrl, trailingSlash }, localeFolders: folders.filter(Boolean) };
}

export interface RunningServer {
  /** `http://127.0.0.1:3000` */
  origin: string;
  port: number;
  /** Ends all connections, also those that would stay open. */
  close(): Promise<void>;
}

/** Number of ports that are tried after a port in use. */
const maxTries = 50;
const maxPort = 65_535;

/** @param port the first to try; 0 for any that is free. Rejects if the machine does not allow it to listen (`listenProblem`). */
export async function startServer(answer: RequestHandler, host: string, port: number): Promise<RunningServer> {
  // With an empty host, Node.js would listen on all addresses.
  if (host === "") throw new Error("no host");
  const server = createServer((request, response) => {
    // No page of another site may embed any response.
    response.setHeader("cross-origin-resource-policy", "same-origin");
    answer(request, response).catch((error) => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, publicReason(error));
    });
  });
  await listenFrom(server, host, port);
  const { port: boundPort } = server.address() as AddressInfo;
  const name = anyAddress.includes(host) ? "localhost" : bracketed(host);
  return {
    origin: `http://${name}:${boundPort}`,
    port: boundPort,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The problem if nothing can listen at an address; undefined for an error that is not about the address. */
export function listenProblem(error: unknown, host: string, port: number): Diagnostic | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (host === "" || syscall === "getaddrinfo" || code === "EADDRNOTAVAIL")
    return diagnose("config-invalid", `this machine has no address ${JSON.stringify(host)} to listen on`, {
      help: "Leave out --host to listen on 127.0.0.1, or use 0.0.0.0 for all addresses of this machine.",
    });
  const help = "Choose another one with --port; --port 0 takes any that is free.";
  if (code === "EACCES")
    return diagnose("machine-failure", `the system does not let this program listen on port ${port}`, { help });
  if (code !== "EADDRINUSE") return undefined;
  const further = Math.min(maxTries, maxPort - port);
  const ports = further > 0 ? `port ${port} and the next ${further} are` : `port ${port} is`;
  return diagnose("machine-failure", `${ports} taken`, { help });
}

async function listenFrom(server: Server, host: string, port: number): Promise<void> {
  for (let next = port; ; next++) {
    try {
      return await listen(server, host, next);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EADDRINUSE" || next - port >= maxTries || next >= maxPort) throw error;
    }
  }
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  // Unlike a callback of `listen`, it leaves no listener behind where the port is taken.
  await once(server, "listening");
}
