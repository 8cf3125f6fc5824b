/** Registers whose numbers are in the metadata alone, as those of Flow: names of files have days or words. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { initFrom } from "../../src/api/init.js";
import { newProposal } from "../../src/api/new-proposal.js";
import { Register } from "../support/review.js";
import { build, buildSite, makeFolder, type TestBuild, usualConfig } from "../support/site.js";

const flip = (number: number | string, title: string, more = "") =>
  `---\nstatus: draft\nflip: ${number}\nauthors: Ann\n---\n\n# FLIP ${number}: ${title}\n\nText.${more}\n`;
const flips = {
  "cadence/20220101-mutability.md": flip(703, "Mutability", " See [tokens](../application/20221108-tokens.md)."),
  "cadence/20220203-controllers.md": flip(798, "Controllers"),
  "application/20221108-tokens.md": flip(1087, "Tokens", " It is like FLIP-703."),
  "application/README.md": "# Applications\n\nSee [tokens](20221108-tokens.md).\n",
  "yyyymmdd-flip-template.md": flip("NNN", "Title of FLIP").replace(
    "NNN",
    "NNN (the number of its issue)\nupdated: YYYY-MM-DD",
  ),
};
const series = {
  id: "flip",
  label: "FLIP",
  title: "FLIPs",
  source: ".",
  files: "{category}/{slug}.md",
  numbers: "decimal" as const,
  category: { from: "folder" as const, values: ["application", "cadence"] },
  statuses: ["Draft"],
  route: "/flip",
  mentions: ["FLIP"],
};
interface Item {
  number: number;
  title: string;
  url: string;
  mentions: { number: number }[];
}
const itemsOf = (site: TestBuild) =>
  site.json<{ items: Item[] }>("flip/register.json").items.map(({ number, title, url }) => [number, title, url]);

describe("init --from", () => {
  let root: string;
  beforeAll(async () => {
    root = makeFolder(flips);
    expect((await initFrom({ folder: root })).ok).toBe(true);
  });

  test("finds the key that is the label of the register", async () => {
    expect(readFileSync(join(root, "cipgen.config.ts"), "utf8")).toContain('files: "{category}/{slug}.md"');
    const site = await build(root);
    expect(site.diagnostics).toEqual([]);
    expect(itemsOf(site)).toEqual([
      [703, "Mutability", "/flip/flip-703"],
      [798, "Controllers", "/flip/flip-798"],
      [1087, "Tokens", "/flip/flip-1087"],
    ]);
  });

  test("new takes the next number, which only the texts have, and a name with the day", async () => {
    const request = { root, author: "Ada", category: "cadence", date: "2026-03-05" };
    const made = await Promise.all(["One", "Two"].map((title) => newProposal({ ...request, title })));
    expect(made.map(({ path }) => path).sort()).toEqual(["cadence/20260305-one.md", "cadence/20260305-two.md"]);
    const numbers = made.map(({ path = "" }) => /^flip: (\d+)$/m.exec(readFileSync(join(root, path), "utf8"))?.[1]);
    expect(numbers.sort()).toEqual(["1088", "1089"]);
    const text = readFileSync(join(root, "cadence/20260305-one.md"), "utf8");
    expect(text).toMatch(/^updated: 2026-03-05$/m);
    expect(text).toMatch(/^# FLIP 108[89]: One$/m);
  });

  test("takes no other numbers of texts for those of proposals", async () => {
    const chapter = (weight: number) =>
      `---\ntitle: Chapter ${weight}\nweight: ${weight}\n---\n\n# Chapter ${weight}\n`;
    const other = makeFolder({ "docs/a.md": chapter(1), "docs/b.md": chapter(2), "docs/c.md": chapter(3) });
    expect((await initFrom({ folder: other })).diagnostics[0]?.message).toBe("there are no proposals here");
  });
});

test("a text without a number is none of the register, one with a wrong number is an error, and two with one number are", async () => {
  const config = { series: [series] };
  const ignored = await buildSite({ ...flips, "cadence/vision.md": "# The vision\n" }, config);
  expect(ignored.diagnostics.map(({ code, file }) => [code, file])).toEqual([["file-ignored", "cadence/vision.md"]]);
  const wrong = await buildSite(
    { ...flips, "cadence/a.md": flip("GOV-1", "A"), "cadence/b.md": flip(703, "B") },
    config,
  );
  expect(wrong.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(
    expect.arrayContaining(["error number-invalid", "error number-duplicate"]),
  );
});

test("review compares numbers with those of the texts", async () => {
  const { "yyyymmdd-flip-template.md": _, ...texts } = flips;
  const register = new Register(texts, { ...usualConfig, series: [{ ...series, process: { number: "next" } }] });
  const report = await register.review(
    register.branch({
      "cadence/next.md": flip(1088, "Next"),
      "cadence/20220203-renamed.md": texts["cadence/20220203-controllers.md"],
      "cadence/20220203-controllers.md": undefined,
      "cadence/20220101-mutability.md": flip(704, "Mutability"),
    }),
  );
  expect(report.proposals.map(({ label, change }) => [label, change]).sort()).toEqual([
    ["FLIP-1088", "new"],
    ["FLIP-704", "changed"],
    ["FLIP-798", "renamed"],
  ]);
  expect(report.diagnostics.filter(({ code }) => code.startsWith("review-")).map(({ message }) => message)).toEqual([
    expect.stringContaining("FLIP-703 gets the number 704"),
    expect.stringContaining("changes from /flip/flip-703 to /flip/flip-704"),
  ]);
});
