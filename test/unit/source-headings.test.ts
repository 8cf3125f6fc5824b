/** Headings in the source of a text, found without patterns that look at long lines again and again. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { markedHeading, wikiHeading } from "../../src/shared/text-format.js";

const line = fc.string({ unit: fc.constantFrom("#", "=", " ", "\t", "a", "\u00a0", "\u2028"), maxLength: 12 });

test("a heading of Markdown is what a pattern for short lines finds", () => {
  const pattern = /^ {0,3}(#{1,6})([ \t][\s\S]*)?$/;
  fc.assert(
    fc.property(line, (text) => {
      const [, signs, after = ""] = pattern.exec(text) ?? [];
      const heading = after.replace(/[ \t]+#*[ \t]*$/, "").replace(/^[ \t]+/, "");
      expect(markedHeading(text)).toEqual(signs && { level: signs.length, text: heading });
    }),
    { numRuns: 2000 },
  );
});

test("a heading of MediaWiki has its lesser mark on both sides", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 9 }), (before, after) => {
      const level = Math.min(before, after);
      const text = `${"=".repeat(before - level)} A #${"=".repeat(after - level)}`.trim();
      expect(wikiHeading(`${"=".repeat(before)} A #${"=".repeat(after)}`)).toEqual({ level, text });
    }),
  );
});
