/** Registers in the manner of the public ones: profiles and configuration only, no code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import { buildJson, cipgen } from "../support/cli.js";
import { bipRegister, eipRegister, isMoved, movedTo, simdRegister } from "../support/generated/registers.js";
import { lint } from "../support/lint.js";
import { pageProblems, wikiMarks } from "../support/pages.js";
import { build, makeFolder, makeSite, type TestBuild, textOf } from "../support/site.js";

const within = (folder: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

const makeRegister = (files: Record<string, string>, config: Partial<ConfigInput>) =>
  makeSite(within("content/register", files), { checks: { brokenLinks: "warn" }, ...config });

const errors = ({ diagnostics }: TestBuild) => diagnostics.filter(({ severity }) => severity === "error");

describe("a register in the manner of the EIPs", () => {
  const { files, numbers, missing } = eipRegister();
  let site: TestBuild;
  beforeAll(async () => {
    site = await build(makeRegister(files, { series: [{ profile: "eip", source: "content/register/EIPS" }] }));
  });

  it("builds without an error; every proposal has a page, and its old address leads there", () => {
    expect(errors(site)).toEqual([]);
    expect(numbers.filter((number) => !site.has(`eip/eip-${number}/index.html`))).toEqual([]);
    for (const number of numbers)
      expect(site.text(`EIPS/eip-${number}/index.html`)).toContain(`content="0; url=/eip/eip-${number}"`);
  });

  it("stubs of moved proposals say where the text is now", () => {
    for (const number of numbers.filter((_, index) => isMoved(index)))
      expect(site.page(`/eip/eip-${number}`).querySelector(".banner a")?.getAttribute("href")).toBe(movedTo(number));
  });

  it("the link report holds every link to a file that is not there, at its place, and no other", () => {
    const wanted = [...missing].flatMap(([path, targets]) =>
      targets.map((target) => `content/register/${path} ${target}`),
    );
    const found = site.diagnostics
      .filter(({ code }) => code.startsWith("broken-"))
      .map(({ file = "", line = 0, column = 0 }) => {
        const text = files[file.replace("content/register/", "")]?.replace("\uFEFF", "").split(/\r?\n/)[line - 1];
        return `${file} ${/^[^)]*/.exec(text?.slice(column - 1) ?? "")?.[0]}`;
      });
    expect(wanted.length).toBeGreaterThan(20);
    expect(found.sort()).toEqual(wanted.sort());
  });

  it("every link to a place on the same page finds it, and no page shows raw TeX", () => {
    const problems = numbers.flatMap((number) =>
      pageProblems(site.text(`eip/eip-${number}/index.html`)).map((problem) => `${number}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });
});

describe("a register in the manner of the SIMDs", () => {
  const { files, numbers } = simdRegister(20);
  const make = () => makeRegister(files, { series: [{ profile: "simd", source: "content/register/proposals" }] });

  it("builds without an error; every proposal has a page with its four digits", async () => {
    const site = await build(make());
    expect(errors(site)).toEqual([]);
    const pages = [...site.files.keys()].flatMap((path) => /^simd\/simd-(\d{4})\/index\.html$/.exec(path)?.[1] ?? []);
    expect(pages.map(Number).sort((a, b) => a - b)).toEqual(numbers);
  });

  it("is the same site after lint --fix, which leaves nothing that it could fix", async () => {
    const root = make();
    const pages = async () => {
      const built = await build(root);
      return [...built.files].flatMap(([path, content]) => (path.endsWith(".html") ? [[path, textOf(content)]] : []));
    };
    const before = await pages();
    const { stderr } = await cipgen(["lint", "--root", root, "--fix"]);
    expect(stderr).toContain("field-order");
    expect(await pages()).toEqual(before);
    const left = (await lint(root)).diagnostics.map(({ code }) => code);
    expect(left).not.toContain("field-order");
  });
});

describe("without a configuration", () => {
  const describeFiles = async (files: Record<string, string>) => {
    const root = makeFolder(files);
    const { code, stdout, stderr } = await cipgen(["init", "--from", root, "--json"]);
    expect(code, stderr).toBe(0);
    const [series] = JSON.parse(stdout).series;
    return { root, series };
  };

  it("bips: every field of every proposal is read, and no markup of a wiki is in any text", async () => {
    const { files, numbers } = bipRegister(20);
    const { root, series } = await describeFiles(files);
    const all = numbers.length;
    expect(series).toMatchObject({
      proposals: all,
      read: { number: all, title: all, status: all, date: all, authors: all },
    });
    expect((await buildJson(["--root", root, "--no-cache"])).code).toBe(0);
    const pages = readdirSync(join(root, "build"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".html"),
    );
    expect(pages.length).toBeGreaterThan(all);
    for (const path of pages) expect(wikiMarks(readFileSync(join(root, "build", path), "utf8")), path).toEqual([]);
  });

  it("simds: every field that the proposals state is read, and they build", async () => {
    const { files, numbers } = simdRegister(20);
    const { root, series } = await describeFiles(files);
    expect(series.proposals).toBe(numbers.length);
    expect(Object.values(series.read)).toEqual(Object.keys(series.read).map(() => numbers.length));
    expect((await buildJson(["--root", root, "--no-cache"])).code).toBe(0);
  });
});
