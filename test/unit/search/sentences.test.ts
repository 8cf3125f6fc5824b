/** Sentences that readers copy from a text and search for without quotes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type IndexRoot, indexFile } from "../../../src/shared/search-index.js";
import { runs } from "../../support/runs.js";
import { searchIndex, searchPage, wordAt } from "../../support/search.js";

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

  test("is not looked for in words that a title has", async () => {
    const about = searchIndex([
      searchPage({ number: 1, title: "Change the consensus to proof of stake", text: filler }),
      searchPage({ number: 2, title: "Frames", text: `${filler} Before we merge to proof of stake, nothing is done.` }),
      ...Array.from({ length: 9 }, (_, n) =>
        searchPage({ number: 10 + n, title: "Frames", text: `${filler} We merge.` }),
      ),
    ]);
    expect(await about.find("merge to proof of stake")).toEqual(expect.arrayContaining(["/cip/cip-1", "/cip/cip-2"]));
    expect((await about.find("merge to proof of stake"))[0]).toBe("/cip/cip-1");
  });

  test("leaves the proposal first that it names by number", async () => {
    const named = searchIndex([
      searchPage({ number: 1, title: "Frames", text: `${words.join(" ")} CIP-3. `.repeat(5) }),
      searchPage({ number: 2, title: "Tables", text: `${filler}${one}, see CIP-3.` }),
      searchPage({ number: 3, title: "Wallets", text: words.join(" ") }),
    ]);
    expect((await named.find(`${one}, see CIP-3`)).slice(0, 2)).toEqual(["/cip/cip-3", "/cip/cip-2"]);
  });

  test("is looked up by seven of its words, without other forms and corrections", async () => {
    const fill = Array.from({ length: 10_000 }, (_, n) => wordAt(n)).join(" ");
    const index = searchIndex([searchPage({ number: 1, text: fill }), searchPage({ number: 2, text: fill })]);
    const words = Array.from({ length: 9 }, (_, n) => `${wordAt(n * 1000)}${n % 3 === 0 ? "qx" : ""}`);
    expect((await index.find(words.join(" "))).length).toBe(2);
    expect(index.requests.filter((path) => path.endsWith(".txt")).length).toBeLessThanOrEqual(7);
    const root = JSON.parse(index.files.get("index.json") ?? "") as IndexRoot;
    const wordsFile = indexFile(root.files.words, "txt");
    expect(index.requests).not.toContain(wordsFile);
    await index.find(words.slice(0, 4).join(" "));
    expect(index.requests).toContain(wordsFile);
  });

  test("is read from few texts", async () => {
    const many = searchIndex(
      Array.from({ length: 60 }, (_, n) =>
        searchPage({ number: n + 1, title: "Frames", text: `${words.join(" ")} ${n}. ${filler.repeat(20)}` }),
      ),
    );
    await many.ask(sentenceOf(4), { textFiles: 0 });
    const texts = many.requests.filter((path) => path.endsWith(".json") && many.files.get(path)?.startsWith('[["'));
    expect(new Set(texts).size).toBeLessThanOrEqual(6);
  });
});

describe("a name of many words", () => {
  const { find } = searchIndex([
    searchPage({
      number: 1,
      title: "Frames",
      text: "The receipts of a transaction by block hash and index with proofs.",
    }),
    searchPage({ number: 2, title: "Nodes", text: "A record of a node." }),
  ]);

  test("that no text has is found by its words", async () => {
    expect((await find("getTransactionReceiptsByBlockHashAndIndexWithProofs"))[0]).toBe("/cip/cip-1");
  });

  test("is none of letters by chance", async () => {
    const fill = Array.from({ length: 10_000 }, (_, n) => wordAt(n)).join(" ");
    const index = searchIndex([searchPage({ number: 1, text: fill }), searchPage({ number: 2, text: fill })]);
    await index.find("IS4QHCYrYZbAKWCBRlAy5zzaDZXJBGkcnh4MHcBFZntXNFrdvJjX04jRzjzCBO");
    expect(index.requests.filter((path) => path.endsWith(".txt")).length).toBeLessThanOrEqual(5);
  });
});
