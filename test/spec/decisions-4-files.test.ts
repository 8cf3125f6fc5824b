/** Decisions, section 4: the files beside the pages, for programs: data, sitemap, robots, OpenSearch, manifest, feeds. */
import { describe, expect, test } from "vitest";
import { locales, prefixOf, proposalRoutes } from "../support/register.js";
import { attributes, buildSite, proposalText, registerSite, texts } from "../support/site.js";
import { parseXml } from "../support/xml.js";

const site = await registerSite();
const origin = "https://cip.coreblockchain.net";

describe("data files", () => {
  test("every list, tag, tags, archive and docs route has its data beside it, and every locale all of them", () => {
    const routes = [
      "cip",
      "cip/page/2",
      "cip/page/3",
      "cip/page/4",
      "cip/tags",
      "cip/tags/cbc",
      "cip/tags/cbc/page/2",
      "cip/tags/cbc/page/3",
      "cip/tags/core",
      "cip/tags/informational",
      "cip/archive",
      "docs",
    ];
    for (const locale of locales) {
      for (const route of routes) expect(site.has(`${prefixOf(locale)}/${route}/index.json`.slice(1))).toBe(true);
    }
  });

  test("a list page's data is {page, pages, total, items}", () => {
    const data = site.json<{ items: object[] }>("cip/page/2/index.json");
    expect(Object.keys(data)).toEqual(["page", "pages", "total", "items"]);
    expect(data).toMatchObject({ page: 2, pages: 4, total: 31 });
    expect(data.items).toHaveLength(10);
  });

  test("an item of a list has the proposal's facts", () => {
    const { items } = site.json<{ items: object[] }>("cip/index.json");
    expect(items[2]).toEqual({
      number: 20,
      id: "20",
      label: "CIP-20",
      series: "cip",
      title: "Token Standard",
      description: "A standard contract interface for fungible tokens, with transfers and delegated spending.",
      status: "final",
      category: "cbc",
      tags: ["cbc"],
      authors: [{ name: "Mojtaba" }],
      date: "2022-05-28",
      url: "/cip/cbc/cip-20",
    });
  });

  test("the title in register.json is in the language of its locale", () => {
    expect(site.json("de-DE/cip/register.json")).toMatchObject({ title: texts(site.page("/de-DE/cip"), "h1")[0] });
    expect(site.json("de-DE/cip/register.json")).not.toMatchObject({ title: "CIP Register" });
  });

  test("/cip/register.json is the whole register with all metadata", async () => {
    const built = await buildSite({
      "content/cip/cbc/cip-20.md": proposalText(20, { description: "First." }, "## Heading\n"),
      "content/cip/core/cip-98.md": proposalText(98, {
        author: "Ada <ada@example.org>",
        status: "last call",
        keywords: "[a, b]",
        date: "2024-02-29",
        lang: "en-US",
        requires: 20,
        "discussions-to": "https://forum.example/t/98",
      }),
    });
    const data = built.json<{ total: number; series: string; items: Record<string, unknown>[] }>("cip/register.json");
    expect(data).toMatchObject({ total: 2, series: "cip", label: "CIP", title: "CIP Register" });
    expect(data.items[0]).toMatchObject({
      number: 20,
      requiredBy: ["CIP-98"],
      headings: [{ level: 2, id: "heading", text: "Heading" }],
    });
    expect(data.items[1]).toMatchObject({
      number: 98,
      title: "Proposal 98",
      status: "last-call",
      category: "core",
      authors: [{ name: "Ada", email: "ada@example.org" }],
      keywords: ["a", "b"],
      date: "2024-02-29",
      requires: ["CIP-20"],
      discussions: [{ url: "https://forum.example/t/98" }],
      source: "content/cip/core/cip-98.md",
    });
  });
});

