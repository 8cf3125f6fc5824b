/** `cipgen lint` as people and programs call it. */
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { cipgen, cipgenProcess } from "../support/cli.js";
import { lint } from "../support/lint.js";
import { makeFolder, makeSite, proposalText, repositoryRoot } from "../support/site.js";

const sections = ["Abstract", "Motivation", "Specification", "Rationale", "Security Considerations", "Copyright"]
  .map((title) => `## ${title}\n\nText.\n`)
  .join("\n");
const right = proposalText(1, {}, sections);

/** Root may read and write everything. @returns the id of a user who owns the site and may not; undefined for the user of this process. */
function giveAway(root: string): number | undefined {
  const user = process.getuid?.() === 0 ? 65_534 : undefined;
  if (user !== undefined) spawnSync("chown", ["-R", `${user}`, root]);
  return user;
}

test("references, substitutions and tables of reStructuredText are read", async () => {
  const text =
    "See `x`_, |y| and [1]_.\n\n.. _x: https://x.example\n.. |y| replace:: words\n.. [1] Note\n\n.. csv-table::\n\n   a,b\n";
  const head = "PEP: 1\nTitle: One\nAuthor: Ada\nStatus: Draft\nType: Process\nCreated: 01-Jan-2020\n\nText\n====\n\n";
  const config = { title: "T", url: "https://t.example", series: [{ profile: "pep", source: "peps" }] };
  const root = makeFolder({ "cipgen.config.json": JSON.stringify(config), "peps/pep-0001.rst": head + text });
  expect((await lint(root)).diagnostics).toEqual([]);
});

describe("the report", () => {
  const root = () =>
    makeSite({
      "content/cip/cbc/cip-1.md": right,
      "content/cip/cbc/cip-2.md": proposalText(2, { staus: "draft" }, sections),
    });

  test("text: file, line, column, the line itself and what to do; exit 2", async () => {
    const { code, stdout } = await cipgenProcess(["lint", "--root", root()]);
    expect(code).toBe(2);
    expect(stdout).toContain('error [unknown-fields] there is no field "staus"');
    expect(stdout).toContain("content/cip/cbc/cip-2.md:4:1");
    expect(stdout).toContain("4 | staus: draft");
    expect(stdout).toContain('Did you mean "status"?');
  });

  test("sarif: the rule with its help", async () => {
    const { stdout } = await cipgen(["lint", "--root", root(), "--format", "sarif"]);
    const [run] = JSON.parse(stdout).runs;
    expect(run.tool.driver.rules[0]).toMatchObject({
      id: "unknown-fields",
      help: { markdown: expect.stringContaining("Right:") },
    });
    expect(run.results).toHaveLength(1);
  });

  test("warnings alone, and nothing at all, are fine", async () => {
    const warned = makeSite({ "content/cip/cbc/cip-1.md": `${right}\n` });
    expect((await cipgen(["lint", "--root", warned])).code).toBe(0);
    const clean = makeSite({ "content/cip/cbc/cip-1.md": right });
    expect(await cipgen(["lint", "--root", clean])).toMatchObject({
      code: 0,
      stdout: "1 file, no findings.\n",
      stderr: "",
    });
  });

  test("a format that does not exist is bad usage", async () => {
    expect((await cipgen(["lint", "--format", "xml"])).code).toBe(3);
  });
});

describe("--explain", () => {
  test("prints the help of a rule", async () => {
    const help = await cipgen(["lint", "--explain", "title-length"]);
    expect(help.code).toBe(0);
    expect(help.stdout).toContain("`max`: 44");
  });

  test("a rule that does not exist is bad usage, with what was probably meant", async () => {
    const { code, stderr } = await cipgen(["lint", "--explain", "title-lenght"]);
    expect(code).toBe(3);
    expect(stderr).toContain('Did you mean "title-length"?');
  });

  test("print one JSON document with --format json", async () => {
    const json = async (...args: string[]) => {
      const { code, stdout, stderr } = await cipgen(["lint", "--format", "json", ...args]);
      return { code, stderr, report: JSON.parse(stdout) };
    };
    const { report } = await json("--explain", "field-spacing");
    expect(report).toEqual({
      ok: true,
      rules: [
        { id: "field-spacing", severity: "warn", summary: expect.any(String), help: expect.any(String), fixes: true },
      ],
      diagnostics: [],
    });
    const { code, report: wrong } = await json("--explain", "title-lenght");
    expect(code).toBe(3);
    expect(wrong).toMatchObject({
      ok: false,
      diagnostics: [{ code: "config-reference", help: expect.stringContaining("title-length") }],
    });
  });
});

