/** Specification, section 2: what surrounds the content of every page. */
import { describe, expect, test } from "vitest";
import { locales, prefixOf } from "../support/register.js";
import { attributes, buildSite, fold, proposalText, registerSite, texts } from "../support/site.js";

const site = await registerSite();
const page = site.page("/cip/cbc/cip-20");

describe("navbar", () => {
  const link = (label: string) =>
    [...page.querySelectorAll<HTMLAnchorElement>(".navbar-links a")].find((a) => fold(a.textContent).startsWith(label));

  test.each([
    ["CIPs", "/cip"],
    ["Tags", "/cip/tags"],
    ["Tutorial", "/docs/cip"],
  ])("%s leads to %s, in every locale with its prefix", (label, route) => {
    expect(link(label)?.getAttribute("href")).toBe(route);
    for (const locale of locales) {
      const hrefs = attributes(site.page(`${prefixOf(locale)}/cip/cbc/cip-20`), ".navbar-links a", "href");
      expect(hrefs).toContain(`${prefixOf(locale)}${route}`);
    }
  });

  test("a link leads to the source-code host", () => {
    expect(link("Source")?.getAttribute("href")).toBe("https://github.com/core-coin");
  });

  test('"CoreAI ✨" leads to the external chat and opens in a new tab, and says so', () => {
    const chat = link("CoreAI ✨");
    expect(chat?.getAttribute("href")).toMatch(/^https:/);
    expect(chat?.getAttribute("target")).toBe("_blank");
    expect(chat?.getAttribute("rel")).toContain("noopener");
    expect(chat?.textContent).toContain("opens in a new tab");
  });

  test("the search box leads to the search page of the locale, also without JavaScript", () => {
    expect(attributes(page, ".navbar a.find", "href")).toEqual(["/search"]);
    expect(attributes(site.page("/de-DE/cip"), ".navbar a.find", "href")).toEqual(["/de-DE/search"]);
  });

  test("the language dropdown leads to the same page in every locale and marks the current one", () => {
    const german = site.page("/de-DE/cip/cbc/cip-20");
    expect(attributes(german, ".language-menu a", "href")).toEqual(
      locales.map((locale) => `${prefixOf(locale)}/cip/cbc/cip-20`),
    );
    expect(attributes(german, ".language-menu a[aria-current]", "hreflang")).toEqual(["de-DE"]);
  });

  test("the logo leads to the root of the site in the page's locale", () => {
    expect(attributes(page, "a.logo", "href")).toEqual(["/"]);
    expect(attributes(site.page("/ja-JP/cip"), "a.logo", "href")).toEqual(["/ja-JP"]);
  });

  test("the logo leads to the configured link when there is one", async () => {
    const other = await buildSite(
      { "content/cip/cbc/cip-20.md": proposalText(20) },
      { navbar: { logo: { href: "https://foundation.example" } } },
    );
    expect(attributes(other.page("/cip"), "a.logo", "href")).toEqual(["https://foundation.example"]);
  });

  test("the item of the area that the reader is in is marked", async () => {
    const current = (route: string) => texts(site.page(route), ".navbar-links a[aria-current]");
    expect(current("/cip/page/2")).toEqual(["CIPs"]);
    expect(current("/cip/tags/core")).toEqual(["Tags"]);
    expect(current("/docs/cip-0")).toEqual(["Tutorial"]);
    expect(current("/search")).toEqual([]);
    const items = ["/cip/", "/cip/tags/"].map((to) => ({ type: "link" as const, label: to, to }));
    const slashed = await buildSite({ "content/cip/cbc/cip-20.md": proposalText(20) }, { navbar: { items } });
    expect(texts(slashed.page("/cip/cbc/cip-20"), ".navbar-links a[aria-current]")).toEqual(["/cip/"]);
  });

  test("of two sidebars of the docs, the one of the page is marked", async () => {
    const sidebar = (sidebarId: string) => ({ type: "docSidebar" as const, sidebarId, label: sidebarId });
    const { page } = await buildSite(
      { "content/docs/a.md": "# A\n", "content/docs/b.md": "# B\n" },
      {
        docs: { mainDocId: "a", sidebars: { guide: ["a"], reference: ["b"] } },
        navbar: { items: [sidebar("guide"), sidebar("reference")] },
      },
    );
    expect(texts(page("/docs/b"), ".navbar-links a[aria-current]")).toEqual(["reference"]);
  });
});

