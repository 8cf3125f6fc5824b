/**
 * Corrects DocSearch's markup for assistive technology from outside: its container has the role of a button, its field
 * has none, and its results are options, which must not contain links and buttons, in lists with the same id. Here they
 * become a combobox and the items of its trees, which may contain both. DocSearch sets its attributes once, so the
 * corrections stay.
 */

type Attributes = Record<string, string | null>;

const fixed: Record<string, Attributes> = {
  ".DocSearch-Container": {
    role: null,
    tabindex: null,
    "aria-expanded": null,
    "aria-haspopup": null,
    "aria-labelledby": null,
  },
  ".DocSearch-SearchBar, .DocSearch-Footer": { role: "presentation" },
  ".DocSearch-Input": { role: "combobox", "aria-haspopup": "tree", "aria-autocomplete": "list" },
};

/** DocSearch sets it again, even if the elements stay. */
const observed = ["aria-controls", "aria-activedescendant", "aria-selected"];

const changing: Record<string, Attributes> = {
  "[role=listbox]": { role: "tree", "aria-labelledby": null },
  "[role=option]": { role: "treeitem" },
  ".DocSearch-Container": { "aria-controls": null },
};

/** @returns a function that stops it. */
export function fixAccessibility(dialog: HTMLElement): () => void {
  const fix = () => {
    setAll(dialog, changing);
    const trees = [...dialog.querySelectorAll("[role=tree]")];
    for (const tree of trees) {
      tree.ariaLabel = tree.previousElementSibling?.textContent ?? "";
      // The attribute that names what the field controls.
      tree.id = tree.firstElementChild?.id.replace(/-item-.*/, "-list") ?? "";
    }
    const ids = trees.map(({ id }) => id).join(" ");
    const chosen = dialog.querySelector("[role=tree] [aria-selected=true]")?.id ?? null;
    const field = {
      "aria-expanded": String(ids !== ""),
      "aria-controls": ids || null,
      "aria-activedescendant": chosen,
    };
    setAll(dialog, { ".DocSearch-Input": field });
  };
  setAll(dialog, fixed);
  fix();
  const observer = new MutationObserver(fix);
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: observed });
  dialog.addEventListener("keydown", guardKeys, true);
  return () => observer.disconnect();
}

/**
 * The dialog keeps the focus in itself, so DocSearch need not catch Tab; and Enter that ends a composition chooses nothing, which Safari
 * tells by its code alone.
 */
function guardKeys(event: KeyboardEvent): void {
  if (event.key === "Tab" || event.isComposing || event.keyCode === 229) event.stopPropagation();
}

function setAll(within: HTMLElement, rules: Record<string, Attributes>): void {
  for (const [selector, attributes] of Object.entries(rules)) {
    for (const element of within.querySelectorAll(selector)) setAttributes(element, attributes);
  }
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}
