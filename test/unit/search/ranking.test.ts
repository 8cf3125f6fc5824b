/** What a reader can rely on: which page comes first for which kind of query. */
import { describe, expect, test } from "vitest";
import { facts, searchIndex, searchPage } from "../../support/search.js";

const filler = "Other words about contracts and wallets. ".repeat(20);
const register = [
  searchPage({ number: 1, title: "Purpose and Guidelines", text: "How proposals are written, CIP-20 among them." }),
  searchPage({ number: 20, title: "Token Standard", description: "A standard interface for tokens", text: filler }),
  searchPage({ number: 200, title: "CoreToken", text: "Extends CIP-20 and CIP-20 again. CIP-20!" }),
  searchPage({ number: 721, title: "Non-Fungible Token Standard", text: filler }),
  searchPage({ number: 1559, title: "Fee market change", text: "The base fee is burned in every transaction." }),
  searchPage({ number: 104, title: "PriceFeed - Decentralized Oracle", text: filler }),
  searchPage({
    title: "Workflow",
    sections: [
      { id: "", level: 1, heading: "", text: "Introduction." },
      { id: "status", level: 2, heading: "Status definitions", text: "Each status has a meaning." },
      {
        id: "editors",
        level: 3,
        heading: "Becoming an editor",
        text: "Ask in the forum. The market decides. Fee none.",
      },
    ],
  }),
];
const index = searchIndex(register);
const find = index.find;

describe("numbers", () => {
  test.each([
    "CIP 20",
    "cip-20",
    "CIP20",
    "20",
    "#20",
    "0020",
    "CBC-20",
    "cbc20",
    "CIP：20",
  ])("%s is the proposal of that number, whichever others mention it", async (query) => {
    expect((await find(query))[0]).toBe("/cip/cip-20");
  });

  test("a number with words is that proposal, even one that lacks the words", async () => {
    expect((await find("CIP-1559 base fee"))[0]).toBe("/cip/cip-1559");
    expect((await find("CIP-1559 fungible"))[0]).toBe("/cip/cip-1559");
  });

  test("several numbers are those proposals, in this order", async () => {
    expect((await find("1559 20")).slice(0, 2)).toEqual(["/cip/cip-1559", "/cip/cip-20"]);
    expect((await find("20, 721, 104")).slice(0, 3)).toEqual(["/cip/cip-20", "/cip/cip-721", "/cip/cip-104"]);
    expect((await find("1 20")).slice(0, 2)).toEqual(["/cip/cip-1", "/cip/cip-20"]);
  });

  test("the beginning of a number finds what it may become", async () => {
    expect((await find("155"))[0]).toBe("/cip/cip-1559");
  });

  test("a number is found with and without the zeros before it, in titles, texts and quotes", async () => {
    const padded = searchIndex([
      { ...searchPage({ number: 296, text: filler }), title: "CIP-0296: Larger transactions" },
      searchPage({ number: 385, title: "Transaction format", text: "As CIP-0296 says." }),
      searchPage({ number: 400, title: "Other", text: "As CIP-296 says." }),
    ]);
    for (const query of ["CIP-296", '"CIP-296"', '"CIP 0296"', "296", "0296"])
      expect([query, (await padded.find(query)).toSorted()]).toEqual([
        query,
        ["/cip/cip-296", "/cip/cip-385", "/cip/cip-400"],
      ]);
    expect(await padded.find("larger 296")).toEqual(["/cip/cip-296"]);
  });

  test("a number is its proposal before a page with only that number as its title", async () => {
    const moved = searchPage({ title: "CIP-0020", text: "Moved." });
    const register = searchIndex([moved, searchPage({ number: 20, title: "Messages", text: filler })]);
    expect((await register.find("CIP 20"))[0]).toBe("/cip/cip-20");
    const docs = searchIndex([searchPage({ number: 9, title: "Fees" }), searchPage({ title: "CIP-0 example" })]);
    expect((await docs.find("CIP 0"))[0]).toBe("/docs/cip-0 example");
  });

  test("a label means its own series; without one the first series comes first", async () => {
    const two = searchIndex(
      [searchPage({ number: 7, title: "Eagle" }), searchPage({ number: 7, series: 1, label: "SIMD", title: "Heron" })],
      [["CIP"], ["SIMD"]],
    );
    expect((await two.find("simd-0007"))[0]).toBe("/cip/simd-7");
    expect((await two.find("cip 7"))[0]).toBe("/cip/cip-7");
    expect(await two.find("7")).toEqual(["/cip/cip-7", "/cip/simd-7"]);
  });
});

