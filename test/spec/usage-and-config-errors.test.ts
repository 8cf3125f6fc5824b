/** What is said of a wrong call and of a configuration that fails while it runs: for programs one document, for people the place. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/loading.js";
import { cipgen, cipgenProcess } from "../support/cli.js";
import { makeFolder, repositoryRoot } from "../support/site.js";

describe("--json prints one document for a wrong call as well", () => {
  test.each([
    [["build", "--json", "--nonsense"]],
    [["build", "--json", "too", "many"]],
    [["build", "--json", "--out"]],
    [["index", "--json", "--nonsense"]],
    [["check-links", "--format", "json", "--nonsense"]],
    [["lint", "--format=json", "--nonsense"]],
    [["nonsense", "--json"]],
    [["init", "--json"]],
    [["init", "register", "--from", ".", "--json"]],
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

  test("and without it, stdout is empty", async () => {
    const { code, stdout } = await cipgenProcess(["build", "--nonsense"]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  });
});

test("what a configuration logs is not in the standard output, which has the results", async () => {
  const site = '{ title: "T", url: "https://t.example", series: [{ profile: "cip" }], search: { provider: "none" } }';
  const root = makeFolder({
    "cipgen.config.js": `console.log("one"); console.info("two"); console.table([{ a: "three" }]); console.dir("four");\nexport default ${site};\n`,
    "content/cip/core/cip-1.md": "---\ncip: 1\ntitle: T\n---\nText.\n",
  });
  const { code, stdout, stderr } = await cipgenProcess(["build", "--json", "--root", root, "--out", join(root, "out")]);
  expect({ code, ok: JSON.parse(stdout).ok }).toEqual({ code: 0, ok: true });
  for (const word of ["one", "two", "three", "four"]) expect(stderr).toContain(word);
});

test("a folder that was removed while a shell is in it is said to be gone", async () => {
  const gone = makeFolder();
  const program = join(repositoryRoot, "bin/cipgen.js");
  const script = `rmdir "$PWD" && exec "${process.execPath}" "${program}" build`;
  const { status, stderr } = spawnSync("sh", ["-c", script], { cwd: gone, encoding: "utf8" });
  expect([status, stderr]).toEqual([1, "cipgen: the current folder is not there any more. Change to another one.\n"]);
});

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
    expect((await place({ "cipgen.config.json": '{\n  "title": "A",\n  oops\n}\n' }))[0]).toMatch(
      /^config-syntax cipgen\.config\.json:3:3 /,
    );
    expect((await place({ "cipgen.config.json": '{\n  "title": "A"\n' }))[0]).toMatch(
      /^config-syntax cipgen\.config\.json:\d+:\d+ /,
    );
  });

  test("whatever it throws, and also where it exports nothing", async () => {
    expect(await place({ "cipgen.config.mjs": 'throw "a string";\n' })).toEqual([
      "config-syntax cipgen.config.mjs:1:1 the configuration stopped with an error: a string",
    ]);
    expect((await place({ "cipgen.config.ts": "export const a = 1;\n" }))[0]).toMatch(
      /^config-syntax cipgen\.config\.ts:1:1 /,
    );
  });
});

describe("a command that ends before it has a result fails", () => {
  test.each([
    ["it waits for what never happens", "await new Promise(() => {});\nexport default {};\n"],
    ["it ends the process", "process.exit(0);\nexport default {};\n"],
    ["it ends the process after a while", "setTimeout(() => process.exit(), 1);\nawait new Promise(() => {});\n"],
  ])("%s", async (_, config) => {
    const cwd = makeFolder({ "cipgen.config.mjs": config });
    const { code, stdout, stderr } = await cipgenProcess(["check-links"], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^cipgen: the command stopped before its end\. Look for .*\n$/);
  });
});
