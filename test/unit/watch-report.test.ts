/** What an author who watches reads after each save: what is new and what is gone, and nothing twice. */
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { watchReport } from "../../src/cli/commands/serve.js";
import type { Rebuild } from "../../src/shared/api.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";

/** Prints rebuilds one after the other. @returns the lines of each that say what is wrong or was. */
function told(...rebuilds: Partial<Rebuild>[]): string[][] {
  const written: string[] = [];
  const report = watchReport("/nowhere", { result: () => undefined, talk: (text) => written.push(text) });
  return rebuilds.map((rebuild) => {
    written.length = 0;
    report({ changes: ["a.md"], diagnostics: [], hasSite: true, isCurrent: true, ms: 1, ...rebuild });
    const lines = stripVTControlCharacters(written.join("")).split("\n");
    return lines.slice(1).filter((line) => /^(no more|still|error|warning|a\.md)/.test(line));
  });
}

const finding = (message: string, severity: Diagnostic["severity"] = "warning", line = 1): Diagnostic => ({
  code: "broken-link",
  severity,
  message,
  file: "a.md",
  line,
  column: 1,
});
const failed = { isCurrent: false };

test("names and messages of strangers do not control the terminal", () => {
  const hostile = "a\u001b\r\u202eb";
  const problem = { ...finding(hostile, "error"), file: hostile };
  const written: string[] = [];
  const report = watchReport("/nowhere", { result: () => undefined, talk: (text) => written.push(text) });
  const rebuild = { changes: [hostile], hasSite: true, isCurrent: true, ms: 1 };
  for (const diagnostics of [[problem], [problem], []]) report({ ...rebuild, diagnostics });
  expect(stripVTControlCharacters(written.join(""))).toMatch(/still: .*no more: /s);
  expect(stripVTControlCharacters(written.join("")).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
});

describe("a rebuild", () => {
  test("says what is new, and nothing of what was said before, wherever it moved", () => {
    const [first, second, third] = told(
      { diagnostics: [finding("one")] },
      { diagnostics: [finding("one", "warning", 7)] },
      { diagnostics: [finding("one"), finding("two")] },
    );
    expect(first?.join()).toContain("one");
    expect(second).toEqual([]);
    expect(third?.join()).toContain("two");
    expect(third?.join()).not.toContain("one");
  });

  test("repeats an error in one line as long as it is there, and does not take for gone what the build did not come to", () => {
    const broken = { diagnostics: [finding("bad", "error")], ...failed };
    const [, first, second, last] = told({ diagnostics: [finding("one")] }, broken, broken, {
      diagnostics: [finding("one")],
    });
    expect(first?.join()).toContain("bad");
    expect(first?.join()).not.toContain("no more");
    expect(second).toEqual(["still: a.md:1:1 bad"]);
    expect(last).toEqual(["no more: a.md:1:1 bad"]);
  });

  test("shows 20 warnings and 20 that are gone, and counts the others", () => {
    const many = Array.from({ length: 255 }, (_, index) => finding(`warning ${index}`));
    const [first = [], second = []] = told({ diagnostics: many }, {});
    expect(first.length).toBeLessThanOrEqual(2 * 20 + 1);
    expect(second).toHaveLength(21);
    expect(second.at(-1)).toBe("no more: 235 others");
  });
});

test("whatever comes and goes: what was said to be new and not to be gone is what is there", () => {
  const some = fc.uniqueArray(fc.constantFrom("one", "two", "three", "four"));
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 8 }), (rounds) => {
      const lines = told(...rounds.map((messages) => ({ diagnostics: messages.map((message) => finding(message)) })));
      const said = new Set<string>();
      for (const [index, round] of lines.entries()) {
        for (const word of ["one", "two", "three", "four"]) {
          const own = round.filter((line) => new RegExp(`\\b${word}\\b`).test(line));
          if (own.some((line) => line.startsWith("no more"))) said.delete(word);
          else if (own.length > 0) said.add(word);
        }
        expect([...said].sort()).toEqual([...(rounds[index] ?? [])].sort());
      }
    }),
  );
});
