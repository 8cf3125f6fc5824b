/** What helps to read a text, when its page is there and the browser is idle: contents that follow, and addresses of the paragraphs of a proposal. */

import { contentsStyles, startContents } from "./contents.js";
import type { PageTools } from "./dom.js";
import { citeStyles, startCiting } from "./paragraph-links.js";

/** Adds styles of what only scripts show, and late: they come with these scripts, and the style sheets of pages stay small. The policy of pages allows constructed ones. */
function addStyles(styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

addStyles(contentsStyles + citeStyles);

const citations = ".prose a:not(.anchor), .proposal-links a";

let cards: Promise<typeof import("./card.js")> | undefined;

/** Cards of cited proposals come with the first link that may have one. */
function startCards(page: HTMLElement, tools: PageTools): () => void {
  let isLeft = false;
  let stop = () => {};
  const load = async (event: Event) => {
    if (!(event.target as Element).closest(citations)) return;
    for (const type of types) page.removeEventListener(type, load);
    cards ??= import("./card.js").then((module) => {
      addStyles(module.cardStyles);
      return module;
    });
    const { startCards } = await cards;
    if (!isLeft) stop = startCards(citations, tools, event);
  };
  const types = ["pointerover", "focusin"];
  for (const type of types) page.addEventListener(type, load, { passive: true });
  return () => {
    isLeft = true;
    stop();
  };
}

/** @param page the text and its contents. @returns a function that ends it. */
export function start(page: HTMLElement, tools: PageTools): () => void {
  const prose = page.querySelector<HTMLElement>(".prose[data-link]");
  const stops = [startContents(page), prose ? startCiting(prose, tools) : undefined, startCards(page, tools)];
  return () => {
    for (const stop of stops) stop?.();
  };
}
