/** Problems of the configuration are shown at their place in its file, with what was probably meant, all of them at once. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/loading.js";
import { locateKey } from "../../src/config/locate.js";
import { formatPath } from "../../src/config/wording.js";
import { escapePattern } from "../../src/shared/text.js";
import { configProblems } from "../support/parse.js";
import { runs } from "../support/runs.js";
import { build, makeFolder, makeSite, proposalText } from "../support/site.js";

describe("the place of a key", () => {
  const typescript = [
    'import { defineConfig } from "cipgen";',
    "const defaults = { title: 'x' };",
    "export default defineConfig({",
    '  title: "a, url: b", url: `x`,',
    '  "themeColor": "red",',
    "  navbar: {",
    "    items: [",
    "      { type: 'doc', docId: 'x' },",
    "    ],",
    "  },",
    "  locales: { 'de-DE': {} },",
    '  rewrites: { "../b.md": 2 },',
    "});",
  ].join("\n");

  test.each([
    ["title", 4, 3, 5],
    ["themeColor", 5, 3, 12],
    ["navbar.items[0].docId", 8, 22, 5],
    ["locales.de-DE", 11, 14, 7],
    ['rewrites["../b.md"]', 12, 15, 9],
    ["navbar.logo", 6, 3, 6],
    ["footer.columns", 3, 1, undefined],
  ])("%s, or of the innermost one around it", (path, line, column, length) => {
    expect(locateKey(typescript, path, false)).toEqual({ line, column, ...(length && { length }) });
  });

  test("in JSON, whatever is in it", () => {
    const key = fc.oneof(fc.constantFrom("a", "title", "de-DE", "0"), fc.string({ minLength: 1 }));
    const { object } = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: "small" }, fc.string(), fc.integer(), tie("list"), tie("object")),
      list: fc.array(tie("any"), { maxLength: 4 }),
      object: fc.dictionary(key, tie("any"), { minKeys: 1, maxKeys: 4 }),
    }));
    fc.assert(
      fc.property(object as fc.Arbitrary<Record<string, unknown>>, fc.boolean(), (config, isWide) => {
        const text = JSON.stringify(config, null, isWide ? 2 : 0);
        for (const { path, written } of keysOf(config)) {
          const { line, column } = locateKey(text, path, true);
          expect(text.split("\n")[line - 1]?.slice(column - 1), path).toMatch(new RegExp(`^${escapePattern(written)}`));
        }
      }),
      { numRuns: runs(20) },
    );
  });
});

/** All keys of objects in a value, each with its path, and its text in JSON. */
function keysOf(value: unknown, path: PropertyKey[] = []): { path: string; written: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const keys = [...path, Array.isArray(value) ? Number(key) : key];
    const named = Array.isArray(value) ? [] : [{ path: formatPath(keys), written: `${JSON.stringify(key)}:` }];
    return [...named, ...keysOf(inner, keys)];
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
      { message: '["my key"]: there is no such key', line: 3, column: 1 },
      { message: "title: this must be a text, but it is 5", line: 3, column: 1 },
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
    [{ navbar: { items: [{ type: "docs", label: "x" }] } }, "navbar.items[0].type", "doc"],
    [{ output: { format: "flie" } }, "output.format", "file"],
  ])("%j", (input, path, meant) => {
    const [problem] = configProblems(input);
    expect(problem).toMatch(`config-invalid ${path}: `);
    expect(problem).toContain(`(Did you mean "${meant}"?)`);
  });

  test("nothing near: no guess", () => {
    expect(configProblems({ output: { format: "zzzzzz" } })[0]).not.toContain("Did you mean");
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
