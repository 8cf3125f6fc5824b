/** The config file is strict: whatever is wrong in it is named by its key path, with what was probably meant. */
import { describe, expect, test } from "vitest";
import { loadConfig, resolveConfig } from "../../src/config/index.js";
import type { ConfigInput } from "../../src/index.js";
import { configOf } from "../support/parse.js";
import { buildSite, makeFolder, proposalText, usualConfig } from "../support/site.js";

const docs = { mainDocId: "start" };

/** What is said of a config, as `code path: message (help)`. */
function faults(input: object): string[] {
  const { value, diagnostics } = resolveConfig({ ...usualConfig, ...input }, "cipgen.config.ts");
  expect(value === undefined).toBe(diagnostics.length > 0);
  expect(diagnostics.every(({ file, severity }) => file === "cipgen.config.ts" && severity === "error")).toBe(true);
  return diagnostics.map(({ code, message, help }) => `${code} ${message}${help ? ` (${help})` : ""}`);
}

describe("unknown keys", () => {
  test.each([
    ["at the top", { tittle: "x" }, 'config-unknown-key tittle: there is no such key (Did you mean "title"?)'],
    [
      "inside an object",
      { colorMode: { defualt: "dark" } },
      'config-unknown-key colorMode.defualt: there is no such key (Did you mean "default"?)',
    ],
    [
      "inside a list",
      { series: [{ profile: "cip", mentionss: [] }] },
      'config-unknown-key series[0].mentionss: there is no such key (Did you mean "mentions"?)',
    ],
    [
      "below a chosen name",
      { locales: { "en-US": {}, "de-DE": { lable: "D" } } },
      'config-unknown-key locales.de-DE.lable: there is no such key (Did you mean "label"?)',
    ],
    [
      "in a navbar item",
      { navbar: { items: [{ type: "link", label: "x", to: "/x", newTap: true }] } },
      'config-unknown-key navbar.items[0].newTap: there is no such key (Did you mean "newTab"?)',
    ],
    [
      "in the footer",
      { footer: { columns: [{ title: "x", links: [{ label: "x", href: "/x" }] }] } },
      "config-unknown-key footer.columns[0].links[0].href",
    ],
    [
      "in numbering",
      { numbering: { reading: "listed", run: [] } },
      'config-unknown-key numbering.run: there is no such key (Did you mean "runs"?)',
    ],
    [
      "in search",
      { search: { provider: "algolia", appId: "a", apiKey: "b", indexname: "c" } },
      'config-unknown-key search.indexname: there is no such key (Did you mean "indexName"?)',
    ],
    [
      "in docs",
      { docs: { ...docs, versions: [{ name: "a", label: "A", islast: true }] } },
      'config-unknown-key docs.versions[0].islast: there is no such key (Did you mean "isLast"?)',
    ],
  ])("%s", (_, input, expected) => {
    expect(faults(input)).toContainEqual(expect.stringContaining(expected));
  });

  test("nothing near: the help lists what there is", () => {
    expect(faults({ output: { zzzzzz: 1 } })).toEqual([
      "config-unknown-key output.zzzzzz: there is no such key (The keys here are: format.)",
    ]);
  });

  test("every fault of a file is reported, not just the first", () => {
    expect(faults({ tittle: 1, pageSize: 0, url: "nowhere", themeColor: "green" })).toHaveLength(4);
  });
});

