/** The colour modes, for the script that runs before the first paint and for the toggle. */
import { read } from "./storage.js";

export type Choice = "light" | "dark" | "system";

export const themeKey = "theme";

/** In the order of the toggle. */
export function choices(root: HTMLElement): Choice[] {
  return "respectSystem" in root.dataset ? ["system", "light", "dark"] : ["light", "dark"];
}

/** The reader's choice, or the site's default if there is no valid choice. */
export function currentChoice(root: HTMLElement): Choice {
  const known = choices(root);
  const saved = read(themeKey) as Choice;
  if (known.includes(saved)) return saved;
  if (known.includes("system")) return "system";
  return root.dataset.colorModeDefault === "dark" ? "dark" : "light";
}

/** Without `data-theme` the style sheet follows the system by itself. */
export function showChoice(root: HTMLElement, choice: Choice): void {
  root.dataset.themeChoice = choice;
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
}
