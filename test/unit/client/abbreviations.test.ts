/** What the script of a page adds to its definitions. */
import { Window } from "happy-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startAbbreviations } from "../../../client/abbreviations.js";

let window: Window;
let shown = false;

beforeEach(() => {
  window = new Window({ url: "http://127.0.0.1/cip/cip-1" });
  for (const name of ["document", "Node", "Element", "CSS", "scrollX", "scrollY"] as const)
    vi.stubGlobal(name, window[name] ?? { escape: (text: string) => text });
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  Object.assign(window.HTMLElement.prototype, {
    showPopover: () => {
      shown = true;
    },
    hidePopover: () => {
      shown = false;
    },
  });
  window.document.body.innerHTML = `<h1>Title</h1><div class="prose">
    <p id="top.aaaa">An <a href="#abbr-AL" title="Access lists">AL</a>.</p>
    <h2 id="use">Use <code>x</code> <a class="anchor" href="#use">#</a></h2>
    <p id="use.bbbb">Access lists (<dfn id="abbr-AL" data-uses="Where AL is used">AL</dfn>), a <dfn id="slot">slot</dfn> of 12 seconds.</p>
    <h2 id="why">Why <a class="anchor" href="#why">#</a></h2>
    <table><tbody><tr><td>The <a href="#abbr-AL" title="Access lists">AL</a> in a <a href="#slot">slot</a></td></tr></tbody></table></div>`;
});

afterEach(() => vi.unstubAllGlobals());

const find = (selector: string) => window.document.querySelector(selector) as unknown as HTMLElement;
const note = () => find(".dfn-note");
const start = () => startAbbreviations(find(".prose"), () => undefined);

test("a definition lists the sections that use it, with links to their parts", () => {
  start();
  find("#abbr-AL button").focus();
  expect([shown, note().querySelector("p")?.textContent]).toEqual([true, "Where AL is used"]);
  expect([...note().querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Title", "#top.aaaa"],
    ["Why", "#why"],
  ]);
  window.dispatchEvent(new window.KeyboardEvent("keydown", { key: "Escape" }));
  expect(shown).toBe(false);
});

test("a use shows what it means when keys reach it, and an author's definition has the words around it", () => {
  start();
  const use = find("td a");
  vi.spyOn(use, "matches").mockReturnValue(true);
  use.focus();
  expect([shown, note().textContent]).toEqual([true, "Access lists"]);
  use.blur();
  expect(shown).toBe(false);
  expect(find('[href="#slot"]').title).toBe("Access lists (AL), a slot of 12 seconds.");
});

test("when the page is left, its text is as before", () => {
  const before = find(".prose").textContent;
  const stop = start();
  expect(find(".prose").textContent).toBe(before);
  stop();
  expect([find(".dfn-note"), find("dfn button")]).toEqual([null, null]);
  expect(find(".prose").textContent).toBe(before);
});
