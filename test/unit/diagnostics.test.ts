/** How problems are shown: in one order, with the line they are about, and without anything that could control a terminal. */
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codes, diagnose } from "../../src/platform/diagnostics/codes.js";
import { formatText, sortDiagnostics, toJson, withoutColours } from "../../src/platform/diagnostics/report.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";

const at = (
  file: string | undefined,
  line?: number,
  column?: number,
  code: keyof typeof codes = "broken-link",
): Diagnostic => diagnose(code, "m", { file, line, column });

/** The report on one diagnostic about a text, colours left out, as lines. */
function report(diagnostic: Partial<Diagnostic>, text: string): string[] {
  const whole = { ...diagnose("broken-link", "message", { file: "a.md", line: 1, column: 1 }), ...diagnostic };
  return stripVTControlCharacters(formatText([whole], () => text)).split("\n");
}

describe("order", () => {
  test("errors first, then by file, line, column and code, whatever order they come in", () => {
    const sorted = [
      at(undefined),
      at("a.md"),
      at("a.md", 2, 1),
      at("a.md", 2, 10),
      at("a.md", 10, 1, "category-unknown"),
      at("a.md", 10, 1, "field-missing"),
      at("b.md", 1, 1),
      at("a.md", 1, 1, "broken-anchor"),
    ];
    expect(sortDiagnostics([...sorted].reverse())).toEqual(sorted);
    expect(sortDiagnostics([...sorted.slice(3), ...sorted.slice(0, 3)])).toEqual(sorted);
  });

  test("what is said twice is reported once; another message at the same place is not lost", () => {
    const other = { ...at("a.md", 1, 1), message: "other" };
    expect(sortDiagnostics([at("a.md", 1, 1), at("a.md", 1, 1), other])).toHaveLength(2);
  });
});

describe("text", () => {
  test("of many warnings the first are shown and the others counted by code; no error is left out", () => {
    const kinds = ["broken-link", "broken-anchor", "math-invalid"] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...kinds), { maxLength: 60 }), fc.nat({ max: 30 }), (found, max) => {
        const all = found.map((code, line) => at("a.md", line + 1, 1, code));
        const text = stripVTControlCharacters(formatText(all, () => undefined, max));
        const shown = text.match(/^(?:error|warning) \[/gm)?.length ?? 0;
        const counted = [...text.matchAll(/^ +(\d+) [a-z-]+$/gm)].reduce((sum, [, number]) => sum + Number(number), 0);
        const errors = all.filter(({ severity }) => severity === "error").length;
        expect(shown).toBe(errors + Math.min(max, all.length - errors));
        expect(shown + counted).toBe(all.length);
        // Commands other than build have no such option.
        expect(text.includes("--verbose")).toBe(text.includes("cipgen build --verbose"));
      }),
    );
  });

  test("a line that is not there, a file that is not there: no frame, but the message", () => {
    expect(report({ line: 99 }, "one")).toEqual(["error [broken-link] message", "  a.md:99:1", "", "1 error", ""]);
    expect(stripVTControlCharacters(formatText([at("gone.md", 1, 1)], () => undefined))).toContain("gone.md:1:1");
  });
});

describe("hostile content", () => {
  const evil = "\u001b[2J\u001b]0;owned\u0007\u009b31m\u0000\u0008\r\u202e\u2066x\u007f";

  test("no control character or direction mark of content reaches the terminal", () => {
    const diagnostic: Diagnostic = { ...at(`a${evil}.md`, 1, 1), message: `m${evil}`, help: `h${evil}` };
    const text = formatText([diagnostic], () => `line ${evil}`);
    const rest = withoutColours(text);
    expect(rest).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    expect(rest).toContain("owned");
  });

  test("a message cannot begin a line that looks like another report", () => {
    const text = formatText([{ ...at("a.md"), message: "m\nerror [forged] all is lost" }], () => undefined);
    expect(
      stripVTControlCharacters(text)
        .split("\n")
        .filter((line) => line.startsWith("error")),
    ).toHaveLength(1);
  });
});

test("a message does not repeat the whole of a long value", () => {
  const { message, help = "" } = diagnose("broken-link", "m".repeat(9999), { help: "h".repeat(9999) });
  expect([message.length, help.length]).toEqual([1001, 1001]);
});

test("the JSON form has exactly the keys of the contract", () => {
  const full = diagnose("broken-link", "m", { file: "a.md", line: 1, column: 2, length: 3, help: "h" });
  expect(Object.keys(toJson(full))).toEqual(["code", "severity", "message", "file", "line", "column", "help"]);
});

test("every code has a summary and a severity", () => {
  for (const [code, { severity, summary }] of Object.entries(codes)) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(["error", "warning"]).toContain(severity);
    expect(summary.length).toBeGreaterThan(10);
  }
});
