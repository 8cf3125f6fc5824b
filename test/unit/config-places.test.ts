/** Problems of the configuration are shown at their place in its file, with what was probably meant, all of them at once. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/loading.js";
import { locateKey } from "../../src/config/locate.js";
import { formatPath } from "../../src/config/wording.js";
import { configProblems } from "../support/parse.js";
import { runs } from "../support/runs.js";
import { build, makeFolder, makeSite, proposalText } from "../support/site.js";

describe("the place of a key", () => {
  const typescript = [
    'import { defineConfig } from "cipgen";',
    'const shared = { to: "/x" };',
    "export default defineConfig({",
    "  // title: a comment",
    '  title: "a, b: { c", /* url: */ url: `x`,',
    '  "themeColor": "red",',
    "  navbar: {",
    "    items: [",
    "      { type: 'link', ...shared, label: call({ to: 1 }, [2]) },",
    "      { type: 'doc', docId: 'x' },",
    "    ],",
    "  },",
    "  footer,",
    "  docs: make({ route: 1 }),",
    "  locales: { 'de-DE': {} },",
    "});",
  ].join("\n");

  test.each([
    ["title", 5, 3, 5],
    ["url", 5, 34, 3],
    ["themeColor", 6, 3, 12],
    ["navbar.items", 8, 5, 5],
    ["navbar.items[0].type", 9, 9, 4],
    ["navbar.items[0].label", 9, 34, 5],
    ["navbar.items[1].docId", 10, 22, 5],
    ["locales.de-DE", 15, 14, 7],
  ])("%s", (path, line, column, length) => {
    expect(locateKey(typescript, path)).toEqual({ line, column, length });
  });

  test.each([
    ["a key that is not there: the one around it", "navbar.logo", 7, 3],
    ["an item that is not there: the list", "navbar.items[7].to", 8, 5],
    ["what a function gives: the key", "docs.route", 14, 3],
    ["a short form: the key", "footer.columns[0]", 13, 3],
  ])("%s", (_, path, line, column) => {
    expect(locateKey(typescript, path)).toMatchObject({ line, column });
  });

  test.each([
    ["in a constant", "const config: ConfigInput = {\n  title: 1,\n};\nexport default config;\n", 2],
    ["in a constant that a function gets", "const own = {\n  title: 1,\n};\nexport default defineConfig(own);\n", 2],
    ["in a constant with a type", "const own = {\n  title: 1,\n};\nexport default own satisfies ConfigInput;\n", 2],
    ["below an example in a comment", "// defineConfig({ title: 3 })\nexport default {\n  title: 1,\n};\n", 3],
    ["below an example in a text", "const a = 'export default { title: 3 }';\nexport default {\n  title: 1,\n};\n", 3],
  ])("%s", (_, text, line) => {
    expect(locateKey(text, "title")).toEqual({ line, column: 3, length: 5 });
  });

  /** Ways to export a configuration; the place of `{}` is that of the object. */
  const wrappers = [
    "export default {};",
    "export default ({});",
    "export default <any>{};",
    "export default <Record<string, Map<string, any>>>{};",
    "export default {} satisfies ConfigInput;",
    "export default {} as const;",
    "export default await {};",
    "export default await Promise.resolve({});",
    "export default defineConfig({});",
    'import { defineConfig as own } from "cipgen";\nexport default own({} as const);',
    "export default Object.freeze(defineConfig({}));",
    "export default Object.assign({ other: { a: 1 } }, {});",
    "export default (() => ({}))();",
    "export default await (async (): Promise<ConfigInput> => ({}))();",
    "export default (() => {\n  const a = { b: 1 };\n  if (!a) {\n    return { b: 2 };\n  }\n  return {};\n})();",
    "export default (function () { return {}; })();",
    "function config(a: number): ConfigInput {\n  return {};\n}\nexport default config(1);",
    "const config = () => ({});\nexport default config();",
    "const config = async () => {\n  return {};\n};\nexport default await config();",
    "const config: ConfigInput = {};\nexport { config as default };",
    "const config = defineConfig({});\nexport default config;",
    "const base = {};\nexport default { ...base };",
    "const base = {};\nexport default defineConfig({ other: 1, ...(base as any), another: [1] });",
    "export default { ...{} };",
    "module.exports = {};",
    "exports.default = {};",
    "const pattern = /[\"'{]/;\nexport default {};",
    "/* export default { */\nexport default /* { */ {};",
  ];

  test.each(wrappers)("in %s", (wrapper) => {
    const key = fc.oneof(fc.constantFrom("a", "title", "de-DE", "0", "$x"), fc.string({ minLength: 1 }));
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: "small" }, fc.string(), fc.integer(), tie("list"), tie("object")),
      list: fc.array(tie("any"), { maxLength: 4 }),
      object: fc.dictionary(key, tie("any"), { minKeys: 1, maxKeys: 4 }),
    })).object as fc.Arbitrary<Record<string, unknown>>;
    fc.assert(
      fc.property(value, fc.boolean(), (config, isWide) => {
        const json = JSON.stringify(config, null, isWide ? 2 : 0);
        const start = wrapper.lastIndexOf("{}");
        const text = wrapper.slice(0, start) + json + wrapper.slice(start + 2);
        for (const { path, written } of keysOf(config)) {
          const place = locateKey(text, path);
          const line = text.split("\n")[(place?.line ?? 0) - 1] ?? "";
          expect(line.slice((place?.column ?? 0) - 1), path).toSatisfy((shown: string) => shown.startsWith(written));
        }
      }),
      { numRuns: runs(20) },
    );
  });

  test("of an item after a spread: the list, because its number is not known", () => {
    const text = "const more = [{ a: 1 }];\nexport default {\n  list: [...more, { a: 2 }],\n};\n";
    expect(locateKey(text, "list[1].a")).toEqual({ line: 3, column: 3, length: 4 });
  });

  test("in a getter, a short form and a constant", () => {
    const text = "const b = { c: 1 };\nexport default {\n  get a() {\n    return { c: 1 };\n  },\n  b,\n  d: b,\n};\n";
    expect(locateKey(text, "a.c")).toMatchObject({ line: 4, column: 14 });
    expect(locateKey(text, "b.c")).toMatchObject({ line: 1, column: 13 });
    expect(locateKey(text, "d.c")).toMatchObject({ line: 1, column: 13 });
  });

  test.each([
    "const a = b;\nconst b = a;\nexport default a;",
    "const a = { ...a };\nexport default a;",
  ])("what refers to itself ends: %j", (text) => {
    expect(locateKey(text, "title")).toBeUndefined();
  });

  test("nothing can be seen: no place", () => {
    expect(locateKey("export default make();", "title")).toBeUndefined();
    expect(locateKey("", "title")).toBeUndefined();
    expect(locateKey("export default {", "title")).toBeUndefined();
    expect(locateKey('export default { a: "', "title")).toBeUndefined();
  });

  test("with signs that are no part of a name", () => {
    const text = 'export default { a: { "^\\\\.\\"/x": 1, "../b.md": 2 } }';
    expect(locateKey(text, `a[${JSON.stringify('^\\."/x')}]`)).toMatchObject({ line: 1, column: 23 });
    expect(locateKey(text, 'a["../b.md"]')).toMatchObject({ line: 1, column: 38 });
  });

  test("in JSON", () => {
    expect(locateKey('{\n  "a": 1,\n\t"series": [ { "profile": "x" } ]\n}', "series[0].profile")).toEqual({
      line: 3,
      column: 16,
      length: 9,
    });
  });
});

