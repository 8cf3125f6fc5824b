/**
 * The link to the search page opens a dialog here: on a click, when a pointer rests on it, and by keys. At first the dialog
 * has only its field, and loads the rest. If that fails, the search page opens instead, or without a network a message.
 */

import { maxQueryLength } from "../../src/shared/search.js";
import { fromTemplate, isPlainClick, make, onClick, type PageTools } from "../dom.js";
import { closeDropdowns, closeMenu } from "../menus.js";

const restingTime = 250;

const searchLink = () => document.querySelector<HTMLAnchorElement>("a.find");

let tools: PageTools;
let dialog: HTMLDialogElement | undefined;
/** Whether the dialog's code is loaded. */
let isDialogLoaded = false;
/** Address of the last attempt to load. */
let requestedHref = "";
let beforeClose: (() => void) | undefined;
/** False while a pointer rests on the link since the dialog closed: it must not open the dialog again. */
let mayOpenOnHover = true;
let timer = 0;

export function setupSearch(pageTools: PageTools): void {
  tools = pageTools;
  onClick("a.find", (_, event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    open();
  });
  onClick(".search-dialog", (box, event) => {
    if (event.target === box && !isOnControl(event)) closeSearch();
  });
  onClick(".search-dialog .failure-retry", fillDialog);
  onClick(".search-cancel", closeSearch);
  document.addEventListener("keydown", onKeyDown);
  document.addEventListener("focusin", ({ target }) => {
    if ((target as Element).closest("a.find")) loadDialog().catch(() => {});
  });
  document.addEventListener("pointerover", onPointerOver);
}

/** Describes the link as a button that opens a dialog. Repeated after navigation, which adds a new link. */
export function labelSearch(): void {
  const link = searchLink();
  if (!link) return;
  link.role = "button";
  link.ariaHasPopup = "dialog";
  link.setAttribute("aria-keyshortcuts", "Control+K Meta+K /");
}

export function closeSearch(): void {
  const box = dialog;
  if (!box) return;
  dialog = undefined;
  beforeClose?.();
  beforeClose = undefined;
  mayOpenOnHover = false;
  // Closing it returns the focus, which removing it alone would not do.
  box.close();
  box.remove();
}

function onPointerOver({ target, pointerType }: PointerEvent): void {
  const isOver = (target as Element).closest("a.find");
  clearTimeout(timer);
  if (!isOver) mayOpenOnHover = true;
  if (!isOver || !mayOpenOnHover || pointerType === "touch") return;
  loadDialog().catch(() => {});
  timer = window.setTimeout(open, restingTime);
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, metaKey, ctrlKey, altKey, shiftKey, isComposing, target } = event;
  const element = target as HTMLElement;
  if (isComposing || altKey || !searchLink()) return;
  if (key === " " && element.matches("a.find")) open();
  else if (key.toLowerCase() === "k" && (metaKey || ctrlKey) && !shiftKey) dialog ? closeSearch() : open();
  else if (key === "/" && !metaKey && !ctrlKey && !dialog && !isTyping(element)) open();
  else return;
  event.preventDefault();
}

const isTyping = (element: HTMLElement) => element.isContentEditable || element.matches("input, textarea, select");

/** Loads the code of the dialog, and its data in the page's language. @returns a function that fills the dialog. */
async function loadDialog() {
  const uiHref = searchLink()?.dataset.ui ?? "";
  const ui = requestedHref === uiHref ? undefined : fetch(uiHref);
  ui?.catch(() => {});
  requestedHref = uiHref;
  // Without a network this fetch fails before the import, because browsers never repeat an import that has failed.
  if (!isDialogLoaded && !navigator.onLine) await fetch(uiHref);
  const { prepare, fill } = await import("./dialog.js");
  const session = await prepare(uiHref, ui);
  isDialogLoaded = true;
  return (box: HTMLDialogElement) => fill(box, session, tools, closeSearch);
}

function open(): void {
  clearTimeout(timer);
  if (dialog) return;
  closeMenu();
  closeDropdowns();
  dialog = makeDialog(searchLink()?.querySelector("span")?.textContent ?? "");
  document.body.append(dialog);
  dialog.showModal();
  fillDialog();
}

async function fillDialog(): Promise<void> {
  const box = dialog as HTMLDialogElement;
  const field = box.querySelector("input") as HTMLInputElement;
  field.focus();
  box.querySelector(".failure")?.remove();
  try {
    const fill = await loadDialog();
    if (dialog === box) beforeClose = fill(box);
  } catch {
    if (dialog === box) openSearchPage(field.value);
  }
}

/** Goes to the search page, if it can be fetched. */
function openSearchPage(query: string): void {
  const box = dialog;
  const href = `${searchLink()?.href}${query && `?q=${encodeURIComponent(query)}`}`;
  fetch(href).then(
    () => box === dialog && location.assign(href),
    () => box?.append(fromTemplate("uiNoSearch") ?? ""),
  );
}

function makeDialog(label: string): HTMLDialogElement {
  const box = make("dialog", "search-dialog", { "aria-label": label }) as HTMLDialogElement;
  box.innerHTML = `<div class="search-bar"><input type="search" maxlength="${maxQueryLength}" autocomplete="off" spellcheck="false" enterkeyhint="go"></div>`;
  const field = box.querySelector("input") as HTMLInputElement;
  field.before(searchLink()?.querySelector("svg")?.cloneNode(true) ?? "");
  field.ariaLabel = field.placeholder = label;
  field.addEventListener("input", ({ timeStamp }) => {
    field.dataset.typed = String(timeStamp);
  });
  box.addEventListener("close", () => box === dialog && closeSearch());
  box.addEventListener("mousedown", (event) => {
    // The field keeps the focus.
    if (!(event.target as Element).closest("input, button")) event.preventDefault();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    // By default, Escape would only empty the field.
    event.preventDefault();
    closeSearch();
  });
  return box;
}

/** Whether a click is on the link behind the dialog: the pointer that opened search by resting may click, too, which must not close it. */
function isOnControl({ clientX: x, clientY: y }: MouseEvent): boolean {
  const box = searchLink()?.getBoundingClientRect();
  return box !== undefined && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
