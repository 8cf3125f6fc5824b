/** How a query is read: numbers in every spelling, phrases, and which term may go on. */
import { describe, expect, test } from "vitest";
import { parseQuery } from "../../../client/search/engine/query.js";

const numbers = [0, 1, 7, 8, 20, 155, 721, 777, 1559].map((number, page) => [number, page] as const);
const parse = (text: string) => parseQuery(text, [{ labels: ["eip", "erc"], pages: new Map(numbers) }]);

describe("a proposal is named by", () => {
  test.each([
    "EIP 20",
    "eip-20",
    "Eip20",
    "EIP-0020",
    "eip:20",
    "EIP #20",
    "EIP‑20",
    "ＥＩＰ２０",
    " eip_20 ",
  ])("%s", (text) => {
    expect(parse(text).references).toEqual([{ number: 20, label: "eip" }]);
  });

  test.each(["20", "#20", "0020", "２０"])("its bare number: %s", (text) => {
    expect(parse(text).references).toEqual([{ number: 20 }]);
  });

  test("another label of the register", () => {
    expect(parse("ERC20 approve").references).toEqual([{ number: 20, label: "erc" }]);
  });

  test("each of several", () => {
    expect(parse("erc-20 or erc-777").references.map(({ number }) => number)).toEqual([20, 777]);
  });

  test("each of several bare numbers", () => {
    expect(parse("20 7 1559").references).toEqual([{ number: 20 }, { number: 7 }, { number: 1559 }]);
  });

  test.each([
    "eips.example/20/",
    "https://eips.example/20",
    "https://code.example/o/eips/pull/20/files#diff-7",
    "https://code.example/eips/blob/main/20.md",
    "https://code.example/texts/0020-token-standard.md",
    "texts/20.md",
    "20.md",
  ])("the number at the end of an address: %s", (text) => {
    expect(parse(text).references).toEqual([{ number: 20 }]);
  });

  test("its label and number in quotes, where they are all that is quoted", () => {
    for (const text of ['"EIP-20"', '"eip20"', "“EIP 20”"])
      expect(parse(text)).toMatchObject({ references: [{ number: 20, label: "eip" }], phrases: [[expect.anything()]] });
    expect(parse('"of EIP 20"').references).toEqual([]);
    expect(parse('"eip20 7"').references).toEqual([]);
  });

  test.each(["3.14", "0.8.20", "solidity 0.8.20", "v1.20.7", "20.7 gas"])("but not by a part of %s", (text) => {
    expect(parse(text).references).toEqual([]);
  });
});

describe("terms", () => {
  test("what is in quotes is a phrase of exact terms", () => {
    const { phrases, terms } = parse('fee "base market" „zwei Worte“');
    expect(phrases).toEqual([[["base", "market"]], [["zwei", "worte"]]]);
    expect(terms.filter(({ exact }) => exact).map(({ spellings: [term] }) => term)).toEqual([
      "base",
      "market",
      "zwei",
      "worte",
    ]);
  });

  test("filters are none of the words", () => {
    const { filters, words } = parse('author:vitalik blobs status:"Last Call" year:2024 eip:20');
    expect(filters).toEqual({ author: ["vitalik"], status: ["Last Call"], year: ["2024"] });
    expect(words).toEqual(["blobs", "eip", "20"]);
  });

  test("a word that is repeated counts once; an endless query is cut", () => {
    expect(parse("gas gas GAS").terms).toHaveLength(1);
    expect(parse(Array.from({ length: 500 }, (_, index) => `w${index}`).join(" ")).terms.length).toBeLessThan(40);
  });
});