describe("the errors of the specification's catalogue", () => {
  test.each([
    [
      "search application id",
      { provider: "algolia", apiKey: "k", indexName: "i" },
      "config-invalid search.appId: the search application id is missing",
    ],
    [
      "empty search application id",
      { provider: "algolia", appId: "", apiKey: "k", indexName: "i" },
      "config-invalid search.appId: the search application id is missing",
    ],
    [
      "search key",
      { provider: "algolia", appId: "a", indexName: "i" },
      "config-invalid search.apiKey: the public search-only key is missing",
    ],
    [
      "index name",
      { provider: "algolia", appId: "a", apiKey: "k" },
      "config-invalid search.indexName: the name of the search index is missing",
    ],
    ["provider", {}, "config-invalid search.provider: the search provider is local, algolia or none"],
    [
      "known provider",
      { provider: "google" },
      "config-invalid search.provider: the search provider is local, algolia or none",
    ],
  ])("missing %s", (_, search, expected) => {
    expect(faults({ search })).toEqual([expected]);
  });

  test.each([
    [
      "name of a docs version",
      { docs: { ...docs, versions: [{ label: "Next", isLast: true }] } },
      "config-invalid docs.versions[0].name: the name of a docs version is missing",
    ],
    [
      "last docs version",
      { docs: { ...docs, versions: [{ name: "a", label: "A" }] } },
      "config-invalid docs.versions: exactly one version must have isLast: true",
    ],
    ["main doc id", { docs: {} }, "config-invalid docs.mainDocId: the id of the main doc is missing"],
    [
      "doc id",
      { docs, navbar: { items: [{ type: "doc" }] } },
      "config-invalid navbar.items[0].docId: the id of a docs page is missing",
    ],
    [
      "sidebar id",
      { docs, navbar: { items: [{ type: "docSidebar" }] } },
      "config-invalid navbar.items[0].sidebarId: the id of a sidebar is missing",
    ],
    [
      "docs version of an item",
      { docs, navbar: { items: [{ type: "docsVersion" }] } },
      "config-invalid navbar.items[0].version: the name of a docs version is missing",
    ],
    [
      "navbar item type",
      { navbar: { items: [{ label: "x", to: "/x" }] } },
      "config-invalid navbar.items[0].type: the type of a navbar item is link, doc, docSidebar or docsVersion",
    ],
  ])("missing %s", (_, input, expected) => {
    expect(faults(input)).toEqual([expected]);
  });

  test.each([
    [
      "navbar item type",
      { navbar: { items: [{ type: "dropdown" }] } },
      "the type of a navbar item is link, doc, docSidebar or docsVersion",
    ],
    [
      "sidebar",
      {
        docs: { ...docs, sidebars: { tutorialSidebar: "auto" } },
        navbar: { items: [{ type: "docSidebar", sidebarId: "tutorialSidbar" }] },
      },
      'config-reference navbar.items[0].sidebarId: there is no sidebar "tutorialSidbar" (Did you mean "tutorialSidebar"?)',
    ],
    [
      "docs version",
      { docs, navbar: { items: [{ type: "docsVersion", version: "curent" }] } },
      'config-reference navbar.items[0].version: there is no docs version "curent" (Did you mean "current"?)',
    ],
    ["default locale", { defaultLocale: "en-GB" }, 'config-reference defaultLocale: there is no locale "en-GB"'],
    [
      "docs for a docs item",
      { navbar: { items: [{ type: "doc", docId: "x" }] } },
      "config-invalid navbar.items[0]: an item of type doc needs docs",
    ],
    ["profile", { series: [{ profile: "bip" }] }, "config-invalid series[0].profile"],
  ])("unknown %s", (_, input, expected) => {
    expect(faults(input)).toEqual([expect.stringContaining(expected)]);
  });

  test.each([
    [
      "main doc",
      { docs: { mainDocId: "strat" } },
      'docs.mainDocId: there is no docs page "strat" in version "current"',
    ],
    [
      "doc of a navbar item",
      { docs, navbar: { items: [{ type: "doc", docId: "strat" }] } },
      'navbar.items[0].docId: there is no docs page "strat" in version "current"',
    ],
    [
      "doc of a sidebar",
      { docs: { ...docs, sidebars: { s: ["start", { label: "More", items: ["strat"] }] } } },
      'docs.sidebars.s: there is no docs page "strat" in version "current"',
    ],
  ])("unknown %s: told when the pages are known, and nothing is built", async (_, config, expected) => {
    const site = await buildSite(
      { "content/docs/start.md": "# Start", "content/cip/cbc/cip-20.md": proposalText(20) },
      config as Partial<ConfigInput>,
    );
    expect(site.diagnostics.map(({ code, message, help }) => [code, message, help])).toEqual([
      ["config-reference", expected, 'Did you mean "start"?'],
    ]);
    expect(site.files.size).toBe(0);
  });
});

