/** Elements of raw HTML are nested as the standard demands, however an author nested them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseProposal, shownHtml } from "../support/parse.js";
import { runs } from "../support/runs.js";
import { parseHtml } from "../support/site.js";
import { validator } from "../support/valid-html.js";

/** HTML of a proposal's body as its page shows it. */
function shown(body: string): string {
  const { document, body: made } = parseProposal(`---\ncip: 20\ntitle: T\n---\n${body}`);
  if (!document || !made) throw new Error("no document");
  return shownHtml(made.html, document.links).trim();
}

const wrongNesting = (html: string) =>
  validator
    .validateStringSync(html)
    .results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `[${ruleId}] ${message}`))
    // A row in no body is in one of its own, as parsers read it.
    .filter((problem) => !problem.includes("<tbody> must be used before <tr>"));

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
  ])("%s", (body, selector) => {
    const html = shown(body);
    expect(parseHtml(html).querySelector(selector), html).not.toBeNull();
    expect(wrongNesting(html), html).toEqual([]);
  });

  const names =
    "a b br code dd details div dl dt em h3 hr li ol p pre rt ruby small span summary table tbody td th thead tr ul";
  const tag = fc
    .constantFrom(...names.split(" "))
    .chain((name) => fc.constantFrom(name === "a" ? '<a href="https://x.example">' : `<${name}>`, `</${name}>`));
  const markup = fc.array(fc.oneof(tag, tag, tag, fc.constantFrom("x", "y", " ", "`z`")), { maxLength: 14 });

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
      { numRuns: runs(40) },
    );
  });
});