describe("words", () => {
  test("in a title come before the same words in a text", async () => {
    expect((await find("market fee"))[0]).toBe("/cip/cip-1559");
  });

  test("where no page has all of them, pages with some are found", async () => {
    expect(await find("oracle burned")).toEqual(expect.arrayContaining(["/cip/cip-104", "/cip/cip-1559"]));
  });

  test("are found in plural and singular", async () => {
    expect((await find("markets"))[0]).toBe("/cip/cip-1559");
    expect((await find("guideline written"))[0]).toBe("/cip/cip-1");
  });

  test("are found when the last one is not finished", async () => {
    expect((await find("non-fung"))[0]).toBe("/cip/cip-721");
  });

  test("lead to the section that speaks of them", async () => {
    const { hits } = await index.ask("becoming editor");
    expect(hits[0]).toMatchObject({
      type: "lvl3",
      url: "/docs/workflow#editors",
      hierarchy: { lvl1: "Workflow", lvl2: "Status definitions", lvl3: "Becoming an editor" },
    });
    expect((await index.ask("forum")).hits[0]).toMatchObject({ type: "content", anchor: "editors" });
  });
});

describe("misspelt words", () => {
  test.each([
    ["fungibel", "/cip/cip-721"],
    ["mraket", "/cip/cip-1559"],
    ["gidelines", "/cip/cip-1"],
    ["decentralised oracle", "/cip/cip-104"],
    ["xecentralzed", "/cip/cip-104"],
    ["pricefed", "/cip/cip-104"],
  ])("%s", async (query, route) => {
    expect((await find(query))[0]).toBe(route);
  });

  test("are said to be", async () => {
    expect((await index.ask("mraket fee")).corrected).toBe("market fee");
    expect((await index.ask("market fee")).corrected).toBeUndefined();
  });

  test.each(["inscription", "tostring"])("%s is not taken for a word that begins otherwise", async (query) => {
    const other = searchIndex([searchPage({ number: 1, title: "A description", text: "costing" })]);
    expect(await other.find(query)).toEqual([]);
  });

  test("short words and numbers are never taken for others", async () => {
    expect(await find("1558")).toEqual([]);
    expect(await find("fex")).toEqual([]);
  });
});

describe("phrases in quotes", () => {
  const phrases = searchIndex([
    searchPage({ number: 1, title: "One", text: "the base layer pays a fee" }),
    searchPage({ number: 2, title: "Two", text: "a fee, the base fee, is burned" }),
    searchPage({ number: 3, title: "The Base Fee" }),
  ]);

  test("are found word by word in title or text, and nowhere else", async () => {
    expect((await phrases.find('"base fee"')).sort()).toEqual(["/cip/cip-2", "/cip/cip-3"]);
    expect(await phrases.find('"base fee" burned')).toEqual(["/cip/cip-2"]);
  });

  test("are found in front matter and in code", async () => {
    const told = searchIndex([
      searchPage({ number: 1, title: "One", facts: facts({ authors: [{ key: "a", name: "Ann Arbor" }] }) }),
      searchPage({ number: 2, title: "Two", facts: facts({ authors: [{ key: "b", name: "Arbor Ann" }] }) }),
      searchPage({ number: 3, sections: [{ id: "", level: 1, heading: "", text: filler, declared: ["isForAll"] }] }),
    ]);
    expect(await told.find('"ann arbor"')).toEqual(["/cip/cip-1"]);
    expect(await told.find('"isForAll"')).toEqual(["/cip/cip-3"]);
  });

  test("that are nowhere are searched by their words", async () => {
    const { total } = await phrases.ask("fee base");
    expect(await phrases.ask('"fee base"')).toMatchObject({ total, corrected: "fee base" });
  });
});

describe("where nothing is found", () => {
  test("a query that finds something is suggested: a nearer word, a nearer number", async () => {
    expect((await index.ask("gudelynez")).suggestions).toEqual(["guidelines"]);
    expect((await index.ask("CIP 1560")).total).toBe(0);
    expect((await index.ask("CIP 1569")).suggestions).toEqual(["CIP 1559"]);
    for (const query of ["gudelynez", "CIP 1569"]) {
      const [suggestion = ""] = (await index.ask(query)).suggestions ?? [];
      expect((await index.ask(suggestion)).total).toBeGreaterThan(0);
    }
  });

  test("with a filter, the words without it are suggested", async () => {
    expect(await index.ask("market status:nonsense")).toMatchObject({ total: 0, suggestions: ["market"] });
  });

  test("there are at most three suggestions, and none for nothing", async () => {
    expect((await index.ask("zzzzzzzz")).suggestions?.length).toBeLessThanOrEqual(3);
    expect(await index.ask("  ")).toMatchObject({ hits: [], total: 0 });
  });
});

