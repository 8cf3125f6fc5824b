/**
 * Marks the words that were found on the page that a hit leads to. It uses CSS custom highlights, so that the page's
 * elements do not change; a browser without them shows the page without marks.
 */
import { isUnspaced } from "../../src/shared/search-text.js";
import { escapePattern } from "../../src/shared/text.js";

const highlight = "search-found";
/** Milliseconds after which the marks are dropped if the page of the hit has not been shown. */
const patience = 10_000;
/** A long page is shown in two steps: milliseconds in which the second one is marked too. */
const stepTime = 2_000;
const maxRanges = 500;

/** @param link of a hit that is being followed; the marked words of its item are what is marked. */
export function markOnArrival(link: HTMLAnchorElement): void {
  if (!("highlights" in CSS)) return;
  const words = [...(link.closest("li.search-hit") ?? link).querySelectorAll("mark")].map(
    ({ textContent }) => textContent,
  );
  if (words.length === 0) return;
  const target = new URL(link.href);
  const distinct = new Set(words.map((word) => word.toLowerCase()));
  let frame = 0;
  const observer = new MutationObserver(() => {
    if (location.pathname !== target.pathname) return;
    if (!frame) setTimeout(() => observer.disconnect(), stepTime);
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => markWords(distinct));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), patience);
}

function markWords(words: ReadonlySet<string>): void {
  const main = document.querySelector("main");
  if (!main) return;
  const pattern = wordPattern(words);
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() && ranges.length < maxRanges) {
    for (const { 0: found, index } of (walker.currentNode.textContent ?? "").matchAll(pattern)) {
      const range = new Range();
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + found.length);
      ranges.push(range);
    }
  }
  addStyle();
  const marks = new Highlight();
  for (const range of ranges) marks.add(range);
  CSS.highlights.set(highlight, marks);
}

/** Matches these words as a whole; in scripts without spaces they are parts of what is written. */
export function wordPattern(words: ReadonlySet<string>): RegExp {
  const parts = [...words].map((word) => {
    // Lines of a text end anywhere.
    const text = escapePattern(word).replace(/\s+/g, "\\s+");
    return isUnspaced(word) ? text : `(?<![\\p{L}\\p{N}])${text}(?![\\p{L}\\p{N}])`;
  });
  return new RegExp(parts.join("|"), "giu");
}

let isStyled = false;

/** Only needed after a search, and so not in the pages' style sheet. */
function addStyle(): void {
  if (isStyled) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`::highlight(${highlight}) { background-color: var(--mark) }`);
  document.adoptedStyleSheets.push(sheet);
}
