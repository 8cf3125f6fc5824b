/**
 * Client navigation: follows links within the site by replacing the present page with the next one. It is in one of
 * four states, and every event has one outcome in each. While a page is loading, `latest` is another visit than `shownVisit`; after a failure,
 * `shownPage` is empty; while a failure is tried again, both are true.
 *
 * | event \ state            | at rest            | loading                                     | failed             | trying again       |
 * |---------------------------|--------------------|---------------------------------------------|--------------------|--------------------|
 * | click on a link           | loading            | loading the other; a link to the same page keeps its fetch | loading            | loading the other  |
 * | back, forward             | loading, or scroll | loading that, or at rest on what is shown   | loading            | loading            |
 * | the page has come         | -                  | at rest on it                               | -                  | at rest on it      |
 * | it is not a page of ours     | -                  | the browser loads it                        | -                  | the browser loads it |
 * | the network has failed    | -                  | failed                                      | -                  | failed             |
 * | "Try again"               | -                  | -                                           | trying again; after a crash the browser loads it | - |
 * | menus, theme, search      | at rest            | loading, undisturbed                        | failed             | trying again       |
 */

import { announce, elementAt, isPlainClick, onClick } from "../dom.js";
import { closeDropdowns, closeMenu } from "../menus.js";
import { showCrash, showLoadError, startPending, stopPending } from "./loading.js";
import {
  type FetchedPage,
  fetchPage,
  forgetPages,
  isPage,
  type PageFetch,
  pageKey,
  targetOf,
  tidyAddress,
  UnusablePage,
} from "./pages.js";
import { isUsable, loadStyles, type ParsedPage, swap, takePage } from "./swap.js";

/** Called when a page is shown, and when it is left. */
interface PageLife {
  start(): void;
  stop(): void;
}

interface Visit {
  url: URL;
  /** How the history changes; `none` if the browser has already moved in it. */
  entry: "push" | "replace" | "none";
  /** How far to scroll, if known. */
  position?: number;
  /** Whether the page that is shown is only refreshed: then focus and announcements stay as they are. */
  isSame?: boolean;
}

let pageSetup: PageLife;
/** The page that is shown; empty if a failure is shown. */
let shownPage = pageKey(location);
let latest: Visit | undefined;
/** The visit that brought the page that is shown. */
let shownVisit: Visit | undefined;
let fetching: PageFetch | undefined;
/** Whether the page was fetched but could not be shown. Then "Try again" reloads it. */
let hasCrashed = false;

export function setupNavigation(pageLife: PageLife): void {
  pageSetup = pageLife;
  setupEntries();
  document.addEventListener("click", followClick);
  onClick("main .failure-retry", () => {
    if (hasCrashed) location.reload();
    else startVisit({ url: new URL(location.href), entry: "replace" });
  });
  addEventListener("popstate", onPopState);
  document.addEventListener("cipgen:stale", forgetPages);
  document.addEventListener("cipgen:refresh", refresh);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) cancel();
  });
}

function followClick(event: MouseEvent): void {
  if (event.defaultPrevented || !isPlainClick(event)) return;
  const link = (event.target as Element).closest("a[href]");
  const url = link && targetOf(link);
  if (!url || isPlaceInPage(url)) return;
  event.preventDefault();
  goTo(url);
}

/** Goes to a page of this site, or to a place in the one that is shown. */
export function goTo(address: URL | string): void {
  const url = new URL(address, location.href);
  if (!isPage(url, location) || isPlaceInPage(url)) {
    location.assign(url);
    return;
  }
  // A second click on the way to the same page changes nothing.
  if (latest !== shownVisit && latest?.url.href === url.href) return;
  startVisit({ url, entry: url.href === location.href || history.state?.isDialog ? "replace" : "push" });
}

/** Whether an address is a place in the page that is shown: the browser itself scrolls there. */
const isPlaceInPage = (url: URL) => url.hash !== "" && shownPage !== "" && pageKey(url) === pageKey(location);

/** Shows the newest state of this page, with `serve --watch`. Does nothing while another page is loading. */
function refresh(event: Event): void {
  if (shownPage === "") return;
  event.preventDefault();
  if (latest !== undefined && latest !== shownVisit) return;
  forgetPages();
  startVisit({ url: new URL(location.href), entry: "none", position: scrollY, isSame: true });
}

/** Handles Back, Forward, and links within the page. */
function onPopState(): void {
  const position = positions.get(history.state?.key);
  const url = new URL(location.href);
  if (pathOf(pageKey(url)) !== pathOf(shownPage)) {
    rememberPosition();
    startVisit({ url, entry: "none", position });
    return;
  }
  cancel();
  const isKnown = history.state?.key !== undefined;
  enterEntry();
  shownPage = pageKey(url);
  document.dispatchEvent(new Event("cipgen:query"));
  if (isKnown) scrollToPlace(url, position);
}

const pathOf = (key: string) => key.split("?")[0];

async function startVisit(visit: Visit): Promise<void> {
  const entry = fetchPage(visit.url, "high");
  cancel(entry);
  latest = visit;
  fetching = entry;
  const isLatest = () => latest === visit;
  if (!visit.isSame) startPending();
  try {
    const page = await entry.page;
    if (!isLatest()) return;
    const parsed = takePage(page.html, Boolean(visit.position || visit.url.hash || document.hidden));
    if (!isUsable(parsed.next)) throw new UnusablePage();
    fetching = undefined;
    await loadStyles(parsed.next);
    if (isLatest()) await showPage(visit, page, parsed, isLatest);
  } catch (error) {
    if (isLatest()) showFailure(visit, error);
  }
}

