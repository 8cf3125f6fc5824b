/** What a new user gets wrong beside the texts: each is said with its place and with what to do, and nothing is passed over without a word. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/loading.js";
import { cipgen, cipgenProcess } from "../support/cli.js";
import { drawn } from "../support/runs.js";
import { build, makeFolder, makeSite, proposalText, repositoryRoot, usualConfig } from "../support/site.js";

const start = { "content/cip/cbc/cip-1.md": proposalText(1) };
const conflict = "<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> branch\n";
const conflictHelp = /Keep one of the two versions/;
const configWith = (part: object) => JSON.stringify({ ...usualConfig, ...part }, null, 1);

type Case = [what: string, files: Record<string, string>, code: string, place: string, message: RegExp, help?: RegExp];

const cases: Case[] = [
  [
    "a locale without strings",
    { "cipgen.config.json": configWith({ locales: { "en-US": {}, "xx-YY": {} } }) },
    "strings-missing",
    "cipgen.config.json:14:3",
    /this locale has no strings/,
    /locales\/xx-YY\/\*\.json/,
  ],
  [
    "strings of a locale that the site has not",
    { "locales/de-DE/a.json": "{}" },
    "strings-unused",
    "locales/de-DE/a.json:1:1",
    /no locale "de-DE"/,
    /Add "de-DE" to locales/,
  ],
  [
    "strings in a folder too deep",
    { "locales/en-US/a/b.json": "{}" },
    "strings-unused",
    "locales/en-US/a/b.json:1:1",
    /this file is not read/,
  ],
  [
    "strings that are no JSON",
    { "locales/en-US/a.json": '{\n  "home.latest": "y",\n  "a" "b"\n}' },
    "strings-syntax",
    "locales/en-US/a.json:3:7",
    /./,
  ],
  [
    "a string that is a number",
    { "locales/en-US/a.json": '{\n  "home.latest": 3 }' },
    "strings-syntax",
    "locales/en-US/a.json:2:3",
    /"home.latest" is not a string/,
    /Write one object of texts/,
  ],
  [
    "a configuration in JSON with a conflict",
    { "cipgen.config.json": `{\n${conflict}}` },
    "config-syntax",
    "cipgen.config.json:2:1",
    /merge conflict/,
    conflictHelp,
  ],
  [
    "front matter with a conflict",
    {
      "content/cip/cbc/cip-2.md": `---\ncip: 2\n${conflict.replace("one", "title: One").replace("two", "title: Two")}---\nText\n`,
    },
    "conflict-markers",
    "content/cip/cbc/cip-2.md:3:1",
    /merge conflict/,
    conflictHelp,
  ],
  [
    "two configurations",
    { "cipgen.config.json": "{}", "cipgen.config.mjs": "export default {}" },
    "config-invalid",
    "cipgen.config.json:1:1",
    /two configurations/,
    /only one is read/,
  ],
  [
    "a permalink without a number",
    { "cipgen.config.json": configWith({ series: [{ profile: "cip", permalink: "/cip/x" }] }) },
    "config-invalid",
    "cipgen.config.json:7:4",
    /\{number\} is missing: without it every proposal has the same address/,
  ],
  [
    "a configuration without series",
    { "cipgen.config.json": '{ "title": "R", "url": "https://r.example" }' },
    "config-invalid",
    "cipgen.config.json:1:1",
    /^series: this is missing$/,
    /"series": \[\{ "profile"/,
  ],
  [
    "a configuration without the address of its site",
    { "cipgen.config.json": '{ "title": "R", "series": [{ "profile": "cip" }] }' },
    "config-invalid",
    "cipgen.config.json:1:1",
    /^url: this is missing$/,
    /"url": "https/,
  ],
  [
    "a string that is there twice",
    { "locales/en-US/own.json": '{ "home.latest": "A",\n  "home.latest": "B" }' },
    "strings-syntax",
    "locales/en-US/own.json:2:3",
    /"home.latest" occurs twice/,
    /Keep one/,
  ],
];

test.each(drawn(cases, 0.6))("%s", async (_, files, code, place, message, help) => {
  const { diagnostics } = await build(makeSite({ ...start, ...files }));
  const found = diagnostics.filter((one) => code === "conflict" || one.code === code);
  expect(diagnostics.map((one) => one.message).join("\n")).not.toMatch(/Invalid |\bexpected |received/);
  const said = found.map(({ file, line, column, message: text, help: way = "" }) => ({
    at: `${file}:${line}:${column}`,
    text,
    way,
  }));
  expect(said).toEqual([{ at: place, text: expect.stringMatching(message), way: expect.stringMatching(help ?? /^/) }]);
});

test("nothing is said of markers and HTML in code, nor of what comes later", async () => {
  const files = {
    "content/cip/cbc/cip-2.md": proposalText(2, {}, `~~~~diff\n\`\`\`\n${conflict}~~~~\n`),
    "content/cip/cbc/cip-3.md": proposalText(3, { "discussions-to": "TBD" }),
    "content/cip/cbc/cip-4.md": proposalText(4, {}, "Send <uint256> to `<video>`.\n\n    <video>\n"),
  };
  expect((await build(makeSite({ ...start, ...files }))).diagnostics).toEqual([]);
});

/** What a build says of something that has the name of a text and cannot be read as one. */
const notAText = (message: string, help: string, severity = "error") => [
  { code: "file-link", severity, file: "content/cip/cbc/cip-2.md", message, help },
];

