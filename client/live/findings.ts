/** What lint finds in the page's text: a button with their number, and the list behind it. */
import type { LiveFindings } from "../../src/shared/live.js";
import { makeHost } from "./host.js";

const name = "cipgen-findings";

const styles = `
:host { position: fixed; inset: auto 1rem 1rem auto; z-index: 2147483645; display: flex; flex-direction: column; align-items: end; gap: 0.5rem;
  max-width: calc(100vw - 2rem); }
:host > button { padding: 0.4rem 0.9rem; border: 2px solid light-dark(#8a5a00, #ffc55c); box-shadow: 0 2px 10px rgb(0 0 0 / 0.35); }
section { box-sizing: border-box; width: 44rem; max-width: 100%; max-height: 60vh; overflow: auto; padding: 0.75rem 1.25rem; border-radius: 4px;
  border-top: 6px solid light-dark(#8a5a00, #ffc55c); background: light-dark(#fff, #18201b); box-shadow: 0 2px 14px rgb(0 0 0 / 0.35); }
section[hidden] { display: none; }
article { margin: 0.75rem 0; }
@media print { :host { display: none; } }
`;

let last = "";

export function showFindings({ html, count }: LiveFindings): void {
  if (html === last) return;
  last = html;
  const former = document.querySelector(name)?.shadowRoot;
  const isOpen = former?.querySelector("section")?.hidden === false;
  const hasFocus = former?.activeElement?.localName === "button";
  document.querySelector(name)?.remove();
  if (count === 0) return;
  const title = count === 1 ? "1 finding" : `${count} findings`;
  const list = `<section id="list" aria-label="What lint finds in this text" tabindex="0">${html}</section>`;
  const tree = makeHost(name, styles, `${list}<button type="button" aria-controls="list">${title}</button>`);
  const [panel, button] = [tree.querySelector("section"), tree.querySelector("button")];
  if (!panel || !button) return;
  const open = (isWanted: boolean) => {
    panel.hidden = !isWanted;
    button.setAttribute("aria-expanded", String(isWanted));
  };
  open(isOpen);
  button.addEventListener("click", () => open(panel.hidden === true));
  tree.addEventListener("keydown", (event) => {
    if ((event as KeyboardEvent).key !== "Escape" || panel.hidden) return;
    open(false);
    button.focus();
  });
  document.documentElement.append(tree.host);
  if (hasFocus) button.focus();
}
