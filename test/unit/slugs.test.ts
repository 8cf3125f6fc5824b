/** Registers without numbers: proposals are known by the names of their files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberOfSlug } from "../../src/shared/proposal-number.js";
import { cipgen } from "../support/cli.js";
import { Register } from "../support/review.js";
import { attributes, buildSite, makeFolder, makeSite, texts, usualConfig } from "../support/site.js";

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
        const written = String(content);
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

describe("init --from", () => {
  const plain = (title: string) => `# ${title}\n\nWords about it.\n`;
  const names = ["Struct", "input-union", "defer"];
  const folder = (name: string) =>
    Object.fromEntries([...names, "README", "TEMPLATE"].map((one) => [`${name}/${one}.md`, plain(`The ${one}`)]));

  test("finds texts without numbers in a folder of proposals, and builds them", async () => {
    const root = makeFolder({ ...folder("rfcs"), ...folder("notes") });
    const { code, stdout } = await cipgen(["init", "--from", root, "--json"]);
    const { series: found } = JSON.parse(stdout);
    expect([code, found.length, found[0].source, found[0].proposals, found[0].read.title]).toEqual([
      0,
      1,
      "rfcs",
      3,
      3,
    ]);
    expect(readFileSync(join(root, "cipgen.config.ts"), "utf8")).toContain('files: "{slug}.md"');
    const built = await cipgen(["build", "--root", root]);
    expect([built.code, built.stderr]).toEqual([0, ""]);
    const data = JSON.parse(readFileSync(join(root, "build/rfc/register.json"), "utf8"));
    expect(data.items.map(({ url }: Item) => url)).toEqual(["/rfc/defer", "/rfc/input-union", "/rfc/Struct"]);
  });

  test("takes names that begin with a day for proposals of that day", async () => {
    const root = makeFolder({
      "reps/20180604-dynamic-kernels.md": plain("Dynamic kernels"),
      "reps/2023-8-18-autoscaling.md": plain("Autoscaling"),
      "reps/20190115-dense-attention.md": `# Dense attention\n\n- Date: 2019-03-04\n\n${plain("Dense attention")}`,
    });
    const { stdout } = await cipgen(["init", "--from", root, "--json"]);
    expect(JSON.parse(stdout).series[0]).toMatchObject({ source: "reps", proposals: 3, read: { date: 3 } });
  });

  test("finds texts that never got a number, in folders of statuses", async () => {
    const root = makeFolder({
      "accepted/0000-lists.md": plain("Lists"),
      "accepted/0000-names.md": plain("Names"),
      "implemented/0000-links.md": plain("Links"),
      "text/0000-links.md": plain("Links"),
      "0000-template.md": plain("Template"),
    });
    const { code, stdout } = await cipgen(["init", "--from", root, "--json"]);
    const [series] = JSON.parse(stdout).series;
    expect([code, series]).toMatchObject([0, { proposals: 3, read: { title: 3, status: 3 } }]);
    expect((await cipgen(["build", "--root", root])).code).toBe(0);
    const data = JSON.parse(readFileSync(join(root, `build/${series.id}/register.json`), "utf8"));
    expect(data.items.map(({ url, status }: Item & { status: string }) => [url, status])).toEqual([
      [`/${series.id}/links`, "implemented"],
      [`/${series.id}/lists`, "accepted"],
      [`/${series.id}/names`, "accepted"],
    ]);
  });

  test("finds texts in folders of categories, and leaves one of two with a name out", async () => {
    const root = makeFolder({
      "enhancements/ingress/lists.md": plain("Lists"),
      "enhancements/ingress/samples.md": plain("Samples"),
      "enhancements/network/names.md": plain("Names"),
      "enhancements/network/samples.md": plain("Samples"),
      "enhancements/README.md": plain("Enhancements"),
    });
    const { code, stdout } = await cipgen(["init", "--from", root, "--json"]);
    const { series, diagnostics } = JSON.parse(stdout);
    expect([code, series[0]]).toMatchObject([
      0,
      { source: "enhancements", files: "{category}/{slug}.md", proposals: 3 },
    ]);
    expect(diagnostics).toMatchObject([
      { code: "series-left-out", message: expect.stringContaining("1 text in enhancements with the name of another") },
    ]);
    expect((await cipgen(["build", "--root", root])).code).toBe(0);
  });

  test("finds READMEs in folders of their own", async () => {
    const read = (name: string) => [
      `designs/2019-${name}/README.md`,
      `- Start Date: 2019-01-02\n- Authors: Ada\n\n${plain(name)}`,
    ];
    const root = makeFolder({ ...Object.fromEntries(names.map(read)), "designs/README.md": plain("Designs") });
    expect((await cipgen(["init", "--from", root, "--json"])).code).toBe(0);
    expect(readFileSync(join(root, "cipgen.config.ts"), "utf8")).toContain('files: "{slug}/README.md"');
    expect((await cipgen(["build", "--root", root])).stderr).toBe("");
    const data = JSON.parse(readFileSync(join(root, "build/proposal/register.json"), "utf8"));
    expect(data.items.map(({ url }: Item) => url).sort()).toEqual(
      ["defer", "input-union", "Struct"].map((name) => `/proposal/2019-${name}`).sort(),
    );
  });

  test.each([
    ["in other folders", folder("docs")],
    ["beside numbered ones", { ...folder("proposals"), "rfcs/0001-a.md": text("A"), "rfcs/0002-b.md": text("B") }],
  ])("takes no texts without numbers %s", async (_, given) => {
    const root = makeFolder(given);
    const { stdout } = await cipgen(["init", "--from", root, "--json"]);
    expect(stdout).not.toContain('"files":"{slug}.md"');
  });
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
