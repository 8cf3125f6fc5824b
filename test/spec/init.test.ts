/** `cipgen init`: a register that is right from the first minute, made by the package as it is published, and never in the place of something. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { npmProgram } from "../../src/runtime/programs.js";
import { cipgen } from "../support/cli.js";
import { lint } from "../support/lint.js";
import { isWindows } from "../support/machine.js";
import { build, makeFolder, repositoryRoot } from "../support/site.js";
import { treeOf } from "../support/tree.js";

describe("a new register", () => {
  let root = "";
  beforeAll(async () => {
    root = join(makeFolder(), "My Register");
    const { code, stdout, stderr } = await cipgen(["init", root]);
    expect([code, stdout.trim().endsWith("My Register")]).toEqual([0, true]);
    // What is to be typed next goes into a shell, and the path has a space.
    expect(stderr).toMatch(/cd "[^"]*My Register" && npm install/);
  });

  test("builds and lints without a word, with three proposals and docs", async () => {
    const site = await build(root);
    expect(site.diagnostics).toEqual([]);
    expect(site.json("cip/register.json")).toMatchObject({ total: 3 });
    expect(site.has("docs/start/index.html")).toBe(true);
    expect((await lint(root)).diagnostics).toEqual([]);
  });

  test("depends on this very program, which it holds, and has what a repository needs", () => {
    const { version } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
    expect(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))).toMatchObject({
      name: "my-register",
      dependencies: { cipgen: `file:vendor/cipgen-${version}.tgz` },
    });
    const files = Object.keys(treeOf(root));
    expect(files).toEqual(
      expect.arrayContaining([
        `vendor/cipgen-${version}.tgz`,
        ".gitignore",
        ".github/workflows/comment.yml",
        ".github/workflows/register.yml",
        "cipgen.config.ts",
      ]),
    );
    expect(readFileSync(join(root, ".gitignore"), "utf8")).toContain("/build/");
    expect(readFileSync(join(root, "cipgen.config.ts"), "utf8").split("\n").length).toBeLessThan(45);
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
    writeFileSync(join(root, "npm"), "#!/bin/sh\n(echo npm warn x; echo npm error code ENOSPC) >&2\nexit 1\n", {
      mode: 0o755,
    });
    const { code, stderr } = await cipgen(["init", "site"], { cwd: root, env });
    expect([code, stderr]).toEqual([0, expect.stringContaining('npm failed, saying "npm error code ENOSPC"')]);
    const [, command = ""] = /before npm install: (.*)/.exec(stderr) ?? [];
    execFileSync("sh", ["-c", command], { cwd: "/", stdio: "ignore" });
    const { dependencies } = JSON.parse(readFileSync(join(root, "site/package.json"), "utf8"));
    expect(existsSync(join(root, "site", dependencies.cipgen.replace("file:", "")))).toBe(true);
  },
);

test.each([
  ["https://gitlab.example.org/owner/register.git", ".gitlab-ci.yml"],
  ["git@gitlab.com:owner/register.git", ".gitlab-ci.yml"],
  ["git@github.com:gitlab/register.git", ".github"],
  ["https://codehost.example/owner/register", ".github"],
])("the workflows are those of the remote's host: %s", async (remote, expected) => {
  const root = makeFolder({ ".git/config": `[remote "origin"]\n\turl = ${remote}\n` });
  expect((await cipgen(["init", root])).code).toBe(0);
  const found = readdirSync(root).filter((name) => [".github", ".gitlab-ci.yml"].includes(name));
  expect(found).toEqual([expected]);
});

describe("a folder that is not empty", () => {
  test("is not changed, and the message says so", async () => {
    const root = makeFolder({ "notes.txt": "mine" });
    const { code, stdout, stderr } = await cipgen(["init"], { cwd: root });
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain("is not an empty folder");
    expect(treeOf(root)).toEqual({ "notes.txt": "mine" });
  });

  test.skipIf(isWindows)("keeps what somebody else has written there meanwhile, whatever fails", async () => {
    const root = makeFolder();
    const env = { PATH: `${root}${delimiter}${process.env.PATH}` };
    const meanwhile =
      'cd ../..; for own in .cipgen-*; do rm -r "$own"; touch "$own"; done; echo mine > notes.txt; exit 1';
    writeFileSync(join(root, "npm"), `#!/bin/sh\n${meanwhile}\n`, { mode: 0o755 });
    expect((await cipgen(["init", "site"], { cwd: root, env })).code).toBe(1);
    expect(treeOf(join(root, "site"))).toEqual({ "notes.txt": "mine\n" });
  });
});

/** Names of what npm installs beside this package: its dependencies, theirs, and none of those that are only for development or optional. */
function installedPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(repositoryRoot, "package-lock.json"), "utf8"));
  const names = new Set<string>();
  const add = (path: string) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (names.has(name) || !existsSync(join(repositoryRoot, "node_modules", name))) continue;
      names.add(name);
      add(`node_modules/${name}`);
    }
  };
  add("");
  return [...names];
}

