/** The parts of client navigation that are logic: addresses, progress, failures, prefetching, what of a page is swapped. */
import fc from "fast-check";
import { Window } from "happy-dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { causesOf } from "../../../client/navigation/loading.js";
import { isPage, maySpend, pageKey, tidyAddress } from "../../../client/navigation/pages.js";
import { isUsable, parsePage, swap } from "../../../client/navigation/swap.js";
import { reasonOf } from "../../../src/shared/diagnostic.js";
import { barePath } from "../../../src/shared/page-path.js";

describe("addresses", () => {
  test.each([
    ["/cip", "/cip"],
    ["/cip/", "/cip"],
    ["/cip/index", "/cip"],
    ["/cip/index.html", "/cip"],
    ["/cip.html", "/cip"],
    ["/", "/"],
    ["/index.html", "/"],
    ["/cip/reindex", "/cip/reindex"],
  ])("%s is the page %s", (path, bare) => {
    expect(barePath(path)).toBe(bare);
  });

  const at = (path: string) => new URL(path, "https://site.example");

  test("a page is the same whatever its place and the way its address is written, but not with another query", () => {
    expect(pageKey(at("/cip/index.html#a"))).toBe(pageKey(at("/cip/#b")));
    expect(pageKey(at("/search?q=a"))).not.toBe(pageKey(at("/search?q=b")));
  });

  test("suffixes go from the address that is shown, a slash stays", () => {
    expect(["/cip/index.html?a=1#b", "/cip/", "/cip.html"].map((path) => tidyAddress(at(path)))).toEqual([
      "/cip?a=1",
      "/cip/",
      "/cip",
    ]);
  });

  test.each([
    ["/cip/cbc/cip-20", true],
    ["/cip.html", true],
    ["/docs/1.0/start", true],
    ["/docs/1.0", true],
    ["/cip/register.json", false],
    ["/paper.PDF", false],
    ["https://other.example/cip", false],
    ["mailto:someone@site.example", false],
  ])("%s is a page of this site: %s", (path, expected) => {
    expect(isPage(at(path), at("/"))).toBe(expected);
  });
});

