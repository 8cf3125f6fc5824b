/** The stored choices of a reader: the colour mode, the closed announcement. Scripts before the first paint and controls share them. */

/** @returns null if nothing is stored, or if storage is blocked or absent. */
export function readChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice still applies to this page.
  }
}

export function removeChoice(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked storage has no choice.
  }
}

type Choice = "light" | "dark" | "system";

export const themeKey = "theme";

/** The colour modes of a page, in the order of the toggle. */
export function choices(root: HTMLElement): Choice[] {
  return "respectSystem" in root.dataset ? ["system", "light", "dark"] : ["light", "dark"];
}

/** The reader's choice, or the site's default if there is no valid choice. */
export function currentChoice(root: HTMLElement): Choice {
  const choicesOfPage = choices(root);
  const saved = readChoice(themeKey) as Choice;
  if (choicesOfPage.includes(saved)) return saved;
  if (choicesOfPage.includes("system")) return "system";
  return root.dataset.colorModeDefault === "dark" ? "dark" : "light";
}

/** For "system" the root has no `data-theme`: then the style sheet follows the system by itself. */
export function showChoice(root: HTMLElement, choice: Choice): void {
  root.dataset.themeChoice = choice;
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
}

/** Only one id is stored, so a new announcement is always shown. */
const closedKey = "announcement.dismissed";

/** Hides the announcement if the reader has closed it. The root names it, because this runs before the body exists. */
export function hideDismissed(root: HTMLElement): void {
  const { announcement } = root.dataset;
  root.toggleAttribute("data-announcement-closed", readChoice(closedKey) === announcement);
}

export function dismissAnnouncement(root: HTMLElement): void {
  write(closedKey, root.dataset.announcement ?? "");
  root.toggleAttribute("data-announcement-closed", true);
}
