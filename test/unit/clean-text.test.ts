/** What no output may hold is replaced, and nothing else. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText, cleanTexts, staysClean } from "../../src/shared/clean-text.js";

test.each([
  [
    "controls",
    "a\u0000b\u0001\u000b\u000c\u001f\u007f\u0085\u009f",
    "a\uFFFDb\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD",
  ],
  ["noncharacters", "\uFDD0\uFDEF\uFFFE\uFFFF\u{1FFFE}\u{10FFFF}", "\uFFFD".repeat(6)],
  ["halves of pairs", "\uD800a\uDC00", "\uFFFDa\uFFFD"],
  [
    "nothing else",
    "a\t\n\r é 日本 😀 \u00a0\uFDCF\uFDF0\uFFFD\u{1FFFD}",
    "a\t\n\r é 日本 😀 \u00a0\uFDCF\uFDF0\uFFFD\u{1FFFD}",
  ],
])("%s", (_, text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

test("every text is well-formed afterwards, and stays as it is a second time", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.nat(0xffff).map((n) => String.fromCharCode(n)) }),
      (a, b) => {
        const clean = cleanText(a + b);
        expect(clean).not.toMatch(/[\p{Noncharacter_Code_Point}\p{Cs}]|[^\P{Cc}\t\n\r]/u);
        expect(cleanText(clean)).toBe(clean);
      },
    ),
  );
});

test("plain data is cleaned at any depth, keys included; what needs nothing is the same value", () => {
  const clean = { a: ["x", { b: 1, c: null }], d: new Date(0) };
  expect(cleanTexts(clean)).toBe(clean);
  expect(cleanTexts({ a: ["\u0001", { "b\uFDD0": "\uD800" }] })).toEqual({ a: ["\uFFFD", { "b\uFFFD": "\uFFFD" }] });
});

test.each([
  "&#1;",
  "&#x1",
  "&NewLine;",
  "%EF%B7%90",
  "xn--a",
  "XN--a",
  "😀",
])("%j in a text means that its parts may become unclean", (text) => {
  expect(staysClean(`See ${text} here`)).toBe(false);
});

test("all other texts stay clean", () => {
  expect(staysClean("é & 日本, 100% && a--b\t\r\n")).toBe(true);
});
