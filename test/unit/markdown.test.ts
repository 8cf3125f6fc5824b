/** Markdown as GitHub writes it: what an author who knows GitHub expects to see. */
import fc from "fast-check";
import GithubSlugger, { slug } from "github-slugger";
import { describe, expect, test } from "vitest";
import { markdown, placed } from "../support/parse.js";
import { attributes, parseHtml, texts } from "../support/site.js";

const html = (body: string) => parseHtml(markdown(body).html);
/** An element's text, links to headings left out. */
const ids = (body: string) => markdown(body).outline.map(({ id }) => id);

describe("headings", () => {
  test.each([
    ["## Hello World", "hello-world"],
    ["## `transferFrom(address,uint256)`", "transferfromaddressuint256"],
    ["## What's new? (v2.0)", "whats-new-v20"],
    ["## Über uns", "über-uns"],
    ["## 日本語 の見出し", "日本語-の見出し"],
    ["## a_b - c--d", "a_b---c--d"],
    ["## **Bold** and [a link](https://x.example)", "bold-and-a-link"],
    ["## a & b < c", "a--b--c"],
    ["## Emoji 😀 here", "emoji--here"],
    ["## ???", "section"],
    ["Setext\n---", "setext"],
  ])("%j has GitHub's slug", (body, id) => {
    expect(ids(`Text\n\n${body}`)).toEqual([id]);
  });

  test("equal headings get the suffixes -1, -2", () => {
    expect(ids("## Example\n\n## Example\n\n### example\n")).toEqual(["example", "example-1", "example-2"]);
  });

  test("any headings have GitHub's slugs", () => {
    const title = fc.string({ unit: fc.constantFrom(..."aAbé日_-. 1İ"), maxLength: 4 });
    fc.assert(
      fc.property(fc.array(title, { maxLength: 12 }), (titles) => {
        const { outline } = markdown(titles.map((text) => `## x${text}\n`).join("\n"));
        const slugger = new GithubSlugger();
        expect(outline.map(({ id }) => id)).toEqual(outline.map(({ text }) => slugger.slug(slug(text))));
      }),
    );
  });

  test("the outline holds level, id and text of every heading; each is linked and is an anchor", () => {
    const result = markdown("## One `two`\n\n### Three\n");
    expect(result.outline).toEqual([
      { level: 2, id: "one-two", text: "One two" },
      { level: 3, id: "three", text: "Three" },
    ]);
    expect(result.anchors).toEqual(["one-two", "three"]);
    expect(attributes(parseHtml(result.html), "a.anchor", "href")).toEqual(["#one-two", "#three"]);
  });

  test("an h1 that repeats the page's title is not shown twice; another h1 becomes an h2", () => {
    expect(html("# Token\n\nText").querySelector("h1, h2")).toBeNull();
    expect(parseHtml(markdown("# Token\n\nText", "token").html).querySelector("h1, h2")).toBeNull();
    expect(texts(parseHtml(markdown("# Abstract\n\nText", "Token").html), "h2")).toEqual(["Abstract #"]);
  });
});

describe("preview", () => {
  test.each(["<!--truncate-->", "<!-- truncate -->", "  <!--truncate-->"])("ends at %j", (mark) => {
    const { preview, html: whole } = markdown(`First.\n\nSecond.\n\n${mark}\n\nThird.\n`);
    expect(texts(parseHtml(preview), "p")).toEqual(["First.", "Second."]);
    expect(texts(parseHtml(whole), "p")).toEqual(["First.", "Second.", "Third."]);
    expect(whole).not.toContain("truncate");
  });

  test("has no ids, heading links or footnote marks: it is among others on a page", () => {
    const body = '## Head\n\nText[^1] <span id="x">y</span>.\n\n<h3 id="z">Raw</h3>\n\n<!--truncate-->\n\n[^1]: Note\n';
    const preview = parseHtml(markdown(body).preview);
    expect(preview.querySelectorAll("[id], a, h1, h2, h3, h4, sup")).toHaveLength(0);
    expect(texts(preview, ".preview-heading")[0]).toBe("Head");
  });
});

