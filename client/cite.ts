/**
 * Addresses of the parts of a proposal's text (src/shared/part-address.ts). The page has those of paragraphs; here, list items that have none, rows of
 * tables and lines of code get theirs. A mark beside the part under the pointer or the focus is its link, and copies it as that of a heading does. An
 * address that no element has is resolved: to its row or line, or to the section of a part that has changed.
 */
import { PartIds, sectionOfPart, topSection } from "../src/shared/part-address.js";
import { decodeUrl } from "../src/shared/url.js";
import type { PageTools } from "./dom.js";

interface Part {
  id: string;
  element: HTMLElement;
  /** Index of a line of code. */
  line?: number;
  text: string;
}

/** What a page needs only for the marks comes with them. */
export const citeStyles = `@layer prose {
  .prose { position: relative }
  .prose .part-mark { position: absolute; inset-inline-start: -1.5rem; width: 1.5rem; min-height: 1.5rem; padding: 0; text-align: center }
  .prose .part-mark::before { content: "#" / "" }
  .prose:is(:hover, :focus-within) .part-mark { opacity: 1 }
  .prose .cited { background: var(--link-ground) }
  ::highlight(cited) { background: var(--mark) }
  @media (width < 62.25rem) { .prose .part-mark { inset-inline: auto calc(-1 * var(--gutter)) } }
  @media print { .prose .part-mark { display: none } }
}`;

const candidates = ":is(h2, h3, h4, h5, h6)[id], p[id], li, dd, .math-scroll[id], tr, pre > code";
const nested = /^(?:UL|OL|DL|DIV|FIGURE|BLOCKQUOTE|PRE|TABLE)$/;

/** @param prose the text of the page. @returns a function that ends it. */
export function startCiting(prose: HTMLElement, { announce }: PageTools): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  let found: Part[] | undefined;
  const parts = () => {
    found ??= [...partsOf(prose)];
    return found;
  };
  const mark = document.createElement("a");
  mark.className = "anchor part-mark";
  let marked: Part | undefined;

  const put = (part: Part | undefined, host: Element = prose) => {
    if (!part || (part === marked && mark.isConnected)) return;
    marked = part;
    const box = boxOf(part);
    mark.href = `#${encodeURIComponent(part.id)}`;
    mark.ariaLabel = mark.title = (prose.dataset.link ?? "").replace("#", () => shortened(part.text));
    mark.style.top = `${box.top - prose.getBoundingClientRect().top}px`;
    if (document.activeElement !== mark) host.append(mark);
  };
  /** The part at a place of the page. */
  const partAt = (target: EventTarget | null, y?: number) => {
    const element = (target as Element).closest<HTMLElement>("p[id], li, dd, .math-scroll[id], tr, pre");
    const own = element?.localName === "pre" ? element.querySelector("code") : element;
    if (!own || !prose.contains(own)) return undefined;
    const line = own.localName === "code" && y !== undefined ? lineAt(own, y) : undefined;
    return parts().find((part) => part.element === own && part.line === line);
  };

  prose.addEventListener("pointermove", ({ target, clientY }) => put(partAt(target, clientY)), {
    signal,
    passive: true,
  });
  const follow = (own: Element) => {
    const heading = own.closest(".anchor:not(.part-mark)")?.parentElement;
    // The next stop of the Tab key behind the link of a heading is that of its first part.
    if (heading) put(parts()[parts().findIndex((part) => follows(heading, part.element))], heading);
    else if (own !== mark) put(partAt(own));
  };
  prose.addEventListener("focusin", ({ target }) => follow(target as Element), { signal });
  // The focus may have been there first.
  if (document.activeElement) follow(document.activeElement);
  mark.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !marked) return;
    event.preventDefault();
    put(parts()[parts().indexOf(marked) + step]);
    mark.scrollIntoView({ block: "nearest" });
  });

  let shown: HTMLElement | undefined;
  let note: HTMLElement | undefined;
  const resolve = (isArrival: boolean) => {
    shown?.classList.remove("cited");
    note?.remove();
    CSS.highlights?.delete("cited");
    const id = decodeUrl(location.hash.slice(1));
    if (!id || document.getElementById(id)) return;
    const part = parts().find((one) => one.id === id);
    const section = sectionOfPart(id) ?? "";
    const heading = section === topSection ? prose : document.getElementById(section);
    if (!part && !heading) return;
    shown = part?.element ?? (heading as HTMLElement);
    if (part?.line !== undefined) CSS.highlights?.set("cited", new Highlight(rangeOf(part)));
    else if (shown !== prose) shown.classList.add("cited");
    // A reader who comes back is where they were.
    if (!isArrival || scrollY < 2) {
      if (part?.line === undefined) shown.scrollIntoView({ behavior: "instant" });
      else scrollBy({ top: boxOf(part).top - innerHeight / 3, behavior: "instant" });
    }
    if (part) return;
    note = document.createElement("p");
    note.className = "visit";
    note.textContent = prose.dataset.gone ?? "";
    prose.parentElement?.append(note);
    announce(note.textContent);
  };
  addEventListener("hashchange", () => resolve(false), { signal });
  addEventListener("pointerdown", () => note?.remove(), { signal });
  resolve(true);

  return () => {
    ends.abort();
    mark.remove();
    note?.remove();
  };
}

