/** The GitHub Action with the program itself, on repositories and with events as a runner has them. */
import { chmodSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { install, Job } from "../support/action.js";
import { mergeGroup, pullRequest, push, schedule } from "../support/events.js";
import { Register, text } from "../support/review.js";
import { makeFolder } from "../support/site.js";

/** The annotations of a job's log. */
const annotations = (log: string) => log.split("\n").filter((line) => /^::(error|warning|notice) /.test(line));
const ofSeverity = (log: string, severity: string) =>
  annotations(log).filter((line) => line.startsWith(`::${severity} `));

let register: Register;
let main = "";
const commit = (ref: string) => register.repository.git(["rev-parse", ref]).trim();

beforeAll(() => {
  register = new Register();
  main = commit("main");
  install(register.root);
});

describe("review", () => {
  const path = "content/cip/core/cip-2.md";
  const wrong = text(2, { author: "Bob (@bob)", status: "draft", requires: "4", staus: "x" });

  test("of a pull request: base, head and author come from the event, and one run makes everything", async () => {
    const head = commit(register.branch({ [path]: wrong }));
    const { code, stdout, summary, outputs, report } = await new Job(register.root, pullRequest(main, head)).action({
      command: "review",
    });
    expect(code).toBe(2);
    expect(ofSeverity(stdout, "error")[0]).toContain(`file=${path},line=7,`);
    // What the page, the outputs and the log say is the same.
    expect(summary).toBe(report);
    const errors = ofSeverity(stdout, "error").length;
    const warnings = ofSeverity(stdout, "warning").length;
    expect(outputs).toMatchObject({ errors: `${errors}`, warnings: `${warnings}`, proposals: '["CIP-2"]' });
    expect(summary).toMatch(new RegExp(`cipgen review: ${errors} errors?(?:, ${warnings} warnings?)?\\n`));
    expect(summary).not.toContain("nothing is wrong");
    // Ada is not the author of this proposal, so its author must agree.
    expect(stdout).toContain("CIP-2 needs an author (@bob)");
    expect(existsSync(join(register.root, "pwned"))).toBe(false);
  });

  test("an author's own change needs nobody's word but the editors'", async () => {
    const head = commit(register.branch({ [path]: wrong }));
    const { stdout } = await new Job(register.root, pullRequest(main, head, "bob")).action({ command: "review" });
    expect(stdout).not.toContain("needs an author");
  });

  test("more findings than GitHub shows are in the log and in the summary, errors first", async () => {
    const files = Array.from({ length: 15 }, (_, index) => [
      `content/cip/core/cip-${30 + index}.md`,
      text(30 + index, {
        title: `Subject ${"of many words ".repeat(4)}`,
        author: "Bob (@bob)",
        status: "draft",
        staus: "x",
      }),
    ]);
    const head = commit(register.branch(Object.fromEntries(files)));
    const { stdout, summary, outputs } = await new Job(register.root, pullRequest(main, head)).action({
      command: "review",
    });
    expect([ofSeverity(stdout, "error").length, ofSeverity(stdout, "warning").length]).toEqual([10, 10]);
    expect(Number(outputs.errors)).toBeGreaterThanOrEqual(15);
    expect(Number(outputs.warnings)).toBeGreaterThanOrEqual(15);
    for (const [path = ""] of files) expect(stdout).toContain(path);
    expect(summary).toContain(`${outputs.errors} errors, ${outputs.warnings} warnings`);
    const kinds = annotations(stdout).map((line) => line.split(" ")[0]);
    expect(kinds.lastIndexOf("::error")).toBeLessThan(kinds.indexOf("::warning"));
  });

  test("of what the change leaves as it is, nothing is beside a line", async () => {
    // Cip-2 links to a section of cip-1 that the change renames: the broken link is in a file that it does not touch.
    const renamed = text(1, { author: "Ada (@ada)", status: "final" }).replace("## Motivation", "## Reasons");
    const head = commit(register.branch({ "content/cip/cbc/cip-1.md": renamed }));
    const { stdout, summary } = await new Job(register.root, pullRequest(main, head)).action({ command: "review" });
    expect(summary).toContain("content/cip/core/cip-2.md");
    expect(annotations(stdout).filter((line) => line.includes("file=content/cip/core/cip-2.md"))).toEqual([]);
    expect(stdout).toMatch(/^\w+ \[broken-anchor\] content\/cip\/core\/cip-2\.md:/m);
  });

  test("steps of one job share what GitHub shows of it", async () => {
    const files = Array.from({ length: 15 }, (_, index) => [
      `content/cip/core/cip-${30 + index}.md`,
      text(30 + index, {
        title: `Subject ${"of many words ".repeat(4)}`,
        author: "Bob (@bob)",
        status: "draft",
        staus: "x",
      }),
    ]);
    const job = new Job(register.root, pullRequest(main, commit(register.branch(Object.fromEntries(files)))));
    const logs = [];
    for (let step = 0; step < 3; step++) logs.push((await job.action({ command: "review" })).stdout);
    expect(annotations(logs.join("\n"))).toHaveLength(50);
  });

  test.each([
    ["a push", (head: string) => push(main, head), "CIP-2"],
    ["the first push of a branch", (head: string) => push(undefined, head), "no commit"],
    ["a merge queue", (head: string) => mergeGroup(main, head), "CIP-2"],
  ])("of %s", async (_, event, said) => {
    const head = commit(register.branch({ [path]: wrong }));
    const { code, stdout, summary } = await new Job(register.root, event(head)).action({ command: "review" });
    // A clone has the default branch as origin/main; this repository is none.
    expect([code, stdout + summary]).toEqual([said === "CIP-2" ? 2 : 3, expect.stringContaining(said)]);
  });

  test("of a schedule compares with the default branch, and inputs come before the event", async () => {
    register.repository.git(["update-ref", "refs/remotes/origin/main", main]);
    const job = new Job(register.root, schedule());
    expect(await job.action({ command: "review" })).toMatchObject({
      code: 0,
      outputs: { errors: "0", proposals: "[]" },
    });
    const head = register.branch({ [path]: wrong });
    const inputs = { command: "review", base: "main", head, actor: "bob" };
    expect(await job.action(inputs)).toMatchObject({ code: 2, outputs: { proposals: '["CIP-2"]' } });
    const args = await new Job(register.root, undefined).action({
      command: "review",
      args: `--base main --head=${head}`,
    });
    expect(args).toMatchObject({ code: 2, outputs: { proposals: '["CIP-2"]' } });
    register.repository.git(["update-ref", "-d", "refs/remotes/origin/main"]);
  });

  test("file names and titles of a fork stay text: no command, no output, no script", async () => {
    const name = 'content/cip/core/cip-44 ::error::x%0A$(touch pwned) `x` "a.md';
    const title = "::set-output name=errors::9 <b>@everyone</b> [x](https://evil.example)";
    const body = text(44, { title: `'${title}'`, author: "Mallory (@mallory)", status: "draft" });
    const head = commit(register.branch({ [name]: body, "content/cip/core/$(touch pwned).png": "x" }));
    const { stdout, summary, outputs } = await new Job(register.root, pullRequest(main, head, "mallory")).action({
      command: "review",
    });
    expect(stdout).not.toMatch(/^::(?!(?:error|warning|notice) [\w=])/m);
    // In code it is text.
    expect(summary.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, "")).not.toMatch(/<b>|@everyone|\]\(https/);
    expect(Object.keys(outputs).sort()).toEqual(["errors", "proposals", "report", "warnings"]);
    expect(existsSync(join(register.root, "pwned"))).toBe(false);
  });
});