describe("sitemap.xml", () => {
  const urls = parseXml(site.text("sitemap.xml"))
    .all("url")
    .map((url) => ({
      loc: url.all("loc")[0]?.text ?? "",
      alternates: url.all("xhtml:link").map(({ attributes }) => attributes),
    }));

  test("has the address of every page that search engines shall list, once", () => {
    const indexed = [...site.files.keys()]
      .filter((path) => path.endsWith(".html") && !site.text(path).includes("noindex"))
      .map((path) => /<link rel="canonical" href="([^"]+)"/.exec(site.text(path))?.[1]);
    const addresses = urls.map(({ loc }) => loc);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(new Set(addresses)).toEqual(new Set(indexed));
    // Of the 54 pages of the register without search, not found, /docs and /cip-400; all lists are in every language, its proposals are not.
    expect(addresses.filter((loc) => !locales.some((code) => loc.startsWith(`${origin}/${code}`)))).toHaveLength(50);
    for (const { route } of proposalRoutes) expect(addresses).toContain(origin + route);
    for (const locale of locales) expect(addresses).toContain(`${origin}${prefixOf(locale)}/cip/page/4`);
    expect(addresses.filter((loc) => /404|\/search$|\/docs$|cip-400/.test(loc))).toEqual([]);
  });

  test("an entry and its page name the same alternates, each of which is an entry that names them, too", () => {
    const byAddress = new Map(urls.map((url) => [url.loc, url.alternates]));
    for (const { loc, alternates } of urls) {
      for (const { href } of alternates) expect(byAddress.get(href ?? ""), `${loc} ${href}`).toEqual(alternates);
      if (alternates.length > 0) expect(alternates.map(({ href }) => href)).toContain(loc);
    }
    for (const route of ["/sk-SK/cip", "/de-DE/docs/cip", "/cip/cbc/cip-20"]) {
      const links = [...site.page(route).querySelectorAll("link[hreflang]")];
      const attributesOf = (link: Element) => [link.getAttribute("hreflang"), link.getAttribute("href")];
      expect(links.map(attributesOf)).toEqual(
        byAddress.get(origin + route)?.map(({ hreflang, href }) => [hreflang, href]),
      );
    }
    const ofList = byAddress.get(`${origin}/cip`)?.map(({ hreflang }) => hreflang);
    expect(ofList).toEqual([...locales, "x-default"]);
  });
});

test("a page without a translation is the original's to search engines, unless its locale says otherwise", async () => {
  const files = {
    "content/cip/core/cip-1.md": proposalText(1),
    "content/i18n/de-DE/cip/core/cip-1.md": proposalText(1, { title: "Vorschlag 1" }),
    "content/cip/core/cip-2.md": proposalText(2),
    "content/cip/core/cip-3.md": proposalText(3, { lang: "de" }),
    "pages/about.md": "# About\n",
  };
  const locale = { "en-US": {}, "de-DE": {}, "es-ES": {}, "sk-SK": { untranslated: "indexed" as const } };
  const built = await buildSite(files, { locales: locale });
  const canonicalCodes = (path: string) =>
    Object.keys(locale).filter((code) => {
      const address = `https://register.example${prefixOf(code)}${path}`;
      const [page, canonical] = [built.page(prefixOf(code) + path), `[rel=canonical][href='${address}']`];
      const isListed = built.text("sitemap.xml").includes(`<loc>${address}</loc>`);
      expect([page.querySelector(canonical) !== null, page.querySelector("link[hreflang]") !== null, address]).toEqual([
        isListed,
        isListed,
        address,
      ]);
      return isListed;
    });
  expect(canonicalCodes("/cip")).toEqual(["en-US", "de-DE", "es-ES", "sk-SK"]);
  expect(canonicalCodes("/cip/core/cip-1")).toEqual(["en-US", "de-DE", "sk-SK"]);
  expect(canonicalCodes("/cip/core/cip-2")).toEqual(["en-US", "sk-SK"]);
  expect(canonicalCodes("/cip/core/cip-3")).toEqual(["en-US", "de-DE", "sk-SK"]);
  expect(canonicalCodes("/about")).toEqual(["en-US", "sk-SK"]);
  const spanish = built.page("/es-ES/cip/core/cip-2");
  expect(attributes(spanish, "[rel=canonical]", "href")).toEqual(["https://register.example/cip/core/cip-2"]);
  expect(spanish.querySelector("meta[name=robots]")).toBeNull();
});

