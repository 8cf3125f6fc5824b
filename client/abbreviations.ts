/**
 * Abbreviations and other terms that a text defines (`<dfn>`): links to a definition show what it means when keys reach them, as their title does under
 * the pointer, and a definition lists where it is used. Loaded by pages that have one (text.ts); without it the links lead to their definitions.
 */

const styles = `@layer prose {
  .prose dfn button { padding: 0; border: 0; background: none; color: inherit; font: inherit; text-decoration: underline dotted; cursor: help }
  .dfn-note {
    position: absolute; inset: auto; margin: 0; padding: var(--space-2) var(--space-4); max-width: min(24rem, 100vw - 2 * var(--gutter)); max-height: 40vh; overflow: auto;
    border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--raise); color: var(--ink);
    box-shadow: 0 0.5rem 1.5rem var(--shadow); font-size: var(--small);
  }
  .dfn-note p { margin: 0 }
  .dfn-note ul { margin-top: var(--space-1); padding-inline-start: 1.2em; list-style: disc }
  .dfn-note a { padding-block: 0.2rem; line-height: 1.8 }
}`;

/** Of a definition that has no title. */
const longest = 200;
/** Milliseconds that the pointer has to go from a definition to its note. */
const patience = 250;

let hasStyles = false;

/** @param prose the text of the page. @returns a function that ends it. */
export function startAbbreviations(prose: HTMLElement, addStyles: (styles: string) => void): () => void {
  if (!hasStyles) addStyles(styles);
  hasStyles = true;
  const ends = new AbortController();
  const { signal } = ends;
  const note = document.createElement("div");
  note.className = "dfn-note";
  note.popover = "manual";
  (prose.closest("main") ?? document.body).append(note);
  const made: HTMLElement[] = [];
  let leaving: ReturnType<typeof setTimeout> | undefined;

  const hide = () => note.hidePopover();
  const show = (trigger: HTMLElement, ...content: Node[]) => {
    clearTimeout(leaving);
    note.replaceChildren(...content);
    // The Tab key leads from the trigger into the note.
    note.showPopover({ source: trigger } as never);
    const { left, bottom } = trigger.getBoundingClientRect();
    const room = document.documentElement.clientWidth - note.offsetWidth - 8;
    note.style.left = `${scrollX + Math.max(8, Math.min(left, room))}px`;
    note.style.top = `${scrollY + bottom + 4}px`;
  };
  const leave = () => {
    leaving = setTimeout(hide, patience);
  };
  /** Unless the focus goes into the note. */
  const blur = ({ relatedTarget }: FocusEvent) => {
    if (!note.contains(relatedTarget as Node | null)) hide();
  };
  note.addEventListener("pointerenter", () => clearTimeout(leaving), { signal });
  note.addEventListener("pointerleave", leave, { signal });
  note.addEventListener("click", ({ target }) => (target as Element).closest("a") && hide(), { signal });
  note.addEventListener("focusout", blur, { signal });
  addEventListener("keydown", ({ key }) => key === "Escape" && hide(), { signal });

  for (const dfn of prose.querySelectorAll<HTMLElement>("dfn[id]")) {
    const uses = [...prose.querySelectorAll<HTMLAnchorElement>(`a[href="#${CSS.escape(dfn.id)}"]`)];
    if (uses.length === 0) continue;
    for (const use of uses) {
      use.title ||= meaningOf(dfn);
      use.addEventListener("focus", () => use.matches(":focus-visible") && show(use, paragraph(use.title)), { signal });
      use.addEventListener("blur", hide, { signal });
    }
    const showUses = () => show(trigger, paragraph(dfn.dataset.uses ?? dfn.textContent ?? ""), listOf(uses));
    // One in a link is shown with the link.
    const link = dfn.closest("a");
    const trigger: HTMLElement = link ?? buttonIn(dfn, note);
    if (!link) {
      made.push(trigger);
      trigger.addEventListener("click", showUses, { signal });
    }
    trigger.addEventListener("pointerenter", ({ pointerType }) => pointerType === "touch" || showUses(), { signal });
    trigger.addEventListener("pointerleave", ({ pointerType }) => pointerType === "touch" || leave(), { signal });
    trigger.addEventListener("focus", showUses, { signal });
    trigger.addEventListener("blur", blur, { signal });
  }
  return () => {
    ends.abort();
    clearTimeout(leaving);
    note.remove();
    for (const button of made) button.replaceWith(...button.childNodes);
  };
}

/** Keys and fingers reach a definition by a button with its words. */
function buttonIn(dfn: HTMLElement, note: HTMLElement): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.popoverTargetElement = note;
  button.popoverTargetAction = "show";
  button.append(...dfn.childNodes);
  dfn.append(button);
  return button;
}

/** The words around a definition, or beside it in a list of definitions. */
function meaningOf(dfn: HTMLElement): string {
  const around = dfn.closest("dt")?.nextElementSibling ?? dfn.closest("p, li, dd, td") ?? dfn;
  const text = dfn.title || (around.textContent ?? "").replace(/\s+/g, " ").trim();
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The sections with these links, each as a link to the part that has it. */
function listOf(uses: readonly HTMLElement[]): HTMLUListElement {
  const list = document.createElement("ul");
  for (const use of uses) {
    const heading = headingOf(use);
    const link = document.createElement("a");
    link.href = `#${encodeURIComponent(use.closest(":is(p, li, dd)[id]")?.id ?? heading?.id ?? "")}`;
    link.textContent = textOf(heading ?? document.querySelector("h1"));
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  return list;
}

function headingOf(use: Element): Element | undefined {
  const headings = [...(use.closest(".prose")?.querySelectorAll(":is(h2, h3, h4, h5, h6)[id]") ?? [])];
  return headings.findLast((heading) => heading.compareDocumentPosition(use) & Node.DOCUMENT_POSITION_FOLLOWING);
}

/** Of a heading, without its own link. */
const textOf = (heading: Element | null) =>
  [...(heading?.childNodes ?? [])]
    .filter((node) => !(node instanceof Element && node.matches(".anchor")))
    .map((node) => node.textContent)
    .join("")
    .trim();

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}
