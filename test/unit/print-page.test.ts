/** The page with all texts of a register, which a site chooses by `outputs: ["print"]`. */
import fc from "fast-check";
import { Window } from "happy-dom";
import { afterEach, expect, test, vi } from "vitest";
import { elementAt } from "../../client/dom.js";
import { startPrintPage } from "../../client/print-page.js";
import { textInPage, withKnownPlaces } from "../../src/pages/print.js";
import { vectors } from "../support/hostile.js";
import { documents } from "../support/markup-fuzz.js";
import { pageProblems } from "../support/pages.js";
import { parseProposal, shownHtml } from "../support/parse.js";
import { runs } from "../support/runs.js";
import { attributes, build, fold, makeSite, proposalText } from "../support/site.js";

const body = [
  "## Motivation",
  "See [the reason](#why), [the part](cip-22.md#part), [gone](cip-22.md#gone), [nowhere](#no), CIP-22, CIP-23, a [page](/about?a=1).[^1]",
  "### Why {x}",
  '| <span id="h">A</span> |\n|---|\n| 1 |\n\n<table><tr><th id="col">C</th></tr><tr><td headers="col h">id="x"</td></tr></table>',
  "",
  "![Drawing](/a.png)",
  "",
  "```mermaid\ngraph TD\n  A --> B\n```",
  "",
  "[^1]: A note.",
].join("\n");
const texts = {
  "content/pages/about.md": "# About\n",
  "content/cip/cbc/cip-20.md": proposalText(20, { title: "One & `two`", status: "final", author: "Ada" }, body),
  "content/cip/cbc/cip-22.md": proposalText(
    22,
    { title: "Two", status: "draft" },
    "## Part\nTo CIP-20.[^1]\n\n[^1]: Note.\n",
  ),
};
const config = {
  outputs: ["print" as const],
  pages: "content/pages",
  checks: { brokenLinks: "warn" as const, brokenAnchors: "ignore" as const },
};

afterEach(() => vi.unstubAllGlobals());

test("the texts of a register are one page by number, with contents, which its list links to", async () => {
  const built = await build(makeSite(texts, config));
  const page = built.page("/cip/print");
  expect(attributes(page, ".print-contents a", "href")).toEqual(["#CIP-20", "#CIP-22"]);
  expect([...page.querySelectorAll("article > h2")].map((title) => title.textContent)).toEqual([
    "CIP-20: One & two",
    "CIP-22: Two",
  ]);
  expect(fold(page.querySelector("article .facts")?.textContent ?? "")).toContain("Final");
  expect(page.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  expect(built.page("/cip").querySelector('a[href="/cip/print"]')?.textContent).toBe("Print all texts");
  expect(built.text("sitemap.xml")).not.toContain("/print");
  const without = await build(makeSite(texts, { ...config, outputs: [] }));
  expect(without.has("cip/print/index.html")).toBe(false);
  expect(without.text("cip/index.html")).not.toContain("/print");
});

test("ids are there once, and links to the texts of the page stay in it", async () => {
  const page = (await build(makeSite(texts, config))).page("/cip/print");
  const ids = attributes(page, "[id]", "id");
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...page.querySelectorAll("#CIP-20 .prose a")].map((link) => [
    link.textContent,
    link.getAttribute("href"),
  ]);
  expect(Object.fromEntries(links)).toMatchObject({
    "the reason": "#CIP-20",
    "the part": "#CIP-22:part",
    gone: "#CIP-22",
    nowhere: "#CIP-20",
    "CIP-22": "#CIP-22",
    page: "/about?a=1",
    "1": "#CIP-20:fn1",
  });
  expect(page.querySelector("#CIP-20 td[headers]")?.outerHTML).toBe('<td headers="CIP-20:col CIP-20:h">id="x"</td>');
  // Paper does not wait for pictures; headings are below that of their text, and have no links.
  expect([...page.querySelectorAll("[loading], .print-texts .anchor, section[aria-label]")]).toEqual([]);
  expect([...page.querySelectorAll(".prose :is(h2, h3)")].map((heading) => heading.localName)).toEqual(["h3", "h3"]);
  expect(page.querySelector("#CIP-20 svg")?.outerHTML).not.toMatch(/url\(#(?!CIP-20:)/);
});

test("a register of more than a hundred texts has a page for each status, of at most a hundred", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 103 }, (_, at) => [
      `content/cip/cbc/cip-${at + 1}.md`,
      proposalText(at + 1, { status: at === 0 ? "draft" : "final" }, "Text of CIP-1.\n"),
    ]),
  );
  const built = await build(makeSite(many, { outputs: ["print"] }));
  const parts = [...built.page("/cip/print").querySelectorAll(".print-parts li")];
  expect(parts.map((part) => [part.querySelector("a")?.getAttribute("href"), fold(part.textContent)])).toEqual([
    ["/cip/print/draft", "CIP Register: Draft 1 proposal"],
    ["/cip/print/final", "CIP Register: Final 100 proposals"],
    ["/cip/print/final/2", "CIP Register: Final, page 2 2 proposals"],
  ]);
  const last = built.page("/cip/print/final/2");
  expect(attributes(last, "article", "id")).toEqual(["CIP-102", "CIP-103"]);
  // Another page has it.
  expect(last.querySelector("#CIP-102 .mention")?.getAttribute("href")).toBe("/cip/cbc/cip-1");
});

