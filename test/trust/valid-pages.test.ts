/** The pages of this repository's site are valid HTML: the proposals of the default locale, and one page of each kind of every locale. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { locales } from "../support/register.js";
import { build, makeFolder, registerSite, repositoryRoot, textOf } from "../support/site.js";
import { htmlProblems, pagesOf, validator } from "./valid-html.js";

const site = await registerSite();
const localeOf = (path: string) => locales.find((code) => path.startsWith(`${code}/`)) ?? "en-US";
const kindOf = (path: string) => /<body class="([^"]*)"/.exec(textOf(site.files.get(path) ?? ""))?.[1];

test.each(locales)("pages of %s are valid", async (locale) => {
  const own = pagesOf(site).filter((path) => localeOf(path) === locale);
  expect(own.length).toBeGreaterThan(50);
  const kinds = [...new Map(own.map((path) => [kindOf(path), path])).values()];
  expect(kinds.length).toBeGreaterThan(7);
  const texts = locale === "en-US" ? own.filter((path) => /\/cip-\d+\/index\.html$/.test(path)) : [];
  expect(await htmlProblems(site, [...new Set([...kinds, ...texts])])).toEqual([]);
});

test("pages with every Markdown feature, raw HTML included, are valid", async () => {
  const root = makeFolder();
  cpSync(join(repositoryRoot, "test/fixtures/markdown/input"), root, { recursive: true });
  const markdown = await build(root);
  expect(pagesOf(markdown).length).toBeGreaterThan(10);
  expect(await htmlProblems(markdown, pagesOf(markdown))).toEqual([]);
});

test("a page that is not valid would be found", async () => {
  const { valid } = await validator.validateString("<!doctype html><html lang=en><p><div id=a></div><div id=a></div>");
  expect(valid).toBe(false);
});