describe("footer", () => {
  const columns = [...page.querySelectorAll(".footer section")].map((section) => ({
    title: fold(section.querySelector("h2")?.textContent ?? ""),
    links: texts(section, "li").map((text) => text.replace(" (opens in a new tab)", "")),
  }));

  test.each([
    ["Docs", ["CIPs", "Ask CoreAI ✨", "Tutorial", "Tags", "Archive"]],
    ["Ecosystem", ["Website", "Blog", "Developer portal", "Block explorer", "Payment service"]],
  ])("the column %s", (title, links) => {
    expect(columns.find((column) => column.title === title)?.links).toEqual(links);
  });

  test("the column Community: forum, code host, chat, forum site, social", () => {
    const section = [...page.querySelectorAll(".footer section")][2] as Element;
    expect(texts(section, "h2")).toEqual(["Community"]);
    const hosts = attributes(section, "a", "href").map((href) => new URL(href).hostname.replace(/^www\./, ""));
    expect(hosts).toEqual(["coretalk.space", "github.com", "discord.com", "reddit.com", "x.com"]);
  });

  test("ends in the copyright line of the foundation", () => {
    expect(texts(page, ".footer p")).toEqual(["⊛ CORE Core Foundation"]);
  });

  test("is the same on every kind of page", () => {
    const footer = page.querySelector(".footer")?.innerHTML;
    for (const route of ["/", "/cip", "/cip/archive", "/cip/tags", "/docs/cip", "/search", "/404.html"]) {
      expect(site.page(route).querySelector(".footer")?.innerHTML, route).toBe(footer);
    }
  });
});

