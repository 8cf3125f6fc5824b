/** Specification, section 3: entities and their fields, as a build publishes them. */
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/loading.js";
import { docIds, numbers, proposalRoutes } from "../support/register.js";
import { attributes, buildSite, fold, proposalText, registerSite, repositoryRoot, texts } from "../support/site.js";

const site = await registerSite();

interface TagData {
  name: string;
  count: number;
  items: string[];
}

describe("proposal", () => {
  interface ProposalData {
    number: number;
    category: string;
    tags: string[];
    url: string;
  }
  const { items } = site.json<{ items: ProposalData[] }>("cip/register.json");

  test("has a number, a category, tags and an address", () => {
    expect(items.map(({ number, url }) => ({ number, route: url }))).toEqual(proposalRoutes);
    for (const { number, category, tags } of items) {
      expect(Object.entries(numbers).find(([, list]) => list.includes(number))?.[0]).toBe(category);
      expect(tags).toEqual([category]);
    }
  });
});

describe("tag", () => {
  test("has a name and a list of its proposals", () => {
    const { items } = site.json<{ items: TagData[] }>("cip/tags/index.json");
    expect(items.map(({ name, items: list }) => [name, list])).toEqual(
      Object.entries(numbers).map(([name, list]) => [name, list.map((number) => `CIP-${number}`)]),
    );
  });

  test("a tag that front matter gives gets a page of its own", async () => {
    const built = await buildSite({
      "content/cip/cbc/cip-20.md": proposalText(20, { tags: "[cbc, Fungible Token]" }),
      "content/cip/core/cip-98.md": proposalText(98, { tags: "Fungible Token" }),
    });
    const { items } = built.json<{ items: TagData[] }>("cip/tags/index.json");
    expect(items.map(({ name, items: list }) => [name, list])).toEqual([
      ["cbc", ["CIP-20"]],
      ["Fungible Token", ["CIP-20", "CIP-98"]],
    ]);
    expect(texts(built.page("/cip/tags/fungible-token"), "h1")).toEqual(["Fungible Token"]);
  });
});

test("the page of a tag that is a category has the word of the links that lead to it, in each language", async () => {
  const built = await buildSite(
    { "content/cip/cbc/cip-20.md": proposalText(20) },
    { locales: { "en-US": {}, "de-DE": {} } },
  );
  for (const [prefix, label] of [
    ["", "Contract standards"],
    ["/de-DE", "Vertragsstandards"],
  ] as const) {
    const tag = `${prefix}/cip/tags/cbc`;
    for (const page of ["/cip", "/cip/cbc/cip-20", "/cip/tags"])
      expect(texts(built.page(prefix + page), `main a[href="${tag}"]`), page).toContain(label);
    expect(texts(built.page(tag), "h1")).toEqual([label]);
  }
});

test("a tag of marks alone has a page of its own and leaves the index of tags alone", async () => {
  const built = await buildSite({ "content/cip/cbc/cip-20.md": proposalText(20, { tags: '["!?", cbc]' }) });
  const names = texts(built.page("/cip/tags"), ".tag-ledger > li > a");
  expect(names.toSorted()).toEqual(["!?", "Contract standards"]);
  const href = attributes(built.page("/cip/tags"), ".tag-ledger > li > a", "href")[names.indexOf("!?")] ?? "";
  expect(texts(built.page(href), "h1")).toEqual(["!?"]);
});

test("doc page: its title, text and place in the sidebar come from its file", async () => {
  const built = await buildSite(
    {
      "content/docs/second.md": "---\ntitle: Second\nsidebar_position: 2\nsidebar_label: Two\n---\nBody.\n",
      "content/docs/first.md": "---\ntitle: First\nsidebar_position: 1\n---\nBody.\n",
      "content/docs/draft.md": "---\ntitle: Not yet\ndraft: true\n---\nBody.\n",
    },
    { docs: { mainDocId: "first" } },
  );
  expect(texts(built.page("/docs/first"), ".docs-list li")).toEqual(["First", "Two"]);
  expect(texts(built.page("/docs/second"), "h1")).toEqual(["Second"]);
  expect(built.has("docs/draft/index.html")).toBe(false);
  const { versions } = built.json<{ versions: { draftIds: string[] }[] }>("docs/index.json");
  expect(versions[0]?.draftIds).toEqual(["draft"]);
});

