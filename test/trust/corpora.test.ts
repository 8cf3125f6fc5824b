/**
 * Public registers as they are, from ../shared: profiles and configuration only, no code. Without ../shared these tests say so and pass; registers
 * that are made in their manner are tested everywhere (test/spec/registers.test.ts, test/spec/history.test.ts).
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import { buildJson, cipgen } from "../support/cli.js";
import { contractProblems } from "../support/contract.js";
import { lint } from "../support/lint.js";
import { pageProblems, wikiMarks } from "../support/pages.js";
import { build, makeFolder, makeSite, repositoryRoot, type TestBuild, textOf } from "../support/site.js";

const corpora = join(repositoryRoot, "../shared/corpora");
const isThere = existsSync(corpora);

it.runIf(!isThere)("the corpora are not beside this clone, in ../shared/corpora: no public register is tested", () => {
  expect(isThere).toBe(false);
});

function makeRegister(corpus: string, config: Partial<ConfigInput>): string {
  const root = makeSite({}, { checks: { brokenLinks: "warn" }, ...config });
  cpSync(join(corpora, corpus), join(root, "content", corpus), { recursive: true });
  return root;
}

const errors = ({ diagnostics }: TestBuild) => diagnostics.filter(({ severity }) => severity === "error");

describe.runIf(isThere)("the EIPs", () => {
  let site: TestBuild;
  const numbers = isThere ? readdirSync(join(corpora, "eips/EIPS")).map((name) => Number(/\d+/.exec(name)?.[0])) : [];
  beforeAll(async () => {
    site = await build(makeRegister("eips", { series: [{ profile: "eip", source: "content/eips/EIPS" }] }));
  });

  it("build without an error; every proposal has a page, and its old address leads there", () => {
    expect(errors(site)).toEqual([]);
    expect(numbers.filter((number) => !site.has(`eip/eip-${number}/index.html`))).toEqual([]);
    expect(site.text("EIPS/eip-20/index.html")).toContain('content="0; url=/eip/eip-20"');
  });

  it("every file of /api/v1/ is as its schema says", () => {
    const { problems, files } = contractProblems(site.files.keys(), (path) => site.text(path));
    expect(problems).toEqual([]);
    expect(files).toBeGreaterThan(numbers.length);
  });

  it("stubs of moved proposals say where the text is now", () => {
    const link = site.page("/eip/eip-1046").querySelector(".banner a")?.getAttribute("href");
    expect(link).toBe("https://github.com/ethereum/ercs/blob/master/ERCS/erc-1046.md");
  });

  it("the link report holds only files that are not there", () => {
    const linked = site.diagnostics.filter(({ code }) => code.startsWith("broken-") && code !== "broken-anchor");
    const wrong = linked.filter(({ file = "", line = 0, column = 0 }) => {
      const text = readFileSync(join(corpora, file.replace("content/", "")), "utf8").split("\n")[line - 1];
      const target = /^[^)\s">\]]*/.exec(text?.slice(column - 1) ?? "")?.[0]?.split("#")[0] ?? "";
      return existsSync(join(corpora, "eips/EIPS", decodeURIComponent(target)));
    });
    expect(wrong).toEqual([]);
  });

  it("every link to a place on the same page finds it, and no page shows raw TeX", () => {
    const problems = numbers.flatMap((number) =>
      pageProblems(site.text(`eip/eip-${number}/index.html`)).map((problem) => `${number}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });
});

describe.runIf(isThere)("the SIMDs", () => {
  const make = () => makeRegister("simds", { series: [{ profile: "simd", source: "content/simds/proposals" }] });

  it("build without an error; every proposal has a page with its four digits", async () => {
    const site = await build(make());
    expect(errors(site)).toEqual([]);
    expect([...site.files.keys()].filter((path) => /^simd\/simd-\d{4}\/index\.html$/.test(path))).toHaveLength(118);
  });

  it("are the same site after lint --fix, which leaves nothing that it could fix", async () => {
    const root = make();
    const pages = async () => {
      const { files } = await build(root);
      return [...files].flatMap(([path, content]) => (path.endsWith(".html") ? [[path, textOf(content)]] : []));
    };
    const before = await pages();
    const { stderr } = await cipgen(["lint", "--root", root, "--fix"]);
    expect(stderr).toContain("fixed content/simds/proposals/");
    expect(await pages()).toEqual(before);
    const left = (await lint(root)).diagnostics.map(({ code }) => code);
    expect(left.filter((code) => code === "field-order")).toEqual([]);
  });
});

describe.runIf(isThere)("without a configuration", () => {
  async function describeCorpus(name: string) {
    const root = makeFolder();
    cpSync(join(corpora, name), root, { recursive: true, filter: (path) => !/cipgen\.config\.\w+$/.test(path) });
    const { code, stdout } = await cipgen(["init", "--from", root, "--json"]);
    const [series] = code === 0 ? JSON.parse(stdout).series : [];
    return { root, code, series };
  }

  it("bips: every field of every proposal, and no markup of a wiki in any text", async () => {
    const { root, code, series } = await describeCorpus("bips");
    expect(code).toBe(0);
    const { proposals } = series;
    expect(series.read).toEqual({
      number: proposals,
      title: proposals,
      status: proposals,
      date: proposals,
      authors: proposals,
    });
    expect((await buildJson(["--root", root, "--no-cache"])).code).toBe(0);
    const files = readdirSync(join(root, "build"), { recursive: true, encoding: "utf8" });
    expect(contractProblems(files, (path) => readFileSync(join(root, "build", path), "utf8")).problems).toEqual([]);
    const pages = files.filter((path) => path.endsWith(".html"));
    expect(pages.length).toBeGreaterThan(proposals);
    for (const path of pages) expect(wikiMarks(readFileSync(join(root, "build", path), "utf8")), path).toEqual([]);
  });

  it.each(["core-cip", "simds"])("%s: every field that its proposals state, and a build", async (name) => {
    const { root, code, series } = await describeCorpus(name);
    expect(code).toBe(0);
    expect(Object.values(series.read)).toEqual(Object.keys(series.read).map(() => series.proposals));
    expect((await buildJson(["--root", root, "--no-cache"])).code).toBe(0);
    const files = readdirSync(join(root, "build"), { recursive: true, encoding: "utf8" });
    expect(contractProblems(files, (path) => readFileSync(join(root, "build", path), "utf8")).problems).toEqual([]);
  });
});

interface HistoryFile {
  proposals: { label: string; statuses: { status: string; date: string }[] }[];
}

const bundle = join(corpora, "simds-history.bundle");

describe.runIf(existsSync(bundle))("the SIMDs' own repository", () => {
  it("has every change of status that git log shows for each proposal, on its day, and no other", async () => {
    const root = makeSite(
      {},
      { series: [{ profile: "simd", source: "register/proposals" }], checks: { brokenLinks: "warn" } },
    );
    execFileSync("git", ["clone", "--quiet", bundle, join(root, "register")], { stdio: "ignore" });
    const site = await build(root);
    const { proposals } = site.json<HistoryFile>("simd/history.json");
    const { items } = site.json<{ items: { label: string; source: string }[] }>("simd/register.json");
    expect(items.length).toBeGreaterThan(20);
    for (const { label, source } of items) {
      const found = proposals.find((proposal) => proposal.label === label)?.statuses ?? [];
      const byHand = statusesByHand(join(root, "register"), basename(source));
      expect(
        found.map(({ status, date }) => `${date} ${status}`),
        source,
      ).toEqual(byHand);
    }
    const changes = proposals.reduce((sum, { statuses }) => sum + statuses.length - 1, 0);
    expect(changes).toBeGreaterThan(60);
  });
});

/** The lines that `git log -p` adds, read by themselves: a status counts when it is another one than before. */
function statusesByHand(repository: string, file: string): string[] {
  const names = [`proposals/${file}`];
  for (const [from, to] of renamesOf(repository)) if (names.includes(to)) names.push(from);
  const args = ["log", "--first-parent", "-m", "-p", "--date=format-local:%Y-%m-%d"];
  const env = { ...process.env, TZ: "UTC" };
  const patch = execFileSync("git", [...args, "--format=commit %cd", "--", ...names], {
    cwd: repository,
    env,
    encoding: "utf8",
  });
  const found: string[] = [];
  for (const commit of patch
    .split(/^commit /m)
    .slice(1)
    .reverse()) {
    const status = /^\+status:\s*["']?([A-Za-z ]+?)["']?\s*$/m.exec(commit)?.[1]?.toLowerCase();
    if (status && !found.at(-1)?.endsWith(` ${status}`)) found.push(`${commit.slice(0, 10)} ${status}`);
  }
  return found;
}

/** Old and new names, newest first. */
function renamesOf(repository: string): [from: string, to: string][] {
  const args = ["log", "--first-parent", "-m", "-M", "--diff-filter=R", "--name-status", "--format="];
  const lines = execFileSync("git", args, { cwd: repository, encoding: "utf8" }).split("\n").filter(Boolean);
  return lines.map((line) => line.split("\t").slice(1) as [string, string]);
}