describe("other elements", () => {
  test("the first link of every page skips to the content", () => {
    for (const route of ["/", "/cip", "/cip/archive", "/docs/cip", "/search", "/404.html"]) {
      const first = site.page(route).querySelector("body a");
      expect(first?.getAttribute("href"), route).toBe("#siteMain");
      expect(site.page(route).querySelector("main")?.id, route).toBe("siteMain");
    }
  });

  test('the mobile menu has the navbar\'s links, and the sidebar as a second menu with "← Back to main menu"', () => {
    expect(attributes(page, ".menu-panel a", "href")).toEqual(
      expect.arrayContaining(["/cip", "/cip/tags", "/docs/cip"]),
    );
    const more = page.querySelector(".menu-more")?.getAttribute("href");
    expect(page.querySelector(more ?? "none")?.className).toBe("sidebar");
    const back = page.querySelector(".sidebar .sidebar-back");
    expect(fold(back?.textContent ?? "")).toBe("← Back to main menu");
    expect(page.querySelector(back?.getAttribute("href") ?? "none")?.className).toContain("menu");
  });

  test("a page without a sidebar has no second menu", () => {
    expect(site.page("/cip/archive").querySelector(".menu-more")).toBeNull();
  });

  test("the announcement bar is on every page when one is configured, marked when it can be closed", async () => {
    const files = { "content/cip/cbc/cip-20.md": proposalText(20) };
    const text = "Call for <b>comments</b>";
    const closable = await buildSite(files, { announcement: { id: "june", text } });
    const fixed = await buildSite(files, { announcement: { id: "june", text, closable: false } });
    for (const route of ["/", "/cip", "/cip/cbc/cip-20", "/404.html"]) {
      const bar = closable.page(route).querySelector(".announcement");
      expect(bar?.getAttribute("data-announcement")).toBe("june");
      expect(bar?.hasAttribute("data-closable")).toBe(true);
      expect(bar?.querySelector("b")?.textContent).toBe("comments");
      expect(fixed.page(route).querySelector(".announcement")?.hasAttribute("data-closable")).toBe(false);
    }
    expect(page.querySelector(".announcement")).toBeNull();
  });

  test.each([
    ["News: a <b>b <!-- c", "News: a <b>b </b>", []],
    ["a</div></aside><p>b", "a<p>b</p>", []],
    ['<i onclick="x()" style="position:fixed">a</i>', "<i>a</i>", []],
    ["<script>x()</script>", "&lt;script&gt;x()&lt;/script&gt;", ["html-not-shown"]],
    ['<a href="javascript:x()">a</a>', "<a>a</a>", ["url-unsafe"]],
    ['<a href="/cpi">a</a>', '<a href="/cpi">a</a>', ["broken-link"]],
    ['<a href="/cip?a=1&amp;b=2">a</a> & b', '<a href="/cip?a=1&amp;b=2">a</a> &amp; b', []],
  ])("the announcement %j has only the HTML of texts, is closed, and leaves the page whole", async (text, html, codes) => {
    const checks = { brokenLinks: "warn" } as const;
    const { diagnostics, page: pageOf } = await buildSite({}, { announcement: { id: "a", text }, checks });
    expect(diagnostics.map(({ code, file, line }) => [code, file, line])).toEqual(
      codes.map((code) => [code, "cipgen.config.json", 14]),
    );
    for (const route of ["/", "/cip", "/404.html"]) {
      expect(pageOf(route).querySelector(".announcement > div")?.innerHTML).toBe(html);
      expect(pageOf(route).querySelector("main h1")).not.toBeNull();
    }
  });

  test("links of the announcement lead to the page in the reader's language, below the base path", async () => {
    const text =
      '<a href="/cip/">a</a> <a href="/cip/rss.xml">b</a> <a href="?q=1">c</a> <a href="https://x.example/">d</a>';
    const config = { announcement: { id: "a", text }, locales: { "en-US": {}, "de-DE": {} }, baseUrl: "/reg/" };
    const { diagnostics, page: pageOf } = await buildSite({}, config);
    expect(diagnostics).toEqual([]);
    for (const [route, list] of [
      ["/cip", "/reg/cip"],
      ["/de-DE/cip", "/reg/de-DE/cip"],
    ] as const)
      expect(attributes(pageOf(route), ".announcement a", "href")).toEqual([
        list,
        "/reg/cip/rss.xml",
        "?q=1",
        "https://x.example/",
      ]);
  });

  test("a link of the announcement that leads to another address from every page is an error", async () => {
    const { diagnostics } = await buildSite({}, { announcement: { id: "a", text: '<a href="cip">a</a>' } });
    expect(diagnostics).toMatchObject([{ code: "config-invalid", severity: "error", line: 14, column: 5 }]);
  });

  test("the table of contents has the headings of levels 2 and 3 and no others", async () => {
    const body = "## Two\n\n### Three\n\n#### Four\n\n##### Five\n\n## Two again\n";
    const { page: one } = await buildSite({ "content/cip/cbc/cip-20.md": proposalText(20, {}, body) });
    expect(texts(one("/cip/cbc/cip-20"), "nav.toc a")).toEqual(["Two", "Three", "Two again"]);
    expect(attributes(one("/cip/cbc/cip-20"), "nav.toc li li a", "href")).toEqual(["#three"]);
  });

  test("the table of contents has no link without words: headings that are empty, or pictures without a text", async () => {
    const body = "## One\n\n##\n\n## ![](https://x.example/a.png)\n\n### Two\n\n## $x$\n";
    const { page } = await buildSite({ "content/cip/cbc/cip-20.md": proposalText(20, {}, body) });
    expect(texts(page("/cip/cbc/cip-20"), "nav.toc a")).toEqual(["One", "Two", "x"]);
  });
});
