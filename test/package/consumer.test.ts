/**
 * The package as other people get it: packed, installed by each package manager, with a site that replaces templates, which is type-checked and
 * built, and a program that calls its functions. Needs a registry; a package manager that it does not give is named and left out.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { makeFolder, repositoryRoot } from "../support/site.js";
import { treeOf } from "../support/tree.js";

const { version, devDependencies } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));

/** The packed package. */
let tarball = "";
beforeAll(() => {
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination"];
  const folder = makeFolder();
  const [{ filename }] = JSON.parse(execFileSync("npm", [...args, folder], { cwd: repositoryRoot, encoding: "utf8" }));
  tarball = join(folder, filename);
});

/** How each of them is asked to install what a package.json names. The versions run on Node 20. */
const managers: Record<string, string[]> = {
  npm: ["npm", "install", "--no-audit", "--no-fund"],
  "pnpm 10": ["npx", "--yes", "pnpm@10.33.0", "install", "--no-frozen-lockfile"],
  "pnpm 12": ["npx", "--yes", "pnpm@12.21.0", "install", "--no-frozen-lockfile"],
  yarn: ["npx", "--yes", "yarn@1.22.22", "install", "--non-interactive"],
};

/** A strict site that replaces parts in each of the ways that docs/templates.md names. */
const site = {
  "cipgen.config.ts": `import { type ConfigInput, defineConfig } from "cipgen";
const search: ConfigInput["search"] = { provider: "none" };
export default defineConfig({
  title: "Register",
  url: "https://register.example",
  series: [{ profile: "cip" }],
  search,
  footer: { columns: [{ title: "More", links: [{ label: "Home", to: "/" }] }] },
});
`,
  "templates/Footer.tsx": `import type { FooterProps } from "cipgen/templates/Footer";
import Original from "cipgen/templates/Footer";
import { useId } from "react";
import SiteLink from "./SiteLink.js";

export default function Footer({ footer, t }: FooterProps) {
  const link = footer.columns[0]?.links[0];
  return (
    <div className="own" id={useId()}>
      {link && <SiteLink link={link} t={t} />}
      <Original footer={footer} t={t} />
    </div>
  );
}
`,
  "content/cip/cbc/cip-20.md": "---\ncip: 20\ntitle: Twenty\n---\nText.\n",
  "use.mjs": `import { build, checkLinks, lint } from "cipgen";
const built = await build();
const checked = await checkLinks({ site: built.out });
const { files } = await lint();
console.log(JSON.stringify({ built, checked, files }));
`,
};

/** Types that must not pass: without them, types that are anything would. */
const wrong = {
  "cipgen.config.ts": site["cipgen.config.ts"].replace("title:", "titel:"),
  "templates/Footer.tsx": site["templates/Footer.tsx"].replace("link={link} t={t}", "link={link} t={1}"),
};

/** The site's options, and a strict project for Node. */
const modes = {
  bundler: { module: "preserve" },
  node16: { module: "node16" },
};

test("it is installed with 7 packages at most, which take less than 32 MB and run no code while they are installed", () => {
  const root = makeFolder({
    "package.json": JSON.stringify({ private: true, dependencies: { cipgen: `file:${tarball}` } }),
  });
  execFileSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: root, encoding: "utf8" });
  const { packages } = JSON.parse(readFileSync(join(root, "node_modules/.package-lock.json"), "utf8"));
  const installed = Object.keys(packages).filter((path) => existsSync(join(root, path)));
  expect(installed.length, installed.join()).toBeLessThanOrEqual(7);
  const scripts = installed.map(
    (path) => JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")).scripts ?? {},
  );
  expect(scripts.filter((one) => one.preinstall || one.install || one.postinstall)).toEqual([]);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  expect(bytes).toBeLessThan(32_000_000);
}, 300_000);

