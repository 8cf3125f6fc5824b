/** The field of a list that leads to any of its pages. */
import type { PageTools } from "./dom.js";

/** @returns what stops it. */
export function start(form: HTMLFormElement, { goTo }: PageTools): () => void {
  const follow = (event: Event) => {
    event.preventDefault();
    const page = form.querySelector("input")?.valueAsNumber;
    const links = [...document.querySelectorAll<HTMLAnchorElement>(".pager ol a")];
    // The first page has the address of the list; those of all others end with their number.
    const last = links.at(-1)?.href.replace(/\d+(?=\D*$)/, String(page));
    const href = page === 1 ? links[0]?.href : last;
    if (href) goTo(href);
  };
  form.addEventListener("submit", follow);
  return () => form.removeEventListener("submit", follow);
}
