/** What live reload shows without loading the page again: new style sheets, and the errors of the site over its last good page. */
import { sheetName } from "../../src/shared/live.js";

const name = "cipgen-errors";

const styles = `
:host { position: fixed; inset: 0; z-index: 2147483647; overflow: auto; background: rgb(12 16 14 / 0.9); color: #e8ece9; }
section { box-sizing: border-box; max-width: 70rem; margin: 3rem auto; padding: 1.5rem 2rem; border-top: 6px solid #ff6b6b; background: #18201b;
  font: 15px/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
header { display: flex; justify-content: space-between; align-items: start; gap: 1rem; }
h1 { margin: 0 0 1rem; font-size: 1.2rem; color: #ff8f8f; }
h2 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
article { margin: 1.25rem 0; }
p { margin: 0.25rem 0; overflow-wrap: anywhere; }
.place { color: #7fd4ff; }
.code { color: #a9b5ad; font-weight: normal; }
pre { margin: 0.5rem 0; padding: 0.75rem; overflow-x: auto; background: #0c100e; }
mark { background: none; color: #ff8f8f; text-decoration: underline wavy; text-underline-offset: 4px; }
button { font: inherit; padding: 0.25rem 0.75rem; border: 1px solid #a9b5ad; background: none; color: inherit; cursor: pointer; }
`;

/** In a shadow tree, so that the styles of the site and these do not mix. @param html from the server, which escapes what comes from content. */
export function showErrors(html: string): void {
  hideErrors();
  const host = document.createElement(name);
  host.setAttribute("role", "alert");
  const shadow = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  shadow.adoptedStyleSheets = [sheet];
  shadow.innerHTML = `<section><header><h1>The site cannot be built</h1><button type="button">Close</button></header>${html}</section>`;
  shadow.querySelector("button")?.addEventListener("click", hideErrors);
  // Outside the body, whose content changes with every page.
  document.documentElement.append(host);
}

export function hideErrors(): void {
  document.querySelector(name)?.remove();
}

export function swapSheets(hrefs: readonly string[]): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    const old = link.getAttribute("href") ?? "";
    const href = hrefs.find((candidate) => sheetName(candidate) === sheetName(old));
    if (href === undefined || href === old || link.dataset.old !== undefined) continue;
    const next = link.cloneNode() as HTMLLinkElement;
    next.href = href;
    // Until the new one is there the page keeps its looks.
    link.dataset.old = "";
    next.onload = next.onerror = () => link.remove();
    link.after(next);
  }
}