test.skipIf(process.platform === "win32")("a pipe among the texts is named, and nothing waits for it", async () => {
  const root = makeSite(start);
  spawnSync("mkfifo", [join(root, "content/cip/cbc/cip-2.md")]);
  const { diagnostics } = await build(root);
  expect(diagnostics).toMatchObject(
    notAText("this is a pipe, a socket or a device, which is never read", "Remove it, or put a file in its place."),
  );
});

test("a folder with the name of a text is named; one in content/static is published", async () => {
  const root = makeSite({ ...start, "content/static/notes.md/a.txt": "a" });
  mkdirSync(join(root, "content/cip/cbc/cip-2.md"));
  const { diagnostics } = await build(root);
  expect(diagnostics).toMatchObject(
    notAText(
      "this is a folder with the name of a text, so it is not read as one",
      "Rename it, or put a file in its place.",
      "warning",
    ),
  );
});

test
  .skipIf(process.platform === "win32")
  .each(["content/cip/cbc/cip-1.md", "locales/en-US/a.json", "cipgen.config.json", "texts.ts"])(
  "%s is named if the system does not let it be read",
  async (path) => {
    const root = makeSite({ ...start, "locales/en-US/a.json": "{}" });
    if (path.endsWith(".ts")) {
      const config = readFileSync(join(root, "cipgen.config.json"), "utf8");
      rmSync(join(root, "cipgen.config.json"));
      writeFileSync(join(root, "texts.ts"), `export default ${config};`);
      writeFileSync(join(root, "cipgen.config.ts"), 'export { default } from "./texts.js";');
    }
    // Root may read everything.
    const user = process.getuid?.() === 0 ? 65_534 : undefined;
    if (user !== undefined) spawnSync("chown", ["-R", `${user}`, root]);
    chmodSync(join(root, path), 0o000);
    const { code, stderr } = await cipgenProcess(["build", "--root", root, "--no-cache"], { user });
    expect(stderr).toContain(`this cannot be read (EACCES)\n  ${path}\n`);
    expect(stderr).toContain("Change its permissions, or move it away.");
    expect(code).toBe(1);
  },
);

test.skipIf(process.platform === "win32").each([
  ["a folder", "this is a folder", (path: string) => mkdirSync(path)],
  ["a pipe", "this is a pipe, a socket or a device", (path: string) => execFileSync("mkfifo", [path])],
  ["a link to nowhere", "this symbolic link leads nowhere", (path: string) => symlinkSync("nowhere", path)],
  ["a link to itself", "this symbolic link leads in a circle", (path: string) => symlinkSync(basename(path), path)],
])("a configuration that is %s is named, and never waited for", async (_, message, make) => {
  for (const file of ["cipgen.config.ts", "cipgen.config.json"]) {
    const root = makeFolder(start);
    make(join(root, file));
    const { value, diagnostics } = await loadConfig(root);
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: "config-missing", message, file }]);
    expect(diagnostics).toHaveLength(1);
  }
});

test.skipIf(process.platform === "win32").each([
  ["build", "--root"],
  ["check-links", "--site"],
  ["init", "--from"],
])("%s %s names a folder that the system does not let be read", async (...args) => {
  const root = makeFolder({ "index.html": "x" });
  // Root may read everything.
  const user = process.getuid?.() === 0 ? 65_534 : undefined;
  if (user !== undefined) spawnSync("chown", ["-R", `${user}`, root]);
  chmodSync(root, 0o000);
  const { code, stdout, stderr } = await cipgenProcess([...args, root], { user });
  chmodSync(root, 0o755);
  expect(stdout + stderr).toContain(`${root} cannot be read (EACCES)\n  → Change its permissions`);
  expect(code).toBe(1);
});

test.each([
  ["cipgen.config.yaml", "write it as cipgen.config.json"],
  ["cipgen.config.cjs", "name it cipgen.config.js"],
  ["Cipgen.config.TS", "name it cipgen.config.ts"],
])("a configuration in another form is named, with what to do: %s", async (name, advice) => {
  const { code, stderr } = await cipgen(["build"], { cwd: makeFolder({ [name]: "title: R\n" }) });
  expect(code).toBe(3);
  expect(stderr).toContain(`${name} is not read: ${advice}.`);
});

