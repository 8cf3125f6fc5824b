/** On a phone, Back closes the dialog of search: while it is open, the session's history has an entry for it, which the page of a hit replaces. */
import { isPlain, type PageTools } from "../dom.js";

const phone = "(width < 62.25rem), (pointer: coarse)";

const isOfDialog = (): boolean => history.state?.isDialog === true;

/** @returns what takes the entry away when the dialog is closed in another way. */
export function closeOnBack(dialog: HTMLElement, { addEntry }: PageTools, close: () => void): () => void {
  if (!matchMedia(phone).matches) return () => {};
  let isLeaving = false;
  const clicked = (event: MouseEvent) => {
    isLeaving ||= isPlain(event) && (event.target as Element).closest("a[href]") !== null;
  };
  const pressed = ({ key }: KeyboardEvent) => {
    isLeaving ||= key === "Enter" && dialog.querySelector(".DocSearch-Hit[aria-selected=true]") !== null;
  };
  const moved = () => {
    if (!isOfDialog()) close();
  };
  addEntry(location.href, "push");
  history.replaceState({ ...history.state, isDialog: true }, "");
  dialog.addEventListener("click", clicked, true);
  dialog.addEventListener("keydown", pressed, true);
  addEventListener("popstate", moved);
  return () => {
    removeEventListener("popstate", moved);
    if (!isLeaving && isOfDialog()) history.back();
  };
}
