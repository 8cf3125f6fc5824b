/** The eager script. Without it, every page can be read and every link works. */

import { announce, elementAt, onClick, type PageTools, plural, word } from "./dom.js";
import { setupDropdowns, setupMenu } from "./menus.js";
import { readPage, setupPrefetch, startPrefetch, whenIdle } from "./navigation/pages.js";
import { addEntry, goTo, setupNavigation } from "./navigation/router.js";
import { keepInView, setupCopy, setupNavbar, startCode } from "./reading.js";
import { closeSearch, labelSearch, setupSearch } from "./search/control.js";
import { labelTheme, setupAnnouncement, setupTheme } from "./theme-toggle.js";

const tools: PageTools = { announce, addEntry, elementAt, goTo, onClick, plural, readPage, word };

/** Resolves when the page is loaded. */
const loaded = new Promise((resolve) => {
  if (document.readyState === "complete") resolve(0);
  else addEventListener("load", resolve);
});

/** Resolves when the page is loaded and the browser idle, so that code that nobody waits for is not among the first requests. */
const idle = () => loaded.then(() => new Promise((resolve) => whenIdle(() => resolve(0))));

let stops: ((() => void) | undefined)[] = [];

/** The setup that every page needs again. All other listeners are on the document, so they work for the next page as well. */
const page = {
  start() {
    labelTheme();
    labelSearch();
    showCurrent();
    stops = [startCode(), startPrefetch(), startParts(tools)];
  },
  stop() {
    closeSearch();
    for (const stop of stops) stop?.();
    stops = [];
  },
};

interface Part {
  // The element is of the kind that the selector names.
  start(element: never, tools: PageTools): (() => void) | undefined;
}

/**
 * Code that few pages need: it is loaded if the page has the element. Elements that do nothing without their code are
 * hidden if it cannot be loaded.
 */
const parts: [selector: string, load: () => Promise<Part>, hideOnFailure?: boolean][] = [
  [".filters", () => import("./archive.js"), true],
  ["#searchForm", () => import("./search/page.js")],
  [".missing", () => import("./search/not-found.js")],
  [`source, .invert-in-dark-mode, [src*="#gh-"]`, () => import("./pictures.js")],
  ["[data-digest], [data-until]", () => idle().then(() => import("./visits.js"))],
  [".with-toc", () => idle().then(() => import("./text.js"))],
  [".graph-choice", () => import("./graph.js"), true],
  ["a[data-versions]", () => import("./docs-version.js")],
  [".pager-go", () => import("./pager.js")],
  [".tabs", () => import("./tabs.js")],
  [".compare", () => import("./changes/compare.js")],
];

/** Loads and starts the parts of a page. @returns a function that stops them. */
function startParts(tools: PageTools): () => void {
  const stops: ((() => void) | undefined)[] = [];
  let isLeft = false;
  for (const [selector, load, hideOnFailure] of parts) {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) continue;
    load().then(
      ({ start }) => isLeft || stops.push(start(element as never, tools)),
      () => {
        if (hideOnFailure) element.hidden = true;
      },
    );
  }
  return () => {
    isLeft = true;
    for (const stop of stops) stop?.();
  };
}

function showCurrent(): void {
  const sidebar = document.querySelector<HTMLElement>(".sidebar");
  const current = sidebar?.querySelector<HTMLElement>("[aria-current=page]");
  if (sidebar && current) keepInView(sidebar, current);
}

setupTheme();
setupAnnouncement();
setupNavbar();
setupMenu();
setupDropdowns();
setupCopy();
setupPrefetch();
setupSearch(tools);
page.start();
setupNavigation(page);
