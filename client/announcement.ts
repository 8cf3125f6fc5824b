/** Closes the announcement bar permanently; an announcement with a new id is shown again. */
import { dismiss, hideDismissed } from "./dismissal.js";
import { onClick } from "./dom.js";

export function setupAnnouncement(): void {
  onClick(".announcement-close", () => {
    document.querySelector<HTMLElement>(".logo")?.focus();
    dismiss(document.documentElement);
  });
  addEventListener("storage", () => hideDismissed(document.documentElement));
}
