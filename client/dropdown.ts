/** Menus that are `<details>`: they close like menus do, and those of languages keep the place in the page. */

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>("details.dropdown[open]");

export function closeDropdowns(except?: Element | null): void {
  for (const menu of openMenus()) if (menu !== except) menu.open = false;
}

export function setupDropdowns(): void {
  const closeOthers = ({ target }: Event) => closeDropdowns((target as Element).closest?.("details.dropdown"));
  document.addEventListener("pointerdown", closeOthers);
  document.addEventListener("focusin", closeOthers);
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
  // The event does not bubble, but it can be captured.
  document.addEventListener(
    "toggle",
    ({ target }) => {
      const menu = target as HTMLElement;
      if (!menu.matches(".language-menu[open]")) return;
      for (const link of menu.querySelectorAll("a")) {
        link.search = location.search;
        link.hash = location.hash;
      }
    },
    true,
  );
}
