/** What a hit shows: words around the match, marked, and nothing that a browser would run. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Marks, makeSnippet, markText } from "../../../client/search/engine/snippet.js";
import type { MarkedText, SearchHit } from "../../../src/shared/search.js";
import { namesIn, termPlaces, termsOf } from "../../../src/shared/search-text.js";
import { runs } from "../../support/runs.js";
import { searchIndex, searchPage } from "../../support/search.js";

const marks = (...words: string[]): Marks => ({
  terms: new Map(words.map((word, index) => [word, index])),
  phrases: [],
  wanted: words.length,
});
const words = (text: string) => termsOf(text.replace(/<\/?mark>/g, "")).length;

describe("a snippet", () => {
  const text = `${"before ".repeat(50)}the base fee is burned ${"after ".repeat(50)}`.trim();

  test.each([5, 10])("has %i words around the match, with marks and ellipses", (size) => {
    const { value, matchLevel } = makeSnippet(text, marks("base", "fee"), size);
    expect(value).toMatch(/^….*<mark>base<\/mark> <mark>fee<\/mark>.*…$/);
    expect(words(value)).toBe(size);
    expect(matchLevel).toBe("full");
  });

  test("shows the place with most of the query", () => {
    const scattered = `fee ${"x ".repeat(60)} base ${"x ".repeat(60)} base fee end`;
    expect(makeSnippet(scattered, marks("base", "fee"), 5).value).toContain("<mark>base</mark> <mark>fee</mark> end");
  });

  test("has a mark for whatever it was chosen for, and never begins or ends inside a name", () => {
    const name = fc.constantFrom("VERSIONED_HASH_VERSION_KZG", "safeTransferFrom", "MAX_BLOB", "a_b_c_d_e_f_g", "½");
    const piece = fc.oneof(
      name,
      fc.constantFrom("hash", "blob", "提案者", "d", "návrh"),
      fc.string({ unit: "grapheme" }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 30 }),
        fc.nat(),
        fc.integer({ min: 1, max: 10 }),
        (pieces, n, size) => {
          const text = pieces.join(" ");
          const all = termPlaces(text);
          const wanted = all[n % Math.max(1, all.length)]?.term;
          if (wanted === undefined) return;
          const { value, matchLevel } = makeSnippet(text, marks(wanted), size);
          expect([value.includes("<mark>"), matchLevel]).toEqual([true, "full"]);
          const shown = value.replace(/<\/?mark>/g, "").replace(/^…|…$/g, "");
          for (const part of namesIn(shown)) expect(namesIn(text)).toContain(part);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  test("marks what is written with accents, and pairs of characters as one", () => {
    expect(markText("Žiadosť o návrh", marks("navrh")).value).toBe("Žiadosť o <mark>návrh</mark>");
    expect(markText("新しい提案者", marks("提案", "案者")).value).toBe("新しい<mark>提案者</mark>");
  });
});

/** HTML that holds nothing but text and marks: every other mark-up character is escaped, every mark is closed. */
function isSafe({ value }: MarkedText): boolean {
  const plain = value.replace(/<mark>[^<>]*<\/mark>/g, "");
  return !/[<>"']|&(?!(amp|lt|gt|quot|#39);)/.test(plain) && !/<mark>[^<]*["']/.test(value);
}

function markedOf({ _highlightResult, _snippetResult }: SearchHit): MarkedText[] {
  return [_highlightResult, _snippetResult].flatMap(({ hierarchy, content }) => [
    ...Object.values(hierarchy),
    ...(content ? [content] : []),
  ]);
}

test("no query fails, and no text gets out of its escape", async () => {
  const nasty = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 80 }),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "<script>",
      "</mark>",
      "&amp;",
      '"><img onerror=x>',
      "eip-",
      "提案",
      '"',
      "#",
      "__proto__",
      "constructor",
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(nasty, { minLength: 1, maxLength: 6 }), nasty, nasty, async (parts, title, extra) => {
      const text = parts.join(" ");
      const index = searchIndex([
        searchPage({ number: 3, title, description: extra, sections: [{ id: extra, level: 2, heading: title, text }] }),
        searchPage({ title: extra, text: `${text} ${title}` }),
      ]);
      for (const query of [...parts, title, extra, text, `"${title}"`, `cip ${extra}`]) {
        const { hits, total } = await index.ask(query);
        expect(hits.length).toBe(Math.min(20, total));
        for (const hit of hits) expect(markedOf(hit).filter((marked) => !isSafe(marked))).toEqual([]);
      }
    }),
    { numRuns: runs(50) },
  );
});
