/**
 * Texts that are made to keep a parser busy for ever or to exhaust its stack. Each is parsed in a thread that can be killed, and must come
 * back; the limit is far above what any of them needs, so that a slow machine does not fail and a quadratic rule does.
 */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seriesOf } from "../support/parse.js";
import { isThorough } from "../support/runs.js";
import { makeFolder, repositoryRoot } from "../support/site.js";

const limit = isThorough ? 20_000 : 10_000;
/** The suite tries texts of half the size: a linear rule takes half the time, a quadratic one a quarter. */
const size = (times: number) => (isThorough ? times : times / 2);
const repeat = (text: string, times: number) => text.repeat(size(times));
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: size(count) }, (_, n) => line(n)).join("\n");

/** Nearly all that front matter may have. */
const long = (text: string) => text.repeat(60_000 / text.length);

const bodies: Record<string, string> = {
  "opening brackets": repeat("[", 100_000),
  "closing brackets": repeat("]", 100_000),
  "nested links": `${repeat("[", 20_000)}a${repeat("](x)", 20_000)}`,
  "links that are never finished": repeat("[a](", 30_000),
  "pictures that are never finished": repeat("![a](<b", 20_000),
  "reference links to nothing": repeat("[a][b]", 20_000),
  "many reference definitions": lines(10_000, (n) => `[r${n}]: /x${n}`),
  "nested quotations": `${repeat("> ", 5_000)}a`,
  "nested lists": lines(1_000, (n) => `${"  ".repeat(n)}- a`),
  "nested lists in one line": `${repeat("- ", 10_000)}a`,
  "nested alerts": lines(300, (n) => `${"> ".repeat(n)}[!NOTE]`),
  "emphasis that opens only": repeat("**a *b ", 20_000),
  "emphasis within emphasis": `${repeat("*", 50_000)}a${repeat("*", 50_000)}`,
  "emphasis of both kinds": repeat("*_", 50_000),
  "runs of backticks of all lengths": lines(1_000, (n) => "`".repeat(n + 1)).replaceAll("\n", " a "),
  backticks: repeat("` ", 50_000),
  "fences that are never closed": repeat("```\n~~~\n", 10_000),
  "a fence that is not one": `${repeat("~", 1_000_000)}\``,
  "a long block of code": `\`\`\`js\n${repeat("const a = { b: [1, 2, `x` ] };\n", 32_000)}\`\`\`\n`,
  "a long line of code": `\`\`\`js\n${repeat("((((/*", 15_000)}\n\`\`\`\n`,
  "a table of many columns": `|${repeat("a|", 1_000)}\n|${repeat("-|", 1_000)}\n${lines(50, () => `|${repeat("a|", 1_000)}`)}\n`,
  "a table with few cells in many columns": `${repeat("|a", 1_000)}|\n${repeat("|-", 1_000)}|\n${lines(3_000, () => "|a|")}\n`,
  entities: repeat("&amp;&#x20;&nosuch;", 20_000),
  "entities that are never finished": repeat("&#", 100_000),
  "tags that are never finished": repeat("<a ", 50_000),
  "attributes that are never finished": `<a ${repeat('b="', 30_000)}`,
  "declarations that are never finished": repeat("<!A ", 30_000),
  "comments that are never finished": repeat("<!-- ", 30_000),
  "instructions that are never finished": repeat("<?", 50_000),
  "nested raw elements": `${repeat("<div>", 5_000)}a${repeat("</div>", 5_000)}`,
  "nested raw elements that stay open": repeat("<b>", 20_000),
  "blocks of code in nested raw elements": `${repeat("<div>", 80_000)}\n\n${repeat("```\na\n```\n", 40_000)}\n${repeat("</div>", 80_000)}`,
  "comments that are never finished after a link": `<div>\n<a href="x">${"<!-- ".repeat(100_000)}\n</div>`,
  "raw links": repeat('<a href="x.md">a</a> ', 5_000),
  "elements that are never closed": repeat("<a>", 100_000),
  "elements that are never closed in one block": `<div>\n${repeat("<a>", 100_000)}`,
  "a source of many pictures": `<img srcset="${repeat("a 1x, ", 50_000)}">`,
  "a source of commas and spaces": `<img srcset="a${repeat(",", 100_000)}b c${repeat(" ", 100_000)}d${repeat(" ,", 50_000)}">`,
  placeholders: repeat("<Word> ", 30_000),
  dollars: repeat("$", 100_000),
  "dollars that open formulas": repeat(" $a", 50_000),
  "formulas in ticks that are never finished": repeat(" $`a", 30_000),
  "a formula of nested groups": `$${repeat("{", 5_000)}x${repeat("}", 5_000)}$`,
  "a formula of nested fractions": `$${repeat("\\frac{1}{", 2_000)}x${repeat("}", 2_000)}$`,
  "a formula that expands itself": "$\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\a\\a}\\a$",
  "footnotes that are never defined": repeat("[^a]", 30_000),
  "footnotes in footnotes": lines(2_000, (n) => `[^${n}]: a[^${n + 1}]\n`),
  "inline footnotes in each other": repeat("^[a", 20_000),
  "a heading of spaces": `# a${repeat(" ", 200_000)}b`,
  "a heading of brackets": `# ${repeat("[", 400_000)}`,
  "a heading of links that are never finished": `# ${repeat("[a](", 100_000)}`,
  "headings of one name": lines(3_000, () => "## Same\n"),
  "headings underlined": lines(20_000, () => "a\n-\n"),
  mentions: repeat("CIP-20 ", 20_000),
  "almost mentions": repeat("CIP-", 50_000),
  "almost addresses": repeat("https://", 30_000),
  "addresses in an address": `x|${repeat("https://a.b/.,;:!?||", 50_000)}`,
  spaces: `a${repeat(" ", 200_000)}b`,
  "half characters": repeat("\ud800", 50_000),
};

