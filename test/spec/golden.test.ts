/** Every page of this repository's site is valid HTML. Rules of taste are off: the standard decides, not a house style. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { locales } from "../support/register.js";
import { build, makeFolder, registerSite, repositoryRoot, type TestBuild, textOf } from "../support/site.js";

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard"],
  rules: {
    "attr-quotes": "off",
    "doctype-style": "off",
    "long-title": "off",
    "no-trailing-whitespace": "off",
    "void-style": "off",
  },
});

/** What is wrong with the pages, by place. */
async function problemsOf(site: TestBuild, paths: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const path of paths) {
    const { results } = await validator.validateString(textOf(site.files.get(path) ?? ""), path);
    for (const { messages } of results)
      for (const { ruleId, message, line, column } of messages)
        problems.push(`${path}:${line}:${column} [${ruleId}] ${message}`);
  }
  return problems;
}

const pagesOf = ({ files }: TestBuild) => [...files.keys()].filter((path) => path.endsWith(".html"));

const site = await registerSite();

test.each(locales)("every page of %s is valid", async (locale) => {
  const own = pagesOf(site).filter(
    (path) => (locales.find((code) => path.startsWith(`${code}/`)) ?? "en-US") === locale,
  );
  expect(own.length).toBeGreaterThan(50);
  expect(await problemsOf(site, own)).toEqual([]);
});

test("every page says its encoding within the first 1024 bytes, where browsers look for it", () => {
  const late = pagesOf(site).filter((path) => {
    const start = Buffer.from(textOf(site.files.get(path) ?? "")).subarray(0, 1024);
    return !start.includes('<meta charset="utf-8"');
  });
  expect(late).toEqual([]);
});

test("pages with every Markdown feature, raw HTML included, are valid", async () => {
  const root = makeFolder();
  cpSync(join(repositoryRoot, "test/fixtures/markdown/input"), root, { recursive: true });
  const markdown = await build(root);
  expect(pagesOf(markdown).length).toBeGreaterThan(10);
  expect(await problemsOf(markdown, pagesOf(markdown))).toEqual([]);
});

test("a page that is not valid would be found", async () => {
  const { valid } = await validator.validateString("<!doctype html><html lang=en><p><div id=a></div><div id=a></div>");
  expect(valid).toBe(false);
});
