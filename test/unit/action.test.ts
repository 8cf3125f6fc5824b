/** The GitHub Action, run as a runner runs it: its script in a shell, with its inputs in the environment and a program that writes down what it was asked. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { makeFolder, repositoryRoot } from "../support/site.js";

interface Action {
  outputs: Record<string, { value: string }>;
  inputs: Record<string, { default?: string; required?: boolean }>;
  runs: { steps: { uses?: string; run?: string; shell?: string; env?: Record<string, string> }[] };
}
const action: Action = parse(readFileSync(join(repositoryRoot, "action.yml"), "utf8"));
const { steps } = action.runs;

function runAction(inputs: { command: string; root?: string; args?: string }, code = 0) {
  const root = join(makeFolder(), inputs.root ?? "a site");
  const bin = join(root, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  const log = join(root, "log");
  writeFileSync(
    join(bin, "cipgen"),
    `#!/bin/sh\nprintf '%s|' "$@" >> "${log}"\necho >> "${log}"\necho "report of $1"\nexit ${code}\n`,
  );
  chmodSync(join(bin, "cipgen"), 0o755);
  const summary = join(root, "summary");
  const env = {
    PATH: process.env.PATH,
    RUNNER_TEMP: root,
    GITHUB_STEP_SUMMARY: summary,
    CIPGEN_COMMAND: inputs.command,
    CIPGEN_ROOT: root,
    CIPGEN_ARGS: inputs.args ?? "",
    CIPGEN_VERSION: "0.1.0",
    CIPGEN_BASE: "",
    CIPGEN_HEAD: "",
    CIPGEN_ACTOR: "",
    GITHUB_OUTPUT: join(root, "output"),
  };
  const script = steps.find(({ run }) => run)?.run ?? "";
  let exit = 0;
  let stdout = "";
  try {
    stdout = execFileSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    ({ status: exit, stdout } = error as { status: number; stdout: string });
    if (exit === null) throw error;
  }
  const read = (path: string) => {
    try {
      return readFileSync(path, "utf8").trimEnd().split("\n");
    } catch {
      return [];
    }
  };
  return {
    exit,
    stdout,
    calls: read(log).map((line) =>
      line
        .replaceAll(root, "ROOT")
        .replace(/cipgen-report\.\w+/g, "REPORT")
        .split("|")
        .slice(0, -1),
    ),
    summary: read(summary),
  };
}

test("is pinned, takes no secret, and puts no input into a script", () => {
  const uses = steps.flatMap((step) => step.uses ?? []);
  expect(uses.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
  expect(JSON.stringify(action)).not.toContain("secrets.");
  for (const { run } of steps) expect(run ?? "").not.toContain("${{");
  expect(Object.keys(action.inputs)).toEqual(["command", "root", "args", "version", "base", "head", "actor"]);
  expect(Object.keys(action.outputs)).toEqual(["errors", "warnings", "proposals", "report"]);
  // Nothing that later steps see: no other Node.js, no variable.
  expect(uses.map((name) => name.replace(/@.*/, ""))).toEqual(["actions/cache"]);
  for (const { run } of steps) expect(run ?? "").not.toMatch(/GITHUB_(?:PATH|ENV)\b/);
});

test("installs the version of this package where the site has none, and of what draws diagrams", () => {
  const { version, devDependencies } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
  expect(action.inputs.version?.default).toBe(version);
  const scripts = steps.map(({ run }) => run ?? "").join("\n");
  expect(scripts).toContain(` beautiful-mermaid@${devDependencies["beautiful-mermaid"]}\n`);
});

const reports = ["--report", "markdown=ROOT/REPORT/report.md", "--report", "json=ROOT/REPORT/report.json"];

describe("the script", () => {
  test("lints with annotations, and says how it ended", () => {
    const { exit, calls, summary, stdout } = runAction({ command: "lint", args: "--fix" }, 2);
    expect(calls).toEqual([["lint", "--root", "ROOT", "--fix", "--format", "github", ...reports]]);
    expect([exit, stdout, summary]).toEqual([2, "report of lint\n", ["cipgen lint: the content has errors"]]);
  });

  test("reviews once, for the page and for the lines", () => {
    const { exit, calls, summary } = runAction({ command: "review", args: "--base main" });
    const defaults = ["--base", "main", "--head=HEAD", "--format", "github"];
    expect(calls).toEqual([["review", "--root", "ROOT", ...defaults, ...reports]]);
    expect([exit, summary]).toEqual([0, ["cipgen review: done"]]);
  });

  test("builds, checks links, indexes", () => {
    expect(runAction({ command: "build" }).calls).toEqual([["build", "--root", "ROOT"]]);
    expect(runAction({ command: "check-links" }).calls).toEqual([
      ["check-links", "--root", "ROOT", "--format", "github", ...reports],
    ]);
    expect(runAction({ command: "index" }).calls).toEqual([["index", "--root", "ROOT"]]);
  });

  test("takes arguments as words, whatever they hold: nothing in them is run", () => {
    const args = `--url "https://x.example" --out 'a b' $(touch x) \`touch y\` ; touch z`;
    const [call = []] = runAction({ command: "build", args }).calls;
    expect(call.slice(3)).toEqual([
      "--url",
      "https://x.example",
      "--out",
      "a b",
      "$(touch",
      "x)",
      "`touch",
      "y`",
      ";",
      "touch",
      "z",
    ]);
  });

  test("refuses arguments with a quote without its pair, and runs nothing", () => {
    const { exit, calls, stdout } = runAction({ command: "lint", args: "--rules 'a b" });
    expect({ exit, calls, stdout }).toEqual({
      exit: 3,
      calls: [],
      stdout: "::error title=cipgen::the input args has a quote without its pair\n",
    });
  });

  test("refuses any other command", () => {
    for (const command of ["serve", "lint; id"]) expect(runAction({ command })).toMatchObject({ exit: 3, calls: [] });
  });
});