/** All keys of objects in a value, each with its path, and its text in JSON. */
function keysOf(value: unknown, path: PropertyKey[] = []): { path: string; written: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    const own = Array.isArray(value) ? [] : [{ path: formatPath(at), written: `${JSON.stringify(key)}:` }];
    return [...own, ...keysOf(inner, at)];
  });
}

describe("a problem names its place", () => {
  test("also where its key cannot be seen: where the configuration begins", async () => {
    const files = {
      "cipgen.config.ts": 'import { make } from "./make.js";\n\nexport default make;\n',
      "make.ts":
        'export const make = { title: 5, "my key": 1, url: "https://x.example", series: [{ profile: "cip" }] };\n',
    };
    const { diagnostics } = await loadConfig(makeFolder(files));
    expect(diagnostics).toMatchObject([
      { message: "title: this must be a text, but it is 5", line: 3, column: 16 },
      { message: '["my key"]: there is no such key', line: 3, column: 16 },
    ]);
  });

  test("when the file is read", async () => {
    const text = 'export default {\n  title: "T",\n  url: "https://x.example",\n  series: [{ profile: "cpi" }],\n};\n';
    const { diagnostics } = await loadConfig(makeFolder({ "cipgen.config.ts": text }));
    expect(diagnostics).toMatchObject([
      { code: "config-invalid", file: "cipgen.config.ts", line: 4, column: 14, length: 7, help: 'Did you mean "cip"?' },
    ]);
  });

  test("also one of a key with dots and slashes", async () => {
    const rewrites = { "^(": "/x" };
    const config = { title: "T", url: "https://x.example", series: [{ profile: "cip", rewrites }] };
    const root = makeFolder({ "cipgen.config.json": JSON.stringify(config, null, 2) });
    expect((await loadConfig(root)).diagnostics).toMatchObject([
      { message: 'series[0].rewrites["^("]: this is not a regular expression', line: 8, column: 9 },
    ]);
  });

  test("when the site is linked", async () => {
    const logo = { src: "/none.svg", href: "/nowhere" };
    const navbar = { logo, items: [{ type: "link" as const, label: "x", to: "/nowhere" }] };
    const { diagnostics } = await build(makeSite({}, { navbar }));
    const place = { code: "broken-link", file: "cipgen.config.json" };
    expect(diagnostics).toMatchObject([
      { ...place, line: 14, column: 7 },
      { ...place, line: 15, column: 7 },
      { ...place, line: 21, column: 9 },
    ]);
  });
});

