/** Texts have misspelt words, too: such a word finds the pages that have it, and those that have its usual spelling. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../support/runs.js";
import { searchIndex, searchPage } from "../../support/search.js";

const many = (text: string, count = 40, from = 100) =>
  Array.from({ length: count }, (_, n) => searchPage({ number: from + n, title: `Frames of ${n}`, text }));
const word = fc.string({ unit: fc.constantFrom(..."bdfghklmnoprtu"), minLength: 7, maxLength: 12 });

describe("a misspelt word that a text has", () => {
  const title = searchPage({ number: 1, title: "Associated types", text: "An associated type." });
  const text = searchPage({ number: 2, title: "Others", text: "An assoicated thing is a type." });
  const index = searchIndex([title, text, ...many("It is associated with something.")]);

  test("also finds the usual spelling, after what has it as it was typed", async () => {
    for (const query of ["assoicated", "assoicated type", "type assoicated"]) {
      const found = await index.find(query);
      expect([query, ...found.slice(0, 2)]).toEqual([query, text.href, title.href]);
    }
  });

  test("is not corrected, because it was found", async () => {
    expect((await index.ask("assoicated")).corrected).toBeUndefined();
  });
});

test("any word is found where it is written, before pages that have a word like it", async () => {
  await fc.assert(
    fc.asyncProperty(word, fc.nat(11), fc.constantFrom(..."aeiouvwz"), async (usual, at, letter) => {
      const here = 1 + (at % (usual.length - 1));
      const other = usual.slice(0, here) + letter + usual.slice(here);
      const { find } = searchIndex([
        ...many(`It has ${usual} in it.`, 35),
        searchPage({ number: 1, title: "Frames", text: `It has ${other} in it.` }),
      ]);
      const found = await find(other);
      expect([other, found[0]]).toEqual([other, "/cip/cip-1"]);
      expect(found.length).toBe(20);
    }),
    { numRuns: runs(40) },
  );
});
