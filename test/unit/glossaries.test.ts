/** Each language has one word for one thing, as its glossary says. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../support/site.js";

const locales = join(repositoryRoot, "locales");

/** What readers see of a locale: its strings, without the names of values in them. */
const shownIn = (locale: string): [key: string, text: string][] =>
  readdirSync(join(locales, locale))
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => Object.entries<string>(JSON.parse(readFileSync(join(locales, locale, name), "utf8"))))
    .map(([key, text]) => [key, text.replace(/\{\{\w+\}\}/g, "{}")]);

const rowsOf = (locale: string) =>
  readFileSync(join(locales, locale, "README.md"), "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, english, ours, not = ""] = /^\| (.+?) \| (.+?) \|(?: (.+?))? ?\|$/.exec(line) ?? [];
      return english && ours && english !== "English" ? [{ english, ours: ours.split(", "), not: not.trim() }] : [];
    });

test.each(readdirSync(locales))("%s uses the words of its glossary, and no others for the same", (locale) => {
  const rows = rowsOf(locale);
  expect(rows.length).toBeGreaterThan(10);
  const shown = shownIn(locale);
  const has = (word: string) =>
    shown.filter(([, text]) => {
      const place = text.toLowerCase().indexOf(word.toLowerCase());
      // A word of Latin letters begins where none is before it.
      return place !== -1 && !(/^\p{Script=Latin}/u.test(word) && /\p{L}$/u.test(text.slice(0, place)));
    });
  for (const { english, ours, not } of rows) {
    for (const word of ours) expect([english, word, has(word).length > 0]).toEqual([english, word, true]);
    if (not) expect([english, has(not)]).toEqual([english, []]);
  }
});

test("Japanese has no spaces between its own and Latin letters, and Chinese has one", () => {
  const own = "[\\u3040-\\u30ff\\u4e00-\\u9fff]";
  const found = (locale: string, between: string, latin: string) =>
    shownIn(locale).filter(([, text]) => new RegExp(`${own}${between}${latin}|${latin}${between}${own}`).test(text));
  expect(found("ja-JP", " ", "[A-Za-z0-9{}]")).toEqual([]);
  // What a placeholder stands for may be Chinese.
  expect(found("zh-CN", "", "[A-Za-z0-9]")).toEqual([]);
});