describe("values that were misspelt", () => {
  test.each([
    [{ series: [{ profile: "cpi" }] }, "series[0].profile", "cip"],
    [{ search: { provider: "algoila" } }, "search.provider", "algolia"],
    [{ navbar: { items: [{ type: "docs", label: "x" }] } }, "navbar.items[0].type", "doc"],
    [{ numbering: { reading: "continous" } }, "numbering.reading", "continuous"],
    [{ output: { format: "flie" } }, "output.format", "file"],
    [{ series: [{ profile: "cip", onInvalid: "eror" }] }, "series[0].onInvalid", "error"],
  ])("%j", (input, path, meant) => {
    const [problem] = configProblems(input);
    expect(problem).toMatch(`config-invalid ${path}: `);
    expect(problem).toContain(`(Did you mean "${meant}"?)`);
  });

  test("nothing near: no guess", () => {
    expect(configProblems({ output: { format: "zzzzzz" } })[0]).not.toContain("Did you mean");
  });
});

describe("one problem does not hide another", () => {
  const wrong = { defaultLocale: "de-DE", docs: { mainDocId: "a" } };

  test("a reference is checked although a key is unknown or a value wrong", () => {
    const problems = configProblems({ ...wrong, tittle: 1, pageSize: 0, title: 5 });
    expect(problems).toHaveLength(4);
    expect(problems).toContainEqual(
      expect.stringContaining('config-reference defaultLocale: there is no locale "de-DE"'),
    );
  });

  test("what follows from a problem is not said", () => {
    expect(configProblems({ defaultLocale: "de-DE", lcoales: { "de-DE": {} } })).toHaveLength(1);
    expect(configProblems({ defaultLocale: "de-DE", locales: { "de-DE": { lable: 1 } } })).toHaveLength(1);
  });
});