test("an edit of a text makes the page again, and nothing else does", async () => {
  const root = makeSite(texts, config);
  const first = (await build(root)).text("cip/print/index.html");
  const again = (await build(root)).text("cip/print/index.html");
  const edited = await build(
    makeSite(
      { ...texts, "content/cip/cbc/cip-22.md": proposalText(22, { title: "Two", status: "draft" }, "Other.\n") },
      config,
    ),
  );
  expect(again).toBe(first);
  expect(edited.text("cip/print/index.html")).toContain("Other.");
});

test("whatever a text has, its words stay, ids get the name, and links in the page lead somewhere", () => {
  const shown = (text: string) => {
    const { body: parsed, document } = parseProposal(`---\ncip: 20\ntitle: T\n---\n${text}`);
    return shownHtml(parsed?.html ?? [], document?.links ?? []);
  };
  const words = (html: string) => html.replace(/ <a class="anchor" [^<>]*>#<\/a>/g, "").replace(/<[^>]*>/g, "");
  fc.assert(
    fc.property(fc.oneof(documents, fc.constantFrom(...Object.values(vectors))), (text) => {
      const html = shown(text);
      const placed = withKnownPlaces(`<article id="A">${textInPage(html, "A", new Map())}</article>`);
      expect(words(placed)).toBe(words(html));
      for (const [, id = ""] of placed.matchAll(/<[a-z][^<>]*? id="([^"]*)"/gi)) expect(id).toMatch(/^A(:|$)/);
      expect(pageProblems(placed).filter((problem) => problem.startsWith("#"))).toEqual([]);
    }),
    { numRuns: runs(60) },
  );
});

test("readers choose what they print by its status, the address says it, and a link shows what it leads to", () => {
  const window = new Window({ url: "http://127.0.0.1/cip/print?status=final" });
  for (const name of ["document", "location"] as const) vi.stubGlobal(name, window[name]);
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  const box = (id: string) => `<label><input type="checkbox" name="status" value="${id}" checked> ${id}</label>`;
  window.document.body.innerHTML = `<div><fieldset class="print-choice" hidden>${["draft", "final", "last-call"].map(box).join("")}</fieldset>
    <ol><li data-status="draft">A</li><li data-status="final">B</li></ol>
    <article id="A" data-status="draft"><p id="A:x"></p></article><article id="B" data-status="final"></article></div>`;
  const page = window.document.querySelector("div") as unknown as HTMLElement;
  window.Element.prototype.scrollIntoView = () => undefined;
  const addresses: string[] = [];
  startPrintPage(page, (address) => addresses.push(new URL(address).search), elementAt);
  const hidden = () => [...page.querySelectorAll<HTMLElement>("li, article")].map((part) => part.hidden);
  expect([page.querySelector<HTMLElement>(".print-choice")?.hidden, ...hidden()]).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
  window.location.hash = "#A:x";
  window.dispatchEvent(new window.Event("hashchange"));
  expect(hidden()).toEqual([false, false, false, false]);
  const [first] = page.querySelectorAll("input");
  (first as HTMLInputElement).checked = false;
  first?.dispatchEvent(new window.Event("change", { bubbles: true }) as never);
  expect([hidden(), addresses]).toEqual([
    [true, false, true, false],
    ["?status=draft,final", "?status=final"],
  ]);
});