describe("titles", () => {
  const long = "Caller Contract for Secure Execution of On-Chain Transactions in CBC20 Token";
  const titles = searchIndex([
    searchPage({ number: 20, title: "Token Standard", facts: facts({ authority: 31 }) }),
    searchPage({ number: 21, title: "AssetToken - Fixed Supply CBC20 Token", text: filler }),
    searchPage({ number: 108, title: long, text: filler }),
    searchPage({ number: 30, title: "Transient storage opcodes", facts: facts({ authority: 20 }) }),
    searchPage({
      number: 31,
      title: "Gas of opcodes",
      sections: [{ id: "t", level: 2, heading: "Transient storage", text: "transient storage ".repeat(20) }],
    }),
  ]);

  test.each([
    ["AssetToken - Fixed Supply CBC20 Token", "/cip/cip-21"],
    ["assettoken fixed supply cbc20 token", "/cip/cip-21"],
    [long.slice(0, 64), "/cip/cip-108"],
    ["token standard", "/cip/cip-20"],
    ["CIP-21: AssetToken - Fixed Supply CBC20 Token", "/cip/cip-21"],
  ])("%s is first for its own title, whatever proposal it names", async (query, route) => {
    expect((await titles.find(query))[0]).toBe(route);
  });

  test("come before headings", async () => {
    expect((await titles.find("transient storage"))[0]).toBe("/cip/cip-30");
  });
});

describe("other words for a title", () => {
  const wraps = searchIndex([
    searchPage({ number: 1, title: "Gift Wrap", text: `Hides who wrote. ${filler}` }),
    searchPage({ number: 2, title: "Multi-Line Literals", text: filler }),
    searchPage({ number: 3, title: "Messages", text: "Send the message in a gift wrap." }),
    searchPage({ number: 4, title: "Receipts", text: "A giftwrap, giftwrap, giftwrap and more multiline texts." }),
    searchPage({
      number: 5,
      title: "Opt-in Full Replace-by-Fee Signaling",
      text: `Says that RBF is wanted. ${filler}`,
    }),
    searchPage({ number: 6, title: "Proof of Work", text: `Asks for PoW. ${filler}` }),
    searchPage({ number: 7, title: "Non-Fungible Tokens", text: `An interface for NFTs. ${filler}` }),
    searchPage({ number: 8, title: "Royalties", text: "NFT NFT NFT NFT: RBF RBF PoW PoW, and FTT." }),
    searchPage({ number: 9, title: "Fast Transfer of Tokens", text: filler }),
  ]);

  test.each([
    ["giftwrap", 1],
    ["gift wrap", 1],
    ["multiline", 2],
    ["multiline literals", 2],
    ["nft", 7],
    ["nfts", 7],
    ["RBF", 5],
    ["rbf signaling", 5],
    ["PoW", 6],
  ])("%s is the proposal of that title, however often others have the word", async (query, number) => {
    expect((await wraps.find(query))[0]).toBe(`/cip/cip-${number}`);
  });
});

test("what others build on comes before what is like it", async () => {
  const twins = searchIndex([
    searchPage({ number: 1, title: "Blob pricing", facts: facts({ authority: 0 }) }),
    searchPage({ number: 2, title: "Blob pricing", facts: facts({ authority: 31 }) }),
  ]);
  expect(await twins.find("blob pricing")).toEqual(["/cip/cip-2", "/cip/cip-1"]);
});

