/** The workflows of this repository and of new registers: what a pull request may reach, and which code runs with it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { repositoryRoot } from "../support/site.js";

interface Job {
  if?: string;
  permissions?: object;
  steps: { uses?: string; run?: string; env?: Record<string, string> }[];
}

const files = [".github/workflows/ci.yml", "src/scaffold/register/dot-github/workflows/register.yml"];

describe.each(files)("%s", (file) => {
  const workflow: { on: object; permissions: object; jobs: Record<string, Job> } = parse(
    readFileSync(join(repositoryRoot, file), "utf8"),
  );
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  test("runs only actions that are pinned to a commit", () => {
    const uses = steps.flatMap((step) => step.uses ?? []);
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
  });

  test("may read and nothing else", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(jobs.filter((job) => job.permissions)).toEqual([]);
    expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
  });

  test("builds, checks links and lints, with annotations", () => {
    const runs = steps.flatMap((step) => step.run ?? []);
    for (const command of ["build", "check-links --format github", "lint --format github"])
      expect(runs).toContain(`npx cipgen ${command}`);
  });

  test("puts nothing that a pull request says into a script", () => {
    for (const step of steps) expect(step.run ?? "").not.toMatch(/\$\{\{\s*(github\.event|github\.head_ref|inputs)/);
  });

  test("reviews a pull request with what the base has installed", () => {
    const review = jobs.filter((job) => job.steps.some(({ run }) => run?.includes("cipgen review")));
    for (const job of review) {
      const runs = job.steps.flatMap(({ run }) => run ?? []);
      expect(runs[0]).toBe('git checkout --quiet --detach "$BASE"');
      expect(runs.findIndex((run) => run.includes("npm"))).toBe(1);
    }
    expect(review).toHaveLength(file.includes("scaffold") ? 1 : 0);
  });

  test("gives secrets only to a job of the default branch", () => {
    const secret = jobs.filter((job) => JSON.stringify(job).includes("secrets."));
    for (const job of secret) {
      expect(job.if).toContain("github.event_name == 'push'");
      expect(job.if).toContain("github.event.repository.default_branch");
    }
    const indexing = jobs.filter((job) => job.steps.some(({ run }) => run?.includes("cipgen index")));
    expect(secret).toEqual(indexing);
  });
});
