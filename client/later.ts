/** Work that waits until the page is loaded and the browser is idle. */
import type { announce, onClick, word } from "./dom.js";
import { setupVisits, showVisits } from "./visits.js";

/** Those helpers of the eager script that are needed here: a copy of them would be a file of its own. */
export interface PageTools {
  announce: typeof announce;
  onClick: typeof onClick;
  word: typeof word;
}

const day = 864e5;
let isSetUp = false;

export function startLater(tools: PageTools): void {
  if (!isSetUp) setupVisits(tools);
  isSetUp = true;
  showVisits(tools);
  // A built page cannot know today's date. The deadline includes its last day, in UTC.
  for (const item of document.querySelectorAll<HTMLElement>("[data-until]")) {
    if (Date.parse(item.dataset.until ?? "") + day > Date.now()) continue;
    item.dataset.passed = "";
    item.querySelector("[hidden]")?.removeAttribute("hidden");
  }
}
