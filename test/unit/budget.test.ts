/** What a text may make is bounded by what it is: sixteen times the text is at most sixteen times the work, counted in steps, and the page. */
import { expect, test } from "vitest";
import { type MarkdownResult, renderMarkdown } from "../../src/content/formats/markdown/render.js";
import type { Site } from "../../src/site/model/site.js";
import type { LintFile } from "../../src/tools/lint/file.js";
import { unfilled } from "../../src/tools/lint/rules/unfilled.js";
import { readStructure } from "../../src/tools/lint/structure.js";
import { markdown, options } from "../support/parse.js";
import { buildSite, proposalText } from "../support/site.js";

const fill = (text: string, size: number) => text.repeat(Math.max(1, Math.round(size / text.length)));
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: Math.round(count) }, (_, index) => line(index)).join("\n");

/** Texts of about a size; those in the first list make more than they may. */
const beyond: Record<string, Record<string, (size: number) => string>> = {
  rst: {
    "a substitution": (size) => `.. |x| replace:: ${fill("a", size / 5)}\n\n${fill("|x| ", size * 0.8)}\n`,
    "a substitution that is a picture": (size) =>
      `.. |x| image:: a.png\n   :alt: ${fill("a", size / 5)}\n\n${fill("|x| ", size * 0.8)}\n`,
    "substitutions in each other": (size) =>
      `${lines(size / 40, (n) => `.. |s${n + 1}| replace:: |s${n}| |s${n}| |s${n}|`)}\n.. |s0| unicode:: 65\n\n|s9|\n`,
    "a target": (size) => `.. _x: https://a.test/${fill("a", size / 5)}\n\n${fill("x_ ", size * 0.8)}\n`,
    "the title of a section": (size) =>
      `.. _a:\n\n${fill("t", size / 5)}\n${fill("=", size / 5)}\n\n${fill(":ref:`a` ", size * 0.6)}\n`,
    "a csv-table": (size) => `.. csv-table::\n\n   ${fill("a,", size / 2)}\n${fill("   a\n", size / 2)}\n`,
    "a list-table": (size) =>
      `.. list-table::\n\n   * - a\n${fill("     - a\n", size / 2)}${fill("   * - a\n", size / 2)}\n`,
    "a simple table": (size) => `${fill("= ", size / 3)}\n${fill("a\n", size / 3)}${fill("= ", size / 3)}\n`,
  },
  markdown: {
    headings: (size) => fill("# a\n", size),
    "a reference": (size) => `[r]: https://a.test/${fill("a", size / 5)}\n\n${fill("[r] ", size * 0.8)}\n`,
    "a reference with a title": (size) => `[r]: /x "${fill("a", size / 5)}"\n\n${fill("[r] ", size * 0.8)}\n`,
    "a reference to a picture": (size) => `[r]: /${fill("a", size / 5)}\n\n${fill("![r] ", size * 0.8)}\n`,
    "tables with few cells": (size) => fill(`|${"a|".repeat(50)}\n|${"-|".repeat(50)}\n${"|\n".repeat(100)}\n`, size),
    "wide cells": (size) => `<table>${fill('<tr><td colspan="1000" rowspan="1000">a</td></tr>', size)}</table>`,
    "wide cells of names that are no words": (size) =>
      `<div>${fill('<c(( colspan="1000" rowspan="1000">a</c((>', size)}</div>`,
    "an element around blocks": (size) => `<b title="${fill("x", size / 5)}">${fill("<div>a</div>b", size * 0.8)}</b>`,
    "a link around blocks": (size) => `<a href="/${fill("x", size / 5)}">${fill("<div>a</div>b", size * 0.8)}</a>`,
    "elements without an end": (size) => fill("<i id=a>", size),
    "rows of formulas": (size) =>
      lines(size / 300, (n) => `$$\\begin{matrix}${n}${"&".repeat(60)}${"\\\\ a".repeat(60)}\\end{matrix}$$\n`),
    "macros of formulas": (size) => lines(size / 300, (n) => `$\\def\\a{${n}${"x".repeat(60)}}${"\\a".repeat(100)}$\n`),
  },
  mediawiki: { "wide cells": (size) => `{|\n${fill('|colspan="999" rowspan="999"|a\n', size)}|}` },
};

const within: typeof beyond = {
  rst: {
    "a grid of one column": (size) => `${fill("+---+\n| a |\n", size)}+---+\n`,
    "a grid of one row": (size) =>
      [fill("+---", size / 3), fill("| a ", size / 3), fill("+---", size / 3)].join("+\n").replaceAll("+\n|", "+\n|"),
    "quotations with their sources": (size) => fill("   a\n\n   -- b\n\n", size),
    "labels of one place": (size) => `${lines(size / 12, (n) => `.. _a${n}:`)}\n\na\n`,
    "references to nothing": (size) => lines(size / 10, (n) => `nosuch${n}_`),
    "symbols of footnotes": (size) => `${fill("[*]_ ", size / 2)}\n\n${fill(".. [*] x\n", size / 2)}`,
  },
  mediawiki: { "attributes of a row": (size) => `{|\n|- ${fill("a=b ", size / 2)}\n|${fill("a||", size / 2)}\n|}` },
};

const cases = (all: typeof beyond) =>
  Object.entries(all).flatMap(([format, texts]) =>
    Object.entries(texts).map(([name, text]) => ({ format: format as "rst" | "markdown" | "mediawiki", name, text })),
  );

