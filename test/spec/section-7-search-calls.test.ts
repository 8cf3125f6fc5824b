/** Specification, section 7: what the pages and data files of a build prepare for the calls that browsers and crawlers make. */
import { describe, expect, test } from "vitest";
import type { CountForms } from "../../src/shared/plurals.js";
import type { SearchUi } from "../../src/shared/search.js";
import { docIds, locales, prefixOf, proposalRoutes } from "../support/register.js";
import { attributes, buildSite, proposalText, registerSite } from "../support/site.js";

const site = await registerSite();
const one = { "content/cip/cbc/cip-20.md": proposalText(20) };
const algolia = { provider: "algolia", appId: "APPID", apiKey: "public-key", indexName: "cip" } as const;

const contentsOf = (route: string, name: string) => {
  const tags = site.text(`${route}/index.html`.slice(1)).matchAll(/<meta name="([^"]*)" content="([^"]*)"/g);
  return [...tags].flatMap(([, tag, content]) => (tag === name ? [content] : []));
};

describe("contextual search", () => {
  test.each(locales)("pages of %s carry their language and the tag of their area", (locale) => {
    const prefix = prefixOf(locale);
    for (const route of ["", "/cip", "/cip/tags/cbc", "/cip/cbc/cip-20"]) {
      expect(contentsOf(`${prefix}${route}`, "docsearch:language"), route).toEqual([locale]);
      expect(contentsOf(`${prefix}${route}`, "docsearch:docusaurus_tag"), route).toEqual(["default"]);
    }
    for (const id of docIds) {
      expect(contentsOf(`${prefix}/docs/${id}`, "docsearch:docusaurus_tag")).toEqual(["docs-default-current"]);
      expect(contentsOf(`${prefix}/docs/${id}`, "docsearch:version")).toEqual(["current"]);
    }
  });
});

describe("preconnect", () => {
  test("every page hints at the search provider's host when search is hosted", async () => {
    const hosted = await buildSite(one, { search: algolia });
    for (const route of ["/", "/cip", "/cip/cbc/cip-20", "/search", "/404.html"]) {
      expect(attributes(hosted.page(route), "link[rel=preconnect]", "href"), route).toEqual([
        "https://APPID-dsn.algolia.net",
      ]);
    }
  });

  test("own hosts take the provider's place in the hint and in what pages may ask; analytics only where it is on", async () => {
    const policy = (page: ParentNode) =>
      /connect-src [^;]*/.exec(attributes(page, "meta[http-equiv=Content-Security-Policy]", "content")[0] ?? "")?.[0];
    const proxied = await buildSite(one, { search: { ...algolia, hosts: ["https://search.example"] } });
    expect(attributes(proxied.page("/cip"), "link[rel=preconnect]", "href")).toEqual(["https://search.example"]);
    expect(policy(proxied.page("/cip"))).toBe("connect-src 'self' https://search.example");
    const watched = await buildSite(one, { search: { ...algolia, insights: true } });
    expect(policy(watched.page("/cip"))).toContain("https://insights.algolia.io");
    expect(policy((await buildSite(one, { search: algolia })).page("/cip"))).not.toContain("insights");
  });

  test("no page hints at another host when search is local or there is none", async () => {
    const none = await buildSite(one, { search: { provider: "none" } });
    for (const page of [site.page("/cip"), none.page("/cip")]) {
      expect(page.querySelector("link[rel=preconnect]")).toBeNull();
    }
  });

  test("without search there is neither a search page nor a way to it", async () => {
    const none = await buildSite(one, { search: { provider: "none" } });
    expect(none.has("search/index.html")).toBe(false);
    expect(none.has("opensearch.xml")).toBe(false);
    expect(attributes(none.page("/cip"), 'a[href*="search"], link[rel=search]', "href")).toEqual([]);
  });
});

