/** Settings of an old site that are made to cost more than a machine has: what is beyond is named. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { initFrom } from "../../src/cli/api/init.js";
import { loadConfig } from "../../src/config/loading.js";
import { readYaml, tooLarge } from "../../src/tools/scaffold/from/old-data.js";
import { readScript } from "../../src/tools/scaffold/from/script-data.js";
import { mdbook } from "../../src/tools/scaffold/from/sites/mdbook.js";
import { numbered, repository } from "../support/repository.js";

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");
const nested = (open: string, inner: string, close: string, depth: number) =>
  open.repeat(depth) + inner + close.repeat(depth);
const wordy = (value: string) => JSON.stringify(value);

describe("a script", () => {
  test.each<[string, string]>([
    [
      "spreads that double",
      `${lines(40, (n) => `const a${n + 1} = [...a${n}, ...a${n}];`)}`.concat("const a0 = [1]; const x = a40;"),
    ],
    [
      "spreads of objects",
      `${lines(30, (n) => `const a${n + 1} = {b: a${n}, c: a${n}};`)}const a0 = {}; const x = {...a30};`,
    ],
    ["texts that double", `${lines(40, (n) => `const a${n + 1} = a${n} + a${n};`)}const a0 = 'ab'; const x = a40;`],
    [
      "templates that double",
      `${lines(40, (n) => `const a${n + 1} = \`\${a${n}}\${a${n}}\`;`)}const a0 = 'ab'; const x = a40;`,
    ],
    ["a long key over many", `const x = {${wordy("k".repeat(100_000))}: {${lines(9000, (n) => `a${n}: 1,`)}}};`],
    [
      "keys that add up",
      `const x = ${nested(`{${"k".repeat(1000)}: `, `{${lines(9000, (n) => `a${n}: 1,`)}}`, "}", 20)};`,
    ],
    ["deep lists", `const x = ${nested("[", "1", "]", 100)};`],
    ["lists deeper than the stack", `const x = ${nested("[", "1", "]", 9000)};`],
  ])("%s", async (_, text) => {
    const { value, unread } = await readScript(`${text}\nexport default { title: "T", x, tagline: "U" };`);
    expect(value).toBeUndefined();
    expect(unread).toEqual([{ key: "", line: 1, description: tooLarge }]);
  });

  test("calls that would make texts and lists are not made", async () => {
    const calls = ["'a'.repeat(1e9)", "'a'.padStart(1e9)", "Array(1e9).fill('a')", "['a'].join('b')", "[1].map(f)"];
    const { value, unread } = await readScript(
      `export default { title: "T", ${calls.map((one, n) => `a${n}: ${one}`)} };`,
    );
    expect(value).toEqual({ title: "T" });
    expect(unread).toHaveLength(calls.length);
  });

  test("a file has a length", async () => {
    expect((await readScript(`export default { a: [${"1,".repeat(200_000)}] }`)).unread[0]?.description).toBe(tooLarge);
  });
});

describe("YAML", () => {
  test.each<[string, string]>([
    ["not valid YAML", "title: [\n"],
    ["too many brackets", nested("[", "", "]", 90_000)],
  ])("%s", (_, text) => {
    expect(readYaml(`${text}\ntitle: T\n`).unread.map(({ description: what }) => what)).toContainEqual(
      expect.stringMatching(/^(?:title|\[)/.test(text) ? "not valid YAML" : tooLarge),
    );
  });

  test.each([
    ["a cycle", "nav: &a [x: *a]"],
    ["a billion laughs", `a0: &a0 ha\n${lines(30, (n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`)}`],
  ])("with an alias is not read: %s", (_, text) => {
    const { value, unread } = readYaml(`title: T\n${text}\n`);
    expect([value, unread[0]?.description]).toEqual([undefined, "YAML with an alias of another value"]);
  });

  test("a key named __proto__ is a key", () => {
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.hasOwn(readYaml("__proto__: {polluted: 1}").value as object, "__proto__")).toBe(true);
  });
});

test("a summary of links without end is read once", async () => {
  const book = "[book]\ntitle = 'T'";
  const texts: Record<string, string> = { "book.toml": book, "src/SUMMARY.md": "](".repeat(100_000) };
  const site = await mdbook.read({ paths: Object.keys(texts), text: (path) => texts[path] }, "book.toml", book);
  expect(site?.keys.title).toBe("T");
});

test("init says in the configuration what it did not read, and the site builds", async () => {
  const locales = lines(60, (n) => `'a${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}',`);
  const root = repository({
    "docusaurus.config.js": `const items = [${"{ label: 'A', to: 'https://a.example/' },".repeat(1000)}];
      module.exports = { title: "T",
        i18n: { defaultLocale: "aaa", locales: [${locales}] }, themeConfig: { navbar: { items } } };`,
    ...numbered(
      3,
      (n) => `xips/xip-${n}.md`,
      (n) => `---\nxip: ${n}\ntitle: Thing ${n}\nstatus: draft\n---\n\nText.\n`,
    ),
  });
  expect(await initFrom({ folder: root })).toMatchObject({ ok: true });
  const text = readFileSync(join(root, "cipgen.config.ts"), "utf8");
  for (const key of ["navbar", "locales"]) expect(text).toMatch(new RegExp(`// .*${key}.*: .*${tooLarge}`));
  expect((await loadConfig(root)).value?.title).toBe("T");
});