test.each(
  readdirSync(join(repositoryRoot, "examples")),
)("examples/%s, from an empty folder with its own files alone, is type-checked, built twice and verified", (name) => {
  const { typescript, "@types/react": react } = devDependencies;
  const dependencies = { cipgen: `file:${tarball}`, typescript, "@types/react": react };
  const root = makeFolder({ "package.json": JSON.stringify({ private: true, type: "module", dependencies }) });
  const run = (...args: string[]) => spawnSync("npx", args, { cwd: root, encoding: "utf8" });
  execFileSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: root, encoding: "utf8" });
  cpSync(join(repositoryRoot, "examples", name), root, { recursive: true });
  cpSync(join(repositoryRoot, "src/tools/scaffold/register/tsconfig.json"), join(root, "tsconfig.json"));
  expect(run("tsc", "--noEmit").stdout).toBe("");
  expect(run("cipgen", "lint")).toMatchObject({ status: 0, stderr: "" });
  for (const out of ["one", "two"])
    expect(run("cipgen", "build", "--no-cache", "--out", out)).toMatchObject({ status: 0, stderr: "" });
  expect(treeOf(join(root, "two"))).toEqual(treeOf(join(root, "one")));
  expect(readFileSync(join(root, "one/_headers"), "utf8")).not.toContain("unsafe-inline");
}, 300_000);

describe.each(Object.keys(managers))("installed by %s", (manager) => {
  let root = "";
  let isInstalled = false;
  const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: root, encoding: "utf8" });
  const write = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  };

  beforeAll(() => {
    root = makeFolder();
    const { typescript, "@types/react": react } = devDependencies;
    const content = {
      private: true,
      type: "module",
      dependencies: { cipgen: `file:${tarball}` },
      devDependencies: { typescript, "@types/react": react },
    };
    write({ ...site, "package.json": JSON.stringify(content) });
    const [command = "", ...args] = managers[manager] ?? [];
    const { status, stderr, stdout } = run(command, ...args);
    isInstalled = status === 0;
    // Managers refuse packages that run code while they are installed.
    const isRefused = /ERR_PNPM_IGNORED_BUILDS/.test(stderr + stdout);
    if (!isInstalled && (manager === "npm" || isRefused)) throw new Error(stderr || stdout);
    if (!isInstalled) console.warn(`${manager} could not install, so nothing was tested with it: ${stderr || stdout}`);
  }, 300_000);

  test("a site with templates of its own is built, and a program calls the functions", () => {
    if (!isInstalled) return;
    const { stdout, stderr, status } = run(process.execPath, "use.mjs");
    expect([status, stderr]).toEqual([0, ""]);
    const { built, checked, files } = JSON.parse(stdout);
    expect(built).toMatchObject({ ok: true, diagnostics: [] });
    expect(checked.links).toBeGreaterThan(0);
    expect(files).toBe(1);
    const page = readFileSync(join(root, "build/cip/cbc/cip-20/index.html"), "utf8");
    expect(/<div class="own" id="[^"]+"><a href="\/">Home<\/a><footer/.exec(page)?.[0]).toBeDefined();
    expect(run("npx", "cipgen", "--version").stdout.trim()).toBe(version);
  });

  test.each(Object.entries(modes))("its types are right and strict in %s mode", (_, options) => {
    if (!isInstalled) return;
    const text = readFileSync(join(repositoryRoot, "src/tools/scaffold/register/tsconfig.json"), "utf8");
    const project = JSON.parse(text.replace(/^\s*\/\/.*$/gm, ""));
    const compilerOptions = { ...project.compilerOptions, skipLibCheck: false, ...options };
    write({ ...site, "tsconfig.json": JSON.stringify({ ...project, compilerOptions }) });
    expect(run("npx", "tsc").stdout).toBe("");
    write(wrong);
    const found = run("npx", "tsc").stdout;
    expect(found).toMatch(/cipgen\.config\.ts\(\d+,\d+\): error .*titel/);
    expect(found).toMatch(/Footer\.tsx\(\d+,\d+\): error .*number/);
    write(site);
  });

  test("every template has declarations, and every key of the configuration has help", () => {
    if (!isInstalled) return;
    const types = join(root, "node_modules/cipgen/dist/types");
    const config = readFileSync(join(types, "src/config/schema.d.ts"), "utf8");
    const keys = [...config.matchAll(/^(.*)\n\s+\$?\w+\??: /gm)];
    expect(keys.length).toBeGreaterThan(150);
    expect(keys.filter(([, before = ""]) => !before.endsWith("*/")).map(([line]) => line)).toEqual([]);
    const schema = JSON.parse(readFileSync(join(root, "node_modules/cipgen/dist/config.schema.json"), "utf8"));
    expect(schema.properties.title.description).toMatch(/\w/);
    expect(schema.required).toEqual(["title", "url", "series"]);
    expect(existsSync(join(types, "templates/SiteLink.d.ts"))).toBe(true);
  });
});
