/** Strings of the interface are what i18next makes of them, also where it is not asked. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { makeInstance, makeTranslator } from "../../src/config/strings.js";
import { countForms } from "../../src/shared/plurals.js";
import { runs } from "../support/runs.js";

const locale = {
  label: "",
  path: "",
  htmlLang: "en",
  direction: "ltr",
  calendar: "gregory",
  untranslated: "canonical",
} as const;

const piece = fc.constantFrom(
  "a",
  " ",
  "é",
  "{x}",
  "{{name}}",
  "{{ name }}",
  "{{count}}",
  "{{other}}",
  "{{- name}}",
  "{{count, number}}",
  "$t(b)",
  "$",
);
const written = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));
const key = fc
  .tuple(
    fc.constantFrom("a", "b", "c.d"),
    fc.constantFrom("", "_zero", "_one", "_two", "_few", "_many", "_other", "_x"),
  )
  .map((parts) => parts.join(""));
const strings = fc.dictionary(key, written, { maxKeys: 8 });
const values = fc.option(
  fc.record(
    {
      name: fc.constantFrom("CIP-1", "", "<b>", "4"),
      count: fc.oneof(fc.nat({ max: 30 }), fc.constantFrom(101, 1_000_000, 1.5, -1)),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
);

test("dates of a language tag with extensions", () => {
  const { date, month } = makeTranslator("ar", { ...locale, htmlLang: "ar-EG-u-nu-latn" }, {}, {});
  expect([date("2024-02-03"), month("2024-02-03")].map((text) => /\d{4}/.exec(text)?.[0])).toEqual(["2024", "2024"]);
});

test("any string with any values is what i18next would say", () => {
  const code = fc.constantFrom("en-US", "sk-SK", "ar", "ja-JP", "lv", "pl", "fr-FR", "xx", "not a code");
  fc.assert(
    fc.property(code, strings, strings, key, values, (lng, own, fallback, asked, given) => {
      const { t } = makeTranslator(lng, locale, own, fallback);
      const expected = makeInstance(lng, own, fallback).t(asked, given ?? {});
      expect([t(asked, given), t(asked, given)]).toEqual([expected, expected]);
    }),
    { numRuns: runs(100) },
  );
});

test("the forms of a sentence are looked up once for each plural category, with its first number", () => {
  const asked: number[] = [];
  const forms = countForms("pl", 200, (count) => {
    asked.push(count);
    return `${count} CIPs`;
  });
  expect(forms).toEqual({ one: "# CIPs", few: "# CIPs", many: "# CIPs" });
  expect(asked.sort((a, b) => a - b)).toEqual([0, 1, 2]);
});
