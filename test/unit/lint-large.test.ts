/** Lint for registers with a past: one file, what changed, what is accepted, and exceptions that are written where they are made. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LintOptions, lintCommand } from "../../src/cli/commands/lint.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { countFindings, lineLookup, subtractFindings } from "../../src/tools/lint/baseline.js";
import { lint } from "../support/lint.js";
import { text } from "../support/review.js";
import { makeSite } from "../support/site.js";

interface Run {
  code: number;
  text: string;
  talk: string;
  /** `code file:line` */
  found: string[];
  diagnostics: Diagnostic[];
}

async function run(options: Partial<LintOptions> & { root: string }): Promise<Run> {
  const [printed, said]: [string[], string[]] = [[], []];
  const output = { result: (line: string) => printed.push(line), talk: (line: string) => said.push(line) };
  const code = await lintCommand({ format: "json", ...options }, output);
  const printedText = printed.join("");
  const diagnostics: Diagnostic[] = options.format === "text" ? [] : JSON.parse(printedText).diagnostics;
  return {
    code,
    text: printedText,
    talk: said.join(""),
    diagnostics,
    found: diagnostics.map((d) => `${d.code} ${d.file}:${d.line}`),
  };
}

const broken = (number: number) => `${text(number, { status: "draft" })}\n(here)[https://x.example]\n`;
const site = () =>
  makeSite({
    "content/cip/cbc/cip-1.md": broken(1),
    "content/cip/cbc/cip-2.md": broken(2),
    "content/cip/core/cip-3.md": text(3, {}),
  });
const line =
  broken(1)
    .split("\n")
    .findIndex((one) => one.startsWith("(here)")) + 1;

describe("files that are named", () => {
  test("a file, a folder, several: nothing else is looked at or reported", async () => {
    const root = site();
    expect((await run({ root, files: [join(root, "content/cip/cbc/cip-2.md")] })).found).toEqual([
      `broken-markup content/cip/cbc/cip-2.md:${line}`,
    ]);
    expect((await run({ root, files: [join(root, "content/cip/cbc")] })).found).toHaveLength(2);
    expect((await run({ root, files: [join(root, "content/cip/core/cip-3.md")] })).found).toEqual([]);
    expect((await run({ root })).found).toHaveLength(2);
  });

  test("a name that is no text of the site is refused", async () => {
    const root = site();
    const { code, diagnostics } = await run({ root, files: ["content/gone.md"] });
    expect(code).toBe(3);
    expect(diagnostics).toMatchObject([
      { code: "config-reference", message: "content/gone.md is not a text of this site" },
    ]);
  });

  test("--fix writes only what was named", async () => {
    const spaced = (number: number) => text(number, {}).replace(/^(title: .*)$/m, "$1 ");
    const root = makeSite({ "content/cip/cbc/cip-1.md": spaced(1), "content/cip/cbc/cip-2.md": spaced(2) });
    await run({ root, fix: true, files: [join(root, "content/cip/cbc/cip-1.md")] });
    expect(readFileSync(join(root, "content/cip/cbc/cip-1.md"), "utf8")).toBe(text(1, {}));
    expect(readFileSync(join(root, "content/cip/cbc/cip-2.md"), "utf8")).toBe(spaced(2));
  });
});

describe("a baseline", () => {
  test("any findings on lines that move are known; so many as there were, and no more", () => {
    const words = fc.constantFrom("a", "b", "c");
    const findings = fc.array(fc.record({ code: words, message: words, at: fc.nat(5) }), { maxLength: 12 });
    const make = (list: { code: string; message: string; at: number }[], shift: number) =>
      list.map(
        ({ code, message, at }): Diagnostic => ({
          code,
          message,
          severity: "warning",
          file: "x.md",
          line: at + shift + 1,
        }),
      );
    const own = ["one", "two", "two", "three", "", "four"];
    fc.assert(
      fc.property(findings, findings, fc.nat(4), (old, fresh, shift) => {
        const before = lineLookup(() => own.join("\n"));
        const after = lineLookup(() => [...Array(shift).fill("new"), ...own].join("\n"));
        const known = countFindings(make(old, 0), before);
        expect(subtractFindings(make(old, shift).reverse(), known, after)).toEqual([]);
        const left = subtractFindings(make([...old, ...fresh], shift), known, after);
        expect(left).toHaveLength(fresh.length);
      }),
    );
  });

  test("knows a block of code that is closed too late, wherever it moves", async () => {
    const open = (before: string) => `${text(1, {})}${before}\n\`\`\`js\na\n\n\`\`\`sh\nb\n\`\`\`\n`;
    const root = makeSite({ "content/cip/cbc/cip-1.md": open("") });
    await run({ root, updateBaseline: true });
    writeFileSync(join(root, "content/cip/cbc/cip-1.md"), open("\n\n"));
    expect((await run({ root })).found).toEqual([]);
  });

  test("is not written for a part of the site", async () => {
    const { code, diagnostics } = await run({ root: site(), updateBaseline: true, files: ["content"] });
    expect([code, diagnostics[0]?.message]).toEqual([3, expect.stringContaining("only a part of the site")]);
  });

  test("a file that is no baseline is refused, with the way out", async () => {
    const root = site();
    for (const written of ["{", "[]", '{"version":2,"lint":[{}]}']) {
      writeFileSync(join(root, "cipgen-baseline.json"), written);
      const { code, diagnostics } = await run({ root });
      expect(code).toBe(3);
      expect(diagnostics[0]).toMatchObject({ code: "config-syntax", help: "Write it again with --update-baseline." });
    }
    expect((await run({ root, updateBaseline: true })).code).toBe(0);
  });
});

test("the text report is grouped by rule and stops at 50, with a count of each", async () => {
  const root = makeSite({});
  for (let number = 1; number <= 30; number++) {
    const path = join(root, `content/cip/cbc/cip-${number}.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${broken(number)}\n\`\`\`text\n“x”\n\`\`\`\n\n(here)[https://y.example]\n`);
  }
  writeFileSync(join(root, "content/cip/cbc/cip-31.md"), text(31, { staus: "draft" }));
  const printed = stripVTControlCharacters((await run({ root, format: "text" })).text);
  const heads = printed.split("\n").filter((one) => /^[a-z-]+ \(\d+\)/.test(one));
  expect(heads).toEqual([
    "unknown-fields (1): An unknown field",
    "broken-markup (60): Markdown that has no effect, or not the intended one: `##Heading`, `** bold **`, `(text)[url]`, an open fence",
    "smart-quotes (30): Curly quotes in metadata or code",
  ]);
  expect(printed.match(/^(error|warning) \[/gm)).toHaveLength(50);
  expect(printed).toContain("… and 11 more");
  expect(printed.trimEnd().split("\n").at(-1)).toBe(
    "1 error, 90 warnings; 50 of 91 are shown, all of them with --format json",
  );
});

test("authors need no handle in a large register that names them otherwise, and one in a register where they usually have one", async () => {
  const found = async (count: number, withHandle: number) => {
    const files = Array.from({ length: count }, (_, index): [string, string] => {
      const author = index < withHandle ? "Ada (@ada)" : "Ada Example (Anza)";
      return [`content/cip/cbc/cip-${index + 1}.md`, text(index + 1, { author })];
    });
    const { diagnostics } = await lint(makeSite(Object.fromEntries(files)));
    return diagnostics.filter(({ code }) => code === "author-handle").length;
  };
  expect(await found(19, 1)).toBe(18);
  expect(await found(20, 3)).toBe(0);
  expect(await found(20, 4)).toBe(16);
});
