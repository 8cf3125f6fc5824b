/** Pure text helpers: what lists, previews and suggestions are made with. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareText, didYouMean, editDistance, escapeHtml, foldSpaces, truncateText } from "../../src/shared/text.js";

test("any white space folds to one space", () => {
  const text = fc.string({ unit: fc.constantFrom(" ", " ", "\n", "\t", "\u00a0", "\u2028", "\ufeff", "a", "é") });
  fc.assert(
    fc.property(text, (any) => {
      expect(foldSpaces(any)).toBe(any.replace(/\s+/g, " "));
    }),
  );
});

describe("truncateText", () => {
  test("a short text stays as it is, white space folded", () => {
    expect(truncateText("  one\n\ttwo ", 20)).toBe("one two");
  });

  test("a text of exactly the limit is not cut", () => {
    expect(truncateText("abcde fghi", 10)).toBe("abcde fghi");
  });

  test("cuts between words and leaves no punctuation before the ellipsis", () => {
    expect(truncateText("A standard, for tokens", 12)).toBe("A standard…");
    expect(truncateText("A standard for tokens", 17)).toBe("A standard for…");
  });

  test("a word longer than the limit is cut inside", () => {
    expect(truncateText("a".repeat(30), 10)).toBe(`${"a".repeat(9)}…`);
  });

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

  test.each([
    ["", "", 0],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["final", "fnial", 1],
    ["ca", "abc", 3],
  ])("%j to %j takes %i edits", (a, b, edits) => {
    expect(editDistance(a, b)).toBe(edits);
    expect(editDistance(b, a)).toBe(edits);
  });

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
  test("finds a misspelt word whatever its case", () => {
    expect(didYouMean("Infromational", ["cbc", "core", "informational"])).toBe("informational");
  });

  test("takes the nearest of several", () => {
    expect(didYouMean("title", ["titles", "tittles"])).toBe("titles");
  });

  test("says nothing rather than something far off", () => {
    expect(didYouMean("banana", ["cbc", "core"])).toBeUndefined();
  });

  test("a number with several other digits is another one", () => {
    expect(didYouMean("eip-658.md", ["eip-1.md", "eip-20.md"])).toBeUndefined();
    expect(didYouMean("eip-658.md", ["eip-1.md", "erc-658.md", "eip-685.md"])).toBe("eip-685.md");
    expect(didYouMean("x", ["yz"])).toBeUndefined();
    expect(didYouMean("content/cip/core/nope.md", ["content/cip/core/cip-2.md"])).toBeUndefined();
    expect(didYouMean("/cip/core/a.png", ["/cip/core/b-2.png", "/cip/core/cip-2"])).toBeUndefined();
    expect(didYouMean("content/cip/core/annexe.md", ["content/cip/core/annex.md"])).toBe("content/cip/core/annex.md");
    expect(didYouMean("/cip/cor/annex", ["/cip/core/annex"])).toBe("/cip/core/annex");
  });

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