/** Ends the present visit without effect. @param entry the fetch of the next visit, which goes on. */
function cancel(entry?: PageFetch): void {
  latest = undefined;
  if (fetching !== entry) fetching?.cancel();
  fetching = undefined;
  stopPending();
}

function showFailure(visit: Visit, error: unknown): void {
  const { url, entry } = visit;
  if (error instanceof UnusablePage) {
    if (entry === "none") location.reload();
    else location.assign(url);
    return;
  }
  cancel();
  if (entry === "none") enterEntry();
  else addEntry(tidyAddress(url) + url.hash, entry);
  shownPage = "";
  hasCrashed = false;
  leavePage();
  showLoadError(error);
}

async function showPage(visit: Visit, page: FetchedPage, parsed: ParsedPage, isLatest: () => boolean): Promise<void> {
  const update = () => {
    if (isLatest()) catchCrash(() => putInPlace(visit, page, parsed));
  };
  if (visit.isSame || !mayFade()) return update();
  const transition = document.startViewTransition(update);
  // A transition fails if another visit follows, and in a hidden tab. The page is replaced all the same.
  for (const stage of [transition.ready, transition.finished]) stage.catch(() => {});
  await transition.updateCallbackDone;
}

function catchCrash(action: () => void): void {
  try {
    action();
  } catch (error) {
    shownPage = "";
    shownVisit = undefined;
    latest = undefined;
    hasCrashed = true;
    console.error(error);
    showCrash(error);
  }
}

function putInPlace(visit: Visit, page: FetchedPage, { next, additions }: ParsedPage): void {
  const { url, entry, position } = visit;
  leavePage();
  stopPending();
  if (entry === "none") enterEntry();
  else addEntry(tidyAddress(page.url) + url.hash, entry);
  // The status region is emptied, so that it equals that of the next page and `swap` keeps it: assistive technology listens to it.
  announce("");
  layOutAll(position);
  swap(next);
  shownPage = pageKey(location);
  hasCrashed = false;
  shownVisit = visit;
  const target = scrollToPlace(url, position);
  if (!visit.isSame) {
    focusOn(target ?? document.querySelector<HTMLElement>("main"));
    announce(document.title);
  }
  // Each part is added in a task of its own, so that the reader can scroll and click in between.
  const addRest = () => {
    if (shownVisit !== visit) return;
    catchCrash(() => {
      additions.shift()?.();
      if (additions[0]) setTimeout(addRest);
      else pageSetup.start();
    });
  };
  if (additions[0]) requestAnimationFrame(() => setTimeout(addRest));
  else pageSetup.start();
}

function leavePage(): void {
  shownVisit = undefined;
  closeMenu();
  closeDropdowns();
  document.documentElement.removeAttribute("data-navbar-hidden");
  pageSetup.stop();
}

/** @returns the element that the address names. */
function scrollToPlace({ hash }: URL, position: number | undefined): HTMLElement | null {
  const target = hash ? elementAt(hash) : null;
  if (position === undefined && target) target.scrollIntoView({ behavior: "instant" });
  else scrollTo({ top: position ?? 0, behavior: "instant" });
  return target;
}

function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

let isSlow = false;

// A task of more than 50 ms is long. Browsers that do not report long tasks ignore this.
new PerformanceObserver(() => {
  isSlow = true;
}).observe({ type: "longtask", buffered: true });

/** Whether to fade. On a slow machine, the picture that a view transition takes of the page would take longer than the next page. */
const mayFade = (): boolean =>
  !isSlow && !!document.startViewTransition && !matchMedia("(prefers-reduced-motion: reduce)").matches;

// Stores how far each entry of the session's history was scrolled, also for a reload.

const storageKey = "scroll";

let positions = new Map<string, number>();
let current = "";

function setupEntries(): void {
  history.scrollRestoration = "manual";
  try {
    positions = new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? "[]"));
  } catch {
    // Without storage, a reload starts at the top.
  }
  const before = positions.get(history.state?.key);
  enterEntry();
  layOutAll(before);
  if (before !== undefined) scrollTo({ top: before, behavior: "instant" });
  addEventListener("scroll", rememberPosition, { passive: true });
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-50)));
    } catch {
      // Without storage, a reload starts at the top.
    }
  });
}

/** Lays out the whole page if the reader returns to a position: parts that are laid out later would shift it. */
function layOutAll(position: number | undefined): void {
  document.documentElement.toggleAttribute("data-whole", position !== undefined);
}

/** Called on scrolling, and before a page is left, when the event of its last scrolling may still be pending. */
function rememberPosition(): void {
  positions.set(current, scrollY);
}

/** Scroll positions belong to the browser's current entry from now on. It gets a key if it has none, as after a link within the page. */
function enterEntry(): void {
  current = history.state?.key ?? newKey();
  if (history.state?.key !== current) history.replaceState({ ...history.state, key: current }, "");
}

export function addEntry(address: string, kind: "push" | "replace"): void {
  if (kind === "push") {
    rememberPosition();
    current = newKey();
  }
  history[`${kind}State`]({ key: current }, "", address);
}

const newKey = () => String(Math.random());
