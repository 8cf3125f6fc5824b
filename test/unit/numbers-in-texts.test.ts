import { expect, test } from "vitest";
import { Register } from "../support/review.js";
import { buildSite, usualConfig } from "../support/site.js";

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
