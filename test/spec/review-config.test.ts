/** The configuration of a review is that of the base: what the change has, which may be a stranger's, takes no part in it, and leaves nothing behind. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { review } from "../../src/cli/api/review.js";
import { Repository } from "../support/git.js";
import { isWindows } from "../support/machine.js";
import { text } from "../support/review.js";
import { makeFolder, repositoryRoot } from "../support/site.js";

const day = "2020-01-01T00:00:00Z";
const proposal = "site/content/cip/cbc/cip-1.md";
const config = (editor: string) =>
  `export default { title: "x", url: "https://x.example", series: [{ profile: "cip", process: { editors: { "*": [${editor}] } } }] };\n`;

/**
 * Reviews a change that is checked out.
 * @param installed files beside the commits, or a folder that is linked as the package `editors`.
 * @returns the handles of the editors, and what is wrong with the configuration.
 */
async function reviewed(
  base: Record<string, string>,
  head: Record<string, string>,
  installed: Record<string, string> | string = {},
) {
  const own = text(1, { author: "Ada (@ada)", status: "draft" });
  const repository = new Repository();
  const texts = Object.entries(base).map(([path, content]) => [path, content.replace("ROOT", repository.root)]);
  repository.commit(day, { ".gitignore": "/node_modules\n", [proposal]: own, ...Object.fromEntries(texts) });
  repository.commit(day, { [proposal]: own.replace("draft", "withdrawn"), ...head });
  if (typeof installed === "object") repository.write(installed);
  else {
    mkdirSync(join(repository.root, "node_modules"));
    symlinkSync(`../${installed}`, join(repository.root, "node_modules/editors"), "junction");
  }
  const temporary = makeFolder({ "outside.js": "" });
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const run = await review({ root: join(repository.root, "site"), base: "HEAD~1", head: "HEAD", actor: "@ada" });
  expect(readdirSync(temporary)).toEqual(["outside.js"]);
  const problems = run.diagnostics.filter(({ code }) => code.startsWith("config-"));
  return { problems, handles: run.proposals.flatMap(({ needs }) => needs.flatMap(({ handles }) => handles)) };
}

const base = {
  "site/cipgen.config.ts": `import { defineConfig } from "cipgen";\nimport { sep } from "node:path";\nimport { editor } from "../parts/editor.js";\n${config('sep === "" ? "" : editor').replace("default ", "default defineConfig(").replace("};", "});")}`,
  "parts/editor.ts": 'import words from "./words.json";\nexport const editor: string = words.editor;\n',
  "parts/words.json": '{ "editor": "@base" }',
};

test("the files of the base are imported, of whatever kind, and none of the change runs, whatever it is called", async () => {
  const ran = join(makeFolder(), "ran");
  const code = `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(ran)}, "");\n${config('"@head"')}export const editor = "@head";\n`;
  const names = [
    "cipgen.config.ts",
    "cipgen.config.mts",
    "cipgen.config.js",
    "cipgen.config.mjs",
    "templates/Page.tsx",
    "pages/x.tsx",
    "node_modules/cipgen/index.js",
  ];
  const parts = ["parts/editor.ts", "parts/editor.js", "parts/editor/index.ts", "node_modules/cipgen/index.js"];
  const head = Object.fromEntries([...names.map((name) => `site/${name}`), ...parts].map((path) => [path, code]));
  const settings = '{ "compilerOptions": { "paths": { "*": ["./parts/*"] } }, "editor": "@head" }';
  const { handles, problems } = await reviewed(base, {
    ...head,
    "tsconfig.json": settings,
    "parts/words.json": settings,
  });
  expect([handles, problems, existsSync(ran)]).toEqual([["@base"], [], false]);
});

const packaged = { "site/cipgen.config.mjs": `import editor from "editors";\n${config("editor")}` };
const editors = { "node_modules/editors/index.js": 'module.exports = "@installed";\n' };

test("a package is that which is installed in the checkout", async () => {
  const { handles, problems } = await reviewed(packaged, {}, editors);
  expect([handles, problems]).toEqual([["@installed"], []]);
});

const importing = (path: string) => ({ "site/cipgen.config.mjs": `import "${path}";\n${config('""')}` });

test.each<[string, ...Parameters<typeof reviewed>, message: string]>([
  [
    "a package where the change says what is installed",
    packaged,
    { "package.json": "{}" },
    editors,
    "but the change touches package.json",
  ],
  [
    "a package beside local ones, of which the change has code",
    { ...packaged, "package.json": '{ "workspaces": ["packages/*"] }' },
    { "packages/words/index.js": "" },
    editors,
    "but the change touches packages/words/index.js",
  ],
  ["a package where a list of Bun or Deno changes", packaged, { "deno.lock": "{}" }, editors, "touches deno.lock"],
  ["a package that is not installed", packaged, {}, {}, "which is not installed here"],
  [
    "a package in a folder of the change",
    packaged,
    { "site/node_modules/editors/x.js": "" },
    editors,
    "but the change touches site/node_modules",
  ],
  [
    "a file of the change that is linked as a package",
    packaged,
    { "editors/index.js": "" },
    "editors",
    "and a review runs only files of commit",
  ],
  [
    "a file of the change by its whole path",
    importing("ROOT/x.js"),
    { "x.js": "" },
    {},
    "and a review runs only files of commit",
  ],
  ["a file that only the change has", importing("./x.js"), { "site/x.js": "" }, {}, "there is no file ./x.js"],
  ["a file outside of the repository", importing("../../outside.js"), {}, {}, "and a review runs only files of commit"],
])("%s is not imported", async (_, files, head, installed, message) => {
  const { handles, problems } = await reviewed(files, head, installed);
  expect([handles, problems.map(({ code }) => code)]).toEqual([[], ["config-syntax"]]);
  expect(problems[0]?.message).toContain(message);
});

test("what is wrong in it is said of its place in the base", async () => {
  const files = { "site/cipgen.config.json": '{\n  "titel": "x"\n}' };
  const { problems } = await reviewed(files, { "site/cipgen.config.json": "{}" });
  expect(problems).toContainEqual(expect.objectContaining({ code: "config-unknown-key", line: 2, column: 3 }));
});

test.skipIf(isWindows)("a signal that ends a review leaves no files of it", async () => {
  const waiting = `process.stderr.write("waits");\nawait new Promise((done) => setTimeout(done, 1e6));\n${config('""')}`;
  const repository = new Repository().commit(day, { "cipgen.config.mjs": waiting });
  const temporary = makeFolder();
  const env = { ...process.env, TMPDIR: temporary };
  const args = [
    join(repositoryRoot, "bin/cipgen.js"),
    "review",
    "--root",
    repository.root,
    "--base",
    "HEAD",
    "--format",
    "json",
  ];
  const program = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  await once(program.stderr, "data");
  expect(readdirSync(temporary)).toHaveLength(1);
  program.kill("SIGINT");
  expect(await once(program, "exit")).toEqual([null, "SIGINT"]);
  expect(readdirSync(temporary)).toEqual([]);
});
