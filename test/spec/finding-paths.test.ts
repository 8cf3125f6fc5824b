/** Where a finding is, on every system: the path of a file that is there, from the root, with forward slashes. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cipgen } from "../support/cli.js";
import { runs } from "../support/runs.js";
import { makeSite, proposalText, usualConfig } from "../support/site.js";

const footer = (body: string) => `export default function Footer({ t }) {\n  ${body}\n}\n`;

/** Mistakes that can be in a site together, by what they are in. */
const mistakes: Record<string, Record<string, string | Uint8Array>> = {
  "a template that does not compile": { "templates/Navbar.tsx": "export default (" },
  "a template without an export": { "templates/TocList.tsx": "export const a = 1;\n" },
  "a template that no page has": { "templates/parts/Nothing.tsx": footer("return null;") },
  "a template of no name": { "templates/Fooder.tsx": footer("return null;") },
  "a template that throws": { "templates/Footer.tsx": footer('throw new Error("no");') },
  "a string that is not there": { "templates/SkipLink.tsx": footer('return t("no.such.string");') },
  "strings that cannot be read": { "locales/en-US/broken.json": '{ "a": ' },
  "strings that nothing uses": { "locales/en-US/own.json": '{ "own.text": "x" }' },
  "strings of no locale": { "locales/xx-YY/own.json": "{}" },
  "strings in a folder": { "locales/en-US/deep/own.json": "{}" },
  "a date that is none": { "content/cip/cbc/cip-3.md": proposalText(3, { date: "2021-02-30" }) },
  "a link to nothing": { "content/cip/cbc/cip-4.md": proposalText(4, {}, "[x](./none.md) ![y](deep/none.png)\n") },
  "a text in another encoding": {
    "content/cip/cbc/cip-5.md": Buffer.from(proposalText(5, {}, "caf\u00e9\n"), "latin1"),
  },
  "a text that is no proposal": { "content/cip/cbc/notes.md": "# Notes\n" },
  "a picture with a script": { "content/static/deep/a.svg": "<svg><script>x</script></svg>" },
  "an address that is taken": { "content/static/cip/index.html": "mine" },
  "a translation of nothing": { "i18n/de-DE/cip/cbc/cip-99.md": proposalText(99) },
  "a page with broken links": { "content/static/tool/index.html": '<!doctype html><title>x</title><a href="no.html">' },
  "a configuration with a mistake": {
    "cipgen.config.ts": `export default ${JSON.stringify({ ...usualConfig, titel: "x" })};\n`,
  },
  "a configuration that throws": {
    "cipgen.config.ts": 'import "./settings/own";\n',
    "settings/own.ts": 'throw new Error("no");\n',
  },
};

function filesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "file" in value && typeof value.file === "string" ? [value.file] : [];
  return [...own, ...Object.values(value).flatMap(filesIn)];
}

async function findingsOf(names: readonly string[]): Promise<[root: string, files: string[]]> {
  const config = { locales: { "en-US": {}, "de-DE": {} } };
  const files = Object.assign({ "content/cip/cbc/cip-1.md": proposalText(1) }, ...names.map((name) => mistakes[name]));
  const root = makeSite(files, config);
  const found: string[] = [];
  for (const command of [
    ["build", "--json"],
    ["lint", "--format", "json"],
    ["check-links", "--format", "json"],
  ]) {
    const { stdout } = await cipgen([...command, "--root", root]);
    if (stdout !== "") found.push(...filesIn(JSON.parse(stdout)));
  }
  return [root, found];
}

const isPath = (root: string, file: string) =>
  !/^(?:[/\\]|[a-z]:)|\\|(?:^|\/)\.\.(?:\/|$)/i.test(file) && existsSync(join(root, file));

test.each(Object.keys(mistakes))("%s is found at the path of a file", async (name) => {
  const [root, files] = await findingsOf([name]);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !isPath(root, file))).toEqual([]);
});

test("whatever is wrong together, each finding has the path of a file", async () => {
  const some = fc.uniqueArray(fc.constantFrom(...Object.keys(mistakes)), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(some, async (names) => {
      const [root, files] = await findingsOf(names);
      expect(files.filter((file) => !isPath(root, file))).toEqual([]);
    }),
    { numRuns: runs(8) },
  );
});
