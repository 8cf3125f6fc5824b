/** Live reload's changes to a page: it replaces style sheets, and shows errors of the page's text above the page and errors of the site over it. */
import { type LiveErrors, sheetName } from "../../src/shared/live.js";

/** Replaces style sheets that changed, without loading the page again. */
export function swapSheets(hrefs: readonly string[]): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    const old = link.getAttribute("href") ?? "";
    const href = hrefs.find((candidate) => sheetName(candidate) === sheetName(old));
    // A sheet of another kind of page is loaded again when such a page is shown next.
    if (href === undefined || href === old || link.dataset.old !== undefined || link.sheet?.disabled) continue;
    const next = link.cloneNode() as HTMLLinkElement;
    next.href = href;
    // The old sheet stays until the new one is loaded.
    link.dataset.old = "";
    next.onload = next.onerror = () => link.remove();
    link.after(next);
  }
}

/** The colours follow the colour scheme of the page. */
const problemStyles = `
:host { color: light-dark(#1c2420, #e8ece9); font: 15px/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
p { margin: 0.25rem 0; overflow-wrap: anywhere; }
pre { margin: 0.5rem 0; padding: 0.75rem; overflow-x: auto; background: light-dark(#f2f4f2, #0c100e); }
button { font: inherit; padding: 0.25rem 0.75rem; border: 1px solid currentColor; border-radius: 4px; background: light-dark(#fff, #18201b);
  color: inherit; cursor: pointer; }
button:focus-visible { outline: 3px solid light-dark(#0b5a86, #7fd4ff); outline-offset: 2px; }
`;

/**
 * Makes an element with a shadow tree, so that these styles and those of the site do not mix. It replaces one of the same name.
 * @param html in which texts are escaped. @returns the shadow tree.
 */
function makeHost(name: string, styles: string, html: string): ShadowRoot {
  document.querySelector(name)?.remove();
  const shadow = document.createElement(name).attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(problemStyles + styles);
  shadow.adoptedStyleSheets = [sheet];
  shadow.innerHTML = html;
  return shadow;
}

const errorsName = "cipgen-errors";

const errorStyles = `
:host { position: fixed; inset: 0; z-index: 2147483646; overflow: auto; background: light-dark(rgb(255 255 255 / 0.9), rgb(12 16 14 / 0.9)); }
:host([data-of-page]) { display: block; position: sticky; inset: 0 0 auto; max-height: 40vh; background: light-dark(#fff, #18201b);
  box-shadow: 0 2px 10px rgb(0 0 0 / 0.35); }
section { box-sizing: border-box; max-width: 70rem; margin: 3rem auto; padding: 1.5rem 2rem; border-top: 6px solid light-dark(#c92a2a, #ff6b6b);
  background: light-dark(#fff, #18201b); box-shadow: 0 2px 14px rgb(0 0 0 / 0.35); }
:host([data-of-page]) section { max-width: none; margin: 0; padding: 0.75rem 1.5rem; box-shadow: none; }
header { display: flex; justify-content: space-between; align-items: start; gap: 1rem; }
h1 { margin: 0 0 1rem; font-size: 1.2rem; color: light-dark(#b02020, #ff8f8f); }
:host([data-of-page]) h1 { margin: 0; font-size: 1rem; }
@media (width < 40rem) { section, :host([data-of-page]) section { padding: 0.75rem 1rem; } section { margin: 1rem auto; } }
`;

/** The errors that were shown last. Even after the reader closed them, the same errors are not shown again. */
let lastErrors = "";

export function showErrors({ html, title, isOfPage }: LiveErrors): void {
  const close = '<button type="button">Close</button>';
  const content = `<section><header><h1>${title}</h1>${close}</header>${html}</section>`;
  if (content === lastErrors) return;
  lastErrors = content;
  const tree = makeHost(errorsName, errorStyles, content);
  tree.host.setAttribute("role", "alert");
  tree.host.toggleAttribute("data-of-page", isOfPage);
  tree.querySelector("button")?.addEventListener("click", () => tree.host.remove());
  document.documentElement.insertBefore(tree.host, document.body);
}

export function hideErrors(): void {
  lastErrors = "";
  document.querySelector(errorsName)?.remove();
}
