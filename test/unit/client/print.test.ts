/** What a text has on paper and nowhere else. */
import { Window } from "happy-dom";
import { expect, test, vi } from "vitest";
import { marginStyles, startPrinting } from "../../../client/print.js";

test("when a page is printed its links are numbered and their addresses listed, and afterwards it is as before", () => {
  const window = new Window({ url: "http://127.0.0.1/cip/cip-1#a" });
  for (const name of ["document", "location", "CSSStyleSheet"] as const) vi.stubGlobal(name, window[name]);
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  window.document.head.innerHTML = `<link rel="canonical" href="https://site.example/cip/cip-1">`;
  window.document.body.innerHTML = `<div><p class="crumb"><span class="number">CIP-1</span></p><h1>A "title" \\</h1>
    <details class="toc-fold"><summary>On this page</summary></details><div class="prose"><h2>Use <a class="anchor" href="#use">#</a></h2>
    <p>See <a href="/cip/cip-2">CIP-2</a>, <a href="https://a.example/x">this</a>, <a href="/cip/cip-2">again</a>, <a href="#use">below</a>,
    <a href="https://b.example/">https://b.example</a>.</p></div></div>`;
  const page = window.document.querySelector("div") as unknown as HTMLElement;
  const prose = page.querySelector<HTMLElement>(".prose") as HTMLElement;
  const contents = page.querySelector("details");
  const text = prose.textContent;
  const stop = startPrinting(page, prose);
  window.dispatchEvent(new window.Event("beforeprint"));
  // Some browsers ask twice.
  window.dispatchEvent(new window.Event("beforeprint"));
  expect(prose.querySelector("p")?.textContent.replace(/\s+/g, " ")).toBe(
    "See CIP-2[1], this[2], again[1], below, https://b.example.",
  );
  expect([...prose.querySelectorAll("ol > li")].map((item) => item.textContent)).toEqual([
    "https://site.example/cip/cip-2",
    "https://a.example/x",
  ]);
  expect(contents?.hasAttribute("open")).toBe(true);
  expect(window.document.adoptedStyleSheets.length).toBe(1);
  window.dispatchEvent(new window.Event("afterprint"));
  expect([prose.textContent, contents?.hasAttribute("open"), window.document.adoptedStyleSheets.length]).toEqual([
    text,
    false,
    0,
  ]);
  stop();
  window.dispatchEvent(new window.Event("beforeprint"));
  expect(prose.textContent).toBe(text);
});

test("tables that are too wide for the sheet are made smaller, and break their code, or their words, before they are illegible", () => {
  const window = new Window({ url: "http://127.0.0.1/cip/cip-1" });
  for (const name of ["document", "location", "CSSStyleSheet"] as const) vi.stubGlobal(name, window[name]);
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  // The narrowest that they can be, with whole code and without.
  const widths = ["700 700", "1000 700", "3000 700", "3000 1000", "3000 3000"];
  const tables = widths.map((width) => `<div class="table-scroll"><table data-width="${width}"></table></div>`);
  window.document.body.innerHTML = `<div class="prose">${tables.join("")}</div>`;
  window.HTMLTableElement.prototype.getBoundingClientRect = function (this: never) {
    const table = this as unknown as HTMLElement;
    const [whole, broken] = (table.dataset.width ?? "").split(" ").map(Number);
    return { width: table.parentElement?.matches(".breaks-code") ? broken : whole } as never;
  };
  const prose = window.document.querySelector(".prose") as unknown as HTMLElement;
  const before = prose.outerHTML;
  startPrinting(prose, prose);
  window.dispatchEvent(new window.Event("beforeprint"));
  const boxes = [...prose.querySelectorAll<HTMLElement>(".table-scroll")];
  expect(boxes.map((box) => [box.classList[1], Number(box.style.getPropertyValue("zoom") || 1).toFixed(2)])).toEqual([
    ["whole", "1.00"],
    ["whole", "0.77"],
    ["breaks-code", "1.00"],
    ["breaks-code", "0.77"],
    ["breaks-words", "0.65"],
  ]);
  window.dispatchEvent(new window.Event("afterprint"));
  expect(prose.outerHTML).toBe(before);
});

test("a title is text in the margins, whatever it has", () => {
  const styles = marginStyles('a" } body { x\\\n</style>', "https://site.example/cip-1");
  expect(styles).toContain('@top-left { content: "a\\22  } body { x\\5c  \\3c /style>" }');
});