describe("what the script fetches to open search", () => {
  test.each(locales)("%s has its own words, its own index and its own search page", (locale) => {
    const href =
      site
        .page(`${prefixOf(locale)}/cip`)
        .querySelector("a.find")
        ?.getAttribute("data-ui") ?? "";
    const ui = site.json<SearchUi>(href.slice(1));
    expect(ui.searchHref).toBe(`${prefixOf(locale)}/search`);
    expect(ui.provider).toMatchObject({ kind: "local", base: `/search/${locale}/` });
    expect(site.has(`search/${locale}/index.json`)).toBe(true);
    expect(site.has(ui.stylesheet.slice(1))).toBe(true);
    const words = Object.values({ ...ui.strings }).flatMap((text: string | CountForms) =>
      typeof text === "string" ? text : Object.values(text),
    );
    expect(words.filter((word) => !word || /\b[a-z]+\.[a-z]/i.test(word))).toEqual([]);
  });

  test("of a hosted provider it has the public key, and of analytics nothing", async () => {
    const hosted = await buildSite(one, { search: { ...algolia, missingResultsUrl: "https://x.example/?q={query}" } });
    const ui = hosted.json<SearchUi>("search/en-US/ui.json");
    expect(ui.provider).toEqual({
      kind: "algolia",
      appId: "APPID",
      apiKey: "public-key",
      indexName: "cip",
      language: "en-US",
    });
    expect(ui.missingResultsUrl).toBe("https://x.example/?q={query}");
    // Braces are not allowed in a URL: the link is valid before a script puts a query into it.
    expect(hosted.page("/search").querySelector(".search-missing")?.getAttribute("href")).toBe("https://x.example/?q=");
  });
});

describe("static JSON data files", () => {
  interface ListData {
    page: number;
    pages: number;
    total: number;
    tag?: string;
    items: { number: number; url: string }[];
  }

  test.each([1, 2, 3, 4])("page %i of the register has its data beside it", (number) => {
    const data = site.json<ListData>(`cip${number === 1 ? "" : `/page/${number}`}/index.json`);
    const expected = proposalRoutes.slice((number - 1) * 10, number * 10);
    expect(data).toMatchObject({ page: number, pages: 4, total: 31 });
    expect(data.items.map((item) => ({ number: item.number, route: item.url }))).toEqual(expected);
  });

  test("pages of a tag have theirs, with the tag's own counts", () => {
    const data = site.json<ListData>("cip/tags/cbc/page/3/index.json");
    expect(data).toMatchObject({ page: 3, pages: 3, total: 27, tag: "cbc" });
    expect(data.items).toHaveLength(7);
  });

  test("the archive has every proposal by year, newest first", () => {
    const data = site.json<{ total: number; years: { year: string; items: { number: number; date: string }[] }[] }>(
      "cip/archive/index.json",
    );
    const years = data.years.map(({ year }) => year);
    expect(years).toEqual(years.toSorted().reverse());
    expect(data.total).toBe(31);
    expect(data.years.flatMap(({ items }) => items)).toHaveLength(31);
    for (const { year, items } of data.years) {
      for (const { date } of items) expect(date.slice(0, 4)).toBe(year);
      expect(items).toEqual(items.toSorted((a, b) => b.date.localeCompare(a.date) || a.number - b.number));
    }
  });

  test.each(locales)("data of %s names addresses of that locale", (locale) => {
    const prefix = prefixOf(locale);
    const list = site.json<ListData>(`${prefix}/cip/index.json`.slice(1));
    const docs = site.json<{ versions: { path: string }[] }>(`${prefix}/docs/index.json`.slice(1));
    expect(list.items[0]?.url).toBe(`${prefix}/cip/informational/cip-9`);
    expect(docs.versions[0]?.path).toBe(`${prefix}/docs`);
  });
});

test("scripts are modules, loaded beside the page and not in its way", () => {
  for (const route of ["/", "/cip", "/cip/cbc/cip-20"]) {
    const page = site.page(route);
    expect(attributes(page, "script[src]", "type").every((type) => type === "module")).toBe(true);
    for (const src of attributes(page, "script[src]", "src")) expect(site.has(src.slice(1)), src).toBe(true);
    for (const href of attributes(page, "link[rel=stylesheet]", "href"))
      expect(site.has(href.slice(1)), href).toBe(true);
  }
});
