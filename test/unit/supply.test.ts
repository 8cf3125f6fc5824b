/** What is installed and what is handed on: every package is checked when it is fetched, and the licences go with every copy. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SiteConfig } from "../../src/config/index.js";
import { licenseNotices } from "../../src/output/assets/bundled-packages.js";
import type { OutputRequest } from "../../src/output/files/kind.js";
import { checkPainters, socialCards } from "../../src/output/files/social-cards.js";
import { installedVersions } from "../../src/platform/optional-packages.js";
import { buildSite, makeFolder, proposalText, repositoryRoot } from "../support/site.js";

interface Lock {
  packages: Record<string, { version?: string; integrity?: string; resolved?: string }>;
}

/** Folders with packages: those of the program and its tests, and those that few need. */
const folders = [".", "test/bench", "test/firefox", "test/trust", "editors/vscode"];

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(repositoryRoot, ...path), "utf8"));

test.each(
  folders,
)("every package in the lock file of %s has the digest that it is checked by, and no address that it must come from", (folder) => {
  const lock: Lock = readJson(folder, "package-lock.json");
  const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
  expect(packages.length).toBeGreaterThan(1);
  expect(packages.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? "")).map(([path]) => path)).toEqual([]);
  expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

test.each(folders)("the lock file of %s is that of its package, whose versions are exact", (folder) => {
  const { dependencies, optionalDependencies, devDependencies, peerDependencies } = readJson(folder, "package.json");
  const all = { dependencies, optionalDependencies, devDependencies, peerDependencies };
  expect(readJson(folder, "package-lock.json").packages[""]).toMatchObject(JSON.parse(JSON.stringify(all)));
  const versions = Object.values({ ...dependencies, ...optionalDependencies, ...devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
});

test("each package that was bundled is named once, with the text of its licence", async () => {
  const root = makeFolder({
    "node_modules/a/package.json": '{"name":"a","version":"1.0.0","license":"MIT"}',
    "node_modules/a/LICENSE": "Copyright A\r\n",
    "node_modules/@b/c/package.json": '{"name":"@b/c","version":"2.0.0","license":"ISC"}',
    "node_modules/@b/c/licence.md": "Copyright C",
    "node_modules/@b/c/NOTICE": "Notice of C",
    "node_modules/a/node_modules/d/package.json": '{"name":"d","version":"3.0.0","license":"0BSD"}',
  });
  const inputs = [
    "src/x.ts",
    "node_modules/a/x.js",
    "node_modules/a/y.js",
    "node_modules/@b/c/x.js",
    "node_modules/a/node_modules/d/x.js",
  ];
  const text = await licenseNotices(inputs, root);
  expect(text.split(/\n-{80}\n\n/)).toEqual([
    "@b/c 2.0.0 (ISC)\n\nNotice of C\n\nCopyright C\n",
    "a 1.0.0 (MIT)\n\nCopyright A\n",
    "d 3.0.0 (0BSD)\n\nThe package contains no text of its licence.\n",
  ]);
});

test("a site's scripts bring the licences of what is in them, and so does the program", async () => {
  const site = await buildSite({ "content/cip/cbc/cip-20.md": proposalText(20) });
  for (const name of ["algoliasearch", "@orama/stemmers"])
    expect(site.text("assets/licenses.txt")).toMatch(new RegExp(`^${name} \\d`, "m"));
  expect(readdirSync(join(repositoryRoot, "dist"))).toContain("licenses.txt");
  const program = readFileSync(join(repositoryRoot, "dist/licenses.txt"), "utf8");
  for (const name of ["markdown-it", "zod", "sanitize-html", "algoliasearch"])
    expect(program).toMatch(new RegExp(`^${name} \\d`, "m"));
});

test("the program is installed without what is bundled into it, and cards and diagrams are drawn by optional peers", () => {
  const { dependencies, peerDependencies, peerDependenciesMeta, devDependencies } = readJson("package.json");
  const notices = readFileSync(join(repositoryRoot, "dist/licenses.txt"), "utf8");
  const tested = { ...devDependencies, ...readJson("test/trust/package.json").devDependencies };
  const bundled = new Set([...notices.matchAll(/^(\S+) \d\S* \(/gm)].map(([, name]) => name));
  // Templates of a site import the package's React.
  expect(Object.keys(dependencies).filter((name) => bundled.has(name))).toEqual(["react", "react-dom"]);
  for (const name of Object.keys(peerDependencies)) {
    expect(peerDependenciesMeta[name]).toEqual({ optional: true });
    expect(tested[name], name).toBeDefined();
  }
});

test("without the packages that draw cards, the error at the key names what to install", async () => {
  const config = { socialCards: true } as SiteConfig;
  const [problem, ...others] = checkPainters(config, "cipgen.config.ts", () => ["satori", "@resvg/resvg-js"]);
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ severity: "error", file: "cipgen.config.ts" });
  expect(problem?.message).toContain("satori, @resvg/resvg-js");
  expect(problem?.help).toMatch(/npm install satori@\^\d\S+ @resvg\/resvg-js@\^\d/);
  expect(checkPainters(config, "cipgen.config.ts", () => [])).toEqual([]);
  expect(checkPainters({ ...config, socialCards: false }, "cipgen.config.ts", () => ["satori"])).toEqual([]);
});

test("two proposals without numbers that have the same title and status share a card", async () => {
  const proposal = {
    meta: { title: "Overview", status: "draft" },
    series: { numbers: "none", label: "RFC", statuses: [] },
  };
  const config = { socialCards: true, navbar: { logo: {} } };
  const context = { site: { config, registers: [{ proposals: [proposal, { ...proposal }] }] } };
  const cache = { read: () => Buffer.from("a picture"), readJson: () => undefined, write: () => undefined };
  expect(await socialCards.make({ context, cache } as unknown as OutputRequest)).toHaveLength(1);
});

test("the version of an installed package is found, also where it does not export its package.json", () => {
  const { version } = readJson("node_modules/react/package.json");
  expect(installedVersions(["react", "no-such-package"])).toBe(`react ${version}, no-such-package undefined`);
});
