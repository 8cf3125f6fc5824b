/** The tokenizer: whatever is written one way or another is one term, and its places lead back to the text. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinTerms, nameForms, namesIn, termPlaces, termsOf, wordPlaces } from "../../../src/shared/search-text.js";

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

  test("the characters of any part of a run are among those of the whole, in order", () => {
    const unit = fc
      .tuple(fc.constantFrom(..."กนมเไກນເកសរខကမသ提案の"), fc.array(fc.constantFrom(..."ิี้ัำິີ້ិីំေို်"), { maxLength: 2 }))
      .map(([letter, marks]) => letter + marks.join(""));
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 4 }), fc.array(unit, { minLength: 2 }), unit, (before, part, after) => {
        const all = termsOf([...before, ...part, after].join(""));
        expect(` ${all.join(" ")} `).toContain(` ${termsOf(part.join("")).join(" ")} `);
      }),
    );
  });

  test("terms are joined to the words that they are of", () => {
    for (const text of [
      "提案の作成",
      "eip 提案です now",
      "比特币 launch",
      "案",
      "がぎぐ a b",
      "か゚き゚く゚",
      "การทำน้ำ",
      "ភាសាខ្មែរ",
    ])
      expect(joinTerms(termsOf(text))).toBe(text);
  });

  test("hiragana and katakana are the same, and letters that Unicode does not take apart are plain ones", () => {
    expect(termsOf("とーくん")).toEqual(termsOf("トークン"));
    expect(termsOf("Paweł Đorđe Søren")).toEqual(["pawel", "dorde", "soren"]);
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

  test("kana keep their voice marks, and half-width ones are the same", () => {
    expect(termsOf("ガス")).not.toEqual(termsOf("カス"));
    expect(termsOf("ｶﾞｽ")).toEqual(termsOf("ガス"));
    expect(termsOf("トークン")).toEqual(termsOf("ﾄｰｸﾝ"));
  });

  test("a long word is known by its beginning", () => {
    const [term] = termsOf(`0x${"ab".repeat(40)}`);
    expect(term).toHaveLength(32);
    expect(termsOf(`0x${"AB".repeat(40)}`)).toEqual([term]);
  });

  test("with and without places they are the same terms, in lower case and without marks", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const places = termPlaces(text);
        expect(wordPlaces(text).map(({ term }) => term)).toEqual(termsOf(text));
        const own = places.map(({ term }) => term);
        if (namesIn(text).length === 0) expect(own).toEqual(termsOf(text));
        else expect(own).toEqual(expect.arrayContaining(termsOf(text)));
        for (const { term, start, end } of places) {
          expect(term).toBe(term.toLowerCase());
          expect(text.slice(start, end)).not.toBe("");
        }
      }),
    );
  });

  test("a text in another Unicode form has the same terms", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
        expect(termsOf(text.normalize("NFD"))).toEqual(termsOf(text.normalize("NFC")));
      }),
    );
  });
});
