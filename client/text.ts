/** Helps to read a text: the contents follow the reader, paragraphs have addresses, and cited proposals have cards. Loaded when the browser is idle. */

import { addStyles } from "./adopted-styles.js";
import { contentsStyles, startContents } from "./contents.js";
import type { PageTools } from "./dom.js";
import { citeStyles, startCiting } from "./paragraph-links.js";

/** Notes are over the page, because they appear late and must not move the text. `visit-memory` and `visit-clear` are for visits.ts. */
const noteStyles = `@layer register {
  .visit:not([hidden]) {
    position: fixed; inset: auto var(--space-4) var(--space-4); z-index: 4;
    display: flex; gap: var(--space-3); align-items: center; justify-content: space-between;
    width: fit-content; max-width: min(54rem, 100vw - 2 * var(--space-4)); margin: 0 auto; padding: var(--space-2) var(--space-4);
    border: 1px solid var(--line-strong); border-radius: var(--radius);
    background: var(--raise); box-shadow: 0 0.5rem 1.5rem var(--shadow); font-size: var(--small);
  }
  .visit-memory { margin-block: var(--space-4); color: var(--ink-2); font-size: var(--small) }
  .visit-clear { padding: 0; border: 0; background: none; color: var(--link); font: inherit; text-decoration: underline; cursor: pointer }
}`;

addStyles(contentsStyles + citeStyles + noteStyles);

const citations = ".prose a:not(.anchor), .proposal-links a";

let cards: Promise<typeof import("./card.js")> | undefined;

/** Loads the code of cards when the pointer or the focus first reaches a link that may cite a proposal. */
function loadCards(page: HTMLElement, tools: PageTools): () => void {
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

/** @param page contains the text and its table of contents. @returns a function that stops it. */
export function start(page: HTMLElement, tools: PageTools): () => void {
  const prose = page.querySelector<HTMLElement>(".prose[data-link]");
  const stops = [startContents(page), prose ? startCiting(prose, tools) : undefined, loadCards(page, tools)];
  return () => {
    for (const stop of stops) stop?.();
  };
}
