/** What a colour mode is, for the script that runs before the first paint and for the toggle. */
import { read } from "./storage.js";

export type Choice = "light" | "dark" | "system";

export const themeKey = "theme";

/** In the order in which the toggle goes through them. */
export function choices(root: HTMLElement): Choice[] {
  return "respectSystem" in root.dataset ? ["system", "light", "dark"] : ["light", "dark"];
}

/** What the reader chose, or what the site says when there is no choice that it still offers. */
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
