/** The live register's real content, which must build as it is (decisions, section 2). It is beside this repository; without it there is nothing to test. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type BuildReport, buildJson, type CliRun, cipgen } from "../support/cli.js";
import { makeFolder, repositoryRoot } from "../support/site.js";

const shared = join(repositoryRoot, "../shared");
const isThere = existsSync(join(shared, "corpora/core-cip"));

test.runIf(!isThere)(
  "the live register's content is not beside this clone, in ../shared/corpora: its builds are not tested",
  () => {
    expect(isThere).toBe(false);
  },
);

/** This repository's config with the corpus for content. */
function makeSite(adjust: (config: string) => string = (config) => config): string {
  const root = makeFolder();
  mkdirSync(join(root, "content"));
  for (const folder of ["cip", "docs", "static"])
    cpSync(join(shared, "corpora/core-cip", folder), join(root, "content", folder), { recursive: true });
  writeFileSync(join(root, "cipgen.config.ts"), adjust(readFileSync(join(repositoryRoot, "cipgen.config.ts"), "utf8")));
  return root;
}

describe.runIf(isThere)("the live register's content", () => {
  let run: CliRun & { report: BuildReport };
  beforeAll(async () => {
    run = await buildJson(["--root", makeSite()]);
  }, 120_000);

  test("builds without an error", () => {
    expect(run.report.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect([run.code, run.report.ok]).toEqual([0, true]);
  });

  test("has no link that leads nowhere, in any language", async () => {
    const { code, stdout } = await cipgen(["check-links", "--root", makeSite(), "--format", "json"]);
    const { ok, diagnostics } = JSON.parse(stdout) as BuildReport;
    expect([code, ok]).toEqual([0, true]);
    // CIP-1820 requires a proposal that is not there, which its page says without a link.
    expect(diagnostics.map((found) => [found.code, found.file])).toEqual([
      ["reference-unknown", "content/cip/cbc/cip-1820.md"],
    ]);
  });

  test("answers every route of the live site", () => {
    const routes = readFileSync(join(shared, "reference/routes.txt"), "utf8").split("\n").filter(Boolean);
    expect(routes.length).toBeGreaterThan(300);
    const missing = routes.filter((route) => {
      const file = route.endsWith(".html") ? route : join(route, "index.html");
      return !existsSync(join(run.report.out, file));
    });
    expect(missing).toEqual([]);
  });

  test("every warning names its file and line", () => {
    // That a file takes the place of a generated one is about the whole file.
    for (const diagnostic of run.report.diagnostics.filter(({ code }) => code !== "file-replaces"))
      expect(diagnostic).toMatchObject({
        file: expect.any(String),
        line: expect.any(Number),
        column: expect.any(Number),
      });
  });
});

describe.runIf(isThere)('numbering read as "continuous"', () => {
  let out = "";
  beforeAll(async () => {
    const root = makeSite((config) => config.replace('reading: "listed"', 'reading: "continuous"'));
    const { code, report } = await buildJson(["--root", root, "--locale", "en-US"]);
    expect(code).toBe(0);
    out = report.out;
  }, 120_000);

  const data = (path: string) => JSON.parse(readFileSync(join(out, path, "index.json"), "utf8"));

  test("there are 33 proposals, 3 of them on page 4", () => {
    expect(data("cip")).toMatchObject({ page: 1, pages: 4, total: 33 });
    expect(data("cip/page/4").items).toHaveLength(3);
  });

  test("101 and 107 are pages of status reserved", () => {
    for (const number of [101, 107]) expect(existsSync(join(out, `cip/cbc/cip-${number}/index.html`))).toBe(true);
    const items: { number: number; status: string }[] = [1, 2, 3, 4].flatMap(
      (page) => data(page === 1 ? "cip" : `cip/page/${page}`).items,
    );
    expect(items.filter(({ status }) => status === "reserved").map(({ number }) => number)).toEqual([101, 107]);
  });
});
