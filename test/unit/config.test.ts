/** The config file is strict: whatever is wrong in it is named by its key path, with what was probably meant. */
import { describe, expect, test } from "vitest";
import { usualTone } from "../../src/config/index.js";
import { resolveConfig } from "../../src/config/loading.js";
import { configProblems } from "../support/parse.js";
import { buildSite, proposalText } from "../support/site.js";

const docs = { mainDocId: "start" };

test("a JSON file may name the schema that its editor helps with", async () => {
  const $schema = "./node_modules/cipgen/dist/config.schema.json";
  const { diagnostics } = await buildSite({ "content/cip/cbc/cip-20.md": proposalText(20) }, { $schema });
  expect(diagnostics).toEqual([]);
});

describe("unknown keys", () => {
  test.each([
    ["at the top", { tittle: "x" }, 'config-unknown-key tittle: there is no such key (Did you mean "title"?)'],
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
      "in a kind of navbar item that does not have what others have",
      { docs, navbar: { items: [{ type: "doc", docId: "start", to: "/x" }] } },
      "config-unknown-key navbar.items[0].to: there is no such key (The keys here are: type, docId, label, position.)",
    ],
  ])("%s", (_, input, expected) => {
    expect(configProblems(input)).toContainEqual(expect.stringContaining(expected));
  });

  test("a required key that is misspelt is not missing as well", () => {
    expect(configProblems({ title: undefined, titel: "x" })).toEqual([
      expect.stringContaining('titel: there is no such key (Did you mean "title"?)'),
    ]);
    expect(configProblems({ docs: { mainDocID: "start" } as never })).toEqual([
      expect.stringContaining('docs.mainDocID: there is no such key (Did you mean "mainDocId"?)'),
    ]);
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
    expect(configProblems({ search })).toEqual([expected]);
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
    expect(configProblems(input)).toEqual([expected]);
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
      "default locale that nobody chose",
      { locales: { "de-DE": {}, "sk-SK": {} } },
      'config-reference defaultLocale: there is no locale "en-US" (Set defaultLocale to the locale at /: de-DE, sk-SK.)',
    ],
    [
      "docs for a docs item",
      { navbar: { items: [{ type: "doc", docId: "x" }] } },
      "config-invalid navbar.items[0]: an item of type doc needs docs",
    ],
    ["profile", { series: [{ profile: "xip" }] }, "config-invalid series[0].profile"],
  ])("unknown %s", (_, input, expected) => {
    expect(configProblems(input)).toEqual([expect.stringContaining(expected)]);
  });

  test("unknown docs pages are reported when the pages are known, and nothing is built", async () => {
    const site = await buildSite(
      { "content/docs/start.md": "# Start", "content/cip/cbc/cip-20.md": proposalText(20) },
      {
        docs: { mainDocId: "strat", sidebars: { s: ["start", { label: "More", items: ["strat"] }] } },
        navbar: { items: [{ type: "doc", docId: "starts" }] },
      },
    );
    expect(site.diagnostics.map(({ code, message, help }) => `${code} ${message}: ${help}`).sort()).toEqual(
      [
        ["docs.mainDocId", "strat"],
        ["docs.sidebars.s", "strat"],
        ["navbar.items[0].docId", "starts"],
      ].map(
        ([key, id]) =>
          `config-reference ${key}: there is no docs page "${id}" in version "current": Did you mean "start"?`,
      ),
    );
    expect(site.files.size).toBe(0);
  });
});

