/** Decisions, sections 8 and 9: what a build checks, and what it does better than the generator that the register used before. */
import { describe, expect, test } from "vitest";
import { locales, prefixOf } from "../support/register.js";
import { attributes, buildSite, proposalText, registerSite, texts } from "../support/site.js";

const one = { "content/cip/cbc/cip-20.md": proposalText(20, {}, "## Abstract\n\nText.\n") };
const linking = (body: string) => ({ ...one, "content/cip/core/cip-30.md": proposalText(30, {}, body) });

describe("checks of links", () => {
  const cases = [
    ["brokenLinks", "broken-link", "[x](/nowhere)\n", "error"],
    ["brokenMarkdownLinks", "broken-markdown-link", "[x](./cip-31.md)\n", "warning"],
    ["brokenAnchors", "broken-anchor", "[x](../cbc/cip-20.md#abstrat)\n", "warning"],
  ] as const;

  test.each(cases)("%s: unless configured, a %s is what the decisions say", async (_, code, body, severity) => {
    const built = await buildSite(linking(body));
    expect(built.diagnostics).toMatchObject([
      { code, severity, file: "content/cip/core/cip-30.md", line: 5, column: 5 },
    ]);
    expect(built.files.size > 0).toBe(severity === "warning");
  });

  test.each(cases)("%s can be an error, a warning or nothing", async (key, code, body) => {
    const levels = await Promise.all(
      (["error", "warn", "ignore"] as const).map((level) => buildSite(linking(body), { checks: { [key]: level } })),
    );
    const severities = levels.map(({ diagnostics }) => diagnostics.map((d) => `${d.code} ${d.severity}`));
    expect(severities).toEqual([[`${code} error`], [`${code} warning`], []]);
    expect(levels.map(({ files }) => files.size > 0)).toEqual([false, true, true]);
  });

  test("a broken anchor names the heading that was probably meant", async () => {
    const { diagnostics } = await buildSite(linking("[x](../cbc/cip-20.md#abstrat) [y](#nope)\n"));
    expect(diagnostics.map(({ help }) => help)).toEqual(["Did you mean #abstract?", undefined]);
  });

  test("a broken anchor in a link of the configuration is reported at its key, whatever kind of page it leads to", async () => {
    const to = ["/cip/archive#nowhere", "/cip/cbc/cip-20#abstrat", "/cip/cbc/cip-20#abstract", "/#no", "/cip#top"];
    const { diagnostics } = await buildSite(one, {
      home: { actions: to.map((address) => ({ label: "Go", to: address })) },
      footer: { columns: [{ title: "More", links: [{ label: "List", to: "/cip#nowhere" }] }] },
    });
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(
      Array(4).fill("warning broken-anchor"),
    );
    expect(diagnostics.map(({ message, help = "" }) => `${message} ${help}`.trim()).sort()).toEqual([
      "footer.columns[0].links[0].to: the page /cip has no place #nowhere",
      "home.actions[0].to: the page /cip/archive has no place #nowhere",
      "home.actions[1].to: the page /cip/cbc/cip-20 has no place #abstrat Did you mean #abstract?",
      "home.actions[3].to: the page / has no place #no",
    ]);
  });

  test("a link of the configuration may lead to a page among the static files", async () => {
    const to = ["/tool", "/tool/", "/tool/more", "/tool/more.html"];
    const tool = "<!doctype html><title>x</title>";
    const { diagnostics } = await buildSite(
      { ...one, "content/static/tool/index.html": tool, "content/static/tool/more.html": tool },
      { home: { actions: to.map((address) => ({ label: "Go", to: address })) } },
    );
    expect(diagnostics).toEqual([]);
  });

  test.each([
    ["a page", "/cip"],
    ["a page of another locale", "/de-DE/cip"],
    ["a proposal by file", "../cbc/cip-20.md"],
    ["a proposal by address", "../cbc/cip-20"],
    ["a heading", "../cbc/cip-20.md#abstract"],
    ["a docs page by file", "/docs/start.md"],
    ["a static file", "/files/a%20b.txt"],
    ["a generated file", "/cip/rss.xml"],
    ["the data of the register", "/cip/register.json"],
    ["the data of a list", "/cip/index.json"],
    ["the data of the docs", "/docs/index.json"],
    ["another host", "https://elsewhere.example/nowhere"],
    ["a mail address", "mailto:a@example.org"],
    ["the top of the page", "#top"],
  ])("a link to %s is not broken", async (_, url) => {
    const built = await buildSite(
      {
        ...linking(`[x](${url})\n`),
        "content/docs/start.md": "# Start\n",
        "content/static/files/a b.txt": "text",
      },
      { locales: { "en-US": {}, "de-DE": {} }, docs: { mainDocId: "start" } },
    );
    expect(built.diagnostics).toEqual([]);
  });
});