describe("lint and check-links", () => {
  test("annotate each finding at its line, also where the event is a push", async () => {
    const paths = [2, 3].map((number) => `content/cip/core/cip-${number}.md`);
    const wrong = (number: number) =>
      text(number, { author: "Bob (@bob)", status: "draft", staus: "x" }, { Rationale: "[x](/no)." });
    const proposals = Object.fromEntries(paths.map((path, index) => [path, wrong(index + 2)]));
    const faulty = new Register({ ...proposals, "content/docs/start.md": "# Start\n" });
    install(faulty.root);
    const job = new Job(faulty.root, push("HEAD", "HEAD"));
    const linted = await job.action({ command: "lint" });
    for (const path of paths) expect(linted.stdout).toContain(`::error file=${path},line=6,`);
    expect(ofSeverity(linted.stdout, "error")).toHaveLength(Number(linted.outputs.errors));
    const links = await job.action({ command: "check-links" });
    expect(links.code).toBe(2);
    expect(annotations(links.stdout).map((line) => /file=([^,]*)/.exec(line)?.[1])).toEqual(paths);
  });
});

test("a Node.js that is too old is replaced by one of the runner's tools for this step alone, or named", async () => {
  const old = makeFolder({ node: "#!/bin/sh\nexit 1\n" });
  const tools = makeFolder();
  chmodSync(join(old, "node"), 0o755);
  const env = { PATH: `${old}:${process.env.PATH}`, RUNNER_TOOL_CACHE: tools };
  const job = new Job(register.root, pullRequest(main, main));
  const refused = await job.action({ command: "review" }, env);
  expect([refused.code, refused.stdout]).toEqual([3, expect.stringContaining("Node.js 20.19 or newer is needed")]);
  mkdirSync(join(tools, "node/20.20.0/x64/bin"), { recursive: true });
  symlinkSync(process.execPath, join(tools, "node/20.20.0/x64/bin/node"));
  expect((await job.action({ command: "review" }, env)).code).toBe(0);
});
