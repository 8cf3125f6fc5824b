/** What is said of a wrong call and of a configuration that fails while it runs: for programs one document, for people the place. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/loading.js";
import { cipgen, cipgenProcess } from "../support/cli.js";
import { makeFolder, repositoryRoot } from "../support/site.js";

describe("--json prints one document for a wrong call as well", () => {
  test.each([
    [["build", "--json", "--nonsense"]],
    [["build", "--json", "too", "many"]],
    [["check-links", "--format", "json", "--nonsense"]],
    [["lint", "--format=json", "--nonsense"]],
    [["nonsense", "--json"]],
    [["init", "--json"]],
  ])("%j", async (args) => {
    const { code, stdout, stderr } = await cipgen(args);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      diagnostics: [
        {
          code: "usage-invalid",
          severity: "error",
          message: expect.stringMatching(/unknown|too many|argument|needs|leave out/),
        },
      ],
    });
    expect(stderr).toMatch(/error: /);
  });

  test("and without it, stdout is empty, and the help of the command is named", async () => {
    const { code, stdout, stderr } = await cipgenProcess(["build", "--nonsense"]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain("(cipgen build --help lists its options)");
  });
});

test("paths of folders and files begin at the root of the site, also with a slash in front", async () => {
  const series = [{ profile: "eip", source: "/texts", template: "/texts/template.md" }];
  const content = { docs: "/manual", static: "/files", home: "/home.md" };
  const versions = [{ name: "one", label: "One", isLast: true, source: "/manual" }];
  const config = { title: "T", url: "https://t.example", series, content, docs: { mainDocId: "a", versions } };
  const root = makeFolder({
    "cipgen.config.json": JSON.stringify({ ...config, locales: { "en-US": {}, "de-DE": {} } }),
    "texts/eip-1.md": "---\neip: 1\ntitle: One\nauthor: Ada\nstatus: Draft\n---\nText.\n",
    "texts/template.md": "## Abstract\n",
    "content/i18n/de-DE/texts/eip-1.md": "---\neip: 1\ntitle: Eins\n---\nText.\n",
    "manual/a.md": "# A\n",
    "files/a.txt": "a",
    "home.md": "# Home\n",
  });
  const { code, stdout } = await cipgen(["build", "--json", "--root", root]);
  expect({ code, diagnostics: JSON.parse(stdout).diagnostics }).toEqual({ code: 0, diagnostics: [] });
  for (const path of ["de-DE/eip/eip-1/index.html", "docs/a/index.html", "a.txt"])
    expect(existsSync(join(root, "build", path)), path).toBe(true);
  expect((await cipgen(["new", "Two", "--root", root])).code).toBe(0);
});

test.skipIf(process.platform === "win32")(
  "a folder that was removed while a shell is in it is said to be gone",
  async () => {
    const gone = makeFolder();
    const program = join(repositoryRoot, "bin/cipgen.js");
    const script = `rmdir "$PWD" && exec "${process.execPath}" "${program}" build`;
    const { status, stderr } = spawnSync("sh", ["-c", script], { cwd: gone, encoding: "utf8" });
    expect([status, stderr]).toEqual([1, "cipgen: the current folder no longer exists. Change to another one.\n"]);
  },
);

describe("a configuration that fails has a place", () => {
  const place = async (files: Record<string, string>) => {
    const { diagnostics } = await loadConfig(makeFolder(files));
    return diagnostics.map(({ code, file, line, column, message }) => `${code} ${file}:${line}:${column} ${message}`);
  };

  test("where it throws, in the file that throws", async () => {
    expect(
      await place({
        "cipgen.config.ts": 'const a: number = 1;\n\nif (a) throw new Error("no key");\nexport default {};\n',
      }),
    ).toEqual(["config-syntax cipgen.config.ts:3:14 the configuration stopped with an error: no key"]);
    const files = {
      "cipgen.config.ts": 'import { title } from "./title.js";\nexport default { title: title() };\n',
      "title.ts": "export function title(): string {\n  return (undefined as unknown as string).trim();\n}\n",
    };
    const [said] = await place(files);
    expect(said).toMatch(/^config-syntax title\.ts:2:\d+ /);
  });

  test("where its JSON ends being JSON", async () => {
    const [said] = await place({ "cipgen.config.json": '{\n  "title": "A",\n  oops\n}\n' });
    expect(said).toMatch(/^config-syntax cipgen\.config\.json:3:3 /);
  });
});

describe("what is said of a file that cannot be a configuration", () => {
  const said = async (files: Record<string, string | Buffer>) => {
    const { diagnostics } = await loadConfig(makeFolder(files));
    return diagnostics.map(
      ({ file, line, column, message, help }) => `${file}:${line}:${column} ${message} (${help ?? ""})`,
    );
  };
  const rest = 'url: "https://x.example", series: [{ profile: "cip" }]';

  test.each([
    ["cipgen.config.json", "utf16le", "\uFEFF{}"],
    ["cipgen.config.json", "utf16le", "{}"],
    ["cipgen.config.json", "latin1", '{ "title": "é" }'],
    ["cipgen.config.ts", "utf16le", "\uFEFFexport default {};"],
    ["cipgen.config.mjs", "latin1", 'export default { title: "é" };'],
  ] as const)("%s in %s: its encoding", async (file, encoding, text) => {
    expect(await said({ [file]: Buffer.from(text, encoding) })).toEqual([
      `${file}:1:1 this file is not UTF-8 (Save it as UTF-8.)`,
    ]);
  });

  test("also of one that it imports", async () => {
    const files = {
      "cipgen.config.ts": 'import x from "./x.js";\nexport default x;\n',
      "x.js": Buffer.from("export default { title: 'é' };", "latin1"),
    };
    expect(await said(files)).toEqual(["x.js:1:1 this file is not UTF-8 (Save it as UTF-8.)"]);
  });

  test("every key that occurs twice", async () => {
    expect(await said({ "cipgen.config.json": '{\n"a": 1,\n"a": 2,\n"b": { "c": 1, "c": 2 }\n}' })).toEqual([
      'cipgen.config.json:3:1 "a" occurs twice (Keep one of the two lines.)',
      'cipgen.config.json:4:16 "c" occurs twice (Keep one of the two lines.)',
    ]);
  });

  test.each([
    ["a file that is missing", 'import x from "./x.js";\nexport default x;', "1:15 there is no file ./x.js (Correct"],
    [
      "a package that is missing",
      'import x from "@none/x/y";\nexport default x;',
      "1:15 the package @none/x is not installed (Install it: npm install @none/x)",
    ],
    [
      "a missing comma",
      'export default {\n  a: "b"\n  c: 1,\n};',
      '3:3 Expected "}" but found "c" (Is a comma missing before it?)',
    ],
    [
      "quotes of a word processor",
      "export default { a: \u201cb\u201d };",
      '1:21 Unexpected "\u201c" (Write straight quotes',
    ],
    ["CommonJS", "module.exports = {};", "1:1 the configuration stopped with an error: module is not defined"],
    ["CommonJS", "\nmodule.exports = {};", "(Write `export default` in place of `module.exports =`.)"],
    ["no export", "const a = 1;", "1:1 the configuration has no default export (Write export default"],
    ["another value than an error", "throw { code: 7 };", "1:1 the configuration stopped with an error: { code: 7 }"],
    ["an error without words", "throw new TypeError();", "1:7 the configuration stopped with an error: TypeError"],
    [
      "a getter",
      `export default {\n get title() { throw new Error("no"); }, ${rest} };`,
      "2:22 the configuration stopped",
    ],
    [
      "a circle",
      `const c = {\n title: "T", ${rest} };\nc.docs = c;\nexport default c;`,
      "docs: this contains itself (Write",
    ],
    [
      "a promise",
      `export default {\n title: Promise.resolve("T"), ${rest} };`,
      "it is a promise (Put await before it.)",
    ],
    [
      "a function",
      `export default {\n title: () => "T", ${rest} };`,
      "it is a function (Call it: write () after its name.)",
    ],
    ["a function alone", "export default () => ({});", "it is a function (Call it: write () after its name.)"],
  ])("%s", async (_, text, expected) => {
    const [first, ...more] = await said({ "cipgen.config.mjs": text });
    expect(more).toEqual([]);
    expect(first).toMatch(/^cipgen\.config\.mjs:\d+:\d+ /);
    expect(first).toContain(expected);
  });
});

describe("a configuration that goes on after it was loaded", () => {
  const rest = 'export default { title: "T", url: "https://x.example", series: [{ profile: "cip" }] };\n';
  const run = (config: string, ...args: string[]) =>
    cipgenProcess(args, { cwd: makeFolder({ "cipgen.config.mjs": config + rest }) });

  test("and throws in a timer is named, with the place", async () => {
    const config =
      '\nsetTimeout(() => {\n  throw new Error("late");\n}, 1);\nawait new Promise((done) => setTimeout(done, 500));\n';
    const { code, stdout, stderr } = await run(config, "build", "--json");
    const message = "the configuration stopped with an error after it was loaded, at cipgen.config.mjs:3:9: late";
    expect({ code, stderr }).toEqual({ code: 1, stderr: `cipgen: ${message}\n` });
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      diagnostics: [{ code: "machine-failure", severity: "error", message }],
    });
  });

  test("does not keep a command alive that has its result", async () => {
    const { code, stdout } = await run("setInterval(() => {}, 100);\n", "build", "--json");
    expect({ code, ok: JSON.parse(stdout).ok }).toEqual({ code: 0, ok: true });
  });
});

describe("a command that ends before it has a result fails", () => {
  test.each([
    ["it waits for what never happens", "await new Promise(() => {});\nexport default {};\n"],
    ["it ends the process after a while", "setTimeout(() => process.exit(), 1);\nawait new Promise(() => {});\n"],
  ])("%s", async (_, config) => {
    const cwd = makeFolder({ "cipgen.config.mjs": config });
    const { code, stdout, stderr } = await cipgenProcess(["check-links"], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^cipgen: the command stopped before its end\. Look for .*\n$/);
  });

  test("and says so in a report, too", async () => {
    const cwd = makeFolder({ "cipgen.config.mjs": "process.exit(0);\nexport default {};\n" });
    const { code, stdout } = await cipgenProcess(["check-links", "--format", "json"], { cwd });
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { ok: false, diagnostics: [{ code: "machine-failure" }] }]);
  });
});
