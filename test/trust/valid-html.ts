/** What is wrong with the HTML of a site's pages. Rules of taste are off: the standard decides, not a house style. */
import { createRequire } from "node:module";
import { type TestBuild, textOf } from "../support/site.js";

interface Report {
  valid: boolean;
  results: { messages: { ruleId: string; message: string; line: number; column: number }[] }[];
}

interface Validator {
  validateString(html: string, path?: string): Promise<Report>;
  validateStringSync(html: string): Report;
}

/** Its library is among the packages of the long tests. */
const { HtmlValidate } = createRequire(import.meta.url)("html-validate") as {
  HtmlValidate: new (config: object) => Validator;
};

export const validator = new HtmlValidate({
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

/** @returns `path:line:column [rule] message` of each problem. */
export async function htmlProblems(site: TestBuild, paths: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const path of paths) {
    const { results } = await validator.validateString(textOf(site.files.get(path) ?? ""), path);
    for (const { messages } of results)
      for (const { ruleId, message, line, column } of messages)
        problems.push(`${path}:${line}:${column} [${ruleId}] ${message}`);
  }
  return problems;
}

export const pagesOf = ({ files }: TestBuild) => [...files.keys()].filter((path) => path.endsWith(".html"));
