/** Words with a hyphen are found when they are written as one. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compoundPlaces } from "../../../src/shared/search-text.js";
import { runs } from "../../support/runs.js";
import { searchIndex, searchPage } from "../../support/search.js";

const filler = "Something else is said here. ";
const titled = (number: number, text: string, title = "Frames") => searchPage({ number, title, text });

test("long words beside words with a hyphen take no time", () => {
  const text = `ab-cd ${"a".repeat(200_000)} ${"b".repeat(200_000)}.-x`;
  expect(compoundPlaces(text)).toEqual([{ term: "abcd", start: 0, end: 5 }]);
});

describe("a word with a hyphen is found as one word", () => {
  const part = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."abcdefgorstuw"), minLength: 2, maxLength: 9 }),
    fc.constantFrom("Lösung", "Çelik", "état", "схема"),
  );

  test("in a text and in a heading, whatever else is there, and marked", async () => {
    await fc.assert(
      fc.asyncProperty(
        part,
        part,
        fc.boolean(),
        fc.constantFrom("", "joined", "other"),
        async (one, other, isHeading, more) => {
          const word = `${one}-${other}`;
          const joined = one + other;
          const page = isHeading
            ? searchPage({
                number: 1,
                title: "Frames",
                sections: [{ id: "a", level: 2, heading: `The ${word} here`, text: filler }],
              })
            : titled(1, `${filler}It is ${word}. ${filler}`);
          const others = more ? [titled(2, more === "joined" ? `It is ${joined}.` : `It is ${joined}x.`)] : [];
          const { ask } = searchIndex([page, ...others, titled(3, filler)]);
          for (const query of [joined, joined.toUpperCase()]) {
            const { hits, corrected } = await ask(query);
            const hit = hits.find(({ url_without_anchor }) => url_without_anchor === page.href);
            expect([query, corrected, hit?.url_without_anchor]).toEqual([query, undefined, page.href]);
            expect(JSON.stringify(hit?._snippetResult)).toContain(`<mark>${word}</mark>`);
          }
        },
      ),
      // In the example, "ou" is an ending, too.
      { numRuns: runs(60), examples: [["adad", "ou", false, ""]] },
    );
  });
});
