/** What `lint --fix` does to a page: nothing but for the shape of quotes that come from front matter, whatever the text is. */
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fixFiles, lint as lintFiles } from "../../src/cli/api/lint.js";
import { rules } from "../../src/tools/lint/rules/index.js";
import { straightQuotes } from "../../src/tools/lint/rules/smart-quotes.js";
import { fixSite, lint, prepare } from "../support/lint.js";
import { runs } from "../support/runs.js";
import { build, makeSite, type TestBuild } from "../support/site.js";

const words = ["A", "it’s", "“so”", "‘x’", "'", '"', ":", "#", "- ", "\\", "[1]", "&amp;", "ü", " ", "`“`", "\t"];
const value = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
const styles = [(text: string) => text, (text: string) => `"${text}"`, (text: string) => `'${text}'`];
const written = fc.tuple(value, fc.constantFrom(...styles)).map(([text, style]) => style(text));
const body = fc
  .array(
    fc.constantFrom(
      "“Text” ",
      "```\n“code”  \n```",
      "- it’s  ",
      "> “a”",
      "Line  \nnext ",
      "<pre>\n“x”  \n</pre>",
      "\n",
    ),
  )
  .map((parts) => parts.join("\n"));
const proposal = fc
  .tuple(written, written, written, body)
  .map(([title, description, author, text]) => ({ title, description, author, text }));

/** Each proposal's page with its quotes straight, and its text with the quotes that it has. */
function shownBy({ files, page }: TestBuild): unknown {
  const routes = [...files.keys()].filter((path) => /cip-\d+\/index\.html$/.test(path));
  return routes.sort().map((path) => ({
    whole: straightQuotes(page(`/${path}`).documentElement.outerHTML)
      .replace(/&(?:quot|#x27|#39);/g, '"')
      // JSON escapes a straight quote, but not a curly one.
      .replace(/\\+"/g, '"'),
    text: page(`/${path}`).querySelector(".prose")?.innerHTML,
  }));
}

test("pages show the same after every fix, but for quotes of front matter", async () => {
  let fixed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(proposal, { minLength: 15, maxLength: 20 }), async (proposals) => {
      const root = makeSite(
        Object.fromEntries(
          proposals.map(({ title, description, author, text }, index) => [
            `content/cip/cbc/cip-${index + 1}.md`,
            `---\ndescription: ${description}\ncip: ${index + 1}\ntitle: ${title}\nauthor: ${author}\n---\n${text}`,
          ]),
        ),
        { legacy: { until: 99 } },
      );
      const before = await build(root);
      for (const { id, fixes } of rules) if (fixes) fixed += (await fixSite(root, id)).length;
      expect(shownBy(await build(root))).toEqual(shownBy(before));
    }),
    { numRuns: runs(1), endOnFailure: true },
  );
  expect(fixed).toBeGreaterThan(20);
});

test("fields are put in order whatever they are, also those that say where they are", async () => {
  const fields = [
    "cip: 20",
    "title: T",
    "author: A (@a)",
    "status: Draft",
    "date: 2021-01-01",
    "requires: 21",
    "supersedes: 21",
    "superseded-by: 21",
  ];
  const other = "---\ncip: 21\ntitle: O\n---\n";
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(fields, { minLength: fields.length }), async (lines) => {
      const root = makeSite({
        "content/cip/cbc/cip-20.md": `---\n${lines.join("\n")}\n---\nText.\n`,
        "content/cip/cbc/cip-21.md": other,
      });
      await fixSite(root, "field-order");
      expect(await fixSite(root, "field-order")).toEqual([]);
      const { diagnostics } = await lint(root);
      expect(diagnostics.map(({ code }) => code)).not.toContain("field-order");
    }),
    { numRuns: runs(3) },
  );
});

test.each([
  ["front matter", "---\ntitle: T\ncip: 20\n---\n", true],
  ["a map on one line", "---\n{ title: T, cip: 20 }\n---\n", false],
  ["a preamble", "Title: T\nCIP: 20\n\n", false],
  ["a table", "| Title | T |\n|---|---|\n| CIP | 20 |\n\n", false],
  ["a list", "# T\n\n- Title: T\n- CIP: 20\n\n", false],
])("lint promises to put the fields of %s in order only if it does", async (_, head, isPromised) => {
  const root = makeSite({ "content/cip/cbc/cip-20.md": `${head}Text.\n` });
  const found = async () => (await lint(root)).diagnostics.filter(({ code }) => code === "field-order");
  const [reported] = await found();
  expect(reported?.help?.includes("puts the fields in order")).toBe(isPromised);
  await fixSite(root, "field-order");
  expect(await found()).toHaveLength(isPromised ? 0 : 1);
});

describe("the files", () => {
  const wrong = "---\ncip: 20\ntitle:  T\n---\n## A\n\nText.\n";
  const right = wrong.replace("title:  T", "title: T");

  test("the target of a symbolic link is fixed, once, also if two texts lead to it", async () => {
    const root = makeSite({ "content/static/20.md": wrong, ".git/HEAD": "" });
    const links = ["content/cip/cbc/cip-20.md", "content/docs/20.md"];
    for (const path of links) {
      mkdirSync(join(root, path, ".."), { recursive: true });
      symlinkSync(join(root, "content/static/20.md"), join(root, path));
    }
    const { fixed } = await lintFiles({ root, fix: true });
    expect([...fixed.values()]).toEqual([["field-spacing"]]);
    expect(readFileSync(join(root, "content/static/20.md"), "utf8")).toBe(right);
    for (const path of links) expect(lstatSync(join(root, path)).isSymbolicLink(), path).toBe(true);
    expect((await lintFiles({ root, fix: true })).fixed.size).toBe(0);
  });

  test("a text that is saved meanwhile is fixed as it was saved, and one that goes does not end the others", async () => {
    const paths = [1, 2, 3].map((number) => `content/cip/cbc/cip-${number}.md`);
    const textOf = (number: number, body: string) => `---\ncip: ${number}\ntitle:  A\n---\n${body}\n`;
    const [gone = "", saved = "", same = ""] = paths;
    const root = makeSite(Object.fromEntries(paths.map((path, index) => [path, textOf(index + 1, "Text")])));
    const { linked, settings } = await prepare(root);
    rmSync(join(root, gone));
    writeFileSync(join(root, saved), textOf(2, "Saved by its author"));
    const {
      value: { fixed: value },
      diagnostics,
    } = await fixFiles(root, linked.value, settings.value, () => true);
    expect([[...value.keys()], diagnostics]).toEqual([[saved, same], []]);
    expect(readFileSync(join(root, saved), "utf8")).toBe(textOf(2, "Saved by its author").replace("  ", " "));
  });

  test("a file keeps its permissions", async () => {
    const path = "content/cip/cbc/cip-20.md";
    const root = makeSite({ [path]: wrong });
    chmodSync(join(root, path), 0o666);
    await lintFiles({ root, fix: true });
    expect([readFileSync(join(root, path), "utf8"), statSync(join(root, path)).mode & 0o777]).toEqual([right, 0o666]);
  });

  test("a byte order mark and the line ends stay", async () => {
    const path = "content/cip/cbc/cip-20.md";
    const windows = (text: string) => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
    const root = makeSite({ [path]: windows(wrong) });
    await lintFiles({ root, fix: true });
    expect(readFileSync(join(root, path), "utf8")).toBe(windows(right));
  });
});
