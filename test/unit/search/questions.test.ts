/** Questions as people type them: with small words in them, with names of code, with the address of an author. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../support/runs.js";
import { facts, searchIndex, searchPage } from "../../support/search.js";

const filler = "Other words about contracts and wallets. ".repeat(20);

describe("the newest proposals", () => {
  const index = searchIndex([
    ...[3, 20, 100].map((number) => searchPage({ number, title: `Subject ${number}`, text: filler })),
    searchPage({ number: 7, title: "Latest block", text: "The latest block of a chain." }),
  ]);

  test.each([
    "latest cips",
    "newest CIP",
    "recent proposals",
    "Latest CIP proposals",
  ])("are what %j asks for", async (query) => {
    expect(await index.find(query)).toEqual(["/cip/cip-100", "/cip/cip-20", "/cip/cip-7", "/cip/cip-3"]);
  });

  test.each(["latest block", "latest", "latest cip 20"])("are not what %j asks for", async (query) => {
    expect((await index.find(query))[0]).toBe(query.endsWith("20") ? "/cip/cip-20" : "/cip/cip-7");
  });
});

describe("small words", () => {
  test("say nothing beside others", async () => {
    const index = searchIndex([
      searchPage({ number: 1, title: "What is in the block", text: "Last of all, a call is made." }),
      searchPage({ number: 2, title: "Frames", facts: facts({ others: ["Last Call"] }) }),
    ]);
    expect((await index.find("what is in last call"))[0]).toBe("/cip/cip-2");
  });

  test("are looked for where there is nothing else, but the label of the register", async () => {
    const index = searchIndex([
      ...Array.from({ length: 20 }, (_, n) => searchPage({ number: n + 1, title: "Token", text: "What a CIP is." })),
      searchPage({ title: "What is a CIP", text: filler }),
    ]);
    expect((await index.find("what is"))[0]).toBe("/docs/what is a cip");
    expect((await index.find("What is a CIP"))[0]).toBe("/docs/what is a cip");
  });

  test("are parts of names", async () => {
    const index = searchIndex([
      searchPage({
        number: 1,
        title: "Frames",
        text: "The balance of a batch is the balance. Burn it, burn a valid token.",
      }),
      searchPage({
        number: 2,
        title: "Several tokens",
        sections: [
          {
            id: "",
            level: 1,
            heading: "",
            text: filler,
            declared: ["balanceOfBatch", "canBurn", "burnFrom", "isValidToken"],
          },
        ],
      }),
    ]);
    for (const query of ["balanceOfBatch", "balance of batch", "can burn", "burn from", "is valid token"]) {
      expect((await index.find(query))[0], query).toBe("/cip/cip-2");
    }
  });
});

test("a name of three words and more, typed apart, comes before texts that have the words", async () => {
  const index = searchIndex([
    searchPage({ number: 1, title: "Frames", text: "At max so many blobs per tx, and blobs." }),
    searchPage({ number: 2, title: "Blocks", text: `${filler} The limit MAX_BLOBS_PER_TX is 6.` }),
  ]);
  expect((await index.find("max blobs per tx"))[0]).toBe("/cip/cip-2");
});

test("a name that all words of a query form is as rare as it is itself, however common the words are", async () => {
  const index = searchIndex([
    ...Array.from({ length: 60 }, (_, n) =>
      searchPage({ number: 100 + n, ...(n % 4 && { title: "Block is finalized" }), text: filler }),
    ),
    searchPage({
      number: 1,
      title: "Subscriptions",
      sections: [{ id: "", level: 1, heading: "", text: `A block. ${filler}`, declared: ["on_block_finalized"] }],
    }),
  ]);
  expect((await index.find("on block finalized"))[0]).toBe("/cip/cip-1");
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

  test("says what it was taken for, and corrects no digit", async () => {
    expect((await index.ask("isAprovedForAll")).corrected).toBe("is approved for all");
    expect((await index.ask("max_rlp_blok_size")).corrected).toBe("max rlp block size");
    expect((await index.ask("life cycle")).corrected).toBeUndefined();
    expect(await index.find("onerc1165received")).toEqual([]);
  });

  test("does not keep other words from being found apart", async () => {
    const two = searchIndex([searchPage({ number: 1, title: "Muir Glacier" })]);
    expect(await two.find("x1y2z3w4")).toEqual([]);
    expect(await two.find("muirglacier")).toEqual(["/cip/cip-1"]);
  });
});

test("a selector is found without the 0x before it", async () => {
  const index = searchIndex([
    searchPage({ number: 1, sections: [{ id: "", level: 1, heading: "", text: "", declared: ["0x4bc66396"] }] }),
    searchPage({ number: 2, sections: [{ id: "", level: 1, heading: "", text: "", declared: ["0x52375093"] }] }),
    searchPage({ number: 3, sections: [{ id: "", level: 1, heading: "", text: "", declared: ["0x00112233"] }] }),
  ]);
  expect(await index.find("4bc66396")).toEqual(["/cip/cip-1"]);
  expect(await index.find("52375093")).toEqual(["/cip/cip-2"]);
  expect(await index.find("00112233")).toEqual(["/cip/cip-3"]);
});

test("a word that is only there as a rare other form is taken for a misspelt one", async () => {
  const index = searchIndex([
    searchPage({ number: 1, title: "Optional access lists" }),
    searchPage({ number: 2, title: "Storage", text: "An optional acc in lists." }),
  ]);
  const { hits, corrected } = await index.ask("optonal acces lists");
  expect(hits[0]?.url).toBe("/cip/cip-1");
  expect(corrected).toBe("optional access lists");
});

test("a word is as rare as it is itself, however many words begin with it", async () => {
  const index = searchIndex([
    ...Array.from({ length: 30 }, (_, n) =>
      searchPage({ number: 100 + n, title: "Frames", text: `In Ethereum. ${filler}` }),
    ),
    ...[3, 4].map((number) => searchPage({ number, title: "Pools", text: `A stake. ${filler}` })),
    searchPage({ number: 1, title: "Funds", description: "A stake", text: `In Ethereum. ${filler}` }),
    searchPage({ number: 2, title: "Deposits", description: "Some ether", text: `A stake. ${filler}` }),
  ]);
  expect((await index.find("stake ether"))[0]).toBe("/cip/cip-2");
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

test("a label and a number in an address name no proposal", async () => {
  const index = searchIndex([
    searchPage({ number: 1, title: "Guidelines", text: filler }),
    ...[2, 3].map((number) =>
      searchPage({
        number,
        title: "Frames",
        facts: facts({
          authors: [{ key: "a", name: "Ann Lee", email: `ann+cip${number === 2 ? 1 : 99}@example.org` }],
        }),
      }),
    ),
  ]);
  expect((await index.find("ann+cip1@example.org"))[0]).toBe("/cip/cip-2");
  expect((await index.find("ann+cip99@example.org"))[0]).toBe("/cip/cip-3");
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
    { numRuns: 30 },
  );
});

test("words of scripts without spaces stay as they were typed in corrections and suggestions", async () => {
  const index = searchIndex([
    searchPage({ number: 1, title: "比特币", text: "Launch of 比特币." }),
    searchPage({ number: 2, title: "特比", text: "币比 launches." }),
  ]);
  expect((await index.ask("比特币 launcch")).corrected).toBe("比特币 launch");
  for (const query of ["比特乙 qqxx", "提案者 launnnnch", '"特币比 launch"', "乙丙丁"]) {
    const pieces = query.replace(/"/g, "").split(" ");
    for (const suggestion of (await index.ask(query)).suggestions ?? []) {
      const written = suggestion.split(" ").filter((word) => /\p{scx=Han}/u.test(word));
      for (const word of written) expect(pieces).toContain(word);
    }
  }
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
      { numRuns: runs(60) },
    );
  });

  test("are marked where they are apart", async () => {
    const index = searchIndex([searchPage({ number: 7, title: "Page", text: "Read RFC 2119 first." })]);
    expect((await index.ask("rfc2119")).hits[0]?._snippetResult.content?.value).toBe(
      "Read <mark>RFC</mark> <mark>2119</mark> first.",
    );
  });

  test("are none where they are a category and a day", async () => {
    const other = facts({ category: { id: "trc", label: "TRC" }, others: ["TRC", "2018-12-20"], authority: 20 });
    const index = searchIndex([
      searchPage({ number: 721, title: "TRC-721 Tables", text: "A TRC. As TRC20 says, TRC20.", facts: other }),
      searchPage({ number: 21, title: "TRC-20 Frames", text: "TRC20 is here.", facts: facts({ others: ["TRC"] }) }),
      ...[1, 2, 3, 4].map((number) => searchPage({ number, title: "Other", text: filler.repeat(9) })),
    ]);
    expect((await index.find("trc20"))[0]).toBe("/cip/cip-21");
  });

  test("that are nowhere together are not found as two words", async () => {
    const index = searchIndex([searchPage({ number: 7, title: "The RFC", text: "It costs 2119." })]);
    expect((await index.ask("rfc2119")).total).toBe(0);
  });
});