test("doc page: who reads in a language whose translation is a draft gets the original", async () => {
  const built = await buildSite(
    {
      "content/docs/first.md": "---\ntitle: First\n---\nBody.\n",
      "content/i18n/de-DE/docs/first.md": "---\ntitle: Erste\ndraft: true\n---\nText.\n",
    },
    { docs: { mainDocId: "first" }, locales: { "en-US": {}, "de-DE": {} } },
  );
  expect(built.diagnostics).toEqual([]);
  expect(texts(built.page("/de-DE/docs/first"), "h1")).toEqual(["First"]);
});

describe("docs version", () => {
  const { versions } = site.json<{ versions: Record<string, unknown>[] }>("docs/index.json");
  const [current] = versions;

  test('the only version is "current", labelled "Next", and it is the last', () => {
    expect(versions).toHaveLength(1);
    expect(current).toMatchObject({ name: "current", label: "Next", isLast: true, path: "/docs", mainDocId: "cip" });
  });

  test("has exactly the fields of the specification", () => {
    expect(Object.keys(current ?? {}).sort()).toEqual(
      ["name", "label", "isLast", "path", "mainDocId", "docs", "draftIds", "sidebars"].sort(),
    );
  });

  test("lists its docs with id, path and sidebar", () => {
    const docs = current?.docs as { id: string; path: string; sidebar: string }[];
    expect(docs.map(({ id }) => id).sort()).toEqual(docIds);
    for (const { id, path, sidebar } of docs) {
      expect(path).toBe(`/docs/${id}`);
      expect(sidebar).toBe("tutorialSidebar");
    }
  });
});

describe("locale config", () => {
  const files = { "content/cip/cbc/cip-20.md": proposalText(20, { date: "2022-05-28" }) };

  test("label, htmlLang, direction and path are what the config says", async () => {
    const built = await buildSite(files, {
      locales: { "en-US": {}, ar: { label: "العربية", htmlLang: "ar-EG", direction: "rtl", path: "arabic" } },
    });
    const page = built.page("/arabic/cip");
    expect(page.documentElement.lang).toBe("ar-EG");
    expect(page.documentElement.dir).toBe("rtl");
    expect(texts(page, ".language-menu a")).toEqual(["English", "العربية"]);
    expect(built.has("ar/cip/index.html")).toBe(false);
  });

  test("calendar decides how years are counted in dates", async () => {
    const built = await buildSite(files, { locales: { "en-US": { calendar: "buddhist" } } });
    expect(fold(built.page("/cip/cbc/cip-20").querySelector("time")?.textContent ?? "")).toContain("2565");
  });

  test("a language that is written from right to left needs no direction in the config, which may say another", async () => {
    const locales = {
      "en-US": {},
      ar: {},
      "he-IL": {},
      "uz-Arab": {},
      uz: {},
      zz: { htmlLang: "fa" },
      ur: { direction: "ltr" },
    };
    const { page } = await buildSite(files, { locales: locales as never });
    const directions = Object.keys(locales).map(
      (code) => page(code === "en-US" ? "/" : `/${code}`).documentElement.dir,
    );
    expect(directions).toEqual(["ltr", "rtl", "rtl", "rtl", "ltr", "rtl", "ltr"]);
  });

  test("direction is left to right and the calendar Gregorian for the package's languages", async () => {
    const { value } = await loadConfig(repositoryRoot);
    for (const [code, locale] of Object.entries(value?.locales ?? {})) {
      expect(locale).toMatchObject({ direction: "ltr", calendar: "gregory", htmlLang: code, path: code });
      expect(locale.label).not.toBe(code);
    }
  });
});

test("site config: title, tagline, theme colour, address and search settings are all read", async () => {
  const built = await buildSite(
    { "content/cip/cbc/cip-20.md": proposalText(20) },
    {
      title: "XIP",
      tagline: "X Proposals",
      themeColor: "#123456",
      address: "cb00example",
      titleSeparator: "·",
      search: { provider: "algolia", appId: "APPID", apiKey: "public", indexName: "xip" },
    },
  );
  const home = built.page("/");
  expect(built.diagnostics).toEqual([]);
  expect(home.title).toBe("XIP · X Proposals");
  expect(home.querySelector("meta[name=theme-color]")?.getAttribute("content")).toBe("#123456");
  expect(home.querySelector('meta[property="ican:xcb"]')?.getAttribute("content")).toBe("cb00example");
  expect(built.has("search/index.html")).toBe(true);
});
