/** Which links the script may follow by itself, and their pages: fetched once, when a link is followed or likely to be followed next. */
import { barePath } from "../../src/shared/page-path.js";
import { preparePage } from "./swap.js";

/** Identifies a page, regardless of how the link is written and of the place in the page. */
export const pageKey = ({ pathname, search }: URL | Location): string => barePath(pathname) + search;

/** The address as a reader should see it, without its place in the page: suffixes go, a slash that the site itself writes stays. */
export function tidyAddress(url: URL): string {
  const path = /\.html$|\/index$/.test(url.pathname) ? barePath(url.pathname) : url.pathname;
  return path + url.search;
}

/** A page of this origin: no file of another kind, which would be downloaded for nothing. */
export function isPage(url: URL, base: URL | Location): boolean {
  return url.origin === base.origin && /^https?:$/.test(url.protocol) && !/\.(?!html?$)[a-z]\w*$/i.test(url.pathname);
}

/** Where a link leads, when it is one that may be followed here. Links in drawings are SVG, which has no `href` string. */
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

/** The answer is not a page that can be swapped in: the browser has to load the address itself. */
export class NotUsable extends Error {}

/** A page that is fetched or being fetched. */
export interface Entry {
  page: Promise<FetchedPage>;
  /** Cancels a fetch that is no longer needed: the next request for the page starts another one. */
  cancel(): void;
  time: number;
}

const maxPages = 40;
const maxAge = 300_000;
const entries = new Map<string, Entry>();

export function fetchPage(url: URL, priority: RequestPriority = "auto"): Entry {
  const key = pageKey(url);
  const cached = entries.get(key);
  if (cached && Date.now() - cached.time < maxAge) return cached;
  const controller = new AbortController();
  const drop = () => {
    if (entries.get(key) === entry) entries.delete(key);
  };
  const entry: Entry = {
    page: get(url, controller.signal, priority),
    cancel() {
      drop();
      controller.abort();
    },
    time: Date.now(),
  };
  entries.delete(key);
  entries.set(key, entry);
  for (const oldest of entries.keys()) if (entries.size > maxPages) entries.delete(oldest);
  entry.page.catch(drop);
  return entry;
}

/** For pages that changed on the server while this one is open, which happens only with `serve --watch`. */
export const forgetPages = () => entries.clear();

async function get(url: URL, signal: AbortSignal, priority: RequestPriority): Promise<FetchedPage> {
  const response = await fetch(tidyAddress(url), { signal, priority, headers: { accept: "text/html" } });
  const isHtml = response.headers.get("content-type")?.startsWith("text/html");
  if (!response.ok || !isHtml) throw new NotUsable();
  const finalUrl = response.redirected ? new URL(response.url) : url;
  if (finalUrl.origin !== location.origin) throw new NotUsable();
  return { html: await response.text(), url: finalUrl };
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

export const maySpend = ({ saveData, effectiveType = "" }: Connection = {}): boolean =>
  !saveData && !effectiveType.includes("2g");

/** A pointer that only crosses a link does not count. */
const restingTime = 60;

/** Links that readers are likely to follow next. Of the many others, only those that the pointer or the focus reaches are fetched. */
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

/** @returns what stops watching the page's links. */
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

/** Another page that a link leads to, where the connection allows to fetch it before it is asked for. */
export function readPage(link: Element): Entry | undefined {
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

/** When the page is opened, it waits for the styles of its kind. */
function prefetchStyles({ html }: FetchedPage): Promise<unknown> | undefined {
  const [, href] = / href="([^"]+)" data-page/.exec(html) ?? [];
  return !href || document.querySelector(`[href="${href}"]`) ? undefined : fetch(href, { priority: "low" });
}

/** A page that is never idle must not wait for ever. */
export const whenIdle = (task: () => void) =>
  window.requestIdleCallback ? window.requestIdleCallback(task, { timeout: 3e3 }) : setTimeout(task);