describe("values", () => {
  test.each([
    ["url with a path", { url: "https://x.example/cip" }, "url: the path of the site goes into baseUrl"],
    ...["https://a:b@x.example", "https://x.example?q=1", "https://x.example/#a"].map(
      (url): [string, object, string] => [
        `url ${url}`,
        { url },
        "url: an origin has no user name, query or fragment: write https://x.example",
      ],
    ),
    ["url that runs code", { url: "javascript:alert(1)" }, "url: an absolute http(s) URL is needed"],
    ["base path without slashes", { baseUrl: "cip" }, "baseUrl: the base path starts and ends with /"],
    ...["//y.example/", "/\\y.example/", "/a//b/", "/../", "/a/%2e/b/", "/%zz/"].map(
      (baseUrl): [string, object, string] => [
        `base path ${baseUrl}, which browsers read as another address`,
        { baseUrl },
        "baseUrl: no part of the base path is empty, . or .., and it has no \\ and no broken %",
      ],
    ),
    ["colour by name", { themeColor: "green" }, "themeColor: a colour is written as #rrggbb"],
    ["page size of nothing", { pageSize: 0 }, "pageSize: "],
    ["route without a slash", { listAliases: ["cip-400"] }, "listAliases[0]: a route starts with /"],
    [
      "route with a slash at its end",
      { listAliases: ["/cip-400/"] },
      "listAliases[0]: a route has no slash at its end",
    ],
    ...["/a//b", "/a/./b", "/x/../y", "/x/..", "/.git/a", "/.CIPGEN"].map((path): [string, object, string] => [
      `route ${path}`,
      { listAliases: [path] },
      "listAliases[0]: no part of a route is empty, ., .., .git or .cipgen",
    ]),
    ["route with an escape", { listAliases: ["/a%20b"] }, "listAliases[0]: a route has its characters as they are"],
    ["route that hosts answer with another page", { listAliases: ["/a/index"] }, "listAliases[0]: hosts answer "],
    [
      "route of a series outside the site",
      { series: [{ profile: "cip", route: "/../y" }] },
      "series[0].route: no part of a route is ",
    ],
    [
      "permalink outside the site",
      { series: [{ profile: "cip", permalink: "/a/../../{number}" }] },
      "series[0].permalink: no part of a route is ",
    ],
    [
      "permalink with a slash at its end",
      { series: [{ profile: "cip", permalink: "{route}/{number}/" }] },
      "series[0].permalink: a route has no slash at its end",
    ],
    [
      "permalink of what no file name says",
      { series: [{ profile: "cip", permalink: "/p/{number}-{slug}" }] },
      "series[0].permalink: {slug} is not in files, {category}/cip-{number}.md",
    ],
    [
      "alias of what no file name says",
      { series: [{ profile: "rfc", id: "rfc", aliases: ["/{slug}/{number}", "/{status}/{number}"] }] },
      "series[0].aliases[1]: {status} is not in files, {number}-{slug}.md",
    ],
    [
      "alias outside the site",
      { series: [{ profile: "cip", aliases: ["{route}/../{number}"] }] },
      "series[0].aliases[0]: no part of a route is ",
    ],
    [
      "docs version outside the site",
      { docs: { mainDocId: "a", versions: [{ name: "v1", label: "1", isLast: true, path: "../../v1" }] } },
      "docs.versions[0].path: no part of a route is ",
    ],
    [
      "link that runs code",
      { footer: { columns: [{ title: "x", links: [{ label: "x", to: " javascript:alert(1)" }] }] } },
      "footer.columns[0].links[0].to: this kind of URL is not allowed",
    ],
    ["no series", { series: [] }, "series: "],
    ["locale with odd code", { locales: { "en-US": {}, "../x": {} } }, "locales"],
    ...["de-D", "abc-123456789"].map((code): [string, object, string] => [
      `locale ${code}, which has the form of a language code and is none`,
      { locales: { "en-US": {}, [code]: {} } },
      `locales.${code}: this is not a language code: write one such as de-DE or sk`,
    ]),
    [
      "locale path that leaves the site",
      { locales: { "en-US": {}, "de-DE": { path: "../x" } } },
      "locales.de-DE.path: ",
    ],
    [
      "locale path that hosts answer with another page",
      { locales: { "en-US": {}, "de-DE": { path: "index" } } },
      "locales.de-DE.path: hosts answer /index with the home page",
    ],
    [
      "label that gives no id",
      { series: [{ profile: "rfc", statuses: ["Черновик"] }] },
      "series[0].statuses[0]: an id is made of the label's letters a to z and digits, and there are none: write { id, label }",
    ],
    [
      "status with the id of another",
      { series: [{ profile: "rfc", statuses: ["Версия 1", "Черновик 1"] }] },
      'series[0].statuses[1]: "Версия 1" has the id "1" already: write { id, label }',
    ],
    [
      "category with the id of another",
      { series: [{ profile: "rfc", category: { from: "field", values: ["A", { id: "a", label: "B" }] } }] },
      'series[0].category.values[1]: "A" has the id "a" already',
    ],
    [
      "status without a tone",
      { series: [{ profile: "rfc", statuses: [{ id: "a", label: "A" }] }] },
      'series[0].statuses[0].tone: this is missing: write "draft", "review", ',
    ],
    [
      "id in capitals",
      { series: [{ profile: "rfc", statuses: [{ id: "A", label: "A", tone: "draft" }] }] },
      "series[0].statuses[0].id: an id has lower-case letters a to z, digits and -",
    ],
    [
      "address of authors without its scheme",
      { series: [{ profile: "rfc", handleUrl: "x.example/{handle}" }] },
      "series[0].handleUrl: an address that begins with https:// is needed",
    ],
    [
      "text where a list is needed",
      { search: { provider: "local", synonyms: ["a"] } },
      'search.synonyms[0]: this must be a list, but it is "a"',
    ],
    [
      "one of several words",
      { checks: { brokenLinks: "warning" } },
      'checks.brokenLinks: this must be "error", "warn" or "ignore", but it is "warning"',
    ],
  ])("%s is an error", (_, input, expected) => {
    expect(configProblems(input)).toEqual([expect.stringContaining(expected)]);
  });

  test.each([undefined, null, 3, "x", []])("a config that is %j says what is missing instead of failing", (input) => {
    const { value, diagnostics } = resolveConfig(input, "cipgen.config.ts");
    expect(value).toBeUndefined();
    expect(diagnostics.length).toBeGreaterThan(0);
  });

  test("a list of series that is no list is an error as well", () => {
    expect(configProblems({ series: "cip" })).toEqual([expect.stringContaining("series: ")]);
    expect(configProblems({ series: ["cip"] })).toEqual([expect.stringContaining("series[0]: ")]);
  });
});

test("a status that is not one of the words in it has not its meaning", () => {
  const labels = ["Implemented", "Unimplemented", "Final Draft", "Unstable", "Production", "Revoked"];
  expect(labels.map(usualTone)).toEqual(["final", "draft", "draft", "draft", "final", "stopped"]);
});
