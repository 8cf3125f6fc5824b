/** Elements of raw HTML are nested as the standard demands, however an author nested them. A validator judges that in `npm run test:trust`, which installs it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textElements } from "../../src/shared/text-elements.js";
import { parseProposal, shownHtml } from "../support/parse.js";
import { isThorough, runs } from "../support/runs.js";
import { parseHtml } from "../support/site.js";

/** HTML of a proposal's body as its page shows it. */
function shown(body: string): string {
  const { document, body: made } = parseProposal(`---\ncip: 20\ntitle: T\n---\n${body}`);
  if (!document || !made) throw new Error("no document");
  return shownHtml(made.html, document.links).trim();
}

const validator = isThorough ? (await import("../trust/valid-html.js")).validator : undefined;

const wrongNesting = (html: string) =>
  (validator?.validateStringSync(html).results ?? [])
    .flatMap(({ messages }) => messages.map(({ ruleId, message }) => `[${ruleId}] ${message}`))
    // A row in no body is in one of its own, as parsers read it. Quotations and details are no sections.
    .filter(
      (problem) =>
        !problem.includes("<tbody> must be used before <tr>") &&
        !/<(?:blockquote|details)> element is not permitted as a descendant of <(?:address|dt|th)>/.test(problem),
    );

const textOf = (html: string) => (parseHtml(html).body.textContent ?? "").replace(/\s+/g, "");

describe("raw HTML", () => {
  test.each([
    ["<table>\n<thead><th>a</th></thead><tr><td>b</td></tr></table>", "thead > tr > th"],
    ["<table>\n<tr><p>a</p><td>b</td></tr></table>", "tr > td + td"],
    ["<table>\na<tr><td>b</td></tr></table>", "tbody > tr:first-child > td"],
    ["<div>\n<td>a</td><td>b</td> c</div>", ".table-scroll > table > tbody > tr > td + td"],
    ["<div>\n<dt>a</dt><dd>b</dd> c</div>", "div > dl > dt + dd"],
    ["<div>\n<li>a</li><li>b</li> c</div>", "div > ul > li + li"],
    ["<ul>\na<ul><li>b</li></ul></ul>", "ul > li > ul > li"],
    ["<details>\nText\n</details>", "details > summary:first-child"],
    ["<details><summary><p>a</p><p>b</p></summary>c</details>", "summary > br"],
    ["<details><summary><h3>a</h3></summary>c</details>", "summary > h3"],
    ["<div>\n<small id=x><p>a</p><ul><li>b</li></ul></small> c</div>", "p > #x, li > small:not([id])"],
    ["<div>\n<p>a <b>b <table><tr><td>c</td></tr></table> d</b></p></div>", "td b"],
    ['<p>\n<a href="https://x.example">a <a href="https://y.example">b</a> c</p>', "a + a"],
    ['Here <a id="x" href="#x"></a> it is.', "p #x:not([href])"],
    ["<table><colgroup><col><col><tr><td>a</td></tr></table>", "colgroup + tbody > tr > td"],
    ["<table><caption>a<tr><td>b</td></tr></table>", "caption + tbody > tr > td"],
    ["<table><tr><td>a</td></tr><caption>b</caption></table>", "tbody > tr > td > div"],
    ["<picture><source srcset=a.png><p>a</p></picture>", "span p, p"],
    ["<dl>\n<dt>a</dt></dl>", "dl > dt + dd"],
    ["<dl><div>a</div></dl>", "dl > div > dt + dd"],
    ["<table><tr></tr></table>", "tr > td"],
    ["<h3>a\n\n```\nb\n```\n\nc</h3>", "h3 + figure"],
    ['<div><a href="https://x.example">a\n\n## b\n\n</a></div>', "h2 > a + .anchor"],
    ['<img alt="a">', "span"],
    ["a[^1]\n\n<table><tr><th>b\n\n[^1]: c", "body > section.footnotes, body > .table-scroll + section"],
    [
      '<table><tr><td colspan="5000" rowspan="-1" lang="a b">a</td></tr></table>',
      "[colspan='1000']:not([rowspan], [lang])",
    ],
  ])("%s", (body, selector) => {
    const html = shown(body);
    expect(parseHtml(html).querySelector(selector), html).not.toBeNull();
    expect(wrongNesting(html), html).toEqual([]);
  });

  const start = (name: string, attribute = "") =>
    `<${name}${name === "a" ? ' href="https://x.example"' : ""}${name === "source" ? ' srcset="x.png"' : ""}${attribute}>`;
  // Most of them have rules of their own.
  const structure =
    "a caption col colgroup dd details div dl dt figcaption h3 img li p picture pre rt ruby section source summary table tbody td tfoot th thead tr ul";
  const name = fc.oneof(fc.constantFrom(...structure.split(" ")), fc.constantFrom(...textElements));
  const attribute = fc
    .tuple(
      fc.constantFrom(
        ..."align cite colspan dir id lang name open reversed rowspan scope span start title type value".split(" "),
      ),
      fc.constantFrom(..."x 0 -3 7 99999 1e3 EN rtl row true http://[".split(" "), "", "x y", "//x y|z"),
    )
    .map(([key, value]) => ` ${key}="${value}"`);
  const tag = fc.oneof(
    name.map((tagName) => start(tagName)),
    fc.tuple(name, attribute).map(([tagName, more]) => start(tagName, more)),
    name.map((tagName) => `</${tagName}>`),
  );
  const markdown = fc.constantFrom(
    "`z`",
    "[z](/z)",
    "\n\n## z\n\n",
    "\n\n```\nz\n```\n\n",
    "\n\n- z\n\n",
    "\n\n|z|\n|---|\n\n",
  );
  const markup = fc.array(fc.oneof(tag, tag, tag, fc.constantFrom("x", "y", " ", "&nbsp;"), markdown), {
    maxLength: 14,
  });

  test("is valid in any order, with all of its words in the same order", () => {
    fc.assert(
      fc.property(markup, (pieces) => {
        const numbered = pieces.map((piece, index) => (/^[xy]$/.test(piece) ? `${piece}${index} ` : piece)).join("");
        const html = shown(`<div title="t">\n${numbered}\n</div>`);
        expect(wrongNesting(html), `${numbered}\n${html}`).toEqual([]);
        const words = html.replace(/<[^>]*>/g, " ").match(/[xy]\d+/g) ?? [];
        expect(words).toEqual(numbered.match(/[xy]\d+/g) ?? []);
        expect(textOf(html).match(/[xy]\d+/g) ?? []).toEqual(words);
      }),
      { numRuns: runs(30) },
    );
  });
});
