/** The program as it is installed: what it needs, what it asks on a terminal, and that a part that is missing is named as the fault: it is none of the site's. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { npmProgram } from "../../src/platform/programs.js";
import { installProgram, platform } from "../support/installed.js";
import { isWindows } from "../support/machine.js";
import { makeFolder, makeSite, proposalText, repositoryRoot } from "../support/site.js";

const binary = join("node_modules", platform, process.platform === "win32" ? "esbuild.exe" : "bin/esbuild");

let installed = "";
beforeAll(() => {
  installed = installProgram();
});

const template = "export default function Footer() {\n  return <footer />;\n}\n";
const sites: Record<string, () => string> = {
  "a configuration in TypeScript": () =>
    makeSite({
      "cipgen.config.ts": 'export default { title: "X", url: "https://x.example", series: [{ profile: "cip" }] };\n',
    }),
  "templates of its own": () => makeSite({ "templates/Footer.tsx": template }),
};

/** Runs the installed program while a part of the installation is changed. */
function buildWith(site: string, change: () => () => void, ...args: string[]) {
  const restore = change();
  try {
    const program = join(installed, "node_modules/cipgen/bin/cipgen.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, "build", "--no-cache", ...args], {
      cwd: site,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  } finally {
    restore();
  }
}

/** Moves a path of the installation away. */
const without = (path: string) => () => {
  renameSync(join(installed, path), join(installed, "away"));
  return () => renameSync(join(installed, "away"), join(installed, path));
};

const asBinary = (content: string, mode: number) => () => {
  const restore = without(binary)();
  writeFileSync(join(installed, binary), content);
  chmodSync(join(installed, binary), mode);
  return () => {
    rmSync(join(installed, binary));
    restore();
  };
};

const faults: Record<string, () => () => void> = {
  "without esbuild": without("node_modules/cipgen/dist/esbuild"),
  "without esbuild's part for this system": without(`node_modules/${platform}`),
  "with esbuild's part for another system": () => {
    const restore = without(`node_modules/${platform}`)();
    const other = join(installed, "node_modules/@esbuild/aix-ppc64");
    mkdirSync(join(other, "bin"), { recursive: true });
    writeFileSync(join(other, "package.json"), '{"name":"@esbuild/aix-ppc64"}');
    writeFileSync(join(other, "bin/esbuild"), "");
    return () => {
      rmSync(other, { recursive: true });
      restore();
    };
  },
  "with an esbuild that may not be run": asBinary("", 0o644),
  "with an esbuild that is no program": asBinary("\u0000\u0001", 0o755),
  "with an esbuild that ends at once": asBinary("#!/bin/sh\nexit 1\n", 0o755),
};

describe.each(Object.keys(sites))("a site with %s", (kind) => {
  // What is done about a fault is the same for both.
  const tried = kind.includes("templates") ? ["without esbuild"] : Object.keys(faults);
  test.each(tried)("says that the installation is broken, %s", (fault) => {
    const site = sites[kind]?.() ?? "";
    const run = buildWith(site, faults[fault] as () => () => void, "--json");
    expect(run.status, run.stdout + run.stderr).toBe(1);
    expect(JSON.parse(run.stdout).diagnostics).toEqual([
      {
        code: "machine-failure",
        severity: "error",
        message: expect.stringMatching(/^this installation of cipgen is broken, its package esbuild cannot be used: ./),
        help: expect.stringContaining("npm ci"),
      },
    ]);
    expect(existsSync(join(site, "build"))).toBe(false);
  });

  test("is built by the whole installation", () => {
    expect(buildWith(sites[kind]?.() ?? "", () => () => undefined)).toMatchObject({ status: 0 });
  });
});

test("a package of the installation that is missing is not said to be missing in the site's files", () => {
  const own = makeSite({ "templates/Footer.tsx": template });
  for (const [site, missing, named] of [
    [own, "react", "react"],
    [own, "react-dom", "react"],
  ] as const) {
    const { status, stderr } = buildWith(site, without(`node_modules/${missing}`));
    expect([status, stderr]).toEqual([1, expect.stringContaining(`its package ${named} cannot be used`)]);
  }
});

test("without the package that draws diagrams, one warning names it and the command, and readers have the sources", () => {
  const diagram = "```mermaid\ngraph TD\nA-->B\n```\n";
  const site = makeSite({
    "content/cip/cbc/cip-1.md": proposalText(1, {}, diagram),
    "content/cip/cbc/cip-2.md": proposalText(2, {}, diagram),
  });
  const { status, stdout } = buildWith(site, () => () => undefined, "--json");
  expect({ status, found: JSON.parse(stdout).diagnostics }).toEqual({
    status: 0,
    found: [
      expect.objectContaining({
        code: "diagram-not-drawn",
        message: expect.stringMatching(/^2 texts have diagrams, .*beautiful-mermaid is not installed$/),
        file: "content/cip/cbc/cip-1.md",
        help: expect.stringMatching(/npm install beautiful-mermaid@\^\d+\.\d+\.\d+$/),
      }),
    ],
  });
  const page = readFileSync(join(site, "build/cip/cbc/cip-2/index.html"), "utf8");
  expect(page).toMatch(/<pre[^>]*><code[^>]*>graph TD\nA--&gt;B\n<\/code>/);
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

const hasScript = !isWindows && spawnSync("script", ["--version"]).status === 0;
test.skipIf(!hasScript)("a terminal is asked, and --yes asks nothing", () => {
  const folder = makeFolder();
  const program = `${process.execPath} ${join(repositoryRoot, "bin/cipgen.js")}`;
  const run = (args: string, input: string) =>
    spawnSync("script", ["-qec", `sh -c 'stty cols 100 && ${program} init ${args}'`, "/dev/null"], {
      ...{ cwd: folder, input, encoding: "utf8", timeout: 120_000 },
    });
  expect(run("asked", "\r\r\r\r").stdout).toContain("What kind of register?");
  expect(run("quiet --yes", "").stdout).not.toContain("What kind of register?");
  expect(["asked", "quiet"].map((name) => existsSync(join(folder, name, "cipgen.config.ts")))).toEqual([false, true]);
});
