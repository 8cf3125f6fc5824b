/** Phrases in quotes in a register whose texts are in many files: none that was not read is taken for one without the phrase. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { termsOf } from "../../../src/shared/search-text.js";
import { runs } from "../../support/runs.js";
import { facts, searchIndex, searchPage } from "../../support/search.js";

const words = "access list transfer token block fee market wallet the of to".split(" ");
const other = "Something else is said at length here, so that no two sections share a file. ".repeat(100);
const texts = Array.from({ length: 160 }, (_, n) =>
  Array.from({ length: 12 }, (_, index) => words[(n * (index + 3) + ((n * n * index) >> 3)) % words.length]).join(" "),
);
const pages = texts.map((text, n) =>
  searchPage({
    number: n + 1,
    title: "Frames",
    text: `${text}. ${other}`,
    facts: facts({ date: `20${20 + (n % 4)}-03-01` }),
  }),
);
const index = searchIndex(pages);
const has = (text: string, phrase: string) => ` ${termsOf(text).join(" ")} `.includes(` ${phrase} `);
const phrase = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((all) => all.join(" "));

describe("a phrase", () => {
  test("loses no page: those without are left out, and the count is true or the least of what may be more", async () => {
    await fc.assert(
      fc.asyncProperty(phrase, async (words) => {
        const right = pages.filter((_, n) => has(texts[n] ?? "", words)).map(({ href }) => href);
        const shown: string[] = [];
        for (let page = 0; page < 9; page++) {
          const { hits, total, unread = 0, unconfirmed, corrected } = await index.ask(`"${words}"`, { page });
          if (corrected !== undefined) {
            expect([corrected, right]).toEqual([words, []]);
            return;
          }
          shown.push(...hits.map(({ url_without_anchor }) => url_without_anchor));
          if (!unconfirmed) expect(total).toBeLessThanOrEqual(right.length);
          expect(total + unread).toBeGreaterThanOrEqual(right.length);
        }
        expect(new Set(shown).size).toBe(shown.length);
        expect(right.filter((href) => !shown.includes(href))).toEqual([]);
      }),
      { numRuns: runs(5) },
    );
  });

  test("of a whole sentence is read from few files, however many texts have it, and each next page of hits reads on", async () => {
    const waived = "Copyright and related rights are waived by all of the authors of a text";
    const many = searchIndex(
      Array.from({ length: 60 }, (_, n) => searchPage({ number: n + 1, text: `${n} ${other} ${waived}. ${other}` })),
    );
    const first = await many.ask(`"${waived}"`);
    expect(many.requests.length).toBeLessThanOrEqual(15);
    expect([first.hits.length > 0, first.more]).toEqual([true, true]);
    const shown = first.hits.map(({ url }) => url);
    for (let page = 1, more = first.more; more; page++) {
      const next = await many.ask(`"${waived}"`, { page });
      shown.push(...next.hits.map(({ url }) => url));
      more = next.more;
    }
    expect([shown.length, new Set(shown).size]).toEqual([60, 60]);
  });

  test("that no text has is searched by its words, and the answer says so", async () => {
    const index = searchIndex([searchPage({ number: 2, title: "Frames", text: "Frames of any type." })]);
    expect(await index.ask('"frames of any kind of code"')).toMatchObject({ corrected: "frames of any kind of code" });
    expect(await index.ask('"zzqqxx yyqqzz"')).toMatchObject({ hits: [], total: 0 });
  });

  test("is shown and marked as a whole wherever it is, also where its words are apart before", async () => {
    const shown = searchIndex([
      searchPage({
        number: 1,
        title: "Trees",
        sections: [
          { id: "a", level: 2, heading: "Merkle trees, root by root", text: "Merkle and root. Root of a Merkle tree." },
          {
            id: "b",
            level: 2,
            heading: "Blocks",
            text: `Merkle, ${"word ".repeat(30)} the Merkle root, ${"word ".repeat(30)}`,
          },
          { id: "c", level: 2, heading: "Code", text: "Names of a root.", declared: ["rootNames", "MAX_ROOT_AGE"] },
        ],
      }),
    ]);
    const first = async (query: string, snippetWords = 5) => (await shown.ask(query, { snippetWords })).hits[0];
    expect(await first('"merkle root"')).toMatchObject({ anchor: "b", type: "content" });
    expect((await first('"merkle root"'))?._snippetResult.content?.value).toContain(
      "the <mark>Merkle root</mark>, word",
    );
    expect((await first('"of a Merkle"'))?._snippetResult.content?.value).toContain("<mark>of a Merkle</mark>");
    expect((await first('"root by root"'))?._snippetResult.hierarchy.lvl2?.value).toContain(
      "<mark>root by root</mark>",
    );
    expect((await first('"max root age"'))?._snippetResult.content?.value).toBe("<mark>MAX_ROOT_AGE</mark>");
  });
});
