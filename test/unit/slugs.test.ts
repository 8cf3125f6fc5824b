/** Registers without numbers: proposals are known by the names of their files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberOfSlug } from "../../src/shared/proposal-number.js";
import { cipgen } from "../support/cli.js";
import { Register } from "../support/review.js";
import { attributes, buildSite, makeSite, textOf, texts, usualConfig } from "../support/site.js";

const series = {
  id: "rfc",
  label: "RFC",
  title: "RFCs",
  source: "rfcs",
  files: "{slug}.md",
  route: "/rfc",
  statuses: ["Draft"],
};
const text = (title: string, fields = "", body = "Text.") =>
  `---\ntitle: ${title}\nstatus: Draft\n${fields}---\n\n${body}\n`;
const files = {
  "rfcs/Struct.md": text("The Struct Type", "requires: input-union\n", "See [unions](input-union.md)."),
  "rfcs/input-union.md": text("An Input Union"),
  "rfcs/defer.md": text("Defer & Stream", "requires: missing-thing, Struct.md\n"),
  "rfcs/README.md": "# The process\n",
  "rfcs/TEMPLATE.md": "# A title\n",
};

interface Item {
  number: null;
  slug: string;
  label: string;
  title: string;
  url: string;
}

test("slugs have numbers of their own, whatever their case, and these are safe integers", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z0-9-]{1,30}$/), { maxLength: 50 }), (slugs) => {
      const numbers = slugs.map(numberOfSlug);
      expect(new Set(numbers).size).toBe(slugs.length);
      expect(slugs.map((slug) => numberOfSlug(slug.toUpperCase()))).toEqual(numbers);
      expect(numbers.every(Number.isSafeInteger)).toBe(true);
    }),
  );
});

describe("a register", () => {
  test("has a page for each, by its name, without a number anywhere", async () => {
    const site = await buildSite(files, { series: [series], navbar: { items: [] } });
    expect(site.diagnostics.map(({ code, severity, message }) => [severity, code, message])).toEqual([
      ["warning", "reference-unknown", expect.stringContaining("missing-thing")],
    ]);
    const { items } = site.json<{ items: Item[] }>("rfc/register.json");
    expect(items.map(({ number, slug, label, title, url }) => [number, slug, label, title, url])).toEqual([
      [null, "input-union", "input-union", "An Input Union", "/rfc/input-union"],
      [null, "defer", "defer", "Defer & Stream", "/rfc/defer"],
      [null, "Struct", "Struct", "The Struct Type", "/rfc/Struct"],
    ]);
    const page = site.page("/rfc/Struct");
    expect(texts(page, "h1")).toEqual(["The Struct Type"]);
    expect(texts(page, "title")[0]).toMatch(/^The Struct Type/);
    expect(attributes(page, ".prose a", "href")).toContain("/rfc/input-union");
    expect(attributes(page, "dl a", "href")).toEqual(expect.arrayContaining(["/rfc/input-union", "/rfc/defer"]));
    expect(attributes(page, "link[rel=prev], a[rel=prev]", "href")).toContain("/rfc/defer");
    for (const [path, content] of site.files)
      if (/\.(?:html|json|xml|txt)$/.test(path) && !/schema|openapi/.test(path)) {
        const written = textOf(content);
        expect(written, path).not.toMatch(/RFC-\w/);
        for (const slug of ["Struct", "input-union", "defer"])
          expect(written, path).not.toContain(String(numberOfSlug(slug)));
      }
    const data = site.json<Item & { requires: Item[] }>("api/v1/proposals/rfc/Struct.json");
    expect([data.number, data.slug, data.requires.map((one) => one.slug)]).toEqual([null, "Struct", ["input-union"]]);
  });

  test("leaves out templates, and not texts about templates", async () => {
    const site = await buildSite(
      {
        "rfcs/template-literals.md": text("Literals"),
        "rfcs/rfc-template.md": text("A title"),
        "rfcs/a.md": text("A"),
      },
      { series: [series] },
    );
    const { items } = site.json<{ items: Item[] }>("rfc/register.json");
    expect(items.map(({ slug }) => slug)).toEqual(["a", "template-literals"]);
  });

  test("has one text of each name", async () => {
    const folders = {
      ...series,
      files: "{category}/{slug}.md",
      category: { from: "folder" as const, values: ["a", "b"] },
    };
    const site = await buildSite(
      { "rfcs/a/one.md": text("One"), "rfcs/b/One.md": text("Other") },
      { series: [folders] },
    );
    expect(site.diagnostics.map(({ code, file }) => [code, file])).toEqual([["route-conflict", "rfcs/b/One.md"]]);
  });
});

test.each([
  ["permalink", { permalink: "{route}/{number}" }],
  ["numbers", { files: "{number}.md", numbers: "none" as const }],
])("a configuration with a contradicting %s is refused", async (_, wrong) => {
  const root = makeSite(files, { series: [{ ...series, ...wrong }] });
  const { code, stderr } = await cipgen(["build", "--root", root]);
  expect([code, stderr]).toEqual([3, expect.stringContaining("without numbers")]);
});

describe("the other commands", () => {
  test("new names the file by the title and asks for no number", async () => {
    const root = makeSite(files, { series: [series] });
    const made = await cipgen(["new", "--root", root, "My idea"]);
    expect([made.code, readdirSync(join(root, "rfcs"))]).toEqual([0, expect.arrayContaining(["my-idea.md"])]);
    expect(readFileSync(join(root, "rfcs/my-idea.md"), "utf8")).not.toMatch(/\d{6}|^rfc:/m);
    const again = await cipgen(["new", "--root", root, "My Idea"]);
    expect([again.code, again.stderr]).toEqual([expect.any(Number), expect.stringContaining("my-idea")]);
    const numbered = await cipgen(["new", "--root", root, "Other", "--number", "7"]);
    expect(numbered.stderr).toContain("no numbers");
    expect((await cipgen(["lint", "--root", root])).stdout).not.toMatch(/numbers?\b|\d{10}/);
  });

  test("review has nothing to say of the name of a new, a renamed or a changed proposal as a number", async () => {
    const register = new Register(files, { ...usualConfig, series: [{ ...series, process: { number: "next" } }] });
    const head = register.branch({
      "rfcs/defer.md": undefined,
      "rfcs/defer-and-stream.md": files["rfcs/defer.md"],
      "rfcs/fresh.md": text("A fresh idea"),
      "rfcs/Struct.md": files["rfcs/Struct.md"].replace("See", "Read"),
    });
    const report = await register.review(head);
    const stdout = JSON.stringify(report);
    expect(report.proposals.map(({ number, label }) => [number, label])).toEqual(
      expect.arrayContaining([
        [null, "fresh"],
        [null, "Struct"],
      ]),
    );
    expect(stdout).not.toMatch(/review-number|number-taken|RFC-|\d{12,16}(?![\da-f])/);
  });
});