describe("configuration", () => {
  const files = { "content/cip/cbc/cip-1.md": proposalText(1, { title: "Short", status: "draft" }, sections) };

  test("sets severity and options", async () => {
    const { diagnostics } = await lint(makeSite(files), { rules: { "title-length": ["error", { max: 4 }] } });
    expect(diagnostics).toMatchObject([{ code: "title-length", severity: "error", line: 3, column: 8 }]);
  });

  test("holds a final CIP, which changes only where it has an error, to no rule of form", async () => {
    const text = proposalText(
      1,
      { status: "final", title: "A title that is longer than the forty-four characters" },
      "As in CIP 2.\n",
    );
    const root = makeSite({ "content/cip/cbc/cip-1.md": `${text}\n(here)[https://x.example]\n` });
    expect((await lint(root)).diagnostics.map(({ code }) => code)).toEqual(["broken-markup"]);
  });

  test.each([
    [
      { rules: { "title-lenght": "off" } },
      'lint.rules.title-lenght: there is no rule "title-lenght"',
      '"title-length"',
    ],
    [{ relax: { draft: [] } }, "lint.relax: there is no such key", "legacy: { until: NUMBER }"],
    [{ rules: { "title-length": ["warn", { maximum: 3 }] } }, "lint.rules.title-length[1]: ", "maximum"],
    [{ rules: { "title-length": "loud" } }, "lint.rules.title-length: ", ""],
    [
      { rules: { "link-hosts": ["warn", { hosts: ["a.example", 5] }] } },
      "lint.rules.link-hosts[1]",
      "cipgen.config.json:1",
    ],
  ])("names what is wrong in it: %j", async (lintConfig, message, hint) => {
    const { code, stdout } = await cipgen(["lint", "--root", makeSite(files, { lint: lintConfig as never })]);
    expect(code).toBe(3);
    expect(stdout).toContain(message);
    expect(stdout).toContain(hint);
  });
});

describe("what the build reports", () => {
  test("is reported, once", async () => {
    const root = makeSite({
      "content/cip/cbc/cip-1.md": proposalText(
        1,
        { status: "finl", date: "2022-02-30", requires: "9" },
        `${sections}[x](./no.md)\n`,
      ),
      "content/cip/cbc/cip-2.md": "---\ncip: 2\ntitle: a: b\n---\n",
    });
    const { diagnostics } = await lint(root);
    expect(diagnostics.map(({ code, file, line }) => `${code} ${file?.slice(-8)}:${line}`)).toEqual([
      "status-unknown cip-1.md:4",
      "date-invalid cip-1.md:5",
      "front-matter-yaml cip-2.md:3",
      "reference-unknown cip-1.md:6",
      "broken-markdown-link cip-1.md:31",
    ]);
  });
});

describe("--fix", () => {
  test("says what it fixed and leaves the rest; a second run has nothing to do", async () => {
    const text = `---\ntitle: A \ncip: 1\n---\n${sections}More (here)[https://x.example].\n`;
    const root = makeSite({ "content/cip/cbc/cip-1.md": text });
    const first = await cipgen(["lint", "--root", root, "--fix"]);
    expect(first.stderr).toBe("fixed content/cip/cbc/cip-1.md: field-order, field-spacing\n");
    expect(first.stdout).toContain("[broken-markup]");
    const fixed = readFileSync(join(root, "content/cip/cbc/cip-1.md"), "utf8");
    expect(fixed).toBe(text.replace("title: A \ncip: 1\n", "cip: 1\ntitle: A\n"));
    const second = await cipgen(["lint", "--root", root, "--fix"]);
    expect(second.stderr).toBe("");
    expect(readFileSync(join(root, "content/cip/cbc/cip-1.md"), "utf8")).toBe(fixed);
  });

  test.skipIf(process.platform === "win32")(
    "names a text that cannot be written, fixes the others and keeps the findings; exit 1",
    async () => {
      const [own, kept] = ["content/cip/cbc/cip-1.md", "content/cip/core/cip-2.md"];
      const wrong = (number: number) =>
        proposalText(number, {}, `${sections}More (here)[https://x.example].\n`).replace(/^(title: .*)$/m, "$1 ");
      const root = makeSite({ [own]: wrong(1), [kept]: wrong(2) });
      const user = giveAway(root);
      chmodSync(join(root, kept, ".."), 0o555);
      const { code, stdout } = await cipgenProcess(["lint", "--root", root, "--fix", "--format", "json"], { user });
      chmodSync(join(root, kept, ".."), 0o755);
      const { fixed, diagnostics } = JSON.parse(stdout) as { fixed: string[]; diagnostics: Diagnostic[] };
      expect(fixed).toEqual([own]);
      const places = diagnostics.map(({ code, message, file }) => [code, code === "machine-failure" && message, file]);
      expect(places).toContainEqual(["machine-failure", "this cannot be written (EACCES)", kept]);
      for (const path of [own, kept]) expect(places).toContainEqual(["broken-markup", false, path]);
      expect(places).toContainEqual(["field-spacing", false, kept]);
      expect(readFileSync(join(root, kept), "utf8")).toBe(wrong(2));
      expect(code).toBe(1);
    },
  );
});