describe("run in a folder of a site", () => {
  test("every command means the site, and says so", async () => {
    const root = makeSite(start);
    mkdirSync(join(root, "content/docs"), { recursive: true });
    const cwd = join(root, "content/cip");
    const { code, stdout, stderr } = await cipgen(["build", "--json"], { cwd });
    expect([code, JSON.parse(stdout).out]).toEqual([0, join(root, "build")]);
    expect(stderr).toBe("The site is ../..: cipgen.config.json is there.\n");
    const made = await cipgen(["new", "Another"], { cwd });
    expect(made.stdout).toBe("cbc/cip-2.md\n");
    expect((await cipgen(["lint", "cbc/cip-1.md", "--format", "json"], { cwd })).stdout).toContain('"files":1');
  });

  test("of a repository, what is around that is not meant", async () => {
    const outer = makeSite(start);
    makeFolder({ "inner/.git/HEAD": "ref: refs/heads/main\n", "inner/sub/a.txt": "" }, outer);
    const { code, stderr } = await cipgen(["build"], { cwd: join(outer, "inner/sub") });
    expect(code).toBe(3);
    expect(stderr).toMatch(/there is no cipgen.config.ts here/);
    expect(stderr).toMatch(/`cipgen init my-register` begins a new register/);
  });
});

test("with an old Node.js, one line names the version that is needed, whatever else is wrong", () => {
  const folder = makeFolder();
  writeFileSync(
    join(folder, "old.cjs"),
    'Object.defineProperty(process, "versions", { value: { node: "18.20.4" } });\n',
  );
  const args = ["--require", join(folder, "old.cjs"), join(repositoryRoot, "bin/cipgen.js"), "build"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toBe("cipgen needs Node.js 20.19 or newer, and this is 18.20.4: https://nodejs.org\n");
});

describe("a text in a format that is not read is named", () => {
  const formatsOf = async (files: Record<string, string>, config = {}) => {
    const { diagnostics } = await build(makeSite({ ...start, ...files }, config));
    return diagnostics.map(({ code, file, message }) => [code, file, message]);
  };
  const warning = (file: string, ending: string, more = "") => [
    "text-format",
    file,
    `this text is not read, because its name ends in ${ending}${more}`,
  ];

  test("in the folder of proposals, once for each format, with the number and the first names", async () => {
    const files = Object.fromEntries([2, 3, 4, 5].map((n) => [`content/cip/cbc/cip-${n}.mdx`, "Text"]));
    expect(await formatsOf({ ...files, "content/cip/cbc/idea.mdx": "Text", "content/cip/cbc/cip-7.ADOC": "" })).toEqual(
      [
        warning("content/cip/cbc/cip-2.mdx", ".mdx", " (and 4 more in content/cip: cbc/cip-3.mdx, cbc/cip-4.mdx, …)"),
        warning("content/cip/cbc/cip-7.ADOC", ".adoc"),
      ],
    );
  });

  test("among docs and translations", async () => {
    const files = {
      "content/docs/cip.md": "# CIP",
      "content/docs/a/b.mdx": "",
      "content/i18n/de-DE/cip/cbc/cip-1.adoc": "",
    };
    const config = { docs: { mainDocId: "cip" }, locales: { "en-US": {}, "de-DE": {} } };
    expect(await formatsOf(files, config)).toEqual([
      warning("content/docs/a/b.mdx", ".mdx"),
      warning("content/i18n/de-DE/cip/cbc/cip-1.adoc", ".adoc"),
    ]);
  });

  test.each([
    [
      "data, notes, a file with the number of a proposal, a template, a part and a README",
      Object.fromEntries(
        ["cbc/vectors.txt", "cbc/notes.adoc", "cbc/cip-1.txt", "cip-template.mdx", "_part.mdx", "README.adoc"].map(
          (name) => [`content/cip/${name}`, "a"],
        ),
      ),
      {},
    ],
    [
      "a text that the series ignores",
      { "content/cip/cbc/cip-2.mdx": "" },
      { series: [{ profile: "cip", ignore: ["**/*.mdx"] }] },
    ],
    [
      "a repository around the site",
      { "guide/a.mdx": "", "requirements.txt": "a", "cip-1.md": proposalText(1) },
      { series: [{ profile: "cip", source: ".", files: "cip-{number}.md" }] },
    ],
  ])("but not %s", async (_, files, config) => {
    expect(
      (await formatsOf(files as Record<string, string>, config)).filter(([code]) => code === "text-format"),
    ).toEqual([]);
  });
});
