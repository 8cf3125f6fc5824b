/** Makes the `<details>` of the navbar work like menus: they close on a click elsewhere and on Escape. The menu of narrow screens becomes a drawer. */
import { make, onClick, word } from "./dom.js";

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>("details.dropdown[open]");

export function closeDropdowns(except?: Element | null): void {
  for (const menu of openMenus()) if (menu !== except) menu.open = false;
}

export function setupDropdowns(): void {
  const closeOthers = ({ target }: Event) => closeDropdowns((target as Element).closest?.("details.dropdown"));
  document.addEventListener("pointerdown", closeOthers);
  document.addEventListener("focusin", closeOthers);
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
  // Links to other languages keep query and fragment. They get them before navigation or the browser follows the link.
  for (const type of ["pointerdown", "click"]) {
    document.addEventListener(type, ({ target }) => {
      const link = (target as Element).closest<HTMLAnchorElement>(".language-menu a");
      if (!link) return;
      link.search = location.search;
      link.hash = location.hash;
    });
  }
}

// The menu of narrow screens. Without a script it is a `<details>`, and a fragment shows the sidebar. Here both move into a
// modal `<dialog>`, which traps focus, makes the page behind it inert and closes on Escape.

const desktop = matchMedia("(width >= 62.25rem)");

/** An element in the drawer, and the comment that marks its place in the page. */
interface Loan {
  element: Element;
  marker: Comment;
}

let drawer: HTMLDialogElement | undefined;
let loans: Loan[] = [];

export function setupMenu(): void {
  onClick(".menu > summary", (summary, event) => {
    if (!("HTMLDialogElement" in window)) return;
    event.preventDefault();
    open(summary);
  });
  onClick(".drawer", (element, { target }) => {
    if (target === element) closeMenu();
  });
  onClick(".drawer-close", closeMenu);
  onClick(".drawer .menu-more", (_, event) => showLevel(event, "sidebar"));
  onClick(".drawer .sidebar-back", (_, event) => showLevel(event, "menu"));
  desktop.addEventListener("change", closeMenu);
}

/** Returns the elements to the page synchronously, because navigation replaces the page right after this. */
export function closeMenu(): void {
  if (!drawer) return;
  const dialog = drawer;
  drawer = undefined;
  for (const { element, marker: comment } of loans) comment.replaceWith(element);
  loans = [];
  dialog.close();
  dialog.remove();
}

function open(summary: HTMLElement): void {
  closeMenu();
  const dialog = make("dialog", "drawer", { "aria-label": summary.ariaLabel ?? "" }) as HTMLDialogElement;
  drawer = dialog;
  const body = make("div", "drawer-body");
  const close = make("button", "icon-button drawer-close", { type: "button", "aria-label": word("close") });
  close.append(summary.querySelector(".icon-close")?.cloneNode(true) ?? "");
  body.append(close);
  dialog.append(body);
  for (const element of document.querySelectorAll(".menu-panel, .sidebar")) {
    const comment = document.createComment("");
    element.replaceWith(comment);
    loans.push({ element, marker: comment });
    body.append(element);
  }
  dialog.dataset.level = "menu";
  dialog.addEventListener("close", closeMenu);
  document.body.append(dialog);
  dialog.showModal();
}

function showLevel(event: Event, level: "menu" | "sidebar"): void {
  event.preventDefault();
  if (!drawer) return;
  drawer.dataset.level = level;
  drawer.querySelector<HTMLElement>(level === "menu" ? ".menu-more" : ".sidebar-back")?.focus();
  if (level === "sidebar") drawer.querySelector("[aria-current=page]")?.scrollIntoView({ block: "center" });
}
