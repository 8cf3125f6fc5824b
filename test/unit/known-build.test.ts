/** A build that has nothing to do repeats the diagnostics of the last one: they are those of a clean build. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { build } from "../../src/api/build.js";
import { makeFolder, makeSite, proposalText } from "../support/site.js";
import { digestsOf } from "../support/tree.js";

let root = "";
let out = "";
const path = (name: string) => join(root, name);
const built = async () => (await build({ root, out, cacheDir: join(out, "../cache") })).diagnostics;
const cleanly = async () => (await build({ root, out: join(out, "../clean"), cache: false })).diagnostics;

beforeAll(() => {
  const text = proposalText(20, {}, "[notes](../../../notes.txt), [readme](../../../parts/README.md)\n");
  root = makeSite(
    { "content/cip/cbc/cip-20.md": text },
    {
      checks: { brokenLinks: "warn", brokenMarkdownLinks: "warn" },
      navbar: { items: [{ type: "link", position: "left", label: "Gone", to: "/gone" }] },
    },
  );
  out = join(makeFolder(), "site");
});

const config = "cipgen.config.json";
const changes: Record<string, () => void> = {
  nothing: () => {},
  "a file that a broken link names is there": () => writeFileSync(path("notes.txt"), "Notes"),
  "it is gone again": () => rmSync(path("notes.txt")),
  "a folder of such a file is there": () => makeFolder({ "README.md": "Read" }, path("parts")),
  "lines more in the configuration": () => writeFileSync(path(config), `\n\n${readFileSync(path(config), "utf8")}`),
};

test.each(Object.keys(changes))("after %s", async (name) => {
  await built();
  changes[name]?.();
  expect(await built()).toEqual(await cleanly());
});

test("and if nothing changed, no page is made", async () => {
  await built();
  const again = await build({ root, out, cacheDir: join(out, "../cache") });
  expect(again.cached).toBe(again.pages);
});

const footer = (text: string) => `export default () => <footer>${text}</footer>;\n`;
const helped = 'import { text } from "./helper";\nexport default () => <footer>{text}</footer>;\n';
const strings = (text: string) => `{ "nav.skip": "${text}" }`;

/** Where a link is, to what it leads, and the files behind it, of which the last one changes. */
const linked: Record<string, [link: string, target: string, ...files: [path: string, text: (of: string) => string][]]> =
  {
    "a template": ["templates/Footer.tsx", "../shared/Footer.tsx", ["shared/Footer.tsx", footer]],
    "the folder of templates": ["templates", "shared", ["shared/Footer.tsx", footer]],
    "a helper of a template, which imports what is beside it": [
      "templates/helper.tsx",
      "../shared/helper.tsx",
      ["templates/Footer.tsx", () => helped],
      ["shared/helper.tsx", () => 'export { text } from "./text";\n'],
      ["shared/text.ts", (text) => `export const text = "${text}";\n`],
    ],
    strings: ["locales/en-US/own.json", "../../shared/own.json", ["shared/own.json", strings]],
    "a locale": ["locales/en-US", "../shared", ["shared/own.json", strings]],
  };

test.each(Object.entries(linked))("what a link to %s leads to is an input", async (_, [link, target, ...files]) => {
  const site = makeSite({ "content/cip/cbc/cip-20.md": proposalText(20) });
  mkdirSync(join(site, ".git"));
  mkdirSync(dirname(join(site, link)), { recursive: true });
  symlinkSync(target, join(site, link));
  const into = join(makeFolder(), "site");
  const pages = [];
  for (const word of ["One", "Two"]) {
    makeFolder(Object.fromEntries(files.map(([file, text]) => [file, text(word)])), site);
    await build({ root: site, out: into, cacheDir: join(into, "../cache") });
    await build({ root: site, out: join(into, "../clean"), cache: false });
    expect(digestsOf(into)).toEqual(digestsOf(join(into, "../clean")));
    pages.push(readFileSync(join(into, "index.html"), "utf8").includes(word));
  }
  expect(pages).toEqual([true, true]);
});

/** A template that shows a text from outside the folder of the templates. */
const fromOutside = [
  'import { text } from "../shared/text";',
  'import { text } from /* here */ "../shared/text";',
  'import { text } from // here\n  "../shared/text";',
  'import { text } from "./\\x2e\\x2e/shared/text";',
  'import/**/{ text } from"../shared/text";',
  'const { text } = require(/* here */ "../shared/text");',
];

test.each(fromOutside)("what a template imports from outside is an input: %s", async (line) => {
  const template = `${line}\nexport default () => <footer>{text}</footer>;\n`;
  const site = makeSite({ "content/cip/cbc/cip-20.md": proposalText(20), "templates/Footer.tsx": template });
  const into = join(makeFolder(), "site");
  for (const word of ["One", "Two"]) {
    makeFolder({ "shared/text.ts": `export const text = "${word}";\n` }, site);
    await build({ root: site, out: into, cacheDir: join(into, "../cache") });
    expect(readFileSync(join(into, "index.html"), "utf8")).toContain(`<footer>${word}</footer>`);
  }
});
