/** What a reader has chosen, for the script that runs before the first paint and for the controls: the colour mode, the closed announcement. */

/** Storage that is blocked, full or absent has no value, and takes none. */
function read(key: string): string | null {
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

type Choice = "light" | "dark" | "system";

export const themeKey = "theme";

/** In the order of the toggle. */
export function choices(root: HTMLElement): Choice[] {
  return "respectSystem" in root.dataset ? ["system", "light", "dark"] : ["light", "dark"];
}

/** The reader's choice, or the site's default if there is no valid choice. */
export function currentChoice(root: HTMLElement): Choice {
  const choicesOfPage = choices(root);
  const saved = read(themeKey) as Choice;
  if (choicesOfPage.includes(saved)) return saved;
  if (choicesOfPage.includes("system")) return "system";
  return root.dataset.colorModeDefault === "dark" ? "dark" : "light";
}

/** Without `data-theme` the style sheet follows the system by itself. */
export function showChoice(root: HTMLElement, choice: Choice): void {
  root.dataset.themeChoice = choice;
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
}

/** Only one id is stored, so a new announcement is always shown. */
const closedKey = "announcement.dismissed";

/** The document's root names its announcement, because this runs before the body exists. */
export function hideDismissed(root: HTMLElement): void {
  const { announcement } = root.dataset;
  root.toggleAttribute("data-announcement-closed", read(closedKey) === announcement);
}

export function dismiss(root: HTMLElement): void {
  write(closedKey, root.dataset.announcement ?? "");
  root.toggleAttribute("data-announcement-closed", true);
}