test("the packed package makes a register that builds and passes its checks, with its own dependencies alone", async () => {
  const root = makeFolder();
  const npm = ["pack", "--ignore-scripts", "--json", "--pack-destination", root];
  const [npmItself, ...first] = npmProgram();
  const [{ filename }] = JSON.parse(
    execFileSync(npmItself, [...first, ...npm], { cwd: repositoryRoot, encoding: "utf8" }),
  );
  const modules = join(root, "node_modules");
  mkdirSync(join(modules, "cipgen"), { recursive: true });
  execFileSync("tar", ["-xzf", join(root, filename), "--strip-components=1", "-C", join(modules, "cipgen")]);
  const packages = installedPackages();
  expect(packages).toEqual(expect.arrayContaining([`@esbuild/${process.platform}-${process.arch}`, "react"]));
  expect(packages).not.toContain("esbuild");
  expect(packages).not.toContain("satori");
  for (const name of packages) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(repositoryRoot, "node_modules", name), join(modules, name));
  }
  writeFileSync(join(root, "package.json"), "{}");
  const program = join(modules, "cipgen/bin/cipgen.js");
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [program, ...args], { cwd: root, encoding: "utf8" });
  const note = (resolved: string) =>
    writeFileSync(
      join(modules, ".package-lock.json"),
      JSON.stringify({ packages: { "node_modules/cipgen": { resolved } } }),
    );
  const dependency = (site: string) =>
    JSON.parse(readFileSync(join(root, site, "package.json"), "utf8")).dependencies.cipgen;
  note("https://registry.npmjs.org/cipgen/-/cipgen-0.1.0.tgz");
  run("init", "published");
  expect([dependency("published"), existsSync(join(root, "published/vendor"))]).toEqual(["0.1.0", false]);
  note(`file:../${filename}`);
  run("init", "site");
  expect(dependency("site")).toBe("file:vendor/cipgen-0.1.0.tgz");
  mkdirSync(join(root, "site/templates"));
  const footer = 'import { useId } from "react";\nexport default () => <footer id={useId()}>Our own</footer>;\n';
  writeFileSync(join(root, "site/templates/Footer.tsx"), footer);
  expect(run("build", "--root", "site")).toMatch(/^Built \d+ pages/);
  expect(readFileSync(join(root, "site/build/cip/core/cip-2/index.html"), "utf8")).toMatch(/Our own<\/footer>/);
  expect(run("check-links", "--root", "site")).toContain("nothing wrong");
  expect(run("lint", "--root", "site")).toContain("no findings");

  const config = join(root, "site/cipgen.config.ts");
  writeFileSync(config, readFileSync(config, "utf8").replace('  title: "', '  socialCards: true,\n  title: "'));
  const { status, stderr } = spawnSync(process.execPath, [program, "build", "--root", "site"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/cipgen\.config\.ts:\d+:3[\s\S]*npm install satori@\^\d/);
});
