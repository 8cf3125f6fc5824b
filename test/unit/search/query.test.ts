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

  test("a number beside words, where the proposal turns out to have the words", () => {
    expect(parse("1559 base fee").references).toEqual([{ number: 1559, loose: true }]);
    expect(parse("20 tokens").references).toEqual([{ number: 20, loose: true }]);
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

  test("the label in an address rather than a number in it", () => {
    expect(parse("https://code.example/o/7/eip-20.md").references).toEqual([{ number: 20, label: "eip" }]);
  });

  test("the number of a forum's topic, or beside words with a slash, where the proposal turns out to have the words", () => {
    expect(parse("https://forum.example/t/new-tokens/20").references).toEqual([{ number: 20, loose: true }]);
    expect(parse("and/or 20").references).toEqual([{ number: 20, loose: true }]);
  });

  test("its label and number in quotes, where they are all that is quoted", () => {
    for (const text of ['"EIP-20"', '"eip20"', "“EIP 20”"])
      expect(parse(text)).toMatchObject({ references: [{ number: 20, label: "eip" }], phrases: [[expect.anything()]] });
    expect(parse('"of EIP 20"').references).toEqual([]);
    expect(parse('"eip20 7"').references).toEqual([]);
  });

  test("a number that no proposal has only where a text names it so, and never by a year", () => {
    expect(parse("eip-999999")).toMatchObject({
      references: [{ number: 999999 }],
      phrases: [[["eip", "999999"], ["eip999999"]]],
    });
    expect(parse("erc 2025")).toMatchObject({ references: [{ number: 2025, loose: true }], phrases: [] });
  });

  test("a number in groups of three digits, where there is such a proposal", () => {
    for (const text of ["EIP 1,559", "EIP-1.559", "eip 1'559 fee", "the ERC #1,559"])
      expect([text, parse(text).references.map(({ number }) => number)]).toEqual([text, [1559]]);
    expect(parse("1,559")).toMatchObject({ references: [{ number: 1559 }], words: ["1559"] });
    expect(parse("20,721").references).toEqual([{ number: 20 }, { number: 721 }]);
    expect(parse("gas of 1,559 each").words).toEqual(["gas", "of", "1", "559", "each"]);
  });

  test.each(["3.14", "0.8.20", "solidity 0.8.20", "v1.20.7", "20.7 gas"])("but not by a part of %s", (text) => {
    expect(parse(text).references).toEqual([]);
  });

  test("but by a number at the end of a sentence", () => {
    expect(parse("see 20.").references).toEqual([{ number: 20, loose: true }]);
  });

  test.each(["sha256", "0x20", "eip twenty", '"20"', "12345678901"])("but not by %s", (text) => {
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

  test("a quote that is not closed yet is none", () => {
    expect(parse('"base fee')).toMatchObject({
      phrases: [],
      terms: [{ exact: false }, { exact: false, prefix: true }],
    });
  });

  test("only the last one may go on, and one letter beside others says nothing", () => {
    expect(parse("base fee").terms.map(({ prefix }) => prefix)).toEqual([false, true]);
    expect(parse("base f").terms.map(({ spellings: [term] }) => term)).toEqual(["base"]);
    expect(parse("base f ").terms.map(({ spellings: [term] }) => term)).toEqual(["base"]);
    expect(parse("f").terms.map(({ prefix }) => prefix)).toEqual([true]);
    expect(parse("提案").terms.map(({ prefix }) => prefix)).toEqual([false]);
  });

  test("a name of code is one term, with its words for where it is not there", () => {
    expect(parse("safeTransferFrom").terms).toMatchObject([
      { spellings: ["safetransferfrom"], words: ["safe", "transfer", "from"] },
    ]);
    expect(parse("wallet_sendCalls").terms).toMatchObject([
      { spellings: ["walletsendcalls"], words: ["wallet", "send", "calls"] },
    ]);
    expect(parse("0xd9b67a26").terms).toMatchObject([{ spellings: ["0xd9b67a26"] }]);
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
