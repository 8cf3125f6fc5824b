/** Client navigation: follows links within the site by putting the next page in place of this one. */

import { announce, isPlain, onClick } from "../dom.js";
import { closeDropdowns } from "../dropdown.js";
import { closeMenu } from "../menu.js";
import { isPage, pageAddress, pageKey, targetOf } from "./address.js";
import { addEntry, enterEntry, rememberPosition, savedPosition, setupEntries } from "./entries.js";
import { showCrash, showLoadError } from "./failure.js";
import { mayFade } from "./motion.js";
import { type FetchedPage, fetchPage, forgetPages, NotUsable } from "./pages.js";
import { startPending, stopPending } from "./pending.js";
import { cutRest, isUsable, swap } from "./swap.js";

/** What a page needs done when it is put in place, and undone when it goes. */
export interface PageLife {
  start(): void;
  stop(): void;
}

interface Visit {
  url: URL;
  /** The browser has moved in the history already when `none`. */
  entry: "push" | "replace" | "none";
  /** How far to scroll, when that is known from before. */
  position?: number;
}

let life: PageLife;
/** The page that is shown; empty when what is shown is a failure. */
let shown = pageKey(location);
let latest: Visit | undefined;
/** The visit that brought the page that is shown. */
let placed: Visit | undefined;
let controller: AbortController | undefined;

export function setupNavigation(pageLife: PageLife): void {
  life = pageLife;
  setupEntries();
  document.addEventListener("click", follow);
  onClick(".failure-retry", () => visit({ url: new URL(location.href), entry: "replace" }));
  addEventListener("popstate", moved);
  document.addEventListener("cipgen:stale", forgetPages);
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
  if (latest?.url.href === url.href) return;
  visit({ url, entry: url.href === location.href ? "replace" : "push" });
}

/** The browser goes to places in the page that is shown by itself. */
const isPlaceInPage = (url: URL) => url.hash !== "" && shown !== "" && pageKey(url) === pageKey(location);

/** Back, forward, or a link within the page. */
function moved(): void {
  const position = savedPosition();
  const url = new URL(location.href);
  if (pathOf(pageKey(url)) !== pathOf(shown)) {
    rememberPosition();
    visit({ url, entry: "none", position });
    return;
  }
  cancel();
  const isKnown = history.state?.key !== undefined;
  enterEntry();
  shown = pageKey(url);
  document.dispatchEvent(new Event("cipgen:query"));
  if (isKnown) scrollToPlace(url, position);
}

const pathOf = (key: string) => key.split("?")[0];

async function visit(visit: Visit): Promise<void> {
  cancel();
  latest = visit;
  const isLatest = () => latest === visit;
  startPending();
  try {
    const entry = fetchPage(visit.url, "high");
    controller = entry.controller;
    const page = await entry.page;
    if (!isLatest()) return;
    const next = new DOMParser().parseFromString(page.html, "text/html");
    if (!isUsable(next)) throw new NotUsable("other version");
    controller = undefined;
    await present(visit, page, next, isLatest);
  } catch (error) {
    if (isLatest()) failed(visit, error);
  }
}

/** A visit that another one overtakes must not come into effect any more. */
function cancel(): void {
  latest = undefined;
  controller?.abort();
  controller = undefined;
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
  else addEntry(pageAddress(url) + url.hash, entry);
  shown = "";
  leave();
  showLoadError(error);
}

async function present(visit: Visit, page: FetchedPage, next: Document, isLatest: () => boolean): Promise<void> {
  const update = () => {
    if (isLatest()) guarded(() => putInPlace(visit, page, next));
  };
  if (!mayFade()) return update();
  const transition = document.startViewTransition(update);
  // Overtaken by another visit, or in a tab that is not seen: the page is put in place all the same.
  for (const stage of [transition.ready, transition.finished]) stage.catch(() => {});
  await transition.updateCallbackDone;
}

function guarded(action: () => void): void {
  try {
    action();
  } catch (error) {
    shown = "";
    placed = undefined;
    console.error(error);
    showCrash(error);
  }
}

function putInPlace(visit: Visit, page: FetchedPage, next: Document): void {
  const { url, entry, position } = visit;
  leave();
  stopPending();
  if (entry === "none") enterEntry();
  else addEntry(pageAddress(page.url) + url.hash, entry);
  // Empty as in the next page, so that the region is kept: assistive technology listens to this element.
  announce("");
  const rest = position === undefined && !url.hash && !document.hidden ? cutRest(next) : undefined;
  swap(next);
  shown = pageKey(location);
  placed = visit;
  if (!rest) life.start();
  focusOn(scrollToPlace(url, position) ?? document.querySelector<HTMLElement>("main"));
  announce(document.title);
  if (!rest) return;
  afterPaint(() => {
    if (placed !== visit) return;
    guarded(() => {
      rest();
      life.start();
    });
  });
}

const afterPaint = (task: () => void) => requestAnimationFrame(() => setTimeout(task));

function leave(): void {
  placed = undefined;
  closeMenu();
  closeDropdowns();
  document.documentElement.removeAttribute("data-navbar-hidden");
  life.stop();
}

/** @returns the element that the address names. */
function scrollToPlace({ hash }: URL, position: number | undefined): HTMLElement | null {
  const place = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  if (position === undefined && place) place.scrollIntoView({ behavior: "instant" });
  else scrollTo({ top: position ?? 0, behavior: "instant" });
  return place;
}

function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
