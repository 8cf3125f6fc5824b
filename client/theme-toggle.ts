/** The toggle of the colour modes, which also follows other tabs, and the button that closes the announcement. */

import { choices, currentChoice, dismissAnnouncement, hideDismissed, showChoice, themeKey, write } from "./choices.js";
import { onClick } from "./dom.js";

const root = document.documentElement;

export function setupTheme(): void {
  onClick(".theme-toggle", () => {
    const all = choices(root);
    const next = all[(all.indexOf(shownChoice()) + 1) % all.length] ?? "light";
    write(themeKey, next);
    showChoice(root, next);
    labelTheme();
  });
  addEventListener("storage", followSaved);
  // A page from the back/forward cache has missed the events of other tabs.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) followSaved();
  });
}

/** Names the present mode on the toggle. Repeated after navigation, which adds a new toggle. */
export function labelTheme(): void {
  const toggle = document.querySelector<HTMLElement>(".theme-toggle");
  const label = toggle?.dataset[shownChoice()];
  if (!toggle || !label) return;
  toggle.title = label;
  toggle.ariaLabel = label;
}

function followSaved(): void {
  showChoice(root, currentChoice(root));
  labelTheme();
}

/** The mode of the page, which may differ from the stored one, because storage may be blocked. */
const shownChoice = () => (root.dataset.themeChoice ?? "light") as ReturnType<typeof currentChoice>;

export function setupAnnouncement(): void {
  onClick(".announcement-close", () => {
    document.querySelector<HTMLElement>(".logo")?.focus();
    dismissAnnouncement(root);
  });
  addEventListener("storage", () => hideDismissed(root));
}
