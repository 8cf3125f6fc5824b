/** Decisions, section 4: where pages are written, and what their addresses look like. */
import { beforeAll, describe, expect, test } from "vitest";
import type { SiteConfig } from "../../src/config/index.js";
import type { ConfigInput } from "../../src/index.js";
import { listedNumbers, locales, prefixOf, sidebarYears } from "../support/register.js";
import {
  attributes,
  build,
  buildSite,
  proposalText,
  registerSite,
  repositoryRoot,
  type TestBuild,
  textOf,
  texts,
} from "../support/site.js";
import { parseXml } from "../support/xml.js";

const site = await registerSite();
const origin = "https://cip.coreblockchain.net";

/** A register of two pages in two locales, configured otherwise than usual. */
const variant = (config: Partial<ConfigInput>) => {
  const numbers = Array.from({ length: 11 }, (_, index) => index + 1);
  const files = Object.fromEntries(numbers.map((number) => [`content/cip/cbc/cip-${number}.md`, proposalText(number)]));
  const shared = { locales: { "en-US": {}, "de-DE": {} }, docs: { mainDocId: "start" } };
  return buildSite({ ...files, "content/docs/start.md": "# Start\n" }, { ...shared, ...config });
};

const canonical = (page: ParentNode) => attributes(page, "link[rel=canonical]", "href")[0];

describe("where pages are written", () => {
  test("a route is written as <route>/index.html, the 404 page as 404.html in each locale's root", () => {
    for (const locale of locales) {
      const prefix = prefixOf(locale);
      for (const route of ["", "/cip", "/cip/page/2", "/docs/cip"]) {
        expect(site.has(`${prefix}${route}/index.html`.slice(1)), `${prefix}${route}`).toBe(true);
      }
      expect(site.has(`${prefix}/404.html`.slice(1))).toBe(true);
      expect(site.has(`${prefix}/404/index.html`.slice(1))).toBe(false);
    }
  });

  test('output.format "file" writes <route>.html, and addresses stay the same', async () => {
    const built = await variant({ output: { format: "file" } });
    const pages = [...built.files.keys()].filter((path) => path.endsWith(".html")).sort();
    expect(pages).toContain("cip.html");
    expect(pages).toContain("de-DE/cip/cbc/cip-11.html");
    expect(pages.filter((path) => path.endsWith("index.html"))).toEqual(["de-DE/index.html", "index.html"]);
    expect(canonical(built.page("/cip/page/2.html"))).toBe("https://register.example/cip/page/2");
    expect(attributes(built.page("/cip.html"), "main .entry-title a", "href")[0]).toBe("/cip/cbc/cip-1");
    expect(built.has("cip/index.json")).toBe(true);
  });
});