describe("front matter", () => {
  const people = searchIndex([
    searchPage({
      number: 1,
      title: "Blobs",
      text: "After an idea of Vitalik Buterin, in last call once.",
      facts: facts({}),
    }),
    searchPage({
      number: 2,
      title: "Fees",
      facts: facts({
        authors: [{ key: "@vbuterin", name: "Vitalik Buterin", handle: "vbuterin", email: "v@example.org" }],
        status: { id: "last-call", label: "Last Call", tone: "review" },
        date: "2020-09-02",
      }),
    }),
    searchPage({
      number: 3,
      title: "Rent",
      facts: facts({ authors: [{ key: "p@x.org", name: "Paweł B", email: "pbylica@x.org" }] }),
    }),
  ]);

  test.each([
    ["vitalik buterin", "/cip/cip-2"],
    ["@vbuterin", "/cip/cip-2"],
    ["author:vitalik", "/cip/cip-2"],
    ["last call", "/cip/cip-2"],
    ["status last call", "/cip/cip-2"],
    ["september 2020", "/cip/cip-2"],
    ["2020-09-02", "/cip/cip-2"],
    ["pawel", "/cip/cip-3"],
    ["pbylica", "/cip/cip-3"],
  ])("finds a proposal by %s", async (query, route) => {
    expect((await people.find(query))[0]).toBe(route);
  });
});

describe("code", () => {
  const section = { id: "spec", level: 2, heading: "Specification", text: "The interface follows." };
  const code = searchIndex([
    searchPage({ number: 1, title: "Transfers", text: "It is safe to transfer from there, and from here. ".repeat(9) }),
    searchPage({
      number: 2,
      title: "Many tokens",
      sections: [{ ...section, declared: ["safeTransferFrom", "0xd9b67a26", "MAX_ST_COMMITS"], used: ["balanceOf"] }],
    }),
    searchPage({ number: 3, title: "Users", sections: [{ ...section, used: ["safeTransferFrom"] }] }),
  ]);

  test.each([
    "safeTransferFrom",
    "safetransferfrom",
    "safeTransferFrom(address,uint256)",
    "safeTransf",
    "safe transfer from",
    "0xd9b67a26",
    "0xD9B67A26",
    "0xd9b6",
    "MAX_ST_COMMITS",
    "max st commits",
    "balanceOf",
  ])("%s is found first where it is declared, and marked", async (query) => {
    const [hit] = (await code.ask(query)).hits;
    expect(hit?.url).toBe("/cip/cip-2#spec");
    expect(hit?._snippetResult.content?.value).toContain("<mark>");
  });
});

describe("words that are written otherwise", () => {
  const pages = searchIndex(
    [
      searchPage({ number: 1, title: "Muir Glacier delay" }),
      searchPage({ number: 2, title: "Upgrade to proof of stake" }),
      searchPage({ number: 3, title: "WrapperToken" }),
      searchPage({ number: 4, title: "Größe der Blöcke" }),
      searchPage({ number: 5, title: "Energyless approvals" }),
      searchPage({ number: 6, title: "Optimized difficulty adjustments" }),
    ],
    [["CIP", "CBC"]],
    [
      ["erc", "cbc"],
      ["gasless", "energyless"],
    ],
  );

  test.each([
    ["muirglacier", "/cip/cip-1"],
    ["proofofstake", "/cip/cip-2"],
    ["wrapper token", "/cip/cip-3"],
    ["wraper token", "/cip/cip-3"],
    ["wrappertoken", "/cip/cip-3"],
    ["groesse", "/cip/cip-4"],
    ["bloecke", "/cip/cip-4"],
    ["gasless", "/cip/cip-5"],
    ["ERC-5", "/cip/cip-5"],
    ["erc4", "/cip/cip-4"],
    ["optimizing adjustment", "/cip/cip-6"],
    ["difficulties", "/cip/cip-6"],
    ["difficulty a", "/cip/cip-6"],
    ["adjus", "/cip/cip-6"],
  ])("%s", async (query, route) => {
    expect((await pages.find(query))[0]).toBe(route);
  });
});