describe("math", () => {
  test("a label is no id, and a reference to it is its name", () => {
    const found = html("$$\\begin{equation}x\\label{a}\\end{equation}$$\n\nSee $\\ref{a}$, $x + \\ref{a}$.");
    expect(texts(found, "p")).toEqual(["See (a), x+(a)."]);
    expect(found.querySelector("[id], a")).toBeNull();
  });

  test.each([
    ["It costs $5 or $10.", "money"],
    ["Between 5$ and 10$.", "money after"],
    ["A $ alone and another $ there.", "spaces inside"],
    ["From $20,000 to $30,000 a year", "thousands"],
    ["US$5 and CA$7 each", "with a country"],
    ["`$a$`", "code"],
    ["\\$a\\$", "escaped"],
  ])("%s is no formula (%s)", (body) => {
    expect(html(body).querySelector("math")).toBeNull();
    expect(html(body).body.textContent).toContain("$");
  });

  test.each([
    "$x^2$",
    "so ($a+b$) holds",
    "$`a_b`$",
    "$$x$$",
    "```math\nx^2\n```",
    "$$\nx^2\n+1\n$$",
  ])("%j is one", (body) => {
    const found = html(body);
    expect(found.querySelectorAll("math")).toHaveLength(1);
    expect(markdown(body).diagnostics).toEqual([]);
  });

  test.each([
    ["$\\\\{ a \\\\} \\\\_ b$", "{a}_b"],
    ["$a \\\\% b$", "a%b"],
    ["$$\na \\\\_ b\n$$", "a_b"],
    ["a[^1]$^,$[^2]\n\n[^1]: b\n[^2]: c", ","],
    ["$x_{\\mbox{max y}}$", "xmaxy"],
    ["$\\textbraceleft a \\textbraceright$", "{a}"],
    ["$\\text{\\textbraceleft}$", "{"],
  ])("%j is read as GitHub reads it", (body, expected) => {
    expect(html(body).querySelector("math")?.textContent?.replace(/\s/g, "")).toBe(expected);
    expect(markdown(body).diagnostics).toEqual([]);
  });

  test("MathML needs no style attribute", () => {
    expect(
      markdown("$$\\begin{matrix} a & b \\\\ c & d \\end{matrix} \\color{red}{x} \\frac{1}{2}$$").html,
    ).not.toMatch(/\sstyle=/);
  });

  test("a formula that cannot be read stays readable and is a warning with its line", () => {
    const { html: shown, diagnostics } = markdown("Text.\n\n$$\n\\frac{1}{\n$$\n");
    expect(diagnostics.map(placed)).toEqual(["math-invalid 3:1"]);
    expect(diagnostics[0]?.severity).toBe("warning");
    expect(parseHtml(shown).querySelector("pre code")?.textContent).toContain("\\frac{1}{");
  });

  test("a formula cannot link or load anything", () => {
    const { html: shown } = markdown(
      "$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://x.example/a.png}$ $\\url{javascript:alert(1)}$",
    );
    expect(parseHtml(shown).querySelectorAll("[href], img, [src], a")).toHaveLength(0);
  });
});

describe("alerts", () => {
  test.each(["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION", "note"])("[!%s] is one", (kind) => {
    const alert = html(`> [!${kind}]\n> Mind this.\n`).querySelector(".alert");
    expect(alert?.className).toBe(`alert alert-${kind.toLowerCase()}`);
    expect(texts(alert as Element, "p:not(.alert-title)")).toEqual(["Mind this."]);
  });
});

describe("task lists, tables, footnotes, code", () => {
  test("boxes show what is done and cannot be changed", () => {
    const boxes = html("- [x] done\n- [ ] open\n- [X] done too\n").querySelectorAll("input[type=checkbox]");
    expect([...boxes].map((box) => box.hasAttribute("checked"))).toEqual([true, false, true]);
    expect([...boxes].every((box) => box.hasAttribute("disabled"))).toBe(true);
  });

  test.each(["- [y] no", "- [] no", "[x] no list", "- `[x]` code"])("%j has no box", (body) => {
    expect(html(body).querySelector("input")).toBeNull();
  });

  test("tables keep their alignment without style attributes and can be scrolled by keyboard", () => {
    const found = html("| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |\n");
    expect(attributes(found, "td", "class")).toEqual(["align-left", "align-center", "align-right"]);
    expect(found.querySelector("[style]")).toBeNull();
    expect(found.querySelector(".table-scroll[tabindex='0'] > table")).not.toBeNull();
  });

  test("footnotes lead there and back", () => {
    const found = html("A[^x] and again[^x].\n\n[^x]: The note.\n");
    expect(attributes(found, ".footnote-ref a", "href")).toEqual(["#fn1", "#fn1"]);
    for (const back of attributes(found, ".footnote-backref", "href"))
      expect(found.querySelector(back.replace("#", "#"))).not.toBeNull();
    // The links back have room between them.
    expect(found.querySelector("#fn1")?.textContent?.trim()).toBe("The note. ↩\uFE0E\u2003↩\uFE0E");
  });

  test("nothing in a fence's first line can leave its attribute", () => {
    const found = html('```"><img/src=x onerror=alert(1)>\ncode\n```\n');
    expect(found.querySelector("img, [onerror]")).toBeNull();
  });

  test("what search indexes is the text under each heading, and apart from it the code", () => {
    const { sections } = markdown("Intro.\n\n## One\n\nText with `name`.\n\n```\nblock\n```\n\n## Two\n\n- item\n");
    expect(sections).toEqual([
      { id: "", level: 1, heading: "", text: "Intro." },
      { id: "one", level: 2, heading: "One", text: "Text with name.", code: "block\n" },
      { id: "two", level: 2, heading: "Two", text: "item" },
    ]);
  });
});

describe("what used to be lost", () => {
  test("a footnote that is defined directly below a table is a footnote", () => {
    const page = html("a[^1]\n\n| b |\n|---|\n| c |\n[^1]: the note");
    expect(texts(page, "td")).toEqual(["c"]);
    expect(page.querySelector(".footnotes li")?.textContent).toContain("the note");
  });

  test("what follows a footnote that is defined in another one", () => {
    const { html: written, diagnostics } = markdown("a[^1] b[^2]\n\n[^1]: one\n    [^2]: two\n\n    still one\n");
    expect(diagnostics).toEqual([]);
    expect(texts(parseHtml(written), ".footnotes li:first-child p")[1]).toContain("still one");
  });

  const nested = (depth: number) => Array.from({ length: depth }, (_, n) => `${"  ".repeat(n)}- item${n}`).join("\n");

  test("49 levels of lists are shown as such", () => {
    const { html: shown, diagnostics } = markdown(nested(49));
    expect(parseHtml(shown).querySelectorAll("li")).toHaveLength(49);
    expect(diagnostics).toEqual([]);
  });
});
