/** Adds a field to the pager of a list that leads to any page. */
import type { PageTools } from "./dom.js";

/** @returns a function that stops it. */
export function start(container: HTMLElement, { goTo }: PageTools): () => void {
  const field = document.createElement("input");
  Object.assign(field, { type: "number", min: 1, max: container.dataset.pages, required: true });
  const label = document.createElement("label");
  label.append(`${container.dataset.label} `, field);
  const form = document.createElement("form");
  form.append(label);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const page = field.valueAsNumber;
    const links = [...document.querySelectorAll<HTMLAnchorElement>(".pager ol a")];
    // The first page has the address of the list; those of all others end with their number.
    const last = links.at(-1)?.href.replace(/\d+(?=\D*$)/, String(page));
    const href = page === 1 ? links[0]?.href : last;
    if (href) goTo(href);
  });
  container.replaceChildren(form);
  return () => container.replaceChildren();
}
