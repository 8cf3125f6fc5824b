/** The tokenizer: whatever is written one way or another is one term, and its places lead back to the text. */
import { describe, expect, test } from "vitest";
import { nameForms, namesIn, termPlaces, termsOf, wordPlaces } from "../../../src/shared/search-text.js";

describe("terms", () => {
  test.each([
    ["Fee market, for ETH 1.0!", ["fee", "market", "for", "eth", "1", "0"]],
    ["safeTransferFrom MAX_BLOB_GAS", ["safetransferfrom", "max", "blob", "gas"]],
    ["Größe STRASSE straße", ["grosse", "strasse", "strasse"]],
    ["návrh  ŽIADOSŤ ação", ["navrh", "ziadost", "acao"]],
    ["ﬁnal EIP‑20 ２０", ["final", "eip", "20", "20"]],
    ["İstanbul", ["istanbul"]],
    ["SIMD-0296 00 ００７ 007a 0x00 v_01", ["simd", "296", "0", "7", "007a", "0x00", "v", "1"]],
    ["", []],
    ["…—!?", []],
  ])("%s", (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  test("scripts without spaces give pairs of neighbours, other words in between stay whole", () => {
    expect(termsOf("提案の作成")).toEqual(["提案", "案の", "の作", "作成"]);
    expect(termsOf("EIP提案です")).toEqual(["eip", "提案", "案で", "です"]);
    expect(termsOf("案")).toEqual(["案"]);
  });

  test("a mark stays with its letter where vowels are marks, and an invisible space between words is none", () => {
    expect(termsOf("นี้น้ำดี")).toEqual(["นี้น้ำ", "น้ำดี"]);
    expect(termsOf("ភាសា\u200Bខ្មែរ")).toEqual(termsOf("ភាសាខ្មែរ"));
    expect(wordPlaces("ភាសា\u200Bខ្មែរ").map(({ term }) => term)).toEqual(termsOf("ភាសាខ្មែរ"));
    expect(termsOf("EIP๒๐กา")).toEqual(["eip๒๐", "กา"]);
    expect(termsOf(`ก${"้".repeat(99)}ข`)).toEqual([`ก${"้".repeat(31)}`]);
  });

  test.each([
    ["safeTransferFrom", ["safetransferfrom", "safe", "transfer", "from"]],
    ["MAX_BLOB_GAS", ["maxblobgas", "max", "blob", "gas"]],
    ["ERC20Token", ["erc20token", "erc20", "token"]],
    ["XMLHttpRequest", ["xmlhttprequest", "xml", "http", "request"]],
  ])("the name %s is known as a whole and by its words, and marked by either", (name, forms) => {
    expect(namesIn(`call ${name}(a) now`)).toEqual([name]);
    expect(nameForms(name)).toEqual(forms);
    const places = termPlaces(`the ${name}`);
    for (const form of forms) {
      const place = places.find(({ term }) => term === form);
      expect(`the ${name}`.slice(place?.start, place?.end).replaceAll("_", "").toLowerCase()).toBe(form);
    }
  });

  test("no text takes long to look for names in", () => {
    for (const piece of ["_", "a_", "a", "aB", "a__", "9_", "A"])
      expect(namesIn(piece.repeat(100_000)).length).toBeLessThan(2);
  });
});
