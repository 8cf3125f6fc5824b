/**
 * Marks the paragraph or formula under the pointer or the focus with a link, which copies its address
 * (src/shared/part-address.ts). The address of a paragraph that has changed leads to its section.
 */
import { sectionOfPart, topSection } from "../src/shared/part-address.js";
import { decodePart } from "./decode.js";
import type { PageTools } from "./dom.js";

/** The styles of the marks, which are loaded with this script. */
export const citeStyles = `@layer prose {
  .prose { position: relative }
  .prose .part-mark { position: absolute; inset-inline-start: calc(max(0px, 50% - var(--measure) / 2) - 1.5rem); width: 1.5rem; min-height: 1.5rem; padding: 0; text-align: center }
  .prose .part-mark::before { content: "#" / "" }
  .prose:is(:hover, :focus-within) .part-mark { opacity: 1 }
  .prose .cited { background: var(--link-ground) }
  @media (width < 62.25rem) { .prose .part-mark { inset-inline: auto calc(-1 * var(--gutter)) } }
  @media print { .prose .part-mark { display: none } }
}`;

const selector = ":is(p, .math-scroll)[id]";

/** @param prose the text of the page. @returns a function that stops it. */
export function startCiting(prose: HTMLElement, { announce }: PageTools): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const parts = [...prose.querySelectorAll<HTMLElement>(selector)].filter(({ id }) => sectionOfPart(id) !== undefined);
  const mark = document.createElement("a");
  mark.className = "anchor part-mark";
  let marked: HTMLElement | undefined;

  const put = (part: HTMLElement | null | undefined, host: Element = prose) => {
    if (!part || !parts.includes(part) || (part === marked && mark.isConnected)) return;
    marked = part;
    mark.href = `#${encodeURIComponent(part.id)}`;
    mark.ariaLabel = mark.title = (prose.dataset.link ?? "").replace("#", () => shortened(part.textContent ?? ""));
    mark.style.top = `${part.getBoundingClientRect().top - prose.getBoundingClientRect().top}px`;
    if (document.activeElement !== mark) host.append(mark);
  };
  prose.addEventListener("pointermove", ({ target }) => put((target as Element).closest<HTMLElement>(selector)), {
    signal,
    passive: true,
  });
  const follow = (target: Element) => {
    const heading = target.closest(".anchor:not(.part-mark)")?.parentElement;
    // After the link of a heading, the Tab key reaches the mark of its first part.
    if (heading) put(parts[parts.findIndex((part) => follows(heading, part))], heading);
    else if (target !== mark) put(target.closest<HTMLElement>(selector));
  };
  prose.addEventListener("focusin", ({ target }) => follow(target as Element), { signal });
  // The focus may have been in the text before.
  if (document.activeElement) follow(document.activeElement);
  mark.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !marked) return;
    event.preventDefault();
    put(parts[parts.indexOf(marked) + step]);
    mark.scrollIntoView({ block: "nearest" });
  });

  let shownElement: HTMLElement | undefined;
  let note: HTMLElement | undefined;
  const showSection = (isArrival: boolean) => {
    shownElement?.classList.remove("cited");
    note?.remove();
    const id = decodePart(location.hash.slice(1));
    if (!id || document.getElementById(id)) return;
    const section = sectionOfPart(id) ?? "";
    const target = section === topSection ? prose : document.getElementById(section);
    if (!target) return;
    shownElement = target;
    if (shownElement !== prose) shownElement.classList.add("cited");
    // A reader who comes back keeps the position.
    if (!isArrival || scrollY < 2) shownElement.scrollIntoView({ behavior: "instant" });
    note = document.createElement("p");
    note.className = "visit";
    note.textContent = prose.dataset.gone ?? "";
    prose.parentElement?.append(note);
    announce(note.textContent);
  };
  addEventListener("hashchange", () => showSection(false), { signal });
  addEventListener("pointerdown", () => note?.remove(), { signal });
  showSection(true);

  return () => {
    controller.abort();
    mark.remove();
    note?.remove();
  };
}

function shortened(text: string): string {
  const words = text.replace(/\s+/g, " ").trim();
  return words.length > 60 ? `${words.slice(0, 60)}…` : words;
}

const follows = (node: Node, next: Node) =>
  Boolean(node.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING);
