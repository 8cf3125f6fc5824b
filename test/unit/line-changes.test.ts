/** What the differences of texts leave out to be fast changes no result. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { lineChanges, textChanges } from "../../src/history/line-changes.js";
import { wordChanges } from "../../src/history/sections.js";
import { runs } from "../support/runs.js";

// Longer than what is compared at once.
const line = fc.constantFrom("", "a", "b", "aa", "ab", "a b", "b a", "\u4e2d\u6587a", `${"long ".repeat(130)}a`);
const lines = fc.array(line, { maxLength: 8 });

test("of whole texts and of their lines", () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      expect(textChanges(before.join("\n"), after.join("\n"))).toEqual(
        lineChanges(before.join("\n").split("\n"), after.join("\n").split("\n")),
      );
    }),
    { numRuns: runs(2_000) },
  );
});

/** Counted one by one. */
function countedWords(before: readonly string[], after: readonly string[]) {
  const split = (text: string) => text.match(/\p{Script=Han}|[^\s\p{Script=Han}]+/gu) ?? [];
  const [former, come] = [split(before.join("\n")), split(after.join("\n"))];
  const left = [...former];
  const added = come.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return { added: added.length, removed: left.length };
}

test("of the words of each passage", () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const parts = lineChanges(before, after).map(({ old, new: come }) => countedWords(old, come));
      expect(wordChanges(before, after)).toEqual({
        added: parts.reduce((sum, { added }) => sum + added, 0),
        removed: parts.reduce((sum, { removed }) => sum + removed, 0),
      });
    }),
    { numRuns: runs(2_000) },
  );
});