test("prefetching spares 2g and data savers, and no other readers", () => {
  expect([{}, { effectiveType: "4g" }, { effectiveType: "3g", saveData: false }, undefined].map(maySpend)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([{ effectiveType: "2g" }, { effectiveType: "slow-2g" }, { saveData: true }].map(maySpend)).toEqual([
    false,
    false,
    false,
  ]);
});

describe("failures", () => {
  test("all causes are listed, whatever was thrown", () => {
    const error = new Error("outer", { cause: new TypeError("inner", { cause: "a string" }) });
    expect([reasonOf(error), ...causesOf(error)]).toEqual(["outer", "inner", "a string"]);
    expect([reasonOf("text"), reasonOf(undefined), reasonOf(new RangeError())]).toEqual([
      "text",
      "undefined",
      "RangeError",
    ]);
    expect(causesOf(undefined)).toEqual([]);
  });

  test("a cause that leads back to itself ends", () => {
    const error = new Error("a");
    error.cause = new Error("b", { cause: error });
    expect(causesOf(error)).toEqual(["b"]);
  });
});

describe("a page in the place of another", () => {
  const html = ({ head = "", body = "", lang = "en" } = {}) =>
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>T</title><script type="module" src="/a.js"></script>${head}</head><body>${body}</body></html>`;
  const parse = (text: string) => {
    const { DOMParser } = new Window();
    return new DOMParser().parseFromString(text, "text/html") as unknown as Document;
  };
  const put = (text: string) => {
    const page = parse(text);
    vi.stubGlobal("document", page);
    return page;
  };
  const shell = (content: string) =>
    `<header class="navbar">N</header><div class="shell"><main>${content}</main></div><footer class="footer">F</footer>`;

  beforeEach(() => {
    vi.unstubAllGlobals();
  });

  test("needs a main element, the same scripts and styles, and no other page to lead on to", () => {
    put(html({ body: shell("old") }));
    expect(isUsable(parse(html({ body: shell("new") })))).toBe(true);
    expect(isUsable(parse(html({ body: "<p>new</p>" })))).toBe(false);
    expect(isUsable(parse(html({ body: shell("new") }).replace("/a.js", "/b.js")))).toBe(false);
    const refresh = '<meta http-equiv="refresh" content="0; url=/x">';
    expect(isUsable(parse(html({ head: refresh, body: shell("new") })))).toBe(false);
  });

  test("is whole when its rest is added, and at first has what a screen shows", () => {
    vi.stubGlobal("DOMParser", new Window().DOMParser);
    vi.stubGlobal("innerHeight", 100);
    const year = fc
      .nat(3)
      .map((rows) => `<section id="y${rows}" class="year-rows"><p>${"<b>r</b>".repeat(rows)}</p></section>`);
    const blocks = fc
      .array(fc.nat(200), { maxLength: 130, size: "max" })
      .map((lengths) => lengths.map((length) => `<p>${"x".repeat(length)}</p>\n`).join(""))
      .map((text) => `<div class="prose">${text}</div><footer class="after">End</footer>`);
    // HTML of a text may be like that of an archive.
    const sections = fc
      .array(
        fc.constantFrom('<section title="year-rows">', '<section id="x" title="year-rows">', "</section>", "<p>y</p>"),
        {
          maxLength: 20,
        },
      )
      .map((parts) => `<div class="prose">${parts.join("")}</div><footer class="after">End</footer>`);
    const content = fc.oneof(
      blocks,
      sections,
      fc.array(year, { maxLength: 9 }).map((years) => `<h1>A</h1>${years.join("")}`),
    );
    fc.assert(
      fc.property(content, fc.boolean(), (text, isWhole) => {
        const page = html({ body: shell(text) });
        const { next, additions: rest } = parsePage(page, isWhole);
        const shown = next.querySelector(".prose")?.textContent ?? "";
        if (isWhole) expect(rest).toEqual([]);
        else expect(shown.length).toBeLessThanOrEqual(100 * 3 + 200);
        if (!isWhole) expect(next.querySelectorAll(".year-rows").length).toBeLessThanOrEqual(2);
        // What follows a text is shown no sooner than its end.
        if (rest.length > 0) expect(next.querySelector(".after")).toBeNull();
        for (const add of rest) add();
        expect(next.documentElement.outerHTML).toBe(parse(page).documentElement.outerHTML);
      }),
    );
  });

  test("the head has what belongs to the new page and keeps what belongs to the site", () => {
    const own = (name: string) => `<meta name="description" content="${name}"><link rel="canonical" href="/${name}">`;
    const page = put(html({ head: `${own("old")}<meta name="keywords" content="k">`, body: shell("old") }));
    const script = page.querySelector("script");
    swap(parse(html({ head: own("new"), body: shell("new") })));
    expect([...page.querySelectorAll("meta[name]")].map((meta) => meta.getAttribute("content"))).toEqual(["new"]);
    expect(page.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe("/new");
    expect(page.querySelector("script")).toBe(script);
  });

  test("language and direction follow the page, the reader's colours stay", () => {
    const page = put(html({ body: shell("old") }));
    page.documentElement.setAttribute("data-theme", "dark");
    swap(parse(html({ lang: "ar", body: shell("new") }).replace("<html", '<html dir="rtl"')));
    const { lang, dir, dataset } = page.documentElement;
    expect([lang, dir, dataset.theme]).toEqual(["ar", "rtl", "dark"]);
  });

  test("pages that are built otherwise are exchanged as a whole", () => {
    const page = put(html({ body: shell("old") }));
    swap(parse(html({ body: `<aside class="announcement">A</aside>${shell("new")}` })));
    expect([...page.body.children].map(({ className }) => className)).toEqual([
      "announcement",
      "navbar",
      "shell",
      "footer",
    ]);
  });
});
