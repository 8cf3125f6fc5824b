/** Lines that readers copy from code and paste into the search. */
import { describe, expect, test } from "vitest";
import { searchIndex, searchPage } from "../../support/search.js";

const page = (number: number, title: string, code: string, text = "Blocks and receipts of a chain.") =>
  searchPage({
    number,
    title,
    sections: [
      { id: "", level: 1, heading: "", text },
      { id: "specification", level: 2, heading: "Specification", text: "As follows.", code },
    ],
  });

const data = Array.from(
  { length: 400 },
  (_, n) => `"type": "GetReceiptsPacket${n}", "block_number": ${n}, uint64 root`,
);

const index = searchIndex([
  page(1, "Vectors", data.join("\n")),
  page(2, "Receipts", '{\n  "type": "GetReceiptsPacket66", "id": 7\n}'),
  page(3, "Numbers", "block_number: uint64\nreceipts_root: Bytes32"),
  page(4, "Roots", "root: Bytes32 # receipts of a block\nnumber: uint64\nuint64 block"),
  page(5, "Magic", "bytes3 magic = 0x027f07; // the answer to Life"),
  searchPage({ number: 6, title: "Prose", text: "A receipts root is a number of a block. ".repeat(30) }),
]);

describe("a copied line of code finds its source", () => {
  test.each([
    ['"type": "GetReceiptsPacket66", "id": 7', "/cip/cip-2"],
    ["block_number: uint64", "/cip/cip-3"],
    ["receipts_root: Bytes32", "/cip/cip-3"],
    ["root: Bytes32 # receipts of a block", "/cip/cip-4"],
    ["0x027f07", "/cip/cip-5"],
    ["0x027f07; // the answer to Li", "/cip/cip-5"],
    ['"type": "GetReceiptsPacket377", "block_number": 377, uint64 root', "/cip/cip-1"],
  ])("%s", async (line, route) => {
    expect((await index.find(line))[0]).toBe(route);
  });
});

test("the result is the line, below its heading, with its words marked and nothing of it HTML", async () => {
  const tagged = searchIndex([page(1, "Tags", 'let a = "<b>";\nlet tag = "<img src=x>";')]);
  const [hit] = (await tagged.ask('let tag = "<img src=x>";')).hits;
  expect(hit?.url).toBe("/cip/cip-1#specification");
  expect(hit?._snippetResult.content?.value).toBe(
    "<mark>let</mark> <mark>tag</mark> = &quot;&lt;<mark>img</mark> <mark>src</mark>=<mark>x</mark>&gt;&quot;;",
  );
});