describe("filters", () => {
  const draft = { id: "draft", label: "Draft", tone: "draft" } as const;
  const ann = { key: "@ann", name: "Ann Arbor", handle: "ann" };
  const many = searchIndex([
    searchPage({ number: 1, title: "Blobs", facts: facts({ authors: [ann], date: "2020-01-01" }) }),
    searchPage({ number: 2, title: "More blobs", facts: facts({ status: draft, authors: [ann], date: "2021-01-01" }) }),
    searchPage({ number: 3, title: "Fees", facts: facts({ status: draft, date: "2021-05-05" }) }),
    searchPage({ title: "Guide", text: "blobs" }),
  ]);

  test("let proposals through that have one of the values of each field", async () => {
    const routes = async (query: string, filters = {}) =>
      (await many.ask(query, { filters })).hits.map((hit) => hit.url_without_anchor);
    expect(await routes("blobs", { status: ["draft"] })).toEqual(["/cip/cip-2"]);
    expect(await routes("blobs status:final")).toEqual(["/cip/cip-1"]);
    expect(await routes("", { author: ["ann"] })).toEqual(["/cip/cip-1", "/cip/cip-2"]);
    expect(await routes("", { author: ["arbor"], year: ["2021"] })).toEqual(["/cip/cip-2"]);
    expect(await routes("year:2021 status:Draft")).toEqual(["/cip/cip-2", "/cip/cip-3"]);
    expect(await routes("", { status: ["draft", "final"], year: ["2021", "2020"] })).toHaveLength(3);
    expect(await routes("", { status: ["nonsense"] })).toEqual([]);
    expect(await routes("")).toEqual([]);
  });

  test("are those of the whole register without a query", async () => {
    const { facets, total } = await many.ask("", { facets: true });
    expect(total).toBe(0);
    expect(
      facets?.find(({ field }) => field === "status")?.values.map(({ label, count }) => `${label} ${count}`),
    ).toEqual(["Draft 2", "Final 1"]);
  });

  test("are counted with those of the other fields, and named", async () => {
    const { facets, filters } = await many.ask("blobs", { filters: { status: ["draft"] }, facets: true });
    expect(facets?.find(({ field }) => field === "status")?.values).toEqual([
      { value: "draft", label: "Draft", count: 1 },
      { value: "final", label: "Final", count: 1 },
    ]);
    expect(facets?.find(({ field }) => field === "year")?.values).toEqual([{ value: "2021", label: "2021", count: 1 }]);
    expect(filters).toEqual([{ field: "status", values: [{ value: "draft", label: "Draft", count: 0 }] }]);
    expect((await many.ask("author:arbor")).filters).toEqual([
      { field: "author", values: [{ value: "@ann", label: "Ann Arbor", count: 0 }] },
    ]);
  });
});

test("several places of a page follow its first where they are asked for", async () => {
  const { hits, total } = await index.ask("editor status forum introduction", { places: 3 });
  expect(hits.length).toBeGreaterThan(total);
  expect(hits.slice(0, 2).map(({ url_without_anchor }) => url_without_anchor)).toEqual([
    "/docs/workflow",
    "/docs/workflow",
  ]);
  expect(new Set(hits.map(({ objectID }) => objectID)).size).toBe(hits.length);
});

test("pages of hits follow each other without gap or repetition", async () => {
  const many = searchIndex(Array.from({ length: 45 }, (_, n) => searchPage({ number: n + 1, text: "common word" })));
  const pages = await Promise.all([0, 1, 2, 3].map((page) => many.ask("common", { page })));
  expect(pages.map(({ hits, total }) => [hits.length, total])).toEqual([
    [20, 45],
    [20, 45],
    [5, 45],
    [0, 45],
  ]);
  expect(new Set(pages.flatMap(({ hits }) => hits.map(({ url }) => url))).size).toBe(45);
});

test("Japanese, Chinese and accented texts are found by what is in them", async () => {
  const translated = searchIndex([
    searchPage({
      number: 1,
      title: "手数料市場の変更",
      text: "基本手数料は取引ごとに燃やされます。ガスの上限も変わります。",
    }),
    searchPage({ number: 2, title: "代币标准", description: "同质化代币的标准接口", text: "每个合约都可以转移代币。" }),
    searchPage({ number: 3, title: "トークン標準", text: "スマートコントラクトのための標準インターフェース。" }),
    searchPage({ number: 4, title: "Štandard tokenov", text: "Každý kontrakt môže previesť tokeny." }),
  ]);
  const first = async (query: string) => (await translated.find(query))[0];
  expect(await first("手数料")).toBe("/cip/cip-1");
  expect(await first("基本手数料")).toBe("/cip/cip-1");
  expect(await first("ガス上限")).toBe("/cip/cip-1");
  expect(await first("代币标准")).toBe("/cip/cip-2");
  expect(await first("转移代币")).toBe("/cip/cip-2");
  expect(await first("ﾄｰｸﾝ")).toBe("/cip/cip-3");
  expect(await first("コントラクト")).toBe("/cip/cip-3");
  expect(await first("変")).toBe("/cip/cip-1");
  expect(await first("standard tokenov")).toBe("/cip/cip-4");
  expect(await first("CIP-3")).toBe("/cip/cip-3");
  const { hits } = await translated.ask("手数料");
  expect(hits[0]?._highlightResult.hierarchy.lvl1?.value).toBe("CIP-1: <mark>手数料</mark>市場の変更");
});
