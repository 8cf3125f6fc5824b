/** The plain text of a proposal, which a site chooses by `outputs: ["text"]`. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOfHtml, widthOf } from "../../src/outputs/plain-text.js";
import { runs } from "../support/runs.js";
import { build, makeSite, proposalText } from "../support/site.js";

const page = "https://register.example/cip/cbc/cip-20";
const linesOf = (html: string) => linesOfHtml(html, page).lines;

test("a proposal is at its address with .txt: its head, contents, text and the addresses of its links", async () => {
  const body = [
    "## Motivation",
    "See [the paper](https://paper.example/a), [below](#why), CIP-22 and <https://same.example/>.[^1]",
    "### Why",
    "![A drawing](https://img.example/a.png) of $x^2$.",
    "",
    "| Name | Value |\n|---|---|\n| one | `1` |",
    "",
    "```js\nlet a = 1;\n\n  b();\n```",
    "",
    "> Said.",
    "",
    "[^1]: A note.",
  ];
  const root = makeSite(
    {
      "content/cip/cbc/cip-20.md": `${proposalText(20, { title: "One & two", author: "Ada (@ada)", status: "final", date: "2026-01-02" })}\n${body.join("\n")}\n`,
      "content/cip/cbc/cip-22.md": proposalText(22),
    },
    { outputs: ["text"], checks: { brokenLinks: "warn" } },
  );
  const built = await build(root);
  const text = built.text("cip/cbc/cip-20.txt");
  expect(text).toContain("Status: Final\n");
  expect(text).toContain("Author: Ada (@ada)\n");
  expect(text).toContain(`Address: ${page}\n`);
  expect(text).toMatch(/^ +One & two$/m);
  expect(text).toContain(
    [
      "Motivation",
      "",
      "   See the paper [1], below, CIP-22 [2] and https://same.example/.[^1]",
      "",
      "Why",
      "",
      "   [A drawing] [3] of x^2.",
      "",
      "   +------+-------+",
      "   | Name | Value |",
      "   +======+=======+",
      "   | one  | `1`   |",
      "   +------+-------+",
      "",
      "   JavaScript",
      "   let a = 1;",
      "",
      "     b();",
      "",
      "   |  Said.",
    ].join("\n"),
  );
  expect(text).toMatch(/^ {3}\[\^1\] A note\.$/m);
  expect(text).toMatch(/\nContents\n\n(?: .+\n)* {3}Motivation\n {6}Why\n/);
  expect(text).toContain(
    "Links\n\n   [1] https://paper.example/a\n   [2] https://register.example/cip/cbc/cip-22\n   [3] https://img.example/a.png\n",
  );
  expect(built.text("cip/cbc/cip-20/index.html")).toContain('href="/cip/cbc/cip-20.txt"');
  expect((await build(makeSite({ "content/cip/cbc/cip-20.md": proposalText(20) }))).has("cip/cbc/cip-20.txt")).toBe(
    false,
  );
});

test("each language has the text in its own words, and a link to its own", async () => {
  const built = await build(
    makeSite(
      { "content/cip/cbc/cip-20.md": proposalText(20) },
      { outputs: ["text"], locales: { "en-US": {}, "de-DE": {} } },
    ),
  );
  expect(built.text("de-DE/cip/cbc/cip-20.txt")).toContain("Adresse: https://register.example/de-DE/cip/cbc/cip-20\n");
  expect(built.text("de-DE/cip/cbc/cip-20/index.html")).toContain('href="/de-DE/cip/cbc/cip-20.txt">Nur Text<');
});

test("a table without rows is its caption", () => {
  expect(linesOf("<table><caption>Sizes</caption></table><p>More.</p>").filter(Boolean)).toEqual([
    "   Sizes",
    "   More.",
  ]);
});

test("a table that is too wide is a list of its rows, and one that fits breaks its cells", () => {
  const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  const head = "<thead><tr><th>Name</th><th>Hash</th></tr></thead>";
  const hash = `0x${"ab".repeat(32)}`;
  expect(linesOf(`<table>${head}<tbody>${row(["a", hash])}${row(["b", "2"])}</tbody></table>`)).toEqual([
    "   *  Name: a",
    "      Hash:",
    `      ${hash}`,
    "",
    "   *  Name: b",
    "      Hash: 2",
  ]);
  const lines = linesOf(`<table>${head}<tbody>${row(["a", "word ".repeat(20)])}</tbody></table>`);
  expect(lines.every((line) => widthOf(line) <= 72)).toBe(true);
  expect(lines.filter((line) => line.startsWith("   | ")).length).toBe(3);
});

test("lines of texts without spaces end between letters, of which each has two columns", () => {
  const lines = linesOf(`<p>${"漢字かな。".repeat(20)}</p>`);
  expect(lines.every((line) => widthOf(line) <= 72 && !/^\s*。/.test(line))).toBe(true);
  expect(widthOf(lines[0] ?? "")).toBeGreaterThan(66);
});

const word = fc.stringMatching(/^[a-z0-9]{1,20}$/);
const sentence = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(" "));
const inline = fc
  .tuple(sentence, fc.constantFrom("em", "code", "strong", "sub", "sup", "kbd", "q"))
  .map(([text, name]) => `<${name}>${text}</${name}>`);
const phrase = fc.array(fc.oneof(sentence, inline), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(" "));
const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    phrase.map((text) => `<p>${text}</p>`),
    phrase.map((text) => `<h3>${text}</h3>`),
    fc
      .tuple(fc.constantFrom("blockquote", "div", "section", "details"), tie("block"))
      .map(([name, own]) => `<${name}>${own}</${name}>`),
    fc
      .tuple(fc.constantFrom("ul", "ol"), fc.array(tie("block"), { minLength: 1, maxLength: 3 }))
      .map(([name, items]) => `<${name}>${items.map((item) => `<li>${item}</li>`).join("")}</${name}>`),
    fc
      .array(fc.array(fc.oneof(phrase, tie("block")), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
      .map(
        (rows) =>
          `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>`,
      ),
  ),
}));

test("no line is wider than 72 columns, and every word of the page is in the text", () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (blocks) => {
      const html = blocks.join("\n");
      const lines = linesOf(html);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(72);
      const count = (text: string) => {
        const words = new Map<string, number>();
        for (const one of text.match(/[a-z0-9]+/g) ?? []) words.set(one, (words.get(one) ?? 0) + 1);
        return words;
      };
      const written = count(lines.join("\n"));
      for (const [one, times] of count(html.replace(/<[^>]*>/g, " ")))
        expect(written.get(one) ?? 0).toBeGreaterThanOrEqual(times);
    }),
    { numRuns: runs(60) },
  );
});
