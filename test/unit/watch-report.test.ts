/** What an author who watches reads after each save: what is new and what is wrong, and no warning twice. */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { watchReport } from "../../src/cli/commands/serve.js";
import type { Rebuild } from "../../src/shared/api.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";

/** Prints rebuilds one after the other. @returns what is printed of each. */
function printed(...rebuilds: Partial<Rebuild>[]): string[] {
  const written: string[] = [];
  const report = watchReport("/nowhere", { result: () => undefined, talk: (text) => written.push(text) });
  return rebuilds.map((rebuild) => {
    written.length = 0;
    report({ changes: ["a.md"], diagnostics: [], hasSite: true, isCurrent: true, ms: 1, ...rebuild });
    return stripVTControlCharacters(written.join(""));
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

test("names and messages of strangers do not control the terminal", () => {
  const hostile = "a\u001b\r\u202eb";
  const problem = { ...finding(hostile, "error"), file: hostile };
  const written = printed({ changes: [hostile], diagnostics: [problem] }).join("");
  expect(written.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
});

test("a rebuild shows the warnings that are new, wherever they moved, and every error, and does not take for gone what it did not come to", () => {
  const [first, moved, more, broken, again, last] = printed(
    { diagnostics: [finding("one")] },
    { diagnostics: [finding("one", "warning", 7)] },
    { diagnostics: [finding("one"), finding("two")] },
    { diagnostics: [finding("bad", "error")], isCurrent: false },
    { diagnostics: [finding("bad", "error")], isCurrent: false },
    { diagnostics: [finding("one")] },
  );
  expect(first).toContain("one");
  expect(moved).not.toContain("one");
  expect(more).toContain("two");
  expect(more).not.toContain("one");
  expect(broken).toContain("bad");
  expect(again).toContain("bad");
  expect(last).not.toContain("one");
});

test("a rebuild shows 20 warnings", () => {
  const [text = ""] = printed({ diagnostics: Array.from({ length: 255 }, (_, index) => finding(`warning ${index}`)) });
  expect(text.match(/warning \d/g)).toHaveLength(20);
});