describe("two files for one thing", () => {
  test("a duplicate number names both files and overwrites nothing", async () => {
    const built = await buildSite({ ...one, "content/cip/core/cip-20.md": proposalText(20) });
    const problem = { code: "number-duplicate", severity: "error", line: 1, column: 1 };
    expect(built.diagnostics).toMatchObject([
      { ...problem, file: "content/cip/cbc/cip-20.md", message: expect.stringContaining("core/cip-20.md") },
      { ...problem, file: "content/cip/core/cip-20.md", message: expect.stringContaining("cbc/cip-20.md") },
    ]);
    expect(built.files.size).toBe(0);
  });

  test("two docs files for one route are an error that names both", async () => {
    const built = await buildSite(
      { ...one, "content/docs/a.md": "# A\n", "content/docs/a/index.md": "# B\n" },
      { docs: { mainDocId: "a" } },
    );
    const [conflict] = built.diagnostics;
    expect(conflict).toMatchObject({ code: "route-conflict", severity: "error" });
    expect(`${conflict?.message} ${conflict?.file}`).toContain("content/docs/a.md");
    expect(`${conflict?.message} ${conflict?.file}`).toContain("content/docs/a/index.md");
    expect(built.files.size).toBe(0);
  });

  test("a static file in the place of a page is an error that names the page and the file", async () => {
    const built = await buildSite({ ...one, "content/static/cip/archive/index.html": "mine" });
    expect(built.diagnostics).toMatchObject([{ code: "route-conflict", severity: "error" }]);
    expect(built.diagnostics[0]?.message).toMatch(/cip\/archive\/index\.html .*the page \/cip\/archive/);
    expect(built.files.size).toBe(0);
  });

  test("a static file in the place of a page of another locale is an error, too", async () => {
    const built = await buildSite(
      { ...one, "content/static/de-DE/cip/index.html": "mine" },
      { locales: { "en-US": {}, "de-DE": {} } },
    );
    expect(built.diagnostics).toMatchObject([{ code: "route-conflict", severity: "error" }]);
    expect(built.files.size).toBe(0);
  });
});

