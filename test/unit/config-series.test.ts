/** What a config comes to: profiles, several series, and the languages that its file may be written in. */
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/loading.js";
import { configOf, configProblems } from "../support/parse.js";
import { makeFolder, usualConfig } from "../support/site.js";

describe("series", () => {
  test("a profile gives its values, and what is written wins", () => {
    const [series] = configOf({ series: [{ profile: "cip", title: "Mine", mentions: ["X"] }] }).series;
    expect(series).toMatchObject({ id: "cip", title: "Mine", mentions: ["X"], source: "content/cip", route: "/cip" });
  });

  test("several series each have their folder; only the first has the site's numbering and aliases", () => {
    const { series } = configOf({
      series: [{ profile: "cip" }, { profile: "eip", source: "eips" }, { profile: "simd", source: "simds" }],
      numbering: { reading: "continuous", runs: [[1, 3]] },
      listAliases: ["/cip-400"],
    });
    expect(
      series.map(({ id, source, numbering, listAliases }) => [id, source, numbering.reading, listAliases]),
    ).toEqual([
      ["cip", "content/cip", "continuous", ["/cip-400"]],
      ["eip", "eips", "listed", []],
      ["simd", "simds", "listed", []],
    ]);
  });

  test("a second series without a folder, and two with one id or route, are errors", () => {
    expect(configProblems({ series: [{ profile: "cip" }, { profile: "eip" }] })).toEqual([
      "config-invalid series[1].source: the folder of the proposals is missing",
    ]);
    expect(configProblems({ series: [{ profile: "cip" }, { profile: "cip", source: "b" }] })).toEqual([
      'config-invalid series: two series have the id "cip"',
      'config-invalid series: two series have the route "/cip"',
    ]);
  });

  test("a series of one's own, without a profile, names every key that it lacks", () => {
    expect(configProblems({ series: [{ id: "rfc" }] }).map((problem) => problem.split(":")[0])).toEqual([
      "config-invalid series[0].label",
      "config-invalid series[0].title",
      "config-invalid series[0].route",
    ]);
  });
});

describe("what could not be, or would do nothing, is an error at its key", () => {
  const docs = { mainDocId: "start" };
  const version = { name: "v1", label: "1" };
  test.each([
    [
      "a status that the series does not have",
      { series: [{ profile: "cip", fields: [{ key: "cip" }, { key: "why", required: ["final", "Last Call"] }] }] },
      'config-reference series[0].fields[1].required[1]: there is no status "Last Call" (Did you mean "last-call"?)',
    ],
    [
      "a number in an address of a series without numbers",
      {
        series: [
          { profile: "cip", numbers: "none", files: "{slug}.md", permalink: "/cip/{slug}", aliases: ["/{number}"] },
        ],
      },
      'config-invalid series[0].aliases[0]: a series without numbers has no {number} (`numbers` is "none": proposals are known by {slug}.)',
    ],
    [
      "the path of a register, in capitals",
      { locales: { "en-US": {}, fa: { path: "CIP" } } },
      'config-invalid locales.fa.path: the path "CIP" is the beginning of other routes (Write another path for this locale.)',
    ],
    [
      "the path of another locale, in capitals",
      { locales: { "en-US": {}, de: { path: "x" }, fr: { path: "X" } } },
      'config-invalid locales.fr.path: the locale de has the path "X" already (Write another path for this locale.)',
    ],
    [
      "a language twice",
      { locales: { "en-US": {}, de: {}, DE: { path: "y" } } },
      "config-invalid locales.DE: this language is there already, spelled in another case",
    ],
    [
      "a docs version twice",
      {
        docs: {
          ...docs,
          versions: [
            { ...version, isLast: true },
            { ...version, path: "old" },
          ],
        },
      },
      'config-invalid docs.versions: two versions have the name "v1"',
    ],
    [
      "a link that is relative to no page",
      { home: { actions: [{ label: "x", to: "cip" }] } },
      'config-invalid home.actions[0].to: this relative link would lead to a different address on each page (Write "/cip" for a page of this site, or an address with https://.)',
    ],
    ...["logo.svg", "https://x.example/logo.svg"].map((src): [string, object, string] => [
      `a logo ${src}`,
      { navbar: { logo: { src } } },
      "config-invalid navbar.logo.src: an address of this site starts with /: /logo.svg is the file logo.svg in content.static",
    ]),
  ])("%s", (_, input, expected) => {
    expect(configProblems(input)).toEqual([expected]);
  });

  test("the fields of a profile may name statuses that a series replaces", () => {
    expect(configProblems({ series: [{ profile: "cip", statuses: ["Open"] }] })).toEqual([]);
  });
});