test("robots.txt allows everything and names the sitemap", () => {
  expect(site.text("robots.txt")).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`);
});

test("opensearch.xml of each locale searches in that locale, and its pages name it", () => {
  for (const locale of locales) {
    const prefix = prefixOf(locale);
    const description = parseXml(site.text(`${prefix}/opensearch.xml`.slice(1)));
    expect(description.all("Url")[0]?.attributes.template).toBe(`${origin}${prefix}/search?q={searchTerms}`);
    const link = site.page(`${prefix}/cip`).querySelector("link[rel=search]");
    expect(link?.getAttribute("href")).toBe(`${prefix}/opensearch.xml`);
  }
});

test("manifest.json names the site, and icons that exist", () => {
  const manifest = site.json<{ name: string; short_name: string; icons: { src: string }[] }>("manifest.json");
  expect(manifest).toMatchObject({ name: "CIP: Core Improvement Proposals", short_name: "CIP", start_url: "/" });
  for (const { src } of manifest.icons) expect(site.has(src.slice(1)), src).toBe(true);
});

describe("feeds", () => {
  const many = Object.fromEntries(
    Array.from({ length: 25 }, (_, index) => {
      const number = index + 1;
      const date = `2024-01-${String(((number * 7) % 25) + 1).padStart(2, "0")}`;
      return [`content/cip/cbc/cip-${number}.md`, proposalText(number, { date, author: "Ada" }, `Text ${number}.\n`)];
    }),
  );
  // The seventh multiple modulo 25 visits every day once, so the order by date is neither that of numbers nor its reverse.
  const newestFirst = Array.from({ length: 25 }, (_, index) => index + 1).sort(
    (a, b) => ((b * 7) % 25) - ((a * 7) % 25),
  );
  const expected = newestFirst.slice(0, 20).map((number) => `CIP-${number}: Proposal ${number}`);

  test("RSS, Atom and JSON have the 20 newest proposals, newest first by date", async () => {
    const built = await buildSite(many);
    const rss = parseXml(built.text("cip/rss.xml"));
    const atom = parseXml(built.text("cip/atom.xml"));
    const json = built.json<{ items: { title: string }[] }>("cip/feed.json");
    const titles = (items: ReturnType<typeof rss.all>) => items.map((item) => item.all("title")[0]?.text);
    expect(titles(rss.all("item"))).toEqual(expected);
    expect(titles(atom.all("entry"))).toEqual(expected);
    expect(json.items.map(({ title }) => title)).toEqual(expected);
  });

  test("an entry has its link, date, author and the beginning of its text", async () => {
    const built = await buildSite(many);
    const [item] = parseXml(built.text("cip/rss.xml")).all("item");
    const [newest] = newestFirst;
    expect(item?.all("link")[0]?.text).toBe(`https://register.example/cip/cbc/cip-${newest}`);
    expect(new Date(item?.all("pubDate")[0]?.text ?? "").toISOString()).toBe("2024-01-25T00:00:00.000Z");
    expect(item?.all("content:encoded")[0]?.text).toContain(`Text ${newest}.`);
  });

  test("a proposal without author, description or text does not break the feeds", async () => {
    const built = await buildSite({ "content/cip/cbc/cip-20.md": proposalText(20, { date: "2024-01-01" }, "") });
    expect(built.json<{ items: object[] }>("cip/feed.json").items).toHaveLength(1);
    expect(parseXml(built.text("cip/rss.xml")).all("item")).toHaveLength(1);
  });

  test("links in an entry are absolute, since a feed is read elsewhere", async () => {
    const body = "See [the other](./cip-2.md), [us](/cip) and [this](?view=all).\n";
    const built = await buildSite({
      "content/cip/cbc/cip-1.md": proposalText(1, { date: "2024-01-01" }, body),
      "content/cip/cbc/cip-2.md": proposalText(2),
    });
    const [{ content_html: html = "" } = {}] = built.json<{ items: { content_html?: string }[] }>(
      "cip/feed.json",
    ).items;
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "https://register.example/cip/cbc/cip-2",
      "https://register.example/cip",
      "https://register.example/cip/cbc/cip-1?view=all",
    ]);
    // On the site itself, lists and the home page are elsewhere too.
    for (const route of ["/", "/cip"])
      expect(attributes(built.page(route), "a", "href")).toContain("/cip/cbc/cip-1?view=all");
  });

  test("each locale has its own, and every page names them", () => {
    for (const locale of locales) {
      const prefix = prefixOf(locale);
      const hrefs = [
        ...site
          .page(`${prefix}/cip/cbc/cip-20`)
          .querySelectorAll("link[rel=alternate]:is([type*=rss], [type*=atom], [type*=feed])"),
      ].map((l) => l.getAttribute("href"));
      expect(hrefs).toEqual(["rss.xml", "atom.xml", "feed.json"].map((name) => `${prefix}/cip/${name}`));
      for (const href of hrefs) expect(site.has((href ?? "").slice(1))).toBe(true);
      const links = site.json<{ items: { url: string }[] }>(`${prefix}/cip/feed.json`.slice(1)).items.map((i) => i.url);
      expect(links).toHaveLength(20);
      for (const link of links) expect(link).toMatch(new RegExp(`^${origin}${prefix}/cip/`));
    }
  });
});
