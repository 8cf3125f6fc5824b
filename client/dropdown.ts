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
  // By hand or by key, and before navigation follows the link: the menu's own event may come later than either.
  for (const type of ["pointerdown", "click"]) {
    document.addEventListener(type, ({ target }) => {
      const link = (target as Element).closest<HTMLAnchorElement>(".language-menu a");
      if (!link) return;
      link.search = location.search;
      link.hash = location.hash;
    });
  }
}
