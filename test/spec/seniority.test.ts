/** Old texts are judged leniently and keep their numbers, new ones are not: in builds by the history and `legacy`, in reviews by the base. */
import { execFileSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { review } from "../../src/cli/api/review.js";
import type { ConfigInput } from "../../src/index.js";
import { Repository } from "../support/git.js";
import { build, makeFolder, texts, usualConfig } from "../support/site.js";

const text = (number: number | string, title: string, more = "status: draft") =>
  `---\ncip: ${number}\ntitle: ${title}\nauthor: Ada (@ada)\n${more}\n---\n\nText.\n`;

const flat = {
  profile: "cip",
  files: "{number}-{slug}.md",
  permalink: "/cip/{number}",
  category: { from: "none" },
} as const;
const lenient = { legacy: { until: 99 } };

/** A repository with one commit. */
function register(files: Record<string, string>, series: object, config: Partial<ConfigInput> = {}): Repository {
  const site = JSON.stringify({ ...usualConfig, series: [series], ...config });
  return new Repository().commit("2020-01-01T00:00:00Z", { "cipgen.config.json": site, ...files });
}

async function built({ root }: { root: string }) {
  const site = await build(root);
  const said = site.diagnostics
    .filter(({ code }) => code !== "history-shallow")
    .map(({ severity, code, file }) => `${severity} ${code} ${file}`);
  const titles = site.files.size > 0 ? texts(site.page("/cip/26"), "h1") : [];
  return { said, titles };
}

const zeta = "content/cip/26-zeta.md";
const alpha = "content/cip/26-alpha.md";
const accepted = { [zeta]: text(26, "Zeta", "status: accepted") };

describe("a number belongs to the text that had it first", () => {
  test.each([
    ["lenient", lenient],
    ["strict", {}],
  ])("a text that no commit has is an error, whatever its name and length: %s", async (_, config) => {
    const site = register(accepted, flat, config);
    site.write({ [alpha]: text(26, "Alpha", "status: draft\ntags: [a]\ndescription: longer") + "More. ".repeat(500) });
    expect(await built(site)).toEqual({ said: [`error number-taken ${alpha}`], titles: [] });
  });

  test("of two old ones with legacy both are warned of, and the earlier keeps its page", async () => {
    const site = register(accepted, flat, lenient).commit("2020-02-01T00:00:00Z", { [alpha]: text(26, "Alpha") });
    const { said, titles } = await built(site);
    expect(said).toEqual([
      `warning number-duplicate ${alpha}`,
      `warning proposal-skipped ${alpha}`,
      `warning number-duplicate ${zeta}`,
    ]);
    expect(titles).toEqual([expect.stringContaining("Zeta")]);
  });

  test("the same without the metadata of its versions, and after it got another name", async () => {
    const site = register({ "content/cip/26-old.md": accepted[zeta] ?? "" }, flat, { ...lenient, history: false });
    site.commit("2020-02-01T00:00:00Z", { [alpha]: text(26, "Alpha") });
    renameSync(join(site.root, "content/cip/26-old.md"), join(site.root, zeta));
    site.commit("2020-03-01T00:00:00Z");
    expect((await built(site)).titles).toEqual([expect.stringContaining("Zeta")]);
  });

  test("in a strict register the later one is an error", async () => {
    const site = register(accepted, flat).commit("2020-02-01T00:00:00Z", { [alpha]: text(26, "Alpha") });
    expect((await built(site)).said).toEqual([`error number-duplicate ${alpha}`]);
  });

  test("a text that had another number is a newcomer, however old it is", async () => {
    const old = { "content/cip/7-first.md": text(7, "First") };
    const site = register(old, flat, lenient).commit("2020-02-01T00:00:00Z", accepted);
    rmSync(join(site.root, "content/cip/7-first.md"));
    site.write({ [alpha]: text(26, "First") });
    expect((await built(site)).said).toEqual([`error number-taken ${alpha}`]);
    site.write({ "content/cip/7-first.md": text(26, "First") });
    rmSync(join(site.root, alpha));
    expect((await built(site)).said).toContain("error number-taken content/cip/7-first.md");
  });

  test("a text with another form of name loses its number to no newcomer that is named better", async () => {
    const misnamed = { "content/cip/zeta.md": text(26, "Zeta") };
    const site = register(misnamed, flat, lenient);
    site.write({ [alpha]: text(26, "Alpha") });
    expect((await built(site)).said).toContain(`error number-taken ${alpha}`);
  });

  test("where nothing says which was first both are errors: a shallow clone, or no repository", async () => {
    const site = register(accepted, flat, lenient).commit("2020-02-01T00:00:00Z", { [alpha]: text(26, "Alpha") });
    const clone = join(makeFolder(), "clone");
    execFileSync("git", ["clone", "--quiet", "--depth=1", pathToFileURL(site.root).href, clone]);
    const both = [`error number-duplicate ${alpha}`, `error number-duplicate ${zeta}`];
    expect((await built({ root: clone })).said).toEqual(both);
    rmSync(join(clone, ".git"), { recursive: true });
    expect((await built({ root: clone })).said).toEqual(both);
  });

  test("two texts that no commit has are errors both", async () => {
    const site = register({}, flat, lenient);
    site.write({ ...accepted, [alpha]: text(26, "Alpha") });
    expect((await built(site)).said).toEqual([`error number-duplicate ${alpha}`, `error number-duplicate ${zeta}`]);
  });
});

const bad = "status: finished\ndate: 2022-02-30";

describe("leniency is for old texts", () => {
  const codesOf = (said: readonly string[]) => said.map((one) => one.split(" ").slice(0, 2).join(" ")).sort();
  const found = (severity: string) => [`${severity} date-invalid`, `${severity} status-unknown`];

  test("what no commit has is judged strictly", async () => {
    const site = register({ ...accepted, "content/cip/1-old.md": text(1, "Old", bad) }, flat, lenient);
    expect(codesOf((await built(site)).said)).toEqual(found("warning"));
    site.write({ "content/cip/30-new.md": text(30, "New", bad) });
    expect(codesOf((await built(site)).said)).toEqual([...found("error"), ...found("warning")]);
  });

  test("front matter that cannot be read leaves no new text out", async () => {
    const site = register(accepted, flat, lenient);
    site.write({ "content/cip/30-new.md": text(30, "[unclosed") });
    expect((await built(site)).said).toEqual(["error front-matter-yaml content/cip/30-new.md"]);
  });

  test.each([
    ["a number", 26],
    ["a day", "2020-01-01"],
  ])("legacy says it of committed texts, too, and replaces the leniency of series: %s", async (_, until) => {
    const old = { ...accepted, "content/cip/1-old.md": `${text(1, "Old", bad)}\n[gone](./gone.txt)\n` };
    const site = register(old, flat, { legacy: { until } });
    const before = await built(site);
    expect(codesOf(before.said)).toEqual(["warning broken-link", ...found("warning")]);
    expect(before.titles).toHaveLength(1);
    site.commit("2020-02-01T00:00:00Z", { "content/cip/30-new.md": `${text(30, "New", bad)}\n[gone](./gone.txt)\n` });
    expect(codesOf((await built(site)).said)).toEqual([
      ...["error broken-link", ...found("error")],
      ...["warning broken-link", ...found("warning")],
    ]);
  });

  test("without a complete history legacy decides by the number or the date of a text", async () => {
    const old = { ...accepted, "content/cip/1-old.md": text(1, "Old", "status: finished\ndate: 2019-05-01") };
    const fresh = { "content/cip/30-new.md": text(30, "New", "status: finished\ndate: 2021-05-01") };
    for (const until of [26, "2020-01-01"]) {
      const { root } = register({ ...old, ...fresh }, flat, { legacy: { until } });
      rmSync(join(root, ".git"), { recursive: true });
      expect((await built({ root })).said).toEqual([
        "error status-unknown content/cip/30-new.md",
        "warning status-unknown content/cip/1-old.md",
      ]);
    }
  });

  test("legacy makes nothing old that no commit has", async () => {
    const site = register(accepted, flat, { legacy: { until: 26 } });
    site.write({ "content/cip/2-new.md": text(2, "New", bad) });
    expect(codesOf((await built(site)).said)).toEqual(found("error"));
  });
});

test("a new link to a file that is not there is an error in a review, or has the level that the site has chosen", async () => {
  const dead = "content/cip/1-dead.md";
  const linking = (...links: string[]) => text(1, "Dead") + links.map((link) => `\n[a](${link})\n`).join("");
  const inRepository = "https://github.com/example/register/blob/main/tools/none.md";
  for (const [level, severity] of [
    [undefined, "error"],
    ["warn", "warning"],
  ] as const) {
    const site = register({ ...accepted, [dead]: linking("./27-none.md") }, flat, {
      repository: "https://github.com/example/register",
      checks: level && { brokenMarkdownLinks: level },
    });
    site.commit("2020-02-01T00:00:00Z", { [dead]: linking("./27-none.md", "./28-none.md", inRepository) });
    const { diagnostics } = await review({ root: site.root, base: "HEAD~1", head: "HEAD" });
    const found = diagnostics.filter(({ code }) => code.startsWith("broken-"));
    expect(found.map((one) => `${one.severity} ${one.code} ${one.file}`).sort()).toEqual(
      [`${severity} broken-markdown-link ${dead}`, `${severity} broken-repository-link ${dead}`].sort(),
    );
  }
});

test.each([
  26,
  "2020-01-01",
])("legacy until %s covers a text without a number by the day on which it came in", async (until) => {
  const broken = { "content/cip/old-thing.md": "---\ntitle: Old\nstatus: draft\n---\n\nText.\n" };
  const site = register({ ...accepted, ...broken }, { ...flat, ignore: [] }, { legacy: { until } });
  expect((await built(site)).said.filter((one) => one.startsWith("error"))).toEqual([]);
  site.commit("2020-02-01T00:00:00Z", {
    "content/cip/30-later.md": text(30, "Later"),
    "content/cip/new-thing.md": broken["content/cip/old-thing.md"].replace("Old", "New"),
  });
  const errors = (await built(site)).said.filter((one) => one.startsWith("error"));
  expect(errors).toEqual([expect.stringContaining("content/cip/new-thing.md")]);
});

describe("a text without a number yet", () => {
  test("has no page and is no error", async () => {
    const numbers = [
      "XXXX",
      "draft-new",
      "TBD",
      "<to be assigned>",
      "To be assigned by CIP Editors",
      '"[TBA]"',
      "0000",
    ];
    const pending = Object.fromEntries([
      ["content/cip/0000-none.md", text(0, "New").replace("cip: 0\n", "")],
      ...numbers.map((number, index) => [`content/cip/new-${index}.md`, text(number, "New")]),
    ]);
    const series = { ...flat, fields: [{ key: "title", required: true }] };
    const { said, titles } = await built(register({ ...accepted, ...pending }, series));
    expect(said).toEqual(Object.keys(pending).map((file) => `warning number-pending ${file}`));
    expect(titles).toHaveLength(1);
  });

  test("0000 is a number where the series begins with it", async () => {
    const site = register(
      { ...accepted, "content/cip/0000-first.md": text("0000", "First") },
      { ...flat, firstNumber: 0 },
    );
    expect((await built(site)).said).toEqual([]);
  });
});
