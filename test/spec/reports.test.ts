/** Several reports of one run, and what hosts read of them. */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readYaml, runScript } from "../support/action.js";
import { cipgen } from "../support/cli.js";
import { Register, text } from "../support/review.js";
import { makeFolder, makeSite, proposalText, repositoryRoot } from "../support/site.js";

const wrong = proposalText(1, { staus: "draft", stats: "draft" });

test.each([["lint"], ["check-links"]])("%s prints one and writes others, of the same findings", async (command) => {
  const root = makeSite({ "content/cip/cbc/cip-1.md": `${wrong}\n[a](./no.png) [b](./no.png)\n` });
  const out = makeFolder();
  const reports = ["json", "markdown", "gitlab", "sarif", "junit", "github", "text"].flatMap((format) => [
    "--report",
    `${format}=${join(out, format)}`,
  ]);
  const { code, stdout } = await cipgen([command, "--root", root, "--format", "github", ...reports]);
  expect(code).toBe(2);
  const read = (name: string) => readFileSync(join(out, name), "utf8");
  expect(read("github")).toBe(stdout);
  const { diagnostics } = JSON.parse(read("json"));
  const errors = diagnostics.filter(({ severity }: { severity: string }) => severity === "error").length;
  expect(read("markdown")).toMatch(new RegExp(`^## ❌ cipgen ${command}: ${errors} errors?`));
  const issues = JSON.parse(read("gitlab"));
  expect(issues).toHaveLength(diagnostics.length);
  for (const issue of issues)
    expect(issue).toEqual({
      description: expect.stringMatching(/./),
      check_name: expect.any(String),
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      severity: expect.stringMatching(/^(?:major|minor)$/),
      location: { path: expect.stringContaining("content/cip/cbc/cip-1.md"), lines: { begin: expect.any(Number) } },
    });
  expect(new Set(issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(issues.length);
});

test("GitLab's report knows a finding again when its line has moved", async () => {
  const fingerprints = async (content: string) => {
    const root = makeSite({ "content/cip/cbc/cip-1.md": content });
    const { stdout } = await cipgen(["lint", "--format", "gitlab"], { cwd: root });
    return JSON.parse(stdout).map(({ fingerprint }: { fingerprint: string }) => fingerprint);
  };
  const moved = wrong.replace("title:", "description: Some\ntitle:");
  const [before, after] = [await fingerprints(wrong), await fingerprints(moved)];
  expect(before.filter((one: string) => after.includes(one)).length).toBeGreaterThanOrEqual(2);
});

test("a report in a form that does not exist, or without a file, is bad usage", async () => {
  for (const value of ["xml=x", "json", "json="])
    expect(await cipgen(["lint", "--report", value])).toMatchObject({ code: 3, stdout: "" });
});

test("a review's Markdown fits into a comment, however much there is to say", async () => {
  const register = new Register();
  const path = (number: number) => `content/cip/core/cip-${number}.md`;
  const sections = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`${"_[]".repeat(80)}${at}`, "[x](/no_".repeat(40)]),
  );
  const fields = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`${"_".repeat(200)}${at}`, "x"]));
  const files = Array.from({ length: 10 }, (_, at) => [
    path(100 + at),
    text(100 + at, { author: "A (@a)", status: "draft", ...fields }, sections),
  ]);
  const head = register.branch(Object.fromEntries(files));
  const result = await register.run(head);
  const printed = register.print(result, "markdown");
  expect(register.print(result, "text").length).toBeGreaterThan(65_536);
  expect(printed.length).toBeLessThan(65_536);
  expect(printed).toMatch(/… and \d+ more\./);
});

test("a preview on the register's own origin is refused", async () => {
  const register = new Register();
  const { diagnostics } = await register.run("main", { previewUrl: "https://register.example/pr-1/" });
  expect(diagnostics).toMatchObject([
    { code: "config-invalid", message: expect.stringContaining("origin of the register") },
  ]);
});

test("the hook for pre-commit finds what a commit changes", async () => {
  const [hook] = readYaml<{ entry: string; pass_filenames: boolean; files: string }[]>(".pre-commit-hooks.yaml");
  const register = new Register();
  const bin = makeFolder();
  symlinkSync(join(repositoryRoot, "bin/cipgen.js"), join(bin, "cipgen"));
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: bin };
  const run = () => runScript(hook?.entry ?? "", register.root, env);
  expect(await run()).toMatchObject({ code: 0 });
  const path = "content/cip/core/cip-2.md";
  writeFileSync(join(register.root, path), text(2, { author: "B (@b)", status: "draft", staus: "x" }));
  expect(await run()).toMatchObject({ code: 2, stdout: expect.stringContaining(path) });
  expect(path).toMatch(new RegExp(hook?.files ?? ""));
  expect(hook?.pass_filenames).toBe(false);
});
