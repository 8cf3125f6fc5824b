/** Where live reload shows something: outside the body, whose content changes with every page, and in a shadow tree, so that the styles of the site and these do not mix. */

/** How problems look; the colours are those of the page's theme. */
const problemStyles = `
:host { color: light-dark(#1c2420, #e8ece9); font: 15px/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
h2 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
article { margin: 1.25rem 0; }
p { margin: 0.25rem 0; overflow-wrap: anywhere; }
.place { color: light-dark(#0b5a86, #7fd4ff); }
.code { color: light-dark(#55605a, #a9b5ad); font-weight: normal; }
pre { margin: 0.5rem 0; padding: 0.75rem; overflow-x: auto; background: light-dark(#f2f4f2, #0c100e); }
mark { background: none; color: light-dark(#b02020, #ff8f8f); text-decoration: underline wavy; text-underline-offset: 4px; }
button { font: inherit; padding: 0.25rem 0.75rem; border: 1px solid currentColor; border-radius: 4px; background: light-dark(#fff, #18201b);
  color: inherit; cursor: pointer; }
button:focus-visible { outline: 3px solid light-dark(#0b5a86, #7fd4ff); outline-offset: 2px; }
`;

/** @param html in which what comes from content is escaped. @returns the tree in a new element of that name. */
export function makeHost(name: string, styles: string, html: string): ShadowRoot {
  document.querySelector(name)?.remove();
  const shadow = document.createElement(name).attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(problemStyles + styles);
  shadow.adoptedStyleSheets = [sheet];
  shadow.innerHTML = html;
  return shadow;
}
