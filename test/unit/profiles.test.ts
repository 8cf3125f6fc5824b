/** Profiles are data beside each other in a folder: each is registered, complete, and of use with nothing but its name and a folder. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { processReferences, processSchema } from "../../src/config/process.js";
import { profileNames, profiles } from "../../src/config/profiles/index.js";
import type { ProfileInput } from "../../src/config/schema.js";
import { cipgen } from "../support/cli.js";
import { configProblems } from "../support/parse.js";
import { buildSite, makeFolder, texts } from "../support/site.js";

test("every file of the folder is registered under its name, and no two are of the same files", () => {
  const files = readdirSync(new URL("../../src/config/profiles", import.meta.url)).filter(
    (name) => name !== "index.ts",
  );
  expect(profileNames.toSorted()).toEqual(files.map((name) => name.replace(".ts", "")).toSorted());
  const kinds = profileNames.map((name) => `${profiles[name].id} ${profiles[name].files}`);
  expect(new Set(kinds).size).toBe(kinds.length);
});

test("every profile has a process, whose statuses and categories are its own", () => {
  for (const name of profileNames) {
    const { process, statuses = [], category } = profiles[name] as ProfileInput;
    const known = {
      status: statuses.map((status) => (typeof status === "string" ? status : status.id)),
      category: (category?.values ?? []).map((value) => (typeof value === "string" ? value : value.id)),
    };
    expect(process, name).toBeDefined();
    const parsed = processSchema.parse(process);
    for (const { path, kind: what, name: named } of processReferences(parsed))
      expect(known[what], `${name}: ${path}`).toContain(named);
  }
});

test("init --from gives Swift Evolution its profile, with its process, and a folder of another label a series of its own", async () => {
  const text = (number: string, status: string, label = "SE") =>
    `# Title ${number}\n\n* Proposal: [${label}-${number}](${number}-words.md)\n* Authors: [Ada](https://github.com/ada) and [Bob](https://github.com/bob)\n* Review Manager: [Cy](https://github.com/cy)\n* Status: **${status}**\n\n## Introduction\n\nText.\n`;
  const root = makeFolder({
    "proposals/0001-words.md": text("0001", "Implemented (Swift 3.0)"),
    "proposals/0002-words.md": text("0002", "Active review (May 1...10)"),
    "proposals/0003-words.md": text("0003", "Accepted with revisions"),
    ...Object.fromEntries(
      Array.from({ length: 80 }, (_, index) => `${1000 + index}`).map((number) => [
        `proposals/${number}-words.md`,
        text(number, "Accepted"),
      ]),
    ),
    "proposals/testing/0001-words.md": text("0001", "Implemented", "ST"),
    "proposals/testing/0002-words.md": text("0002", "Accepted", "ST"),
  });
  const { stdout } = await cipgen(["init", "--from", root, "--json"]);
  expect(JSON.parse(stdout).series).toMatchObject([
    { id: "se", proposals: 83, read: { number: 83, status: 83 } },
    { id: "st", source: "proposals/testing", proposals: 2, read: { number: 2, status: 2 } },
  ]);
  expect(readFileSync(join(root, "cipgen.config.ts"), "utf8")).toContain('profile: "swift"');
  const { code, stdout: found } = await cipgen(["lint", "--root", root, "--format", "json"]);
  const codes = JSON.parse(found).diagnostics.map((finding: { code: string }) => finding.code);
  expect([code, codes]).toEqual([0, []]);
});

test.each(profileNames)("%s needs no more than a folder", (profile) => {
  expect(configProblems({ series: [{ profile, source: "content/x" }] })).toEqual([]);
});

describe("architecture decision records", () => {
  test("in both forms", async () => {
    const site = await buildSite(
      {
        "docs/adr/0001-record-decisions.md":
          "# 1. Record decisions\n\nDate: 2020-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nText.\n",
        "docs/adr/0002-use-x.md":
          "# 2. Use X\n\nDate: 2020-02-03\n\n## Status\n\nSuperseded by [3. Use Y](0003-use-y.md)\n\n## Context\n\nText.\n",
        "docs/adr/0003-use-y.md":
          "# Use Y\n\n* Status: accepted\n* Deciders: Ada, Bob\n* Date: 2020-03-04\n\n## Context\n\nText.\n",
        "docs/adr/0004-use-z.md":
          "---\nstatus: proposed\ndate: 2020-04-05\ndecision-makers: [Ada]\n---\n\n# Use Z\n\nText.\n",
        "docs/adr/0005-no-status.md": "# No status\n\nText.\n",
      },
      { series: [{ profile: "adr", source: "docs/adr" }] },
    );
    expect(site.diagnostics).toEqual([]);
    type Item = {
      number: number;
      title: string;
      status?: string;
      date?: string;
      authors: object[];
      supersededBy: string[];
    };
    const { items } = site.json<{ items: Item[] }>("adr/register.json");
    expect(
      items.map(({ number, title, status, date, authors, supersededBy }) => [
        number,
        title,
        status,
        date,
        authors.length,
        supersededBy,
      ]),
    ).toEqual([
      [1, "Record decisions", "accepted", "2020-01-02", 0, []],
      [2, "Use X", "superseded", "2020-02-03", 0, ["ADR-0003"]],
      [3, "Use Y", "accepted", "2020-03-04", 2, []],
      [4, "Use Z", "proposed", "2020-04-05", 1, []],
      [5, "No status", undefined, undefined, 0, []],
    ]);
    expect(texts(site.page("/adr/adr-0005"), ".crumb .chip")).toEqual([]);
  });
});
