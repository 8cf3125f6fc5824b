/** Decides which links the script may follow by itself, and fetches their pages once, also before they are needed. */
import { barePath } from "../../src/shared/page-path.js";
import { preparePage } from "./swap.js";

/** Identifies a page: equal for all spellings of its address and all places in it. */
export const pageKey = ({ pathname, search }: URL | Location): string => barePath(pathname) + search;

/** The address that a reader should see, without fragment, `.html` and `/index`. A slash at its end stays. */
export function tidyAddress(url: URL): string {
  const path = /\.html$|\/index$/.test(url.pathname) ? barePath(url.pathname) : url.pathname;
  return path + url.search;
}

/** Whether an address may be that of a page of this origin. Other files would be downloaded for nothing. */
export function isPage(url: URL, base: URL | Location): boolean {
  return url.origin === base.origin && /^https?:$/.test(url.protocol) && !/\.(?!html?$)[a-z]\w*$/i.test(url.pathname);
}

/** The target of a link, if the script may follow it. Reads attributes, because a link in SVG has no string as `href`. */
export function targetOf(link: Element): URL | undefined {
  const href = link.getAttribute("href");
  const target = link.getAttribute("target");
  if (href === null || (target && target !== "_self") || link.hasAttribute("download")) return undefined;
  if (!URL.canParse(href, document.baseURI)) return undefined;
  const url = new URL(href, document.baseURI);
  return isPage(url, location) ? url : undefined;
}

export interface FetchedPage {
  html: string;
  /** Where the page was found, after redirects. */
  url: URL;
}

/** The response is not a page that can be swapped in, so the browser has to load the address itself. */
export class UnusablePage extends Error {}

/** A page that is fetched or being fetched. */
export interface PageFetch {
  page: Promise<FetchedPage>;
  /** Cancels a fetch that is no longer needed: the next request for the page starts another one. */
  cancel(): void;
  time: number;
}

const maxPages = 40;
const maxAge = 300_000;
const fetches = new Map<string, PageFetch>();

export function fetchPage(url: URL, priority: RequestPriority = "auto"): PageFetch {
  const key = pageKey(url);
  const cached = fetches.get(key);
  if (cached && Date.now() - cached.time < maxAge) return cached;
  const controller = new AbortController();
  const drop = () => {
    if (fetches.get(key) === entry) fetches.delete(key);
  };
  const entry: PageFetch = {
    page: get(url, controller.signal, priority),
    cancel() {
      drop();
      controller.abort();
    },
    time: Date.now(),
  };
  fetches.delete(key);
  fetches.set(key, entry);
  for (const oldest of fetches.keys()) if (fetches.size > maxPages) fetches.delete(oldest);
  entry.page.catch(drop);
  return entry;
}

/** Used when pages have changed on the server, which happens only with `serve --watch`. */
export const forgetPages = () => fetches.clear();

async function get(url: URL, signal: AbortSignal, priority: RequestPriority): Promise<FetchedPage> {
  const response = await fetch(tidyAddress(url), { signal, priority, headers: { accept: "text/html" } });
  const isHtml = response.headers.get("content-type")?.startsWith("text/html");
  if (!response.ok || !isHtml) throw new UnusablePage();
  const finalUrl = response.redirected ? new URL(response.url) : url;
  if (finalUrl.origin !== location.origin) throw new UnusablePage();
  return { html: await response.text(), url: finalUrl };
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

export const maySpend = ({ saveData, effectiveType = "" }: Connection = {}): boolean =>
  !saveData && !effectiveType.includes("2g");

/** Milliseconds, so that a pointer that only crosses a link fetches nothing. */
const restingTime = 60;

/** Links that are fetched as soon as they are visible. Others are fetched only when the pointer or the focus reaches them. */
const likely = ".entry-title a, .turn a, .pager a";

export function setupPrefetch(): void {
  let timer = 0;
  const schedulePrefetch = ({ target, type }: Event) => {
    clearTimeout(timer);
    const link = (target as Element).closest("a[href]");
    if (link) timer = window.setTimeout(prefetch, type === "pointerover" ? restingTime : 0, link, true);
  };
  for (const event of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(event, schedulePrefetch, { passive: true });
  }
}

/** Fetches the pages of likely links. @returns a function that stops it. */
export function startPrefetch(): () => void {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      whenIdle(() => prefetch(target));
    }
  });
  for (const link of document.querySelectorAll(likely)) observer.observe(link);
  return () => observer.disconnect();
}

/** Fetches the page of a link in advance. @returns undefined for this page, and if the connection should save data. */
export function readPage(link: Element): PageFetch | undefined {
  const { connection } = navigator as Navigator & { connection?: Connection };
  const url = targetOf(link);
  return url && maySpend(connection) && pageKey(url) !== pageKey(location) ? fetchPage(url, "low") : undefined;
}

/** @param isNext whether the reader may be about to follow the link: then the page is parsed as well. */
function prefetch(link: Element, isNext = false): void {
  readPage(link)
    ?.page.then((page) => {
      if (isNext) whenIdle(() => preparePage(page.html));
      return prefetchStyles(page);
    })
    .catch(() => {});
}

/** Fetches the style sheet of a page's kind, for which the page would wait when it is opened. */
function prefetchStyles({ html }: FetchedPage): Promise<unknown> | undefined {
  const [, href] = / href="([^"]+)" data-page/.exec(html) ?? [];
  return !href || document.querySelector(`[href="${href}"]`) ? undefined : fetch(href, { priority: "low" });
}

/** Runs a task when the browser is idle, but after three seconds at the latest. */
export const whenIdle = (task: () => void) =>
  window.requestIdleCallback ? window.requestIdleCallback(task, { timeout: 3e3 }) : setTimeout(task);
