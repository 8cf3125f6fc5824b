/** Pure text helpers: what lists, previews and suggestions are made with. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareText, didYouMean, editDistance, escapeHtml, truncateText } from "../../src/shared/text.js";

describe("truncateText", () => {
  test("never exceeds its limit and is always a beginning of the text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 2, max: 60 }), (text, limit) => {
        const short = truncateText(text, limit);
        expect(short.length).toBeLessThanOrEqual(limit);
        expect(text.replace(/\s+/g, " ").trim().startsWith(short.replace(/…$/, ""))).toBe(true);
      }),
    );
  });

  test("does not cut a character of two code units in half", () => {
    for (let limit = 2; limit < 12; limit++) expect(truncateText("😀".repeat(10), limit).isWellFormed()).toBe(true);
  });
});

/** The textbook table, all of it, without limits and shortcuts. */
function plainDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => table[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const options = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) options.push(at(i - 2, j - 2) + 1);
      (table[i] as number[])[j] = Math.min(...options);
    }
  }
  return at(a.length, b.length);
}

describe("editDistance", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), maxLength: 12 });

  test("agrees with a plain table", () => {
    fc.assert(fc.property(word, word, (a, b) => editDistance(a, b) === plainDistance(a, b)));
  });

  test("with a limit it is exact up to the limit and above it beyond", () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 6 }), (a, b, limit) => {
        const exact = plainDistance(a, b);
        const limited = editDistance(a, b, limit);
        if (exact <= limit) expect(limited).toBe(exact);
        else expect(limited).toBeGreaterThan(limit);
      }),
    );
  });
});

describe("didYouMean", () => {
  test("of any candidates it is the first of the nearest, and none of which more than a third is wrong below common folders", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "C", "/", "-"), maxLength: 14 });
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 12 }), (wanted, all) => {
        const distanceTo = (one: string) => editDistance(wanted.toLowerCase(), one.toLowerCase());
        const near = all.filter((one) => {
          const folders = wanted.split("/").slice(0, -1);
          const others = one.split("/").slice(0, -1);
          const apart = folders.findIndex((name, at) => name.toLowerCase() !== others[at]?.toLowerCase());
          const own = wanted
            .split("/")
            .slice(apart === -1 ? folders.length : apart)
            .join("/");
          return distanceTo(one) <= Math.min(4, Math.max(1, Math.floor(own.length / 3)));
        });
        const least = Math.min(...near.map(distanceTo));
        expect(didYouMean(wanted, all)).toBe(near.find((one) => distanceTo(one) === least));
      }),
    );
  });
});

test("escaped text is the same text again when a browser reads it, in content and in attributes", () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;`)).toBe("&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;");
});

test("the order of texts is by code unit, whatever the machine's language", () => {
  expect(["ä", "b", "Z", "a"].sort(compareText)).toEqual(["Z", "a", "b", "ä"]);
});
