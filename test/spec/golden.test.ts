/** Every page of this repository's site is valid HTML. Rules of taste are off: the standard decides, not a house style. */
import { HtmlValidate } from "html-validate";
import { describe, expect, test } from "vitest";
import { locales } from "../support/register.js";
import { build, repositoryRoot, textOf } from "../support/site.js";

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

const site = await build(repositoryRoot);
const pages = [...site.files.keys()].filter((path) => path.endsWith(".html"));

describe.each(locales)("pages of %s", (locale) => {
  const own = pages.filter((path) => (locales.find((code) => path.startsWith(`${code}/`)) ?? "en-US") === locale);

  test("are valid", async () => {
    expect(own.length).toBeGreaterThan(50);
    const problems: string[] = [];
    for (const path of own) {
      const { results } = await validator.validateString(textOf(site.files.get(path) ?? ""), path);
      for (const { messages } of results)
        for (const { ruleId, message, line, column } of messages)
          problems.push(`${path}:${line}:${column} [${ruleId}] ${message}`);
    }
    expect(problems).toEqual([]);
  });
});
