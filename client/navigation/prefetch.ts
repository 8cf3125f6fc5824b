/** Fetches pages that are likely to be next, unless the connection is slow or the reader saves data. */
import { pageKey, targetOf } from "./address.js";
import { type FetchedPage, fetchPage } from "./pages.js";
import { prepare } from "./swap.js";

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
  const wanted = ({ target, type }: Event) => {
    clearTimeout(timer);
    const link = (target as Element).closest("a[href]");
    if (link) timer = window.setTimeout(prefetch, type === "pointerover" ? restingTime : 0, link, true);
  };
  for (const event of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(event, wanted, { passive: true });
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

/** @param isNext whether the reader may be about to follow the link: then the page is parsed as well. */
function prefetch(link: Element, isNext = false): void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  const url = targetOf(link);
  if (url && maySpend(connection) && pageKey(url) !== pageKey(location))
    fetchPage(url, "low")
      .page.then((page) => {
        if (isNext) whenIdle(() => prepare(page.html));
        return prefetchStyles(page);
      })
      .catch(() => {});
}

/** When the page is opened, it waits for the styles of its kind. */
function prefetchStyles({ html }: FetchedPage): Promise<unknown> | undefined {
  const [, href] = / href="([^"]+)" data-page/.exec(html) ?? [];
  return href === undefined ? undefined : fetch(href, { priority: "low" });
}

/** A page that is never idle must not wait for ever. */
export const whenIdle = (task: () => void) =>
  window.requestIdleCallback ? window.requestIdleCallback(task, { timeout: 3e3 }) : setTimeout(task);
