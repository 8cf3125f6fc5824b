/**
 * Client navigation: follows links within the site by replacing the present page with the next one. It is in one of
 * four states, and every event has one outcome in each; `latest` tells "loading", an empty `shown` tells "failed", and
 * both a failure that is tried again.
 *
 * | event \ state            | at rest            | loading                                     | failed             | trying again       |
 * |---------------------------|--------------------|---------------------------------------------|--------------------|--------------------|
 * | click on a link           | loading            | loading the other; of one page the same fetch | loading            | loading the other  |
 * | back, forward             | loading, or scroll | loading that, or at rest on what is shown   | loading            | loading            |
 * | the page has come         | -                  | at rest on it                               | -                  | at rest on it      |
 * | it is not a page of ours     | -                  | the browser loads it                        | -                  | the browser loads it |
 * | the network has failed    | -                  | failed                                      | -                  | failed             |
 * | "Try again"               | -                  | -                                           | trying again; after a crash the browser loads it | - |
 * | menus, theme, search      | at rest            | loading, undisturbed                        | failed             | trying again       |
 */

import { announce, elementAt, isPlain, onClick } from "../dom.js";
import { closeDropdowns, closeMenu } from "../menus.js";
import { showCrash, showLoadError, startPending, stopPending } from "./loading.js";
import {
  type Entry,
  type FetchedPage,
  fetchPage,
  forgetPages,
  isPage,
  NotUsable,
  pageKey,
  targetOf,
  tidyAddress,
} from "./pages.js";
import { isUsable, loadStyles, type ParsedPage, swap, takePage } from "./swap.js";

/** The setup that a page needs when it is shown, and its undoing when it is left. */
interface PageLife {
  start(): void;
  stop(): void;
}

interface Visit {
  url: URL;
  /** `none`: the browser has already moved in its history. */
  entry: "push" | "replace" | "none";
  /** How far to scroll, if known. */
  position?: number;
  /** The page is the one that is shown, and its reader does not go anywhere. */
  isSame?: boolean;
}

let pageSetup: PageLife;
/** The page that is shown; empty if a failure is shown. */
let shownPage = pageKey(location);
let latest: Visit | undefined;
/** The visit that brought the page that is shown. */
let shownVisit: Visit | undefined;
let fetching: Entry | undefined;
/** Whether the page was fetched but could not be shown. Then only the browser can try again, by loading it. */
let hasCrashed = false;

export function setupNavigation(pageLife: PageLife): void {
  pageSetup = pageLife;
  setupEntries();
  document.addEventListener("click", follow);
  onClick("main .failure-retry", () => {
    if (hasCrashed) location.reload();
    else visit({ url: new URL(location.href), entry: "replace" });
  });
  addEventListener("popstate", moved);
  document.addEventListener("cipgen:stale", forgetPages);
  document.addEventListener("cipgen:refresh", refresh);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) cancel();
  });
}

function follow(event: MouseEvent): void {
  if (event.defaultPrevented || !isPlain(event)) return;
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
  visit({ url, entry: url.href === location.href || history.state?.isDialog ? "replace" : "push" });
}

/** The browser itself scrolls to places in the present page. */
const isPlaceInPage = (url: URL) => url.hash !== "" && shownPage !== "" && pageKey(url) === pageKey(location);

/** Under `serve --watch`: shows this page again in its newest state. A page that is on its way finds out by itself whether it is old. */
function refresh(event: Event): void {
  if (shownPage === "") return;
  event.preventDefault();
  if (latest !== undefined && latest !== shownVisit) return;
  forgetPages();
  visit({ url: new URL(location.href), entry: "none", position: scrollY, isSame: true });
}

/** Back, forward, or a link within the page. */
function moved(): void {
  const position = savedPosition();
  const url = new URL(location.href);
  if (pathOf(pageKey(url)) !== pathOf(shownPage)) {
    rememberPosition();
    visit({ url, entry: "none", position });
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

async function visit(visit: Visit): Promise<void> {
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
    if (!isUsable(parsed.next)) throw new NotUsable();
    fetching = undefined;
    await loadStyles(parsed.next);
    if (isLatest()) await present(visit, page, parsed, isLatest);
  } catch (error) {
    if (isLatest()) failed(visit, error);
  }
}

/** A superseded visit must no longer have any effect. @param entry the fetch that the new visit needs too. */
function cancel(entry?: Entry): void {
  latest = undefined;
  if (fetching !== entry) fetching?.cancel();
  fetching = undefined;
  stopPending();
}

function failed(visit: Visit, error: unknown): void {
  const { url, entry } = visit;
  if (error instanceof NotUsable) {
    if (entry === "none") location.reload();
    else location.assign(url);
    return;
  }
  cancel();
  if (entry === "none") enterEntry();
  else addEntry(tidyAddress(url) + url.hash, entry);
  shownPage = "";
  hasCrashed = false;
  leave();
  showLoadError(error);
}

async function present(visit: Visit, page: FetchedPage, parsed: ParsedPage, isLatest: () => boolean): Promise<void> {
  const update = () => {
    if (isLatest()) guarded(() => putInPlace(visit, page, parsed));
  };
  if (visit.isSame || !mayFade()) return update();
  const transition = document.startViewTransition(update);
  // Superseded by another visit, or in a hidden tab: the page is replaced anyway.
  for (const stage of [transition.ready, transition.finished]) stage.catch(() => {});
  await transition.updateCallbackDone;
}

function guarded(action: () => void): void {
  try {
    action();
  } catch (error) {
    shownPage = "";
    shownVisit = undefined;
    hasCrashed = true;
    console.error(error);
    showCrash(error);
  }
}

function putInPlace(visit: Visit, page: FetchedPage, { next, additions }: ParsedPage): void {
  const { url, entry, position } = visit;
  leave();
  stopPending();
  if (entry === "none") enterEntry();
  else addEntry(tidyAddress(page.url) + url.hash, entry);
  // Empty as in the next page, so that this element stays: assistive technology listens to it.
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
  // In a task for each part, so that the reader can scroll and click in between.
  const addRest = () => {
    if (shownVisit !== visit) return;
    guarded(() => {
      additions.shift()?.();
      if (additions[0]) setTimeout(addRest);
      else pageSetup.start();
    });
  };
  if (additions[0]) requestAnimationFrame(() => setTimeout(addRest));
  else pageSetup.start();
}

function leave(): void {
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

/** A view transition first takes a picture of the present page, which on a slow machine takes longer than the page. */
const mayFade = (): boolean =>
  !isSlow && !!document.startViewTransition && !matchMedia("(prefers-reduced-motion: reduce)").matches;

// The entries of the session's history and how far each was scrolled, also over a reload.

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
      // As above.
    }
  });
}

/** Parts that are laid out only when visible would shift the position that a reader returns to. @param position how far to scroll, if known. */
function layOutAll(position: number | undefined): void {
  document.documentElement.toggleAttribute("data-whole", position !== undefined);
}

/** Also before a page is left: the event of its last scrolling may still be pending. */
function rememberPosition(): void {
  positions.set(current, scrollY);
}

/** The scroll position of the current entry when it was left. */
const savedPosition = (): number | undefined => positions.get(history.state?.key);

/** From now on, scroll positions are those of the browser's current entry, which gets a key if it has none, as after a link within the page. */
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
