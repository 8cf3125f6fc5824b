/** Makes tabs of sections that are alternatives. Without this script, and on paper, they are one below the other. */
import { addStyles } from "./adopted-styles.js";
import type { PageTools } from "./dom.js";

const styles = `@layer prose {
  .prose .tabs { margin: 0 0 1.15em }
  .tab-list { display: flex; gap: var(--space-4); overflow-x: auto; border-bottom: 1px solid var(--line) }
  .tab-list button {
    flex: none; padding: var(--space-2) 0; border: 0; border-bottom: 2px solid transparent; background: none; color: var(--ink-2);
    font: inherit; font-weight: 600; cursor: pointer;
  }
  .tab-list [aria-selected=true] { border-color: var(--brand); color: var(--ink) }
  .tab-list :focus-visible { outline-offset: -2px }
  .tab { padding-top: var(--space-4) }
  .prose .tab > .tab-title + * { margin-top: 0 }
  @media screen { .tab-title { display: none } }
  @media print {
    .tab-list { display: none }
    .tab[hidden] { display: block; content-visibility: visible }
  }
}`;

addStyles(styles);

/** @returns a function that stops it. */
export function start(_: HTMLElement, { elementAt }: PageTools): () => void {
  const groups = [...document.querySelectorAll<HTMLElement>(".tabs")];
  for (const [index, group] of groups.entries()) setUp(group, `uiTab${index}`);
  const showTarget = () => {
    const target = elementAt(location.hash);
    if (!target?.closest(".tab[hidden]")) return;
    target.dispatchEvent(new Event("beforematch", { bubbles: true }));
    target.scrollIntoView();
  };
  showTarget();
  addEventListener("hashchange", showTarget);
  return () => removeEventListener("hashchange", showTarget);
}

/** Follows https://www.w3.org/WAI/ARIA/apg/patterns/tabs/, with tabs that are selected when they get the focus. */
function setUp(group: HTMLElement, id: string): void {
  const panels = [...group.querySelectorAll<HTMLElement>(":scope > .tab")];
  if (panels.length < 2) return;
  const list = document.createElement("div");
  list.className = "tab-list";
  list.role = "tablist";
  const tabs = panels.map((panel, index) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.role = "tab";
    tab.id = `${id}-${index}`;
    tab.textContent = panel.querySelector(".tab-title")?.textContent ?? "";
    panel.id = `${tab.id}-panel`;
    panel.role = "tabpanel";
    panel.tabIndex = 0;
    panel.setAttribute("aria-labelledby", tab.id);
    tab.setAttribute("aria-controls", panel.id);
    return tab;
  });
  const choose = (chosen: number) => {
    for (const [index, tab] of tabs.entries()) {
      tab.ariaSelected = String(index === chosen);
      tab.tabIndex = index === chosen ? 0 : -1;
      // A search in the page, or a link, can still open the panel.
      if (index === chosen) panels[index]?.removeAttribute("hidden");
      else panels[index]?.setAttribute("hidden", "until-found");
    }
  };
  list.addEventListener("click", ({ target }) => {
    const index = tabs.indexOf(target as HTMLButtonElement);
    if (index >= 0) choose(index);
  });
  list.addEventListener("keydown", (event) => {
    const forward = getComputedStyle(list).direction === "rtl" ? -1 : 1;
    const current = tabs.indexOf(event.target as HTMLButtonElement);
    const next = { ArrowRight: current + forward, ArrowLeft: current - forward, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + tabs.length) % tabs.length;
    choose(index);
    tabs[index]?.focus();
  });
  group.addEventListener("beforematch", ({ target }) => {
    const index = panels.findIndex((panel) => panel.contains(target as Node));
    if (index >= 0) choose(index);
  });
  list.append(...tabs);
  group.prepend(list);
  choose(0);
}
