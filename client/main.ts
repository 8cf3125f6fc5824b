/** The eager script: everything that a page does beyond being read. Without it every page and every link works. */
import { setupAnnouncement } from "./announcement.js";
import { setupCopy, startCode } from "./copy.js";
import { announce, onClick, plural, word } from "./dom.js";
import { setupDropdowns } from "./dropdown.js";
import { setupMenu } from "./menu.js";
import { setupNavbar } from "./navbar.js";
import { addEntry } from "./navigation/entries.js";
import { setupPrefetch, startPrefetch, whenIdle } from "./navigation/prefetch.js";
import { goTo, setupNavigation } from "./navigation/router.js";
import { startParts } from "./parts.js";
import { closeSearch, setupSearch, startSearch } from "./search/control.js";
import { labelTheme, setupTheme } from "./theme.js";
import { keepInView, startToc } from "./toc.js";

const tools = { announce, addEntry, goTo, plural };

/** Code that is not needed to read a page must not be among its first requests. */
const loaded = new Promise((resolve) => {
  if (document.readyState === "complete") resolve(0);
  else addEventListener("load", resolve);
});

let stops: ((() => void) | undefined)[] = [];

/** The setup of each page; everything else listens on the document, so a change of the page does not affect it. */
const page = {
  start() {
    labelTheme();
    startSearch();
    showCurrent();
    stops = [startCode(), startToc(), startPrefetch(), startParts(tools), startLater()];
  },
  stop() {
    closeSearch();
    for (const stop of stops) stop?.();
    stops = [];
  },
};

/** @returns a function that cancels it. */
function startLater(): () => void {
  let isWanted = document.querySelector("[data-digest], [data-until]");
  loaded.then(() =>
    whenIdle(async () => {
      if (isWanted) (await import("./later.js")).startLater({ announce, onClick, word });
    }),
  );
  return () => {
    isWanted = null;
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
