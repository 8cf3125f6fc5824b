/** Words with a hyphen are found when they are written as one. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compoundPlaces } from "../../../src/shared/search-text.js";
import { runs } from "../../support/runs.js";
import { searchIndex, searchPage } from "../../support/search.js";

const filler = "Something else is said here. ";
const titled = (number: number, text: string, title = "Frames") => searchPage({ number, title, text });
const termsIn = (text: string) => compoundPlaces(text).map(({ term }) => term);

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

  test("also in another form, and where it has digits", async () => {
    const index = searchIndex([titled(1, "A soft-fork of the BLS12-381 curve."), titled(2, filler)]);
    for (const query of ["softfork", "softforks", "bls12381"]) expect(await index.find(query)).toEqual(["/cip/cip-1"]);
  });

  test("as well as its parts are, where no text has it as one", async () => {
    const index = searchIndex([titled(1, "It is proto-danksharding."), titled(2, "It is proto danksharding.")]);
    expect((await index.find("protodanksharding")).sort()).toEqual(["/cip/cip-1", "/cip/cip-2"]);
  });

  test("but not in quotes", async () => {
    const index = searchIndex([titled(1, "It is on-chain."), titled(2, "It is onchain.")]);
    expect(await index.find('"onchain"')).toEqual(["/cip/cip-2"]);
  });

  test("and shown with its hyphen where its text is not fetched", async () => {
    const index = searchIndex([titled(1, "It is proto-danksharding."), titled(2, "It is protodanksharding.")]);
    const { hits } = await index.ask("protodanksharding", { textFiles: 0 });
    const hit = hits.find(({ url_without_anchor }) => url_without_anchor === "/cip/cip-1");
    expect(hit?._snippetResult.content?.value).toContain("<mark>proto-danksharding</mark>");
  });
});

test("of a text, words with a hyphen are those of letters: no label with its number, no name, no date", () => {
  expect(termsIn("a front-running Non-Fungible-Token")).toEqual(["frontrunning-5", "nonfungible-3", "fungibletoken-8"]);
  expect(termsIn("RFC-2119 EIP-20 2024-01-02 x-y MAX_A-MIN_B a-- -b 3-of-5 提案-書 peer-to-peer")).toEqual([]);
});
