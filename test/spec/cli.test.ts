/** Decisions, section 3: the command line is a contract, other programs call it. */
import { type StdioOptions, spawnSync } from "node:child_process";
import { closeSync, cpSync, existsSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildJson, cipgen, cipgenProcess } from "../support/cli.js";
import { makeFolder, makeSite, proposalText, repositoryRoot } from "../support/site.js";
import { digestsOf } from "../support/tree.js";

const good = {
  "content/cip/cbc/cip-20.md": proposalText(20, { requires: 99 }, "See [a](#nowhere).\n"),
  "content/cip/core/cip-98.md": proposalText(98),
};
const bad = { "content/cip/cbc/cip-20.md": proposalText(20, { date: "2021-02-30" }) };
const config = { locales: { "en-US": {}, "de-DE": {}, "es-ES": {} } };
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what this is about
const colours = /\u001b\[/;

test("help, the version and mistakes need the command line's own script and nothing else", () => {
  const root = makeFolder();
  for (const path of ["bin", "package.json", "dist/cli.cjs", "dist/cli.digest"])
    cpSync(join(repositoryRoot, path), join(root, path), { recursive: true });
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(root, "bin/cipgen.js"), ...args], { cwd: root, encoding: "utf8" });
  expect(run("--help")).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("check-links") });
  const help = run("build", "--help");
  expect(help).toMatchObject({ status: 0, stderr: "" });
  for (const option of ["--root", "--out", "--locale", "--no-cache", "--json"]) expect(help.stdout).toContain(option);
  expect(run("help", "build").stdout).toBe(help.stdout);
  expect(run("--version")).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  expect(run("build", "--outt", "x")).toMatchObject({ status: 3, stderr: expect.stringContaining("--out") });
});

describe("a build that succeeds", () => {
  test("exit 0; the result on stdout, problems on stderr; no colours without a terminal", async () => {
    const root = makeSite(good, config);
    const { code, stdout, stderr } = await cipgenProcess(["build"], { cwd: root });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Built \d+ pages .*: build\n$/);
    expect(stderr).toMatch(/warning \[reference-unknown\] .*\n {2}content\/cip\/cbc\/cip-20\.md:4:11\n/);
    expect(stderr).toMatch(/\n2 warnings\n$/);
    expect(stdout + stderr).not.toMatch(colours);
    expect(existsSync(join(root, "build/de-DE/cip/cbc/cip-20/index.html"))).toBe(true);
  });

  test("--json prints one document with exactly the contract's keys, and nothing else anywhere", async () => {
    const root = makeSite(good, config);
    const { code, stdout, stderr, report } = await buildJson(["--root", root], {}, cipgenProcess);
    expect(code).toBe(0);
    expect(stderr).toBe("");
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(Object.keys(report)).toEqual(["ok", "out", "pages", "files", "bytes", "durationMs", "diagnostics"]);
    expect(report).toMatchObject({ ok: true, out: join(root, "build") });
    const written = Object.keys(digestsOf(report.out));
    expect(report.files).toBe(written.length);
    expect(report.pages).toBe(written.filter((path) => path.endsWith(".html")).length);
    expect(report.diagnostics).toEqual([
      {
        code: "reference-unknown",
        severity: "warning",
        message: expect.any(String),
        file: "content/cip/cbc/cip-20.md",
        line: 4,
        column: 11,
      },
      {
        code: "broken-anchor",
        severity: "warning",
        message: expect.any(String),
        file: "content/cip/cbc/cip-20.md",
        line: 6,
        column: 9,
      },
    ]);
  });

  test("--root and --out are relative to the working directory; nothing else is written", async () => {
    const parent = makeFolder();
    const root = makeSite(good, config);
    const before = readdirSync(root).sort();
    const { code, report } = await buildJson(["--root", root, "--out", "site/public", "--no-cache"], { cwd: parent });
    expect(code).toBe(0);
    expect(report.out).toBe(join(parent, "site/public"));
    expect(readdirSync(join(parent, "site"))).toEqual(["public"]);
    expect(readdirSync(root).sort()).toEqual(before);
  });

  test("--locale builds these locales only, however often and in which form it is given", async () => {
    const root = makeSite(good, config);
    for (const args of [
      ["--locale", "en-US", "de-DE"],
      ["--locale", "en-US", "--locale", "de-DE"],
    ]) {
      const { code } = await cipgen(["build", "--root", root, ...args]);
      expect(code).toBe(0);
      expect(existsSync(join(root, "build/index.html")) && existsSync(join(root, "build/de-DE/index.html"))).toBe(true);
      expect(existsSync(join(root, "build/es-ES"))).toBe(false);
    }
  });
});

