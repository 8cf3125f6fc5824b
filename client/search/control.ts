/**
 * The control that opens search. Without a script it is a link to the search page; here it opens a dialog on a click, on a
 * pointer that rests on it, and by keys. At first the dialog has its field alone: the rest is loaded at the first sign of a
 * search. If that fails, the search page opens instead, and without a network the dialog says so.
 */

import { maxQueryLength } from "../../src/shared/search.js";
import { fromTemplate, isPlain, make, onClick, type PageTools } from "../dom.js";
import { closeDropdowns, closeMenu } from "../menus.js";

const restingTime = 250;

const control = () => document.querySelector<HTMLAnchorElement>("a.find");

let tools: PageTools;
let dialog: HTMLDialogElement | undefined;
/** Whether the dialog's code is there. */
let isDialogLoaded = false;
/** Address of the last attempt to load. */
let requestedHref = "";
let emptyDialog: (() => void) | undefined;
/** A pointer that already rests on the control when the dialog closes must not open it again. */
let mayOpenOnHover = true;
let timer = 0;

export function setupSearch(pageTools: PageTools): void {
  tools = pageTools;
  onClick("a.find", (_, event) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    open();
  });
  onClick(".search-dialog", (box, event) => {
    if (event.target === box && !isOnControl(event)) closeSearch();
  });
  onClick(".search-dialog .failure-retry", fillDialog);
  onClick(".search-cancel", closeSearch);
  document.addEventListener("keydown", keyPressed);
  document.addEventListener("focusin", ({ target }) => {
    if ((target as Element).closest("a.find")) load().catch(() => {});
  });
  document.addEventListener("pointerover", pointed);
}

/** Repeated after navigation, which adds a new control. */
export function startSearch(): void {
  const link = control();
  if (!link) return;
  link.role = "button";
  link.ariaHasPopup = "dialog";
  link.setAttribute("aria-keyshortcuts", "Control+K Meta+K /");
}

export function closeSearch(): void {
  const box = dialog;
  if (!box) return;
  dialog = undefined;
  emptyDialog?.();
  emptyDialog = undefined;
  mayOpenOnHover = false;
  // Returns the focus.
  box.close();
  box.remove();
}

function pointed({ target, pointerType }: PointerEvent): void {
  const isOver = (target as Element).closest("a.find");
  clearTimeout(timer);
  if (!isOver) mayOpenOnHover = true;
  if (!isOver || !mayOpenOnHover || pointerType === "touch") return;
  load().catch(() => {});
  timer = window.setTimeout(open, restingTime);
}

function keyPressed(event: KeyboardEvent): void {
  const { key, metaKey, ctrlKey, altKey, shiftKey, isComposing, target } = event;
  const element = target as HTMLElement;
  if (isComposing || altKey || !control()) return;
  if (key === " " && element.matches("a.find")) open();
  else if (key.toLowerCase() === "k" && (metaKey || ctrlKey) && !shiftKey) dialog ? closeSearch() : open();
  else if (key === "/" && !metaKey && !ctrlKey && !dialog && !isTyping(element)) open();
  else return;
  event.preventDefault();
}

const isTyping = (element: HTMLElement) => element.isContentEditable || element.matches("input, textarea, select");

/** What fills the dialog: its code, and its data in the page's language. */
async function load() {
  const uiHref = control()?.dataset.ui ?? "";
  const ui = requestedHref === uiHref ? undefined : fetch(uiHref);
  ui?.catch(() => {});
  requestedHref = uiHref;
  // Without a network there is no attempt, because browsers do not repeat an import that has failed.
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
  dialog = makeDialog(control()?.querySelector("span")?.textContent ?? "");
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
    const fill = await load();
    if (dialog === box) emptyDialog = fill(box);
  } catch {
    if (dialog === box) leaveFor(field.value);
  }
}

/** Goes to the search page, if it can be fetched. */
function leaveFor(query: string): void {
  const box = dialog;
  const href = `${control()?.href}${query && `?q=${encodeURIComponent(query)}`}`;
  fetch(href).then(
    () => box === dialog && location.assign(href),
    () => box?.append(fromTemplate("uiNoSearch") ?? ""),
  );
}

function makeDialog(label: string): HTMLDialogElement {
  const box = make("dialog", "search-dialog", { "aria-label": label }) as HTMLDialogElement;
  box.innerHTML = `<div class="search-bar"><input type="search" maxlength="${maxQueryLength}" autocomplete="off" spellcheck="false" enterkeyhint="go"></div>`;
  const field = box.querySelector("input") as HTMLInputElement;
  field.before(control()?.querySelector("svg")?.cloneNode(true) ?? "");
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
    // By default Escape only empties the field.
    event.preventDefault();
    closeSearch();
  });
  return box;
}

/** A pointer that opened search by resting may press as well: that must not close it. */
function isOnControl({ clientX: x, clientY: y }: MouseEvent): boolean {
  const box = control()?.getBoundingClientRect();
  return box !== undefined && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
