/**
 * The control that opens search. Without a script it is a link to the search page; here it opens the modal on a click,
 * on a pointer that rests on it, and by keys. The modal's code is loaded at the first sign of a search. Until then a
 * dialog with a plain field takes the input; if the code cannot be loaded, the search page opens instead, and without a
 * network the dialog says so.
 */

import type { PageTools } from "../dom.js";
import { fromTemplate, isPlain, onClick } from "../dom.js";
import { closeDropdowns, closeMenu } from "../menus.js";

const restingTime = 250;
const maxLength = 64;

const control = () => document.querySelector<HTMLAnchorElement>("a.find");

let tools: PageTools;
let dialog: HTMLDialogElement | undefined;
/** Whether the modal's code is there. */
let isThere = false;
/** Of the last attempt to load. */
let asked = "";
let unmount: (() => void) | undefined;
/** A pointer that already rests on the control when the modal closes must not open it again. */
let hasCome = true;
let timer = 0;

export function setupSearch(given: PageTools): void {
  tools = given;
  onClick("a.find", (_, event) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    open();
  });
  onClick(".search-dialog", (box, event) => {
    if (event.target === box && !isOnControl(event)) closeSearch();
  });
  onClick(".search-dialog .failure-retry", fill);
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
  unmount?.();
  unmount = undefined;
  hasCome = false;
  // Returns the focus.
  box.close();
  box.remove();
}

function pointed({ target, pointerType }: PointerEvent): void {
  const isOver = (target as Element).closest("a.find");
  clearTimeout(timer);
  if (!isOver) hasCome = true;
  if (!isOver || !hasCome || pointerType === "touch") return;
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

/**
 * The modal's code and its data in the page's language.
 * @param field whose query is answered meanwhile.
 * @returns what puts the modal into the dialog.
 */
async function load(field?: HTMLInputElement) {
  const uiHref = control()?.dataset.ui ?? "";
  const ui = asked === uiHref ? undefined : fetch(uiHref);
  ui?.catch(() => {});
  asked = uiHref;
  // Without a network there is no attempt, because browsers do not repeat an import that has failed.
  if (!isThere && !navigator.onLine) await fetch(uiHref);
  const { prepare, answerAhead } = await import("./prepare.js");
  const prepared = prepare(uiHref, ui);
  if (field && !isThere) await answerAhead(uiHref, field);
  const [session, { show }] = await Promise.all([prepared, import("./modal.js")]);
  isThere = true;
  return (box: HTMLDialogElement, query: string) =>
    show(box, query, session, { tools, close: closeSearch, giveUp: leaveFor });
}

async function open(): Promise<void> {
  clearTimeout(timer);
  if (dialog) return;
  closeMenu();
  closeDropdowns();
  const box = makeDialog(control()?.querySelector("span")?.textContent ?? "");
  dialog = box;
  document.body.append(box);
  box.showModal();
  fill();
}

/** Replaces the plain field with the modal. */
async function fill(): Promise<void> {
  const box = dialog as HTMLDialogElement;
  const field = box.firstChild as HTMLInputElement;
  field.focus();
  field.nextSibling?.remove();
  try {
    const show = await load(field);
    await released(field);
    if (dialog !== box) return;
    unmount = show(box, field.value);
    field.remove();
  } catch {
    if (dialog === box) leaveFor(field.value);
  }
}

/** For the search page, if it can be fetched. */
function leaveFor(query: string): void {
  const box = dialog;
  const href = `${control()?.href}${query && `?q=${encodeURIComponent(query)}`}`;
  fetch(href).then(
    () => box === dialog && location.assign(href),
    () => box?.append(fromTemplate("uiNoSearch") ?? ""),
  );
}

function makeDialog(label: string): HTMLDialogElement {
  const box = document.createElement("dialog");
  const field = document.createElement("input");
  box.className = "search-dialog";
  field.type = "search";
  box.ariaLabel = field.ariaLabel = field.placeholder = label;
  field.maxLength = maxLength;
  field.addEventListener("input", ({ timeStamp }) => {
    field.dataset.typed = String(timeStamp);
  });
  box.append(field);
  for (const type of ["compositionstart", "compositionend"]) {
    field.addEventListener(type, () => field.toggleAttribute("data-composing", type === "compositionstart"));
  }
  box.addEventListener("cancel", closeSearch);
  box.addEventListener("mousedown", (event) => isOnControl(event) && swallow(event), true);
  box.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || event.isComposing) return;
      swallow(event);
      closeSearch();
    },
    true,
  );
  return box;
}

/** A pointer that opened search by resting may press as well: that must not close it. */
function isOnControl({ clientX: x, clientY: y }: MouseEvent): boolean {
  const box = control()?.getBoundingClientRect();
  return box !== undefined && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Waits until an input method has completed a word, and while a reader chooses among the first results. */
async function released(field: HTMLInputElement): Promise<void> {
  const next = (type: string) => new Promise((resolve) => field.addEventListener(type, resolve, { once: true }));
  if ("composing" in field.dataset) await next("compositionend");
  if (field.nextSibling?.contains(document.activeElement)) await next("focus");
}