describe("slashes", () => {
  const ownPages = (page: ParentNode) =>
    attributes(page, "a[href^='/']", "href").filter((href) => !/\.\w+$/.test(href) && href !== "/");

  test("links, canonical and sitemap have none at their ends", () => {
    for (const route of ["/", "/cip", "/cip/page/2", "/cip/cbc/cip-20", "/docs/cip", "/de-DE/cip/archive"]) {
      const page = site.page(route);
      expect(
        ownPages(page).filter((href) => href.endsWith("/")),
        route,
      ).toEqual([]);
      expect(canonical(page), route).toBe(route === "/" ? `${origin}/` : `${origin}${route}`);
    }
    const addresses = parseXml(site.text("sitemap.xml")).all("loc");
    expect(addresses.map(({ text }) => text).filter((text) => text.endsWith("/"))).toEqual([`${origin}/`]);
  });

  test("trailingSlash: true adds one to links, canonical, alternates and sitemap, and none to files", async () => {
    const built = await variant({ trailingSlash: true });
    for (const route of ["/", "/cip", "/cip/cbc/cip-11", "/docs/start", "/de-DE/cip"]) {
      const page = built.page(route);
      const hrefs = ownPages(page).map((href) => href.split(/[?#]/)[0] ?? "");
      expect(hrefs.length, route).toBeGreaterThan(3);
      expect(
        hrefs.filter((href) => !href.endsWith("/")),
        route,
      ).toEqual([]);
      expect(canonical(page), route).toBe(`https://register.example${route === "/" ? "" : route}/`);
      for (const href of attributes(page, "link[hreflang]", "href")) expect(href).toMatch(/\/$/);
      for (const href of attributes(page, "link[type*=rss]", "href")) expect(href).toMatch(/rss\.xml$/);
    }
    for (const { text } of parseXml(built.text("sitemap.xml")).all("loc")) expect(text).toMatch(/\/$/);
  });
});

describe("addresses that lead on", () => {
  test("/docs is a static page that sends on to the main doc, canonical to it and kept out of search engines", () => {
    for (const locale of locales) {
      const prefix = prefixOf(locale);
      const page = site.page(`${prefix}/docs`);
      expect(attributes(page, "meta[http-equiv=refresh]", "content")).toEqual([`0; url=${prefix}/docs/cip`]);
      expect(canonical(page)).toBe(`${origin}${prefix}/docs/cip`);
      expect(attributes(page, "meta[name=robots]", "content")).toEqual(["noindex"]);
      expect(attributes(page, "main a", "href")).toEqual([`${prefix}/docs/cip`]);
    }
  });

  test("/cip-400 is noindex and canonical to /cip", () => {
    for (const locale of locales) {
      const page = site.page(`${prefixOf(locale)}/cip-400`);
      expect(attributes(page, "meta[name=robots]", "content")).toEqual(["noindex"]);
      expect(canonical(page)).toBe(`${origin}${prefixOf(locale)}/cip`);
      expect(attributes(page, ".pager a[rel=next]", "href")).toEqual([`${prefixOf(locale)}/cip/page/2`]);
    }
  });

  test("no list alias, no /cip-400", async () => {
    const built = await buildSite({ "content/cip/cbc/cip-20.md": proposalText(20) });
    expect([...built.files.keys()].filter((path) => path.includes("cip-400"))).toEqual([]);
  });
});

describe("order", () => {
  test("previous and next follow the register's order", () => {
    const page = site.page("/cip/core/cip-98");
    expect(attributes(page, ".turn a[rel=prev]", "href")).toEqual(["/cip/cbc/cip-20"]);
    expect(attributes(page, ".turn a[rel=next]", "href")).toEqual(["/cip/core/cip-99"]);
    expect(site.page("/cip/informational/cip-9").querySelector(".turn a[rel=prev]")).toBeNull();
    expect(site.page("/cip/cbc/cip-4626").querySelector(".turn a[rel=next]")).toBeNull();
  });

  test("the sidebar groups all proposals by the year of their date, newest first, by number within a year", async () => {
    const built = await buildSite({
      "content/cip/cbc/cip-1.md": proposalText(1, { date: "2021-01-01" }),
      "content/cip/cbc/cip-2.md": proposalText(2, { date: "2023-12-31" }),
      "content/cip/cbc/cip-3.md": proposalText(3),
      "content/cip/core/cip-10.md": proposalText(10, { date: "2023-01-01" }),
      "content/cip/cbc/cip-11.md": proposalText(11, { date: "2021-06-01" }),
    });
    expect(sidebarYears(built.page("/cip"))).toEqual([
      ["2023", [2, 10]],
      ["2021", [1, 11]],
      ["No date", [3]],
    ]);
  });
});

describe("numbering", () => {
  let built: TestBuild;
  beforeAll(async () => {
    built = await build(repositoryRoot, (config) => ({
      ...config,
      locales: { "en-US": config.locales["en-US"] as SiteConfig["locales"][string] },
      series: config.series.map((series) => ({ ...series, numbering: { reading: "continuous", runs: [[100, 111]] } })),
    }));
  });

  test("listed: 101 and 107 are no routes, page 4 has 1 item", () => {
    for (const number of [101, 107]) expect(site.has(`cip/cbc/cip-${number}/index.html`)).toBe(false);
    expect(listedNumbers(site.page("/cip/page/4"))).toHaveLength(1);
  });

  test("continuous: 33 proposals, 29 of them cbc, page 4 has 3", () => {
    expect(built.diagnostics).toEqual([]);
    expect(built.json("cip/index.json")).toMatchObject({ total: 33, pages: 4 });
    expect(listedNumbers(built.page("/cip/page/4"))).toEqual([3005, 3009, 4626]);
    expect(built.json("cip/tags/cbc/index.json")).toMatchObject({ total: 29, pages: 3 });
    expect(texts(built.page("/cip/archive"), "td.number")).toEqual(expect.arrayContaining(["101", "107"]));
  });

  test("continuous: each gap is a page of status reserved, between its neighbours, in lists and data", () => {
    for (const number of [101, 107]) {
      const page = built.page(`/cip/cbc/cip-${number}`);
      expect(texts(page, ".crumb .chip")).toEqual(["Reserved"]);
      expect(attributes(page, ".turn a[rel=prev]", "href")).toEqual([`/cip/cbc/cip-${number - 1}`]);
      expect(attributes(page, ".turn a[rel=next]", "href")).toEqual([`/cip/cbc/cip-${number + 1}`]);
    }
    const { items } = built.json<{ items: { number: number; status: string }[] }>("cip/register.json");
    expect(items.filter(({ status }) => status === "reserved").map(({ number }) => number)).toEqual([101, 107]);
  });
});

test("every page says its encoding within the first 1024 bytes, where browsers look for it", () => {
  const late = [...site.files.keys()].filter((path) => {
    if (!path.endsWith(".html")) return false;
    const start = Buffer.from(textOf(site.files.get(path) ?? "")).subarray(0, 1024);
    return !start.includes('<meta charset="utf-8"');
  });
  expect(late).toEqual([]);
});
