/** Errors: those of a page's text above its last good state, those of the site over everything. */
import type { LiveErrors } from "../../src/shared/live.js";
import { makeHost } from "./host.js";

const name = "cipgen-errors";

const styles = `
:host { position: fixed; inset: 0; z-index: 2147483646; overflow: auto; background: light-dark(rgb(255 255 255 / 0.9), rgb(12 16 14 / 0.9)); }
:host([data-of-page]) { display: block; position: sticky; inset: 0 0 auto; max-height: 40vh; background: light-dark(#fff, #18201b);
  box-shadow: 0 2px 10px rgb(0 0 0 / 0.35); }
section { box-sizing: border-box; max-width: 70rem; margin: 3rem auto; padding: 1.5rem 2rem; border-top: 6px solid light-dark(#c92a2a, #ff6b6b);
  background: light-dark(#fff, #18201b); box-shadow: 0 2px 14px rgb(0 0 0 / 0.35); }
:host([data-of-page]) section { max-width: none; margin: 0; padding: 0.75rem 1.5rem; box-shadow: none; }
header { display: flex; justify-content: space-between; align-items: start; gap: 1rem; }
h1 { margin: 0 0 1rem; font-size: 1.2rem; color: light-dark(#b02020, #ff8f8f); }
:host([data-of-page]) h1 { margin: 0; font-size: 1rem; }
:host([data-of-page]) article { margin: 0.5rem 0; }
@media (width < 40rem) { section, :host([data-of-page]) section { padding: 0.75rem 1rem; } section { margin: 1rem auto; } }
`;

/** What is shown, or was closed by the author: another message of the same errors changes nothing. */
let last = "";

export function showErrors({ html, title, isOfPage }: LiveErrors): void {
  const close = '<button type="button">Close</button>';
  const content = `<section><header><h1>${title}</h1>${close}</header>${html}</section>`;
  if (content === last) return;
  last = content;
  const tree = makeHost(name, styles, content);
  tree.host.setAttribute("role", "alert");
  tree.host.toggleAttribute("data-of-page", isOfPage);
  tree.querySelector("button")?.addEventListener("click", () => tree.host.remove());
  document.documentElement.insertBefore(tree.host, document.body);
}

export function hideErrors(): void {
  last = "";
  document.querySelector(name)?.remove();
}
