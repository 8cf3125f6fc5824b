/** A server for the built site and a browser to look at it with: what all tests of this folder use. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".xml": "application/xml",
  ".txt": "text/plain; charset=utf-8",
};

export interface SiteServer {
  origin: string;
  /** Paths in the order in which they were asked for. */
  requests: string[];
  close(): Promise<void>;
}

/** Serves a folder as a static host does: clean addresses, its own page for what is not there, no compression. */
export async function serveSite(root: string): Promise<SiteServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    answer(root, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The browser and the sites of a file that calls `serveSites`. */
export let browser: Browser;
export let site: SiteServer;
export let small: SiteServer;

/** Serves both sites while the tests of the calling file run. */
export function serveSites(): void {
  beforeAll(async () => {
    [browser, site, small] = await Promise.all([
      sharedBrowser(),
      serveSite(inject("site")),
      serveSite(inject("smallSite")),
    ]);
  });
  afterAll(() => Promise.all([site.close(), small.close()]));
}

function answer(root: string, request: IncomingMessage, response: ServerResponse): void {
  const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname));
  for (const candidate of [path, `${path}.html`, join(path, "index.html")]) {
    const content = extname(candidate) ? readIf(join(root, candidate)) : undefined;
    if (!content) continue;
    response.writeHead(200, { "content-type": types[extname(candidate)] ?? "application/octet-stream" });
    response.end(content);
    return;
  }
  response.writeHead(404, { "content-type": "text/html; charset=utf-8" });
  response.end(readIf(join(root, "404.html")));
}

function readIf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

let launched: Promise<Browser> | undefined;

/** The one browser of all test files; it ends with the process. Every page has a profile of its own (`openPage`), so nothing is shared by them. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= chromium.launch({
    executablePath: inject("chromium"),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  return launched;
}

/** Closes what was returned, and what a test that failed has left open. */
export async function closePages(): Promise<void> {
  returned.length = 0;
  const contexts = (await launched)?.contexts() ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}

/** What a page complained about while it was open: console errors, exceptions, failed requests, violations of the policy. */
export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  complaints: string[];
  close(): Promise<void>;
}

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** A fresh profile, at the origin of a server. Motion is off, so that no test has to wait for it. */
export async function openPage(
  browser: Browser,
  server: SiteServer,
  path: string,
  options: BrowserContextOptions & { prepare?: (page: Page, context: BrowserContext) => Promise<unknown> } = {},
): Promise<WatchedPage> {
  const { prepare, ...contextOptions } = options;
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: desktop,
    reducedMotion: "reduce",
    ...contextOptions,
  });
  // A limit only ends what hangs; less than a test's own, so that the message names what was waited for.
  context.setDefaultTimeout(100_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // Who leaves a page ends what it was still loading: links that it prefetched, the events of a server.
    if (reason !== "net::ERR_ABORTED") complaints.push(`${request.url()} ${reason}`);
  });
  await prepare?.(page, context);
  await page.goto(path);
  return { page, context, complaints, close: () => context.close() };
}

/** Pages that tests of this file have returned, with what they are opened with. */
const returned: { key: string; opened: WatchedPage }[] = [];

/**
 * As `openPage`, in a page that another test has returned, if there is one: to open a page takes as long as to load one. It is for tests that change
 * nothing but documents, what they store, and the size of the window.
 */
export async function borrowPage(
  browser: Browser,
  server: SiteServer,
  path: string,
  { viewport = desktop, ...options }: Pick<BrowserContextOptions, "viewport" | "javaScriptEnabled"> = {},
): Promise<WatchedPage> {
  const key = JSON.stringify([server.origin, options]);
  const index = returned.findIndex((one) => one.key === key);
  const [former] = index < 0 ? [] : returned.splice(index, 1);
  const opened = former?.opened ?? (await openPage(browser, server, path, { viewport, ...options }));
  const { page, context, complaints } = opened;
  if (former) {
    if (viewport) await page.setViewportSize(viewport);
    await page.goto(path);
  }
  const close = async () => {
    await Promise.all([page.mouse.move(0, 0), page.unrouteAll(), context.setOffline(false)]);
    // A document of the site without scripts: what the last one stores when it is left is there by then.
    await page.goto("/robots.txt");
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    complaints.length = 0;
    returned.push({ key, opened });
  };
  return { page, context, complaints, close };
}

/** Loses everything that a document knows, so a test can tell client navigation from a load of the document. */
export const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }));

export const isSameDocument = (page: Page) => page.evaluate(() => "sameDocument" in window);
