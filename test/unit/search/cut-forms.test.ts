/** A word's forms are found wherever the index is cut. */
import { expect, test } from "vitest";
import { searchIndex, searchPage } from "../../support/search.js";

const titled = (number: number, text: string) => searchPage({ number, title: "Frames", text });

test("the forms of a word are found wherever the index is cut between them", async () => {
  const syllables = ["ba", "do", "ge", "ki", "lu", "ma", "no", "pe", "ri", "to"];
  const nouns = syllables.flatMap((one) =>
    syllables.flatMap((two) => syllables.map((three) => `${one}${two}${three}ket`)),
  );
  const text = (from: number, ending: string) =>
    nouns
      .slice(from, from + 50)
      .map((noun) => noun + ending)
      .join(" ");
  const starts = Array.from({ length: nouns.length / 50 }, (_, n) => 50 * n);
  const index = searchIndex(
    starts.flatMap((from) => [titled(from + 1, text(from, "")), titled(from + 2, text(from, "s"))]),
  );
  for (const [n, noun] of nouns.entries()) {
    const from = 50 * Math.floor(n / 50);
    const both = [`/cip/cip-${from + 1}`, `/cip/cip-${from + 2}`];
    for (const word of [noun, `${noun}s`])
      expect([word, ...(await index.find(word)).sort()]).toEqual([word, ...both.sort()]);
  }
});