type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Steps of a run: calls of the methods that read texts, and the items of lists that are visited or copied. */
function stepsOf(run: () => void): number {
  let steps = 0;
  const originals: [owner: Record<string, Method>, name: string, method: Method][] = [];
  const replace = (prototype: object, names: string, make: (method: Method) => Method) => {
    const owner = prototype as Record<string, Method>;
    for (const name of names.split(" ")) {
      originals.push([owner, name, owner[name] as Method]);
      owner[name] = make(owner[name] as Method);
    }
  };
  replace(
    RegExp.prototype,
    "exec",
    (method) =>
      function (...given) {
        steps++;
        return Reflect.apply(method, this, given);
      },
  );
  replace(
    String.prototype,
    "indexOf slice startsWith trim",
    (method) =>
      function (...given) {
        steps++;
        return Reflect.apply(method, this, given);
      },
  );
  replace(
    Array.prototype,
    "every filter find findIndex flatMap map some",
    (method) =>
      function (visit, ...given) {
        const counted = (...item: unknown[]) => {
          steps++;
          return Reflect.apply(visit as Method, undefined, item);
        };
        return Reflect.apply(method, this, [counted, ...given]);
      },
  );
  replace(
    Array.prototype,
    "slice",
    (method) =>
      function (...given) {
        const part = Reflect.apply(method, this, given) as unknown[];
        steps += part.length;
        return part;
      },
  );
  try {
    run();
  } finally {
    for (const [owner, name, method] of originals) owner[name] = method;
  }
  return steps;
}

const lengthOf = ({ html, preview, links }: MarkdownResult) => JSON.stringify([html, preview, links]).length;

/** The text is doubled four times; a half more is what the smaller one does not spend of its least budget. */
function expectLinear(format: "rst" | "markdown" | "mediawiki", text: (size: number) => string): MarkdownResult {
  const cost = (size: number) => {
    let result: MarkdownResult | undefined;
    const body = text(size);
    const steps = stepsOf(() => {
      result = renderMarkdown({ body, path: "content/x", bodyLine: 1, format }, options);
    });
    return { steps, result: result as MarkdownResult };
  };
  const [one, other] = [cost(2_000), cost(32_000)];
  expect(other.steps).toBeLessThan(one.steps * 16 * 1.5);
  expect(lengthOf(other.result)).toBeLessThan(32_000 * 100);
  return other.result;
}

test.each(cases(beyond))("$format: $name that goes beyond its budget is one error", ({ format, text }) => {
  const { diagnostics } = expectLinear(format, text);
  expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`).filter((one) => one.endsWith("limit"))).toEqual(
    ["error text-limit"],
  );
});

test.each(cases(within))("$format: $name is read once", ({ format, text }) => {
  expect(expectLinear(format, text).diagnostics.filter(({ code }) => code === "text-limit")).toEqual([]);
});

test.each<[string, (text: string) => void, string]>([
  ["links of a paragraph", (text) => readStructure(text, 1, "markdown"), "[a](b) "],
  ["blocks of code", (text) => readStructure(text, 1, "markdown"), "```\n```\n"],
  ["lines that may be placeholders", (text) => unfilled.check(fileOf(text), {} as Site, {}), "<b x\n"],
])("%s are read once by rules", (_, read, part) => {
  const [one, other] = [2_000, 32_000].map((size) => stepsOf(() => read(fill(part, size)))) as [number, number];
  expect(other).toBeLessThan(one * 16 * 1.5);
});

const fileOf = (text: string) => ({ lines: text.split("\n"), bodyLine: 1, entries: [] }) as unknown as LintFile;

test("a page that is too long is cut where it goes beyond, and what is open there is closed", () => {
  const formula = `$\\def\\a{${"x".repeat(60)}}${"\\a".repeat(100)}$ `;
  const { html, diagnostics } = markdown(`> - start\n\n${formula.repeat(300)}\n\nend\n`);
  expect(diagnostics.map(({ code }) => code)).toEqual(["text-limit"]);
  expect(html).toContain("start");
  expect(html).not.toContain("end");
  for (const name of ["p", "ul", "li", "blockquote"])
    expect(html.split(`<${name}`).length).toBe(html.split(`</${name}>`).length);
});

test("what a text includes counts as a part of it once", async () => {
  const build = (times: number) =>
    buildSite({
      "content/cip/cbc/part.txt": "word ".repeat(10_000),
      "content/cip/cbc/cip-20.md": proposalText(20),
      "content/cip/cbc/annex.rst": `${".. literalinclude:: part.txt\n\n".repeat(times)}\n`,
    });
  expect((await build(5)).diagnostics.filter(({ code }) => code === "text-limit")).toEqual([]);
  const { diagnostics } = await build(30);
  expect(diagnostics.filter(({ code }) => code === "text-limit")).toMatchObject([{ severity: "error", line: 25 }]);
});

test("what lists, feeds and links on other pages show of a text is bounded", async () => {
  const tags = Array.from({ length: 500 }, (_, index) => `t${index}`).join();
  const text = proposalText(20, { title: "T".repeat(30_000), tags: `[${tags}]` });
  const { diagnostics } = await buildSite({ "content/cip/cbc/cip-20.md": text });
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ["text-limit", "the title has 30000 characters, of which 1000 are shown"],
    ["text-limit", "this text has 500 tags, of which 100 count"],
  ]);
});