describe("what is wrong in front matter", () => {
  const cases: [name: string, path: string, text: string, expected: object][] = [
    ["a number that is none", "cbc/cip-21.md", "---\ncip: abc\ntitle: T\n---\n", { code: "number-invalid", line: 2 }],
    [
      "a number that differs from the file name",
      "cbc/cip-21.md",
      proposalText(22),
      { code: "number-mismatch", line: 2 },
    ],
    ["no number", "cbc/cip-21.md", "---\ntitle: T\n---\n", { code: "field-missing", line: 1 }],
    ["no title", "cbc/cip-21.md", proposalText(21, { title: undefined }), { code: "field-missing", line: 2 }],
    ["a file in no category's folder", "cip-21.md", proposalText(21), { code: "category-unknown", line: 1 }],
    ["an unknown category", "cbcs/cip-21.md", proposalText(21), { code: "category-unknown", line: 1, help: /"cbc"/ }],
    [
      "a category that is not the folder's",
      "cbc/cip-21.md",
      proposalText(21, { category: "core" }),
      { code: "category-mismatch", line: 4 },
    ],
    [
      "a day that does not exist",
      "cbc/cip-21.md",
      proposalText(21, { date: "2023-02-29" }),
      { code: "date-invalid", line: 4 },
    ],
    [
      "an unknown status",
      "cbc/cip-21.md",
      proposalText(21, { status: "finall" }),
      { code: "status-unknown", line: 4, help: /"final"/ },
    ],
    [
      "requires that name nothing",
      "cbc/cip-21.md",
      proposalText(21, { requires: "soon" }),
      { code: "reference-invalid", line: 4 },
    ],
    ["broken YAML", "cbc/cip-21.md", "---\ncip: 21\ntitle: a: b\n---\n", { code: "front-matter-yaml", line: 3 }],
    [
      "front matter in another language",
      "cbc/cip-21.md",
      "---js\n{}\n---\n",
      { code: "front-matter-language", line: 1 },
    ],
    ["front matter that does not end", "cbc/cip-21.md", "---\ncip: 21\n", { code: "front-matter-unclosed", line: 1 }],
    ["no front matter at all", "cbc/cip-21.md", "# Title\n", { code: "front-matter-missing", line: 1 }],
  ];

  test.each(cases)("%s is an error with file, line and column", async (_, path, text, {
    help,
    ...expected
  }: { help?: RegExp }) => {
    const built = await buildSite({ ...one, [`content/cip/${path}`]: text });
    expect(built.diagnostics).toMatchObject([
      { severity: "error", file: `content/cip/${path}`, column: expect.any(Number), ...expected },
    ]);
    if (help) expect(built.diagnostics[0]?.help).toMatch(help);
    expect(built.files.size).toBe(0);
  });

  test("all of them are reported in one build, ordered by file and line", async () => {
    const built = await buildSite({
      "content/cip/cbc/cip-1.md": proposalText(1, { title: undefined, date: "2023-02-30", status: "odd" }),
      "content/cip/cbc/cip-2.md": "---\ncip: abc\n---\n",
      "content/cip/core/cip-3.md": proposalText(3, {}, "[x](/nowhere)\n"),
    });
    expect(built.diagnostics.map(({ code, file, line }) => [file?.replace("content/cip/", ""), line, code])).toEqual([
      ["cbc/cip-1.md", 2, "field-missing"],
      ["cbc/cip-1.md", 3, "date-invalid"],
      ["cbc/cip-1.md", 4, "status-unknown"],
      ["cbc/cip-2.md", 2, "field-missing"],
      ["cbc/cip-2.md", 2, "number-invalid"],
      ["core/cip-3.md", 5, "broken-link"],
    ]);
  });

  test("a reference to a proposal that does not exist warns at its place", async () => {
    const built = await buildSite({ "content/cip/cbc/cip-21.md": proposalText(21, { requires: "20, 22" }) });
    expect(built.diagnostics).toMatchObject([
      { code: "reference-unknown", severity: "warning", line: 4, message: expect.stringContaining("CIP-20") },
      { code: "reference-unknown", severity: "warning", line: 4, message: expect.stringContaining("CIP-22") },
    ]);
  });
});

describe("better than upstream", async () => {
  const site = await registerSite();

  test("every page of every locale has exactly one h1", () => {
    for (const [path, content] of site.files) {
      if (!path.endsWith(".html")) continue;
      const shown = String(content).replace(/<template\b[\s\S]*?<\/template>/g, "");
      expect(shown.match(/<h1[\s>]/g), path).toHaveLength(1);
    }
  });

  test("the archive is in order: newest first, and by number what is of one day", () => {
    for (const locale of locales) {
      const groups = [...site.page(`${prefixOf(locale)}/cip/archive`).querySelectorAll(".year-rows")];
      const years = groups.map((group) => Number(/\d{4}/.exec(texts(group, "h2")[0] ?? "")?.[0]));
      expect(years).toEqual([2025, 2023, 2022]);
      for (const group of groups) {
        const rows = [...group.querySelectorAll("tbody tr")].map((row) => ({
          number: Number(texts(row, "td.number")[0]),
          date: attributes(row, "time", "datetime")[0] ?? "",
        }));
        expect(rows).toEqual(rows.toSorted((a, b) => b.date.localeCompare(a.date) || a.number - b.number));
      }
    }
  });

  test("what a proposal requires is a link", () => {
    const facts = site.page("/cip/cbc/cip-777").querySelector(".facts") as Element;
    expect(texts(facts, "dt")).toContain("Requires");
    expect(attributes(facts, "a.number", "href")).toContain("/cip/cbc/cip-20");
  });

  test("a page has no script in it that is not the site's own", () => {
    for (const route of ["/", "/cip", "/cip/cbc/cip-721", "/docs/cip"]) {
      for (const src of attributes(site.page(route), "script[src]", "src")) expect(src).toMatch(/^\/assets\//);
    }
  });
});
