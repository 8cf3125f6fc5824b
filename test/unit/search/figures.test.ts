/** Numbers as texts have them: with `0x`, with hyphens, and beside words. */
import { describe, expect, test } from "vitest";
import { facts, searchIndex, searchPage } from "../../support/search.js";

const code = { id: "spec", level: 2, heading: "Specification", text: "As follows." };
const index = searchIndex([
  searchPage({ number: 2, title: "Hard fork", text: "Of three rules. The second is new." }),
  searchPage({ number: 3, title: "Opcode", text: "Wallets of two." }),
  searchPage({ number: 14, title: "Voting", text: "A vote of 2-of-3 owners decides, after a test of 60068-2-14." }),
  searchPage({ number: 4844, title: "Blob Transactions", text: "The transaction type 0x03 has blob hashes." }),
  searchPage({ number: 6404, title: "Helpers", sections: [{ ...code, code: "blob_transaction_type = 0x03" }] }),
  searchPage({ number: 20, title: "Dates", facts: facts({ date: "2024-03-14" }), text: "Nothing of note." }),
  searchPage({ number: 21, title: "Contact", text: "Write an e-mail to the editors in March." }),
]);

describe("a number is found where it is written", () => {
  test.each([
    ["0x03 transaction type blob", "/cip/cip-4844"],
    ["2-of-3", "/cip/cip-14"],
    ["60068-2-14", "/cip/cip-14"],
    ["2024-03-14", "/cip/cip-20"],
    ["2024-03-1", "/cip/cip-20"],
  ])("%s", async (query, route) => {
    expect((await index.find(query))[0]).toBe(route);
  });
});

test("a line of code does not hide the pages with its words", async () => {
  expect(await index.find("blob_transaction_type = 0x03")).toEqual(["/cip/cip-6404", "/cip/cip-4844"]);
});

test("a word is found however it is joined", async () => {
  expect(await index.find("emails")).toEqual(["/cip/cip-21"]);
});

test("an excerpt has of metadata what was asked for, and a text comes before it", async () => {
  const [hit] = (await index.ask("2024-03-14")).hits;
  expect(hit?._snippetResult.content?.value).toBe("Status: Final <mark>2024-03-14</mark> March");
  expect((await index.ask("editors march")).hits[0]?._snippetResult.content?.value).toMatch(
    /mail to the <mark>editors/,
  );
});
