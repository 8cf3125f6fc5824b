/** `cipgen init`: a register that is right from the first minute, made by the package as it is published, and never in the place of something. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { webAddress } from "../../src/tools/scaffold/from/repository.js";
import { codeHost } from "../../src/tools/scaffold/register.js";
import { cipgen } from "../support/cli.js";
import { lint } from "../support/lint.js";
import { isWindows } from "../support/machine.js";
import { build, makeFolder, repositoryRoot } from "../support/site.js";
import { treeOf } from "../support/tree.js";

const { version } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));

describe("a new register", () => {
  let root = "";
  beforeAll(async () => {
    root = join(makeFolder(), "My Register");
    makeFolder({ ".git/config": '[remote "origin"]\n\turl = git@gitlab.com:owner/register.git\n' }, root);
    const { code, stdout, stderr } = await cipgen(["init", root]);
    expect([code, stdout.trim().endsWith("My Register")]).toEqual([0, true]);
    // What is to be typed next goes into a shell, and the path has a space.
    expect(stderr).toMatch(/cd "[^"]*My Register" && npm install/);
    rmSync(join(root, ".git"), { recursive: true });
  });

  test("builds and lints without a word, with three proposals and docs", async () => {
    const site = await build(root);
    expect(site.diagnostics).toEqual([]);
    expect(site.json("cip/register.json")).toMatchObject({ total: 3 });
    expect(site.has("docs/start/index.html")).toBe(true);
    expect((await lint(root)).diagnostics).toEqual([]);
  });

  test("depends on this very program, which it holds, and has what a repository needs", () => {
    expect(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))).toMatchObject({
      name: "my-register",
      dependencies: { cipgen: `file:vendor/cipgen-${version}.tgz` },
    });
    const files = Object.keys(treeOf(root));
    expect(files).toEqual(expect.arrayContaining([`vendor/cipgen-${version}.tgz`, ".gitignore", "cipgen.config.ts"]));
    expect(readFileSync(join(root, ".gitignore"), "utf8")).toContain("/build/");
    expect(readFileSync(join(root, "cipgen.config.ts"), "utf8").split("\n").length).toBeLessThan(45);
  });

  test("has the workflows of its remote's host, which is GitHub unless its name says GitLab", () => {
    expect(readdirSync(root).filter((name) => /^\.git(?:hub|lab)/.test(name))).toEqual([".gitlab-ci.yml"]);
    const host = (remote: string) => codeHost(webAddress(remote));
    expect(host("https://gitlab.example.org/owner/register.git")).toBe("gitlab");
    expect(host("git@github.com:gitlab/register.git")).toBe("github");
    expect(host("https://codehost.example/owner/register")).toBe("github");
    expect(webAddress("https://git.example.org:8443/owner/register.git")).toBe(
      "https://git.example.org:8443/owner/register",
    );
  });

  test("takes a new proposal, of which lint says only that it is to be written", async () => {
    const { stdout } = await cipgen(["new", "A fourth one", "--root", root]);
    expect(stdout).toMatch(/content\/cip\/core\/cip-4\.md\n$/);
    const found = (await lint(root)).diagnostics;
    expect(found.filter(({ code }) => code !== "unfilled")).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
  });
});

test.skipIf(isWindows)(
  "says why npm could not pack the program, and what to run before its package.json can be installed",
  async () => {
    const root = makeFolder();
    const env = { PATH: `${root}${delimiter}${process.env.PATH}` };
    const npm =
      '#!/bin/sh\nprintf "%s|" "$@" $(ls site) >> calls; echo >> calls\n(echo npm warn x; echo npm error code ENOSPC) >&2\nexit 1\n';
    writeFileSync(join(root, "npm"), npm.replace("sh\n", `sh\ncd ${root}\n`), { mode: 0o755 });
    const { code, stderr } = await cipgen(["init", "site"], { cwd: root, env });
    expect([code, stderr]).toEqual([0, expect.stringContaining('npm failed, saying "npm error code ENOSPC"')]);
    const [, command = ""] = /before npm install: (.*)/.exec(stderr) ?? [];
    spawnSync("sh", ["-c", command], { cwd: "/", env });
    expect(existsSync(join(root, "site/.github/workflows/comment.yml"))).toBe(true);
    // What packed the program above, elsewhere: the folder stays empty, so that an interrupted init can be repeated.
    const [first = "", second = ""] = readFileSync(join(root, "calls"), "utf8").split("\n");
    const [pack, scripts, option, , program, ...found] = first.split("|");
    expect(found).toEqual([""]);
    expect(second.split("|").slice(0, 5)).toEqual([pack, scripts, option, join(root, "site/vendor"), program]);
    const { dependencies } = JSON.parse(readFileSync(join(root, "site/package.json"), "utf8"));
    expect(dependencies.cipgen).toBe(`file:vendor/cipgen-${version}.tgz`);
  },
);

describe("a folder that is not empty", () => {
  test.each([
    ["notes.txt", "is not an empty folder", "npx cipgen init --from ."],
    ["cipgen.config.json", "there is a cipgen.config.json already", "npx cipgen build"],
  ])("with %s is not changed, and the message says what to do", async (file, message, next) => {
    const root = makeFolder({ [file]: "mine" });
    const { code, stdout, stderr } = await cipgen(["init"], { cwd: root });
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain(message);
    expect(stderr).toContain(next);
    expect(treeOf(root)).toEqual({ [file]: "mine" });
  });

  test("in a repository without proposals, --from leads to a new register", async () => {
    const { code, stderr } = await cipgen(["init", "--from", "."], { cwd: makeFolder() });
    expect([code, stderr]).toEqual([3, expect.stringContaining("npx cipgen init.")]);
  });

  test.skipIf(isWindows)("keeps what somebody else has written there meanwhile, whatever fails", async () => {
    const root = makeFolder();
    const env = { PATH: `${root}${delimiter}${process.env.PATH}` };
    const meanwhile = `cd ${root}/site; mkdir README.md; echo mine > notes.txt; exit 1`;
    writeFileSync(join(root, "npm"), `#!/bin/sh\n${meanwhile}\n`, { mode: 0o755 });
    expect((await cipgen(["init", "site"], { cwd: root, env })).code).toBe(3);
    expect(treeOf(join(root, "site"))).toEqual({ "notes.txt": "mine\n" });
  });
});