describe("files", () => {
  const json = JSON.stringify(usualConfig);
  test.each([
    [
      "cipgen.config.ts",
      `import { defineConfig } from "cipgen";\nexport default defineConfig(${json} satisfies object);`,
    ],
    ["cipgen.config.mts", `export default ${json} as const;`],
    ["cipgen.config.js", `import { defineConfig } from "cipgen"; export default defineConfig(${json});`],
    ["cipgen.config.mjs", `export default ${json};`],
    ["cipgen.config.json", `\uFEFF${json}`],
  ])("%s is read", async (name, text) => {
    const { value, diagnostics } = await loadConfig(makeFolder({ [name]: text }));
    expect(diagnostics).toEqual([]);
    expect(value).toMatchObject({ title: "Register", pageSize: 10, titleSeparator: "|", themeColor: "#3b9a3e" });
  });

  test("a config may import its own files and know its folder", async () => {
    const root = makeFolder({
      "cipgen.config.ts": `import { readFileSync } from "node:fs"; import { join } from "node:path"; import { more } from "./more";
        export default { ...${json}, ...more, tagline: readFileSync(join(import.meta.dirname, "tagline.txt"), "utf8") };`,
      "more.ts": "export const more: { title: string } = { title: 'Imported' };",
      "tagline.txt": "Read",
    });
    expect((await loadConfig(root)).value).toMatchObject({ title: "Imported", tagline: "Read" });
  });

  test("a config loads packages as Node.js does, and every file knows its own address", async () => {
    const root = makeFolder({
      "cipgen.config.ts": `import common from "common"; import { named } from "modern"; import { here } from "./parts/here.js"; import { readFileSync } from "node:fs";
        const text = readFileSync(new URL("./tagline.txt", import.meta.url), "utf8");
        export default { ...${json}, title: common.title + named, tagline: text + here };`,
      "parts/here.ts":
        'import { basename, dirname } from "node:path"; export const here: string = basename(dirname(import.meta.filename)) + basename(import.meta.dirname);',
      "tagline.txt": "Read ",
      "node_modules/common/package.json": '{ "name": "common", "main": "main.js" }',
      "node_modules/common/main.js":
        "const { title } = require('./title.js'); exports.title = title; exports.path = __filename;",
      "node_modules/common/title.js": "exports.title = require('node:path').basename(__dirname);",
      "node_modules/modern/package.json":
        '{ "name": "modern", "type": "module", "exports": { "import": "./index.js", "require": "./none.cjs" } }',
      "node_modules/modern/index.js":
        'export const named = import.meta.url.endsWith("/modern/index.js") ? " modern" : " elsewhere";',
    });
    const { value, diagnostics } = await loadConfig(root);
    expect(diagnostics).toEqual([]);
    expect(value).toMatchObject({ title: "common modern", tagline: "Read partsparts" });
  });

  test("a missing file is named with its folder", async () => {
    const root = makeFolder({ "readme.md": "x" });
    const [missing] = (await loadConfig(root)).diagnostics;
    expect(missing).toMatchObject({ code: "config-missing", help: expect.stringContaining(root) });
  });
});
