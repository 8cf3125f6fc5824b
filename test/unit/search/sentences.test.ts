/** Sentences that readers copy from a text and search for without quotes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../support/runs.js";
import { searchIndex, searchPage } from "../../support/search.js";

const words = "blob gas price wallet deposit signer slot proof ledger epoch of the is to a must when".split(" ");
/** The words of every text are the same, and their order is its own. */
const shuffled = (n: number) =>
  words
    .map((word, index) => ({ word, at: ((index * 31 + 7) * (n + 3) * (n + index + 1)) % 101 }))
    .sort((a, b) => a.at - b.at)
    .map(({ word }) => word);
const sentenceOf = (n: number) => shuffled(n).slice(0, 10).join(" ");
const filler = "Other things are said about accounts and their owners. ".repeat(12);

describe("a sentence without quotes", () => {
  test("finds first the page that has it, whatever others have its words", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 12 }), fc.nat(11), fc.nat(3), async (count, wanted, from) => {
        const pages = Array.from({ length: count }, (_, n) =>
          searchPage({
            number: n + 1,
            title: "Frames",
            sections: [
              { id: "", level: 1, heading: "", text: filler },
              {
                id: "more",
                level: 2,
                heading: "More",
                text: `${filler} ${shuffled(n).join(" ")}. ${words.join(", ").repeat(count - n)}`,
              },
            ],
          }),
        );
        const n = wanted % count;
        const sentence = shuffled(n)
          .slice(from, from + 8)
          .join(" ");
        const others = pages.filter((page) => page.sections.some(({ text }) => text.includes(sentence)));
        const { hits } = await searchIndex(pages).ask(sentence);
        expect(others.map(({ href }) => href)).toContain(hits[0]?.url_without_anchor);
        expect(hits[0]?.url).toMatch(/#more$/);
      }),
      { numRuns: runs(40) },
    );
  });

  const [one, other] = [sentenceOf(1), sentenceOf(2)];
  const index = searchIndex([
    searchPage({ number: 1, title: "Frames", text: `${other}. ${words.join(" ")}. `.repeat(5) }),
    searchPage({ number: 2, title: "Tables", text: `${filler}${one}.` }),
    searchPage({ number: 3, title: "Blob gas price", text: `${words.toReversed().join(" ")}.` }),
  ]);

  test("is found when its last word is cut, and shown where it is", async () => {
    const { hits } = await index.ask(one.slice(0, -1));
    expect(hits[0]?.url_without_anchor).toBe("/cip/cip-2");
    expect(hits[0]?._snippetResult.content?.value).toContain("<mark>");
  });
});