describe("exit 2: the content is wrong", () => {
  test("the report goes to stderr with a code frame, nothing to stdout, and there is no output", async () => {
    const root = makeSite(bad);
    const { code, stdout, stderr } = await cipgenProcess(["build", "--root", root], { env: { NO_COLOR: "1" } });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("content/cip/cbc/cip-20.md:4:7\n    4 | date: 2021-02-30\n      |       ^^^^^^^^^^\n");
    expect(existsSync(join(root, "build"))).toBe(false);
  });

  test("--json says the same as one document", async () => {
    const { code, stderr, report } = await buildJson(["--root", makeSite(bad)]);
    expect([code, stderr]).toEqual([2, ""]);
    expect(report).toMatchObject({ ok: false, pages: 0, files: 0, bytes: 0 });
    expect(report.diagnostics).toMatchObject([{ code: "date-invalid", severity: "error", line: 4, column: 7 }]);
  });

  test("colours only where they are wanted: FORCE_COLOR asks, NO_COLOR forbids", async () => {
    const root = makeSite(bad);
    expect((await cipgenProcess(["build", "--root", root], { env: { FORCE_COLOR: "1" } })).stderr).toMatch(colours);
    for (const [name, value] of [
      ["NO_COLOR", "1"],
      ["FORCE_COLOR", "0"],
    ] as const)
      expect((await cipgenProcess(["build", "--root", root], { env: { [name]: value } })).stderr).not.toMatch(colours);
  });
});

describe("exit 3: the call or the configuration is wrong", () => {
  test.each([
    ["an unknown option", ["build", "--outt", "x"], "--outt"],
    ["an option without its value", ["build", "--out"], "--out"],
    ["a command that does not exist", ["biuld"], "biuld"],
    ["an argument too many", ["build", "here"], "argument"],
  ])("%s", async (_, args, said) => {
    const { code, stdout, stderr } = await cipgen(args, { cwd: makeFolder() });
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain(said);
  });

  test("a folder without a config says where it looked", async () => {
    const root = makeFolder({ "readme.md": "x" });
    const { code, stdout, stderr } = await cipgen(["build"], { cwd: root });
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain("--root");
    expect((await buildJson(["--root", join(root, "nowhere")])).report.diagnostics).toMatchObject([
      { code: "config-missing" },
    ]);
  });

  test.each([
    ["build"],
    ["serve"],
    ["serve", "--watch"],
    ["check-links"],
    ["index"],
    ["lint"],
    ["new", "Title"],
  ])("a root that is a file, below one, or nothing, is named as such by %s %s %s", async (...args) => {
    const root = makeFolder({ file: "x" });
    const place = {
      file: `${join(root, "file")} is not a folder`,
      "file/site": `there is no folder ${join(root, "file/site")}`,
      none: `there is no folder ${join(root, "none")}`,
    };
    for (const [name, message] of Object.entries(place)) {
      const { code, stdout, stderr } = await cipgen([...args, "--root", join(root, name)]);
      expect(code, name).toBe(3);
      expect(stdout + stderr).toContain(message);
    }
    expect(readdirSync(root)).toEqual(["file"]);
  });

  test.each([
    ["build"],
    ["lint"],
  ])("a folder of the cache that is a file, or below one, is named by %s", async (...args) => {
    const root = makeSite({ ...good, file: "x" });
    for (const folder of [join(root, "file"), join(root, "file/cache")]) {
      const { code, stdout, stderr } = await cipgen([...args, "--root", root], { env: { CIPGEN_CACHE_DIR: folder } });
      expect(code).toBe(3);
      expect(stdout + stderr).toContain(`CIPGEN_CACHE_DIR: ${folder} is not a folder`);
    }
  });

  test("a locale that the site does not have", async () => {
    const { code, report } = await buildJson(["--root", makeSite(good, config), "--locale", "de-DD"]);
    expect(code).toBe(3);
    expect(report.diagnostics).toMatchObject([{ help: 'Did you mean "de-DE"?' }]);
  });
});

describe("exit 1: something failed", () => {
  test("an output that cannot be written is reported in one line", async () => {
    const root = makeSite({ ...good, "file.txt": "x" });
    const args = ["build", "--root", root, "--out", join(root, "file.txt/below")];
    const { code, stdout, stderr } = await cipgenProcess(args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/\[machine-failure\] .*file\.txt/);
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});

test.runIf(existsSync("/dev/full"))(
  "a result that cannot be written is one line and exit code 1; messages that cannot be are left out",
  () => {
    const root = makeSite({ "content/cip/cbc/cip-20.md": proposalText(20) });
    const full = openSync("/dev/full", "w");
    const run = (stdio: StdioOptions) =>
      spawnSync(process.execPath, [join(repositoryRoot, "bin/cipgen.js"), "build", "--json", "--root", root], {
        stdio,
        encoding: "utf8",
      });
    const noResult = run(["ignore", full, "pipe"]);
    expect([noResult.status, noResult.stderr]).toEqual([
      1,
      expect.stringMatching(/^cipgen: cannot write the result: ENOSPC[^\n]*\n$/),
    ]);
    const noTalk = run(["ignore", "pipe", full]);
    expect([noTalk.status, JSON.parse(noTalk.stdout).ok]).toEqual([0, true]);
    closeSync(full);
  },
);