/** In the order of the page, each with the id that the page has or would have. */
export function* partsOf(prose: HTMLElement): Generator<Part> {
  const ids = new PartIds(new Set([...document.querySelectorAll("[id]")].map(({ id }) => id)));
  let section = "";
  for (const element of prose.querySelectorAll<HTMLElement>(candidates)) {
    const { localName: name, id } = element;
    if (/^h\d$/.test(name)) section = id;
    else if (name === "code") {
      for (const [line, text] of (element.textContent ?? "").split("\n").entries())
        if (/[\p{L}\p{N}]/u.test(text)) yield { id: ids.idOf(section, text), element, line, text };
    } else {
      const text = name === "tr" ? (element.textContent ?? "") : ownText(element);
      if (id || (text.trim() !== "" && !element.closest(".footnotes")))
        yield { id: id || ids.idOf(section, text), element, text };
    }
  }
}

/** Of an item its first words: not what is listed below it. */
function ownText(element: HTMLElement): string {
  let text = "";
  for (const node of element.childNodes) {
    if (nested.test(node.nodeName)) break;
    if (node.nodeName === "P") return text.trim() === "" ? (node.textContent ?? "") : text;
    text += node.textContent;
  }
  return text;
}

function shortened(text: string): string {
  const words = text.replace(/\s+/g, " ").trim();
  return words.length > 60 ? `${words.slice(0, 60)}…` : words;
}

const follows = (one: Node, other: Node) => Boolean(one.compareDocumentPosition(other) & 4);

function boxOf(part: Part): DOMRect {
  return part.line === undefined ? part.element.getBoundingClientRect() : rangeOf(part).getBoundingClientRect();
}

/** The characters of a line of code, whatever elements colour them. */
function rangeOf({ element, line = 0 }: Part): Range {
  const lines = (element.textContent ?? "").split("\n");
  const start = lines.slice(0, line).join("\n").length + (line > 0 ? 1 : 0);
  const ends = [start, start + (lines[line]?.length ?? 0)];
  const range = document.createRange();
  range.selectNodeContents(element);
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { length } = node.nodeValue ?? "";
    const [from = 0, until = 0] = ends;
    if (from >= at && from < at + length) range.setStart(node, from - at);
    if (until > at && until <= at + length) range.setEnd(node, until - at);
    at += length;
  }
  return range;
}

/** @returns undefined where lines are wrapped, and so of different heights. */
function lineAt(code: HTMLElement, y: number): number | undefined {
  if (code.closest(".wrap")) return undefined;
  const { top, height } = code.getBoundingClientRect();
  const count = (code.textContent ?? "").replace(/\n$/, "").split("\n").length;
  return Math.floor(((y - top) / height) * count);
}
