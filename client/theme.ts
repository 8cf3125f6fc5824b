/** The toggle in the navbar: goes through the colour modes, remembers the choice, follows the choice made in another tab. */
import { onClick } from "./dom.js";
import { write } from "./storage.js";
import { choices, currentChoice, showChoice, themeKey } from "./theme-choice.js";

const root = document.documentElement;

export function setupTheme(): void {
  onClick(".theme-toggle", () => {
    const all = choices(root);
    const next = all[(all.indexOf(shownChoice()) + 1) % all.length] ?? "light";
    write(themeKey, next);
    showChoice(root, next);
    labelTheme();
  });
  addEventListener("storage", ({ key }) => {
    if (key === themeKey || key === null) followSaved();
  });
  // A page from the back/forward cache has missed what other tabs did meanwhile.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) followSaved();
  });
}

/** Names the choice on the toggle; again after navigation, which brings a new one. */
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

/** What is shown counts, not what is saved: storage may be blocked. */
const shownChoice = () => (root.dataset.themeChoice ?? "light") as ReturnType<typeof currentChoice>;
