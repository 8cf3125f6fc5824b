/** Questions as people type them: with small words in them, with names of code, with the address of an author. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../support/runs.js";
import { facts, searchIndex, searchPage } from "../../support/search.js";

const filler = "Other words about contracts and wallets. ".repeat(20);

describe("small words", () => {
  test("say nothing beside others", async () => {
    const index = searchIndex([
      searchPage({ number: 1, title: "What is in the block", text: "Last of all, a call is made." }),
      searchPage({ number: 2, title: "Frames", facts: facts({ others: ["Last Call"] }) }),
    ]);
    expect((await index.find("what is in last call"))[0]).toBe("/cip/cip-2");
  });
});

test("a name of three words and more, typed apart, comes before texts that have the words", async () => {
  const index = searchIndex([
    searchPage({ number: 1, title: "Frames", text: "At max so many blobs per tx, and blobs." }),
    searchPage({ number: 2, title: "Blocks", text: `${filler} The limit MAX_BLOBS_PER_TX is 6.` }),
  ]);
  expect((await index.find("max blobs per tx"))[0]).toBe("/cip/cip-2");
});

describe("a misspelt name of code", () => {
  const declaring = (number: number, ...declared: string[]) =>
    searchPage({ number, sections: [{ id: "", level: 1, heading: "", text: filler, declared }] });
  const words = ["approved", "block", "transact", "interface", "size"];
  const index = searchIndex([
    ...Array.from({ length: 20 }, (_, n) =>
      searchPage({ number: 100 + n, title: "Words", text: `${words.join(" ")} for all. ${filler}` }),
    ),
    declaring(1, "isApprovedForAll"),
    declaring(2, "ShieldedPoolTransact"),
    declaring(3, "MAX_RLP_BLOCK_SIZE"),
    declaring(4, "onERC1155Received"),
    declaring(5, "lifecycle"),
    searchPage({ number: 6, title: "Life of a cyclist", text: filler }),
  ]);

  test.each([
    ["isAprovedForAll", 1],
    ["isaprovedforall", 1],
    ["is aproved for all", 1],
    ["shieldedpooltransct", 2],
    ["ShieldedPolTransact", 2],
    ["MAX_RLP_BLOK_SIZE", 3],
    ["onERC1155Recieved", 4],
    ["life cycle", 5],
  ])("%s", async (query, number) => {
    expect((await index.find(query))[0]).toBe(`/cip/cip-${number}`);
  });
});

test("the address of an author is known by what is before the @", async () => {
  const index = searchIndex([
    searchPage({ number: 1, title: "Example org", text: "Write to someone at example.org." }),
    searchPage({
      number: 2,
      title: "Frames",
      facts: facts({ authors: [{ key: "a", name: "Ann Lee", email: "ann@example.org" }] }),
    }),
  ]);
  expect(await index.find("ann@example.org")).toEqual(["/cip/cip-2"]);
});

test("every title is first for itself, with its label and without, whatever words it is made of", async () => {
  const words = [
    "what",
    "is",
    "a",
    "the",
    "CIP",
    "token",
    "Token",
    "of",
    "safeTransfer",
    "gas",
    "limit",
    "MAX_GAS",
    "20",
  ];
  const title = fc
    .oneof(
      fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }),
      fc.array(fc.constantFrom("CIP", "a", "the", "of", "20"), { minLength: 1, maxLength: 4 }),
    )
    .map((found) => found.join(" "));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(title, {
        minLength: 1,
        maxLength: 30,
        size: "max",
        selector: (found) => found.toLowerCase().replaceAll("_", " "),
      }),
      async (titles) => {
        const pages = titles.map((found, n) => searchPage({ number: 3000 + n, title: found, text: filler }));
        const index = searchIndex(pages);
        for (const [n, found] of titles.entries()) {
          expect((await index.find(found))[0], found).toBe(pages[n]?.href);
          expect((await index.find(pages[n]?.title ?? ""))[0]).toBe(pages[n]?.href);
        }
      },
    ),
    { numRuns: runs(6) },
  );
});

describe("a label and a number", () => {
  const written = ["", " ", "-"];
  const filler = "Something else is said here. ";
  test("are found however the text and the query join them, also a number that no proposal has", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("RFC", "bip", "Sha", "SLIP", "CIP", "cbc"),
        fc.constantFrom("1", "39", "256", "2119", "99999"),
        fc.constantFrom("label", "number", "other"),
        async (label, number, around) => {
          const texts = written.map((sign) => `${filler}As ${label}${sign}${number} says. ${filler}`);
          const others = { label: `The ${label} of it.`, number: `It costs ${number}.`, other: filler };
          const index = searchIndex(
            [...texts, others[around]].map((text, n) => searchPage({ number: n + 1, title: "Page", text })),
          );
          for (const sign of written) {
            const found = await index.find(`${label.toLowerCase()}${sign}${number}`);
            expect([sign, ...found]).toEqual(expect.arrayContaining(["/cip/cip-1", "/cip/cip-2", "/cip/cip-3"]));
          }
        },
      ),
      { numRuns: runs(15) },
    );
  });
});