const fronts: Record<string, string> = {
  "an author of brackets": `author: "${repeat("(<[", 20_000)}"`,
  "many authors": `author: "${repeat("A (@a), ", 7_500)}"`,
  "a date of many digits": `date: "${repeat("2021-", 12_000)}"`,
  "references that are almost ones": `requires: "${repeat("cip-", 15_000)}"`,
  "a title of spaces": `description: "a${repeat(" ", 60_000)}b"`,
  "a status of brackets": `status: "${repeat("(", 30_000)}${repeat(")", 30_000)}"`,
  "a status of brackets and a word": `status: "${long("()")}x"`,
  "a status of brackets that are never closed": `status: "${long("(")}"`,
  "a status of spaces": `status: "Final${long(" ")}x"`,
  "a status of full stops": `status: "${long(".")}x"`,
  "links of HTML that are never finished": `requires: "${long("<a href='")}"`,
  "links of HTML with many addresses": `requires: "<a ${long("href=")}"`,
  "links of HTML that are never closed": `requires: "${long("<a href=x>")}"`,
  "links of spaces": `author: "[a](${long(" ")}x"`,
  "links of escaped brackets": `tags: '${long("[\\[")}'`,
  "emphasis that is never closed": `tags: "${long("**a __b ***c ")}"`,
  "backticks in a field": `tags: "${long("`")}"`,
  "links of digits": `requires: "[x](https://e.com/1.${long("1")})"`,
  "links of noughts": `requires: "[x](a/${long("0")}x1111)"`,
  "a link of brackets": `discussions-to: "see https://a.example/${long(")")}"`,
  "a link of full stops": `discussions-to: "see https://a.example/${long(".")}x"`,
  "dashes before a link": `discussions-to: "${long("-")}x https://a.example/"`,
  "many links of Markdown": `discussions-to: "${Array.from({ length: 2_000 }, (_, n) => `[a](https://a.example/${n})`).join(" ")}"`,
  "many links": `discussions-to: "${Array.from({ length: 2_000 }, (_, n) => `see https://a.example/${n}`).join(" ")}"`,
  "brackets of YAML": `tags: ${repeat("[", 30_000)}`,
  "braces of YAML": `tags: ${repeat("{a: ", 15_000)}`,
  "indentation of YAML": lines(300, (n) => `${" ".repeat(n)}k:`),
  "many keys": lines(6_000, (n) => `k${n}: 1`),
  "blank lines between keys": `a: [x]\n${long("\n")}b: c`,
  "anchors and aliases": `a: &a [x]\n${lines(5_000, (n) => `k${n}: *a`)}`,
};

/** What such texts get for being what they are. */
const toBeSaid = [
  "text-limit",
  "math-invalid",
  "math-limit",
  "list-depth",
  "footnote-unknown",
  "footnote-unused",
  "wiki-template",
];

const wikiTexts: Record<string, string> = {
  "links that are never finished": repeat("[[a|", 25_000),
  "links in links": `${repeat("[[a|", 15_000)}b${repeat("]]", 15_000)}`,
  "pictures in captions": `${repeat("[[File:a|", 10_000)}b${repeat("]]", 10_000)}`,
  "opening brackets": repeat("[", 100_000),
  "templates that are never finished": repeat("{{", 50_000),
  apostrophes: repeat("'''a ''b ", 15_000),
  "footnotes that are never finished": repeat("<ref>", 20_000),
  "footnotes in footnotes": `${repeat("<ref>", 10_000)}a${repeat("</ref>", 10_000)}`,
  "names of footnotes": lines(10_000, (n) => `a<ref name="n${n}" />`),
  "pieces that are never finished": repeat("<pre><nowiki><math><poem><source>", 5_000),
  "comments that are never finished": repeat("<!--", 30_000),
  "tables in tables": repeat("{|\n|\n", 10_000),
  "rows without cells": `{|\n${repeat("|-\n", 30_000)}`,
  "lists of all kinds": lines(3_000, (n) => `${"*#:;".repeat(n % 12)} a`),
  "a list of many levels": `${repeat("*", 50_000)} a`,
  "elements that are never closed": repeat("<div>\n<b>", 5_000),
  "pictures in elements that are never closed": repeat("<ruby><img src=x><tr>", 20_000),
  "addresses in an address": repeat("https://a.b/.,;:!?||", 50_000),
};

let bundle: string;
let worker: Worker | undefined;

beforeAll(async () => {
  bundle = join(makeFolder({ "package.json": "{}" }), "dist/parser.mjs");
  await build({
    stdin: {
      contents: `import { parentPort } from "node:worker_threads";
        import { parseText } from "./src/parse/document.js";
        import { sourceFile } from "./src/read/sources.js";
        import { sourceSections } from "./src/mcp/source-sections.js";
        parentPort.on("message", async ({ text, series, name }) => {
          const role = { kind: "proposal", series, relativePath: "cbc/cip-20.md" };
          const options = { mentionLabels: ["CIP"], linkSchemes: [], maxFileSize: 2_000_000 };
          const { value, diagnostics } = await parseText(sourceFile(name, text), role, options);
          // What a history needs of each version.
          sourceSections(text);
          parentPort.postMessage({ made: value !== undefined, html: value?.body.html.length ?? 0, problems: diagnostics.map(({ code }) => code) });
        });`,
      resolveDir: repositoryRoot,
    },
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    external: ["beautiful-mermaid"],
    mainFields: ["module", "main"],
    logLevel: "silent",
  });
});

afterAll(() => worker?.terminate());

/** What the parser made of a text; rejects when it failed or when it had to be killed. */
async function parse(text: string, name = "cip-20.md"): Promise<{ made: boolean; html: number; problems: string[] }> {
  worker ??= new Worker(bundle);
  const current = worker;
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((done, fail) => {
      timer = setTimeout(() => fail(new Error(`not finished after ${limit / 1000} s`)), limit);
      current.once("message", done).once("error", fail);
      current.postMessage({ text, name, series: JSON.parse(JSON.stringify(seriesOf())) });
    });
  } catch (error) {
    worker = undefined;
    await current.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
    current.removeAllListeners("message").removeAllListeners("error");
  }
}

test.each(Object.entries(bodies))("%s: the text is parsed", async (_, body) => {
  const { made, problems } = await parse(`---\ncip: 20\ntitle: T\n---\n${body}`);
  expect(made).toBe(true);
  expect(problems.filter((code) => !toBeSaid.includes(code))).toEqual([]);
});

test.each(Object.entries(wikiTexts))("MediaWiki, %s: the text is parsed", async (_, body) => {
  const { made, problems } = await parse(`---\ncip: 20\ntitle: T\n---\n${body}`, "cip-20.mediawiki");
  expect(made).toBe(true);
  expect(problems.filter((code) => !toBeSaid.includes(code))).toEqual([]);
});

test("as many authors as fit into a text, in a list below its title, are read", async () => {
  const text = `# T\n\n- **CIP:** 20\n- **Title:** T\n- **Author:** ${repeat("A;", 200_000)}\n- **Status:** Draft\n\nText\n`;
  expect(await parse(text)).toMatchObject({ made: true, problems: [] });
});

test.each(Object.entries(fronts))("%s: the front matter is read or refused", async (_, front) => {
  const { made, problems } = await parse(`---\ncip: 20\ntitle: T\n${front}\n---\nText\n`);
  expect(made || problems.length > 0).toBe(true);
});