test("texts that are made to take long do not", async () => {
  const spaces = " ".repeat(100_000);
  const body = `${sections}\nA${spaces}b\n${"\n".repeat(100_000)}## C${spaces}(d\n\n${"[".repeat(5_000)}\n`;
  const author = `"A${" (".repeat(5_000)}"`;
  const root = makeSite({ "content/cip/cbc/cip-1.md": proposalText(1, { author }, body) });
  expect((await lint(root)).diagnostics.map(({ code }) => code)).toContain("author-form");
});

test("this repository's own content passes under its own configuration", async () => {
  expect((await lint(repositoryRoot)).diagnostics).toEqual([]);
});

test("the rules of a profile apply to its proposals, and what the site says comes first", async () => {
  const text = {
    "content/bip/bip-0001.md":
      "<pre>\n  BIP: 1\n  Title: A title of more than fifty characters, which is too long\n</pre>\n",
  };
  const found = async (config: Partial<ConfigInput>) =>
    (await lint(makeSite(text, { series: [{ profile: "bip", source: "content/bip" }], ...config }))).diagnostics
      .filter(({ code }) => code === "title-length")
      .map(({ severity }) => severity);
  expect(await found({})).toEqual(["warning"]);
  expect(await found({ lint: { rules: { "title-length": "error" } } })).toEqual(["error"]);
  expect(await found({ lint: { rules: { "title-length": ["warn", { max: 90 }] } } })).toEqual([]);
});

test("a license is judged in every format and under every title of its section, and the help has the format's headings", async () => {
  const license = { title: "Copyright", aliases: ["License"], text: "CC0." };
  const series = { profile: "cip" as const, sections: [license, { title: "Why", required: true }] };
  const said = async (name: string, text: string) => {
    const root = makeSite({ [`content/cip/cbc/${name}`]: `---\ncip: 1\ntitle: T\n---\n${text}` }, { series: [series] });
    const findings = (await lint(root)).diagnostics.filter(({ code }) => code === "required-sections");
    return findings.map(({ help }) => help);
  };
  expect(await said("cip-1.md", "## License\n\nMIT.\n\n## Why\n")).toEqual(["Write CC0."]);
  expect(await said("cip-1.rst", "Copyright\n=========\n\nCC0.\n")).toEqual([
    "Add a heading: Why above a line of hyphens",
  ]);
  expect(await said("cip-1.mediawiki", "== Copyright ==\nCC0.\n")).toEqual(["Add a heading: == Why =="]);
});

test("mention-form takes the forms that the texts often use, and the one with a hyphen", async () => {
  const many = (form: string) => Array.from({ length: 30 }, (_, index) => `As in ${form}${index + 2}.`).join("\n\n");
  const mentions = async (body: string) =>
    (await lint(makeSite({ "content/cip/cbc/cip-1.md": proposalText(1, {}, body) }))).diagnostics.filter(
      ({ code }) => code === "mention-form",
    ).length;
  expect(await mentions(`${many("CIP ")}\n\nAnd CIP-77, but CIP78.\n`)).toBe(1);
  expect(await mentions(`${many("CIP-")}\n\nAnd CIP 77, and CIP78.\n`)).toBe(2);
  // Of two customs, none is a mistake.
  expect(await mentions(`${many("CIP-")}\n\n${many("CIP")}\n\nAnd CIP 77.\n`)).toBe(1);
});
