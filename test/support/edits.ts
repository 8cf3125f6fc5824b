/** Random changes of a site's folder, of every kind that a build reads: for properties that hold after any sequence of them. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { makeSite, proposalText, usualConfig } from "./site.js";

/** A file's new content; nothing where it is removed. */
export interface Edit {
  path: string;
  content?: string;
}

const numbers = [20, 98, 165, 712];
const fileOf = (number: number) => `content/cip/${number === 98 ? "core" : "cbc"}/cip-${number}.md`;

const sentence = fc.constantFrom(
  "Text with CIP-20 and [a link](./cip-165.md#code).",
  "See ![picture](./bild.svg) and $x^2$.",
  "> ```mermaid\n> graph TD\n> A-->B\n> ```",
  "<details><summary>More</summary>\n\nCIP-98\n\n</details>",
  "```solidity\ncontract A {}\n```",
  "## Code\n\n[broken](./nowhere.md) [^1]\n\n[^1]: Note",
);

const proposal = fc
  .record({
    number: fc.constantFrom(...numbers),
    title: fc.constantFrom("One", "Two", "Ünïcödé"),
    status: fc.constantFrom("draft", "final", "last call"),
    date: fc.constantFrom(undefined, "2021-12-31", "2022-01-01"),
    requires: fc.constantFrom(undefined, "20", "98, 712"),
    tags: fc.constantFrom(undefined, "[a]", "[a, b]"),
    body: fc.array(sentence, { maxLength: 3 }),
  })
  .map(
    ({ number, body, ...fields }): Edit => ({
      path: fileOf(number),
      content: proposalText(number, fields, `${body.join("\n\n")}\n`),
    }),
  );

const removal = fc.constantFrom(...numbers.slice(1), 0).map(
  (number): Edit => ({
    path: number === 0 ? "content/static/a.txt" : fileOf(number),
  }),
);

const config = fc
  .record({
    title: fc.constantFrom("Register", "Other"),
    pageSize: fc.constantFrom(2, 10),
    trailingSlash: fc.boolean(),
    docs: fc.constantFrom({ mainDocId: "start" }, { mainDocId: "start", title: "Guide" }),
    locales: fc.constantFrom({ "en-US": {} }, { "en-US": {}, "de-DE": {} }),
  })
  .map((changed): Edit => ({ path: "cipgen.config.json", content: configText(changed) }));

const other = fc.constantFrom<Edit>(
  { path: "content/docs/start.md", content: "# Start\n\nText\n" },
  { path: "content/docs/start.md", content: "# Begin\n\nOther text\n" },
  { path: "content/docs/more.md", content: "# More\n\n[x](./start.md)\n" },
  { path: "content/static/a.txt", content: "one" },
  { path: "content/static/a.txt", content: "two" },
  { path: "content/static/robots.txt", content: "User-agent: *\n" },
  { path: "content/static/robots.txt" },
  { path: "content/cip/cbc/bild.svg", content: '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>' },
  { path: "content/cip/cbc/bild.svg", content: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>' },
  { path: "content/i18n/de-DE/cip/cbc/cip-20.md", content: proposalText(20, { title: "Eins" }, "Deutsch\n") },
  { path: "content/i18n/de-DE/cip/cbc/cip-20.md" },
  { path: "locales/en-US/own.json", content: '{ "archive.title": "All of them" }' },
  { path: "locales/en-US/own.json" },
  { path: "templates/Footer.tsx", content: "export default () => <footer>one</footer>;" },
  { path: "templates/Footer.tsx", content: "export default () => <footer>two</footer>;" },
  { path: "templates/Footer.tsx" },
);

/** One change. */
export const edit: fc.Arbitrary<Edit> = fc.oneof(
  { arbitrary: proposal, weight: 4 },
  { arbitrary: removal, weight: 1 },
  { arbitrary: config, weight: 2 },
  { arbitrary: other, weight: 4 },
);

function configText(changed: object): string {
  const checks = { brokenLinks: "warn" };
  return JSON.stringify({
    ...usualConfig,
    search: { provider: "local" },
    docs: { mainDocId: "start" },
    checks,
    ...changed,
  });
}

/** The site that edits begin with. @returns its root. */
export function makeEditedSite(): string {
  return makeSite({
    "cipgen.config.json": configText({}),
    ...Object.fromEntries(numbers.map((number) => [fileOf(number), proposalText(number, { tags: "[a]" }, "CIP-20\n")])),
    "content/docs/start.md": "# Start\n\nText\n",
    "content/static/a.txt": "static",
  });
}

export function apply(root: string, { path, content }: Edit): void {
  const file = join(root, path);
  if (content === undefined) rmSync(file, { force: true });
  else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