describe("values", () => {
  test.each([
    ["url with a path", { url: "https://x.example/cip" }, "url: the path of the site goes into baseUrl"],
    ["url that runs code", { url: "javascript:alert(1)" }, "url: an absolute http(s) URL is needed"],
    ["base path without slashes", { baseUrl: "cip" }, "baseUrl: the base path starts and ends with /"],
    ["colour by name", { themeColor: "green" }, "themeColor: a colour is written as #rrggbb"],
    ["page size of nothing", { pageSize: 0 }, "pageSize: "],
    ["route without a slash", { listAliases: ["cip-400"] }, "listAliases[0]: a route starts with /"],
    [
      "route with a slash at its end",
      { listAliases: ["/cip-400/"] },
      "listAliases[0]: a route has no slash at its end",
    ],
    [
      "link that runs code",
      { footer: { columns: [{ title: "x", links: [{ label: "x", to: " javascript:alert(1)" }] }] } },
      "footer.columns[0].links[0].to: this kind of URL is not allowed",
    ],
    ["no series", { series: [] }, "series: "],
    ["locale with odd code", { locales: { "en-US": {}, "../x": {} } }, "locales"],
    [
      "locale path that leaves the site",
      { locales: { "en-US": {}, "de-DE": { path: "../x" } } },
      "locales.de-DE.path: ",
    ],
    ["broken check level", { checks: { brokenLinks: "fatal" } }, "checks.brokenLinks: "],
  ])("%s is an error", (_, input, expected) => {
    expect(faults(input)).toEqual([expect.stringContaining(expected)]);
  });

  test.each([undefined, null, 3, "x", []])("a config that is %j says what is missing instead of failing", (input) => {
    const { value, diagnostics } = resolveConfig(input, "cipgen.config.ts");
    expect(value).toBeUndefined();
    expect(diagnostics.length).toBeGreaterThan(0);
  });

  test("a list of series that is no list is an error as well", () => {
    expect(faults({ series: "cip" })).toEqual([expect.stringContaining("series: ")]);
    expect(faults({ series: ["cip"] })).toEqual([expect.stringContaining("series[0]: ")]);
  });
});

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
    expect(faults({ series: [{ profile: "cip" }, { profile: "eip" }] })).toEqual([
      "config-invalid series[1].source: the folder of the proposals is missing",
    ]);
    expect(faults({ series: [{ profile: "cip" }, { profile: "cip", source: "b" }] })).toEqual([
      'config-invalid series: two series have the id "cip"',
      'config-invalid series: two series have the route "/cip"',
    ]);
  });

  test("a series of one's own, without a profile, names every key that it lacks", () => {
    expect(faults({ series: [{ id: "rfc" }] }).map((fault) => fault.split(":")[0])).toEqual([
      "config-invalid series[0].label",
      "config-invalid series[0].title",
      "config-invalid series[0].route",
      "config-invalid series[0].statuses",
    ]);
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

  test.each([
    ["a syntax error", "export default {\n  title: \n};", "config-syntax", 3],
    ["no default export", "export const config = {};", "config-syntax", undefined],
    ["an error of its own", "throw new Error('the token is missing');", "config-syntax", undefined],
    ["an import that is not there", 'import "./nowhere.js"; export default {};', "config-syntax", 1],
  ])("%s is reported with the file", async (_, text, code, line) => {
    const { value, diagnostics } = await loadConfig(makeFolder({ "cipgen.config.ts": text }));
    expect(value).toBeUndefined();
    expect(diagnostics).toEqual([expect.objectContaining({ code, file: "cipgen.config.ts", ...(line && { line }) })]);
  });

  test("broken JSON and no file at all are told apart", async () => {
    expect((await loadConfig(makeFolder({ "cipgen.config.json": "{" }))).diagnostics[0]?.code).toBe("config-syntax");
    const root = makeFolder({ "readme.md": "x" });
    const [missing] = (await loadConfig(root)).diagnostics;
    expect(missing).toMatchObject({ code: "config-missing", help: expect.stringContaining(root) });
  });
});
