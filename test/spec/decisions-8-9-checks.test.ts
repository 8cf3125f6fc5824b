/** Decisions, sections 8 and 9: what a build checks, and what it does better than the generator that the register used before. */
import { describe, expect, test } from "vitest";
import { locales, prefixOf } from "../support/register.js";
import { attributes, buildSite, proposalText, registerSite, texts } from "../support/site.js";

const one = { "content/cip/cbc/cip-20.md": proposalText(20, {}, "## Abstract\n\nText.\n") };

describe("checks of links", () => {
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
      "footer.columns[0].links[0].to: the page /cip has no anchor #nowhere",
      "home.actions[0].to: the page /cip/archive has no anchor #nowhere",
      "home.actions[1].to: the page /cip/cbc/cip-20 has no anchor #abstrat Did you mean #abstract?",
      "home.actions[3].to: the page / has no anchor #no",
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
});

describe("what is wrong in front matter", () => {
  test("all of it is reported in one build, with file and line and in their order, and nothing is built", async () => {
    const built = await buildSite({
      "content/cip/cip-1.md": proposalText(1),
      "content/cip/cbc/cip-2.md": "---\ncip: abc\ntitle: T\n---\n",
      "content/cip/cbc/cip-3.md": "---\ntitle: T\n---\n",
      "content/cip/cbc/cip-4.md": proposalText(4, { title: undefined, date: "2023-02-29", status: "finall" }),
      "content/cip/cbc/cip-5.md": proposalText(5, { category: "core", requires: "soon" }),
      "content/cip/cbc/cip-6.md": "# Title\n",
      "content/cip/cbcs/cip-7.md": proposalText(7),
      "content/cip/core/cip-8.md": proposalText(8, {}, "[x](/nowhere)\n"),
    });
    const said = built.diagnostics.map(
      ({ file, line, code }) => `${file?.replace("content/cip/", "")}:${line} ${code}`,
    );
    expect(said).toEqual([
      "cbc/cip-2.md:2 number-invalid",
      "cbc/cip-3.md:1 field-missing",
      "cbc/cip-4.md:2 field-missing",
      "cbc/cip-4.md:3 date-invalid",
      "cbc/cip-4.md:4 status-unknown",
      "cbc/cip-5.md:4 category-mismatch",
      "cbc/cip-5.md:5 reference-invalid",
      "cbc/cip-6.md:1 front-matter-missing",
      "cbcs/cip-7.md:1 category-unknown",
      "cip-1.md:1 category-unknown",
      "core/cip-8.md:5 broken-link",
    ]);
    const meant = built.diagnostics.flatMap(({ help }) => /Did you mean "(\w+)"/.exec(help ?? "")?.[1] ?? []);
    expect(meant).toEqual(["final", "cbc"]);
    expect(built.diagnostics.every(({ severity, column }) => severity === "error" && column)).toBe(true);
    expect(built.files.size).toBe(0);
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
