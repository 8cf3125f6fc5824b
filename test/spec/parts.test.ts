import { describe, expect, test } from "vitest";
import { describeRepository } from "../../src/tools/scaffold/from/from.js";
import { repository } from "../support/repository.js";
import { build, makeSite, texts } from "../support/site.js";

const psr = {
  id: "psr",
  label: "PSR",
  title: "PSRs",
  source: "accepted",
  files: "PSR-{number}-{slug}.md",
  route: "/psr",
  fields: [],
};
const primary = "accepted/PSR-4-autoloader.md";
const standard = { [primary]: "# Autoloader\n\nShort.\n" };
const minutes = `# PSR-4 Meta Document\n\n## Votes\n\n${"Many words of the minutes. ".repeat(200)}\n`;

describe("a text whose name is the primary's with an end that `parts` names", () => {
  test("is a page below it, however long it is, and the proposal's page has the standard", async () => {
    const files = {
      ...standard,
      "accepted/PSR-4-autoloader-meta.md": minutes,
      "accepted/PSR-4-autoloader-Examples.md": "# Examples\n",
    };
    const site = await build(makeSite(files, { series: [{ ...psr, parts: ["-meta", "-examples"] }] }));
    expect(site.diagnostics).toEqual([]);
    expect(texts(site.page("/psr/psr-4"), "h1, .prose p")).toEqual(["Autoloader", "Short."]);
    expect(texts(site.page("/psr/psr-4/PSR-4-autoloader-meta"), "h2").join()).toContain("Votes");
    expect(site.has("psr/psr-4/PSR-4-autoloader-Examples/index.html")).toBe(true);
    expect(site.json<{ total: number }>("psr/register.json").total).toBe(1);
  });

  test("is a proposal where there is no such primary", async () => {
    const files = { "accepted/PSR-5-doc-meta.md": "# Doc of meta\n\nText.\n" };
    const site = await build(makeSite(files, { series: [{ ...psr, parts: ["-meta"] }] }));
    expect(texts(site.page("/psr/psr-5"), "h1")).toEqual(["Doc of meta"]);
  });

  test("and another one with that number is an error that names both", async () => {
    const files = { ...standard, "accepted/PSR-4-autoloader-draft.md": minutes };
    const { diagnostics } = await build(makeSite(files, { series: [{ ...psr, parts: ["-meta"] }] }));
    const problems = diagnostics.map(({ code, severity, file }) => `${severity} ${code} ${file}`);
    expect(problems.sort()).toEqual([
      "error number-duplicate accepted/PSR-4-autoloader-draft.md",
      `error number-duplicate ${primary}`,
    ]);
  });
});

describe("init --from", () => {
  const numbers = [1, 2, 3, 4, 5];

  test("reports what it cannot decide as an error: two texts with one number, and no history that says which was first", async () => {
    const text = (n: number, more = "") => `- RFC: ${n}\n- Title: T\n- Status: Draft\n\nText.${more}\n`;
    const files = {
      ...Object.fromEntries(numbers.map((n) => [`rfcs/000${n}-one.md`, text(n)])),
      "rfcs/0002-two.md": text(2, minutes),
    };
    const { diagnostics } = await describeRepository(repository(files));
    expect(diagnostics.filter(({ code }) => code === "series-left-out")).toMatchObject([
      { severity: "error", file: "rfcs/0002-one.md" },
    ]);
  });
});
