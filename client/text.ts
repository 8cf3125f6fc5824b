/** What helps to read a text, when its page is there and the browser is idle: contents that follow, addresses of the parts of a proposal, and what it has on paper. */
import { citeStyles, startCiting } from "./cite.js";
import { contentsStyles, startContents } from "./contents.js";
import { elementAt, type PageTools } from "./dom.js";
import { addStyles, noteStyles } from "./late-styles.js";
import { startPrinting } from "./print.js";

addStyles(contentsStyles + citeStyles + noteStyles);

/** @param page the text and its contents. @returns a function that ends it. */
export function start(page: HTMLElement, tools: PageTools): () => void {
  const prose = page.querySelector<HTMLElement>(".prose[data-link]");
  const stops = [startContents(page), ...(prose ? [startCiting(prose, tools), startPrinting(page, prose)] : [])];
  const whole = page.querySelector<HTMLElement>(".print-texts");
  if (whole) stops.push(startPrinting(page, whole));
  let isLeft = false;
  if (whole)
    import("./print-page.js").then(({ startPrintPage }) => {
      if (!isLeft) stops.push(startPrintPage(page, (address) => tools.addEntry(address, "replace"), elementAt));
    });
  if (prose?.querySelector("dfn"))
    import("./abbreviations.js").then(({ startAbbreviations }) => {
      if (!isLeft) stops.push(startAbbreviations(prose, addStyles));
    });
  return () => {
    isLeft = true;
    for (const stop of stops) stop?.();
  };
}