describe("folders", () => {
  test("one that is named and not there is a problem of the configuration", async () => {
    const { diagnostics } = await build(makeSite({}, { content: { docs: "content/dosc" }, docs: { mainDocId: "a" } }));
    expect(diagnostics[0]).toMatchObject({
      code: "config-reference",
      message: "content.docs: there is no content/dosc",
      file: "cipgen.config.json",
    });
  });

  test.each([
    [{ content: { proposals: "content/cip" } }, "content.proposals: there is no content/cip"],
    [{ content: { static: "content/static" } }, "content.static: there is no content/static"],
    [{ series: [{ profile: "cip" as const, source: "content/cip" }] }, "series[0].source: there is no content/cip"],
  ])("one that is named must be there also if it is a usual one: %j", async (config, message) => {
    const root = makeSite({}, config);
    rmSync(join(root, "content"), { recursive: true });
    const { diagnostics } = await build(root);
    expect(diagnostics[0]).toMatchObject({ code: "config-reference", severity: "error", message });
  });

  test("one of more files of a series must be there if it is named, but not that of a profile", async () => {
    const assets = { profile: "eip" as const, source: "content/eips", assets: "../asets" };
    const { assets: _, ...usual } = assets;
    const text = { "content/eips/eip-1.md": "---\neip: 1\ntitle: One\nauthor: Ada\nstatus: Draft\n---\nText.\n" };
    const problems = async (series: typeof usual) =>
      (await build(makeSite(text, { series: [series] }))).diagnostics.filter(({ code }) => code === "config-reference");
    expect(await problems(assets)).toMatchObject([
      { message: "series[0].assets: there is no content/asets", file: "cipgen.config.json", line: 8, column: 7 },
    ]);
    expect(await problems(usual)).toEqual([]);
  });

  test("the usual ones need not be there, but a register without its folder is mentioned", async () => {
    const root = makeSite({});
    expect((await build(root)).diagnostics).toEqual([]);
    rmSync(join(root, "content"), { recursive: true });
    expect((await build(root)).diagnostics).toMatchObject([
      { severity: "warning", message: "there is no content/cip, so there are no proposals from it" },
    ]);
  });

  test("hidden files are not published, but for those that hosts expect", async () => {
    const site = await build(
      makeSite({
        "content/static/.env": "KEY=1",
        "content/static/a/.git/config": "x",
        "content/static/.well-known/security.txt": "x",
        "content/static/.nojekyll": "",
        "content/static/robots.png": "x",
      }),
    );
    expect(site.diagnostics.map(({ code, severity, file }) => `${severity} ${code} ${file}`)).toEqual([
      "warning file-hidden content/static/.env",
      "warning file-hidden content/static/a/.git/config",
    ]);
    expect([".env", "a/.git/config", ".well-known/security.txt", ".nojekyll", "robots.png"].map(site.has)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});

test("a template whose name is none, and that no other one uses, is said to do nothing", async () => {
  const template = "export default function Any() { return <p>x</p>; }";
  const { diagnostics } = await build(
    makeSite({
      "content/cip/cbc/cip-1.md": proposalText(1),
      "templates/Foter.tsx": template,
      "templates/Footer.tsx":
        'import Helper from "./Helper.js";\nexport default function Footer() { return <footer><Helper /></footer>; }',
      "templates/Helper.tsx": template,
    }),
  );
  expect(diagnostics).toMatchObject([
    {
      code: "template-unused",
      severity: "warning",
      file: "templates/Foter.tsx",
      line: 1,
      help: "Did you mean Footer.tsx?",
    },
  ]);
});

test("two translations of one proposal into one language: an error, not the last one", async () => {
  const { diagnostics } = await build(
    makeSite(
      {
        "content/cip/cbc/cip-1.md": proposalText(1),
        "content/i18n/de-DE/cip/cbc/cip-1.md": proposalText(1),
        "content/i18n/de-DE/cip/core/cip-1.md": proposalText(1),
      },
      { locales: { "en-US": {}, "de-DE": {} } },
    ),
  );
  expect(diagnostics).toMatchObject([
    { code: "route-conflict", severity: "error", file: "content/i18n/de-DE/cip/core/cip-1.md", line: 1 },
  ]);
});

test("a language that is none is a warning, and the page says nothing of it", async () => {
  const site = await build(makeSite({ "content/cip/cbc/cip-1.md": proposalText(1, { lang: "english language" }) }));
  expect(site.diagnostics).toMatchObject([{ code: "lang-invalid", severity: "warning", line: 4, column: 7 }]);
  expect(site.page("/cip/cbc/cip-1").querySelector("[lang='english language']")).toBeNull();
});
