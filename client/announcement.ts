/** Closes the announcement bar permanently; an announcement with a new id is shown again. */
import { dismiss, hideDismissed } from "./dismissal.js";
import { onClick } from "./dom.js";

export function setupAnnouncement(): void {
  onClick(".announcement-close", () => {
    const next = document.querySelector<HTMLElement>(".logo");
    dismiss(document.documentElement);
    next?.focus();
  });
  addEventListener("storage", () => hideDismissed(document.documentElement));
}
