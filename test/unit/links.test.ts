/** Where links lead, once the whole site is known; and what is said of those that lead nowhere. */
import { describe, expect, test } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import { placed } from "../support/parse.js";
import { attributes, buildSite, proposalText } from "../support/site.js";

const others = {
  "content/cip/core/cip-98.md": proposalText(98, {}, "## Some heading\n"),
  "content/cip/cbc/bild.png": "x",
  "content/static/files/a b.pdf": "x",
  "content/static/tool/index.html": "<!doctype html><title>x</title>",
  "content/static/tool/more.html": "<!doctype html><title>x</title>",
  "content/docs/start.md": "# Start\n\n## First steps\n",
  "content/docs/deep/more.md": "# More\n",
};
const docs = { mainDocId: "start" };

/** The site with one more proposal, whose body begins on line 5; links of its text, and what was said of it. */
async function linking(
  body: string,
  config: Partial<ConfigInput> = {},
  path = "cip/cbc/cip-20.md",
  more: Record<string, string> = {},
) {
  const text = path.startsWith("docs/") ? `---\ntitle: T\na: b\n---\n${body}` : proposalText(20, {}, body);
  const site = await buildSite({ ...others, ...more, [`content/${path}`]: text }, { docs, ...config });
  const route = path.startsWith("docs/") ? `/${path.replace(".md", "")}` : "/cip/cbc/cip-20";
  const page = site.files.size > 0 ? site.page(route) : undefined;
  return {
    site,
    hrefs: page && attributes(page, ".prose a:not(.anchor), .prose img", "href").map((href, index) => href || index),
    said: site.diagnostics.map((diagnostic) => `${diagnostic.severity} ${placed(diagnostic)}`),
    help: site.diagnostics.map((diagnostic) => diagnostic.help),
  };
}

describe("a link finds its page", () => {
  const ways: [name: string, url: string, href: string][] = [
    ["by file, across folders", "../core/cip-98.md", "/cip/core/cip-98"],
    ["by file, with a heading", "../core/cip-98.md#some-heading", "/cip/core/cip-98#some-heading"],
    ["by file, with a heading in capitals", "../core/cip-98.md#Some-Heading", "/cip/core/cip-98#some-heading"],
    [
      "by address, with a code host's id",
      "/cip/core/cip-98#user-content-some-heading",
      "/cip/core/cip-98#some-heading",
    ],
    [
      "by file, with words to show",
      "../core/cip-98.md#some-heading:~:text=a,b",
      "/cip/core/cip-98#some-heading:~:text=a,b",
    ],
    [
      "by file, with a heading in capitals and words to show",
      "../core/cip-98.md#Some-Heading:~:text=a",
      "/cip/core/cip-98#some-heading:~:text=a",
    ],
    ["by file, with words alone", "../core/cip-98.md#:~:text=a", "/cip/core/cip-98#:~:text=a"],
    ["by its URL with http", "http://register.example/cip/core/cip-98", "/cip/core/cip-98"],
    ["by file of the proposal and a heading in capitals", "./cip-20.md#Some-Part", "/cip/cbc/cip-20#some-part"],
    ["by a heading in capitals alone", "#Some-Part", "#some-part"],
    ["by file, with a slash after its name", "../core/cip-98.md/#some-heading", "/cip/core/cip-98#some-heading"],
    ["by file of the docs", "../../docs/start.md", "/docs/start"],
    ["by file from the root", "/content/docs/start.md", "/docs/start"],
    ["by file of its own", "./cip-20.md", "/cip/cbc/cip-20"],
    ["by address", "/cip/core/cip-98", "/cip/core/cip-98"],
    ["by address with .html", "/cip/core/cip-98.html", "/cip/core/cip-98"],
    ["by address with index.html", "/cip/core/cip-98/index.html", "/cip/core/cip-98"],
    ["by address with index", "/cip/archive/index", "/cip/archive"],
    ["by address with a slash", "/cip/core/cip-98/", "/cip/core/cip-98"],
    ["by address with a query", "/search?q=x#siteMain", "/search?q=x#siteMain"],
    ["by relative address", "../core/cip-98", "/cip/core/cip-98"],
    ["by tag", "/cip/tags/cbc", "/cip/tags/cbc"],
    ["by data", "/cip/register.json", "/cip/register.json"],
    ["by data of a list", "/cip/index.json", "/cip/index.json"],
    ["by data of the docs", "/docs/index.json", "/docs/index.json"],
    ["by feed", "/cip/rss.xml", "/cip/rss.xml"],
    ["by static file, encoded", "/files/a%20b.pdf", "/files/a%20b.pdf"],
    ["by static file, by its path", "../../static/files/a%20b.pdf#page=2", "/files/a%20b.pdf#page=2"],
    ["by the address of a static page", "/tool#a", "/tool#a"],
    ["by the address of a static page, with a slash", "/tool/", "/tool"],
    ["by the address of a static page, without its extension", "/tool/more", "/tool/more"],
    ["by static file, in brackets", "</files/a b.pdf>", "/files/a%20b.pdf"],
    ["by file beside the proposal", "./bild.png", "/cip/cbc/bild.png"],
    ["by hash alone", "#top", "#top"],
    ["of another site", "https://x.example/a.md#b", "https://x.example/a.md#b"],
    ["of a mail address", "mailto:a@x.example", "mailto:a@x.example"],
  ];

  test("however it is written", async () => {
    const body = ways.map(([, url]) => `[x](${url})\n`).join("");
    const { said, hrefs } = await linking(`${body}\n## Some part\n`, { search: { provider: "local" } });
    expect(said).toEqual([]);
    expect(hrefs?.map((href, index) => [ways[index]?.[0], href])).toEqual(ways.map(([name, , href]) => [name, href]));
  });

  test("by file without its extension, whatever its address", async () => {
    const ways = [
      ["./9", "/cip/cip-9"],
      ["9#part", "/cip/cip-9#part"],
      ["../cip/9/", "/cip/cip-9"],
      ["./9.md/#part", "/cip/cip-9#part"],
      ["notes", "/cip/cip-1/notes"],
      ["cip-9", "/cip/cip-9"],
      ["/content/cip/9", "/cip/cip-9"],
    ];
    const site = await buildSite(
      {
        "content/cip/1.md": proposalText(1, {}, ways.map(([url]) => `[x](${url})\n`).join("")),
        "content/cip/9.md": proposalText(9, {}, "## Part\n"),
        "content/cip/notes.md": "# Notes\n",
      },
      { series: [{ profile: "cip", files: "{number}.md", category: { from: "none" } }] },
    );
    expect(site.diagnostics).toEqual([]);
    const hrefs = attributes(site.page("/cip/cip-1"), ".prose a:not(.anchor)", "href");
    expect(hrefs).toEqual(ways.map(([, href]) => href));
  });

  test("by the folder of a proposal, also from the root of the repository", async () => {
    const body = "[x](/content/cip/9-nine) [x](/content/cip/9-nine/#part) [x](../9-nine) [x](../8-eight)\n";
    const site = await buildSite(
      {
        "content/cip/1-one/README.md": proposalText(1, {}, body),
        "content/cip/9-nine/README.md": proposalText(9, {}, "## Part\n"),
        "content/cip/8-eight/eight.md": proposalText(8, { unlisted: "true" }),
      },
      { series: [{ profile: "cip", files: "{number}-{slug}/{README,eight}.md", category: { from: "none" } }] },
    );
    expect(site.diagnostics).toEqual([]);
    const hrefs = attributes(site.page("/cip/cip-1"), ".prose a:not(.anchor)", "href");
    expect(hrefs).toEqual(["/cip/cip-9", "/cip/cip-9#part", "/cip/cip-9", "/cip/cip-8"]);
  });

  test("in another locale, it stays in that locale; an address with a locale is taken as it is", async () => {
    const { site, said } = await linking("[a](../core/cip-98.md) [b](/de-DE/cip) [c](/cip) [d](/files/a%20b.pdf)\n", {
      locales: { "en-US": {}, "de-DE": {} },
    });
    expect(said).toEqual([]);
    const hrefs = (route: string) => attributes(site.page(route), ".prose a", "href");
    expect(hrefs("/cip/cbc/cip-20")).toEqual(["/cip/core/cip-98", "/de-DE/cip", "/cip", "/files/a%20b.pdf"]);
    expect(hrefs("/de-DE/cip/cbc/cip-20")).toEqual([
      "/de-DE/cip/core/cip-98",
      "/de-DE/cip",
      "/de-DE/cip",
      "/files/a%20b.pdf",
    ]);
  });

  test("a translation's link to a heading is looked up in the translation that it leads to, or else in the original", async () => {
    const site = await buildSite(
      {
        "content/cip/cbc/cip-20.md": proposalText(20),
        "content/cip/cbc/cip-21.md": proposalText(21, {}, "## Second part\n"),
        "content/cip/cbc/cip-22.md": proposalText(22, {}, "## Second part\n"),
        "content/i18n/de-DE/cip/cbc/cip-20.md": proposalText(
          20,
          {},
          "[a](cip-21.md#Zweiter-Teil) [b](cip-21.md#second-part) [c](cip-22.md#second-part) [d](cip-20.md#eigener)\n\n## Eigener\n",
        ),
        "content/i18n/de-DE/cip/cbc/cip-21.md": proposalText(21, {}, "## Zweiter Teil\n"),
      },
      { locales: { "en-US": {}, "de-DE": {} } },
    );
    const message = "content/i18n/de-DE/cip/cbc/cip-21.md has no heading #second-part";
    expect(site.diagnostics).toMatchObject([{ code: "broken-anchor", line: 5, column: 33, message }]);
    expect(attributes(site.page("/de-DE/cip/cbc/cip-20"), ".prose a:not(.anchor)", "href")).toEqual([
      "/de-DE/cip/cbc/cip-21#zweiter-teil",
      "/de-DE/cip/cbc/cip-21#second-part",
      "/de-DE/cip/cbc/cip-22#second-part",
      "/de-DE/cip/cbc/cip-20#eigener",
    ]);
  });

  test("a file beside a proposal is published only where a link names it", async () => {
    expect((await linking("![a](./bild.png)\n")).site.has("cip/cbc/bild.png")).toBe(true);
    expect((await linking("Text\n")).site.has("cip/cbc/bild.png")).toBe(false);
  });

  test("mentions lead to the proposal, where there is one", async () => {
    const { site, said } = await linking("CIP-98, CIP-20 itself, CIP-4711.\n");
    expect(said).toEqual([]);
    expect(attributes(site.page("/cip/cbc/cip-20"), ".prose a", "href")).toEqual(["/cip/core/cip-98"]);
  });

  test("to a heading of a MediaWiki text, in the form that MediaWiki gives it", async () => {
    const site = await buildSite({
      "content/cip/cbc/cip-20.md": proposalText(20, {}, "[x](./cip-20/annex.mediawiki#Test_Vectors_(all))\n"),
      "content/cip/cbc/cip-20/annex.mediawiki": "[[#Test_Vectors_(all)|see]]\n\n== Test Vectors (all) ==\nText\n",
    });
    expect(site.diagnostics).toEqual([]);
    const hrefs = (route: string) => attributes(site.page(route), ".prose a:not(.anchor)", "href");
    expect(hrefs("/cip/cbc/cip-20")).toEqual(["/cip/cbc/cip-20/annex#test-vectors-all"]);
    expect(hrefs("/cip/cbc/cip-20/annex")).toEqual(["#test-vectors-all"]);
  });
});

describe("a link that leads nowhere", () => {
  test("one error does not cause others: what leads to a proposal whose number cannot be read is silent, whatever its form", async () => {
    const body =
      "[a](/cip/core/cip-97) [b](../core/cip-97.md) [c](/cip/core/cip-97#x) CIP-97, <https://register.example/cip/core/cip-97>\n";
    const { diagnostics } = await buildSite({
      "content/cip/cbc/cip-20.md": proposalText(20, { requires: "97, cip-97" }, body),
      "content/cip/core/cip-97.md": proposalText(97, { cip: "abc" }),
    });
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ["number-invalid", "content/cip/core/cip-97.md"],
    ]);
  });

  test.each([
    ["is left out", { legacy: { until: 99 } }, "core/cip-97.md"],
    ["fails the build", {}, "core/cip-97.md"],
    ["has no proposal's name", { legacy: { until: 99 } }, "core/notes.md"],
    ["is named by its folder", { legacy: { until: 99 } }, "cip-96/README.md", "cip-96"],
  ])("to a proposal with errors of its own is not wrong by itself: one that %s", async (_, config, path, url = path) => {
    const site = await buildSite(
      {
        ...others,
        "content/cip/cbc/cip-20.md": proposalText(20, {}, `[x](../${url})\n`),
        [`content/cip/${path}`]: "---\ntitle: No number\ncip: x\n---\n",
      },
      { docs, series: [{ profile: "cip", ignore: [] }], ...config },
    );
    expect(site.diagnostics.filter(({ file }) => file === "content/cip/cbc/cip-20.md")).toEqual([]);
    expect(site.diagnostics.some(({ file }) => file === `content/cip/${path}`)).toBe(true);
    expect([...site.files.keys()].filter((file) => file.endsWith(path))).toEqual([]);
  });

  const broken: [url: string, said: string][] = [
    ["/nowhere", "error broken-link"],
    ["../nowhere", "error broken-link"],
    ["/cip/core/cip-99", "error broken-link"],
    ["/cip/page/1", "error broken-link"],
    ["/fr-FR/cip", "error broken-link"],
    ["/content/nowhere.md", "error broken-link"],
    ["../core/cip-99.md", "warning broken-markdown-link"],
    ["#nowhere", "warning broken-anchor"],
    ["../core/cip-98.md#nowhere", "warning broken-anchor"],
    ["/cip/core/cip-98#nowhere", "warning broken-anchor"],
    ["/de-DE/cip/core/cip-98#nowhere", "warning broken-anchor"],
  ];

  test("is reported once, at its place, as serious as the configuration says; warnings fail no build", async () => {
    const locales = { locales: { "en-US": {}, "de-DE": {} } };
    const body = (urls: readonly string[]) => urls.map((url) => `See [x](${url}).\n`).join("");
    const { said } = await linking(body(broken.map(([url]) => url)), locales);
    const expected = broken.map(([, said], index) => `${said} ${index + 5}:9`);
    expect(said).toEqual(expected);
    const warnings = broken.filter(([, said]) => said.startsWith("warning"));
    expect((await linking(body(warnings.map(([url]) => url)), locales)).site.files.size).toBeGreaterThan(0);
  });

  const advice: [url: string, help: string][] = [
    ["/cip/core/cip-99", "Did you mean /cip/core/cip-98?"],
    ["/cip/archiv", "Did you mean /cip/archive?"],
    ["www.register.example/x", "Write https://www.register.example/x."],
    ["register.org", "Write https://register.org."],
    ["ada@register.example", "Write mailto:ada@register.example."],
    ["[https://register.example/x]", "Write https://register.example/x."],
    ["http://register.example/cip/archiv", "Did you mean /cip/archive?"],
    ["../core", "No page lists the texts of this folder: link to one of them."],
    ["ftp:x", "Write an https URL or a path, or add the scheme to linkSchemes in the configuration."],
    ["javascript:x", "Write an https URL or a path."],
    ["c:/x", "Write an https URL or a path."],
    ["localhost.example:80/x", "Write https://localhost.example:80/x."],
    ["../core/cip-89.md", "Did you mean ../core/cip-98.md?"],
    ["../core/cip-98.md#some-haeding", "Did you mean #some-heading?"],
  ];

  test("is found at once, however long it is", async () => {
    expect((await linking(`![x](${"1".repeat(200_000)})\n`)).said).toEqual(["error broken-link 5:6"]);
  });

  test("says what was probably meant", async () => {
    const { help } = await linking(advice.map(([url]) => `[x](<${url}>)\n`).join(""));
    expect(help).toEqual(advice.map(([, meant]) => meant));
  });

  test("a missing file is told from one with a name like it, as the link would name it", async () => {
    const { diagnostics } = await buildSite({
      "content/cip/cbc/cip-20.md": proposalText(20, {}, "![x](../assets/eip-20/a.png)\n"),
      "content/cip/assets/erc-20/a.png": "x",
    });
    expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([
      ["broken-link", "Did you mean ../assets/erc-20/a.png?"],
    ]);
  });

  test("a draft has no page, which matters to every text but another draft", async () => {
    const draft = "---\ndraft: true\n---\n# Draft\n\n[x](./draft.md) [y](start.md)\n";
    const { site, said, help } = await linking(
      "[a](../../docs/draft.md#draft) [b](/content/docs/draft.md) [c](https://code.example/o/r/blob/main/content/docs/draft.md)\n",
      { repository: "https://code.example/o/r", checks: { brokenLinks: "warn" } },
      undefined,
      { "content/docs/draft.md": draft, "content/docs/other.md": draft, "content/docs/page.md": "# P\n\n[x](draft)\n" },
    );
    expect(said).toEqual(["warning broken-link 5:5", "warning broken-link 5:36", "warning broken-link 3:5"]);
    expect(new Set(help)).toEqual(new Set(["Remove the link, or `draft: true` from that page."]));
    const external = "https://code.example/o/r/blob/main/content/docs/draft.md";
    expect(attributes(site.page("/cip/cbc/cip-20"), ".prose a", "href")).toContain(external);
  });

  describe("what the repository has and the site does not publish", () => {
    const editUrl = "https://github.com/ada/cips/edit/main";
    const more = { "content/code/sum.nr": "x", "content/a b/LICENSE": "MIT", "content/cip/cbc/run.nr": "x" };
    const body = "[a](../../code) [b](../../code/sum.nr#L3) [c](<../../a b/>) [d](/content/code/)\n";

    test("is a link to the code host", async () => {
      const { hrefs, said } = await linking(body, { editUrl }, undefined, more);
      const tree = "https://github.com/ada/cips/tree/main/content";
      expect(hrefs).toEqual([`${tree}/code`, `${tree}/code/sum.nr#L3`, `${tree}/a%20b`, `${tree}/code`]);
      expect(said).toEqual([]);
      expect((await linking("[e](../../../test)\n", { editUrl })).said).toEqual(["error broken-link 5:5"]);
      const named = await linking(
        "[a](../../code)\n",
        { repository: "https://github.com/ada/cips.git" },
        undefined,
        more,
      );
      expect(named.hrefs).toEqual(["https://github.com/ada/cips/tree/HEAD/content/code"]);
      const forge = { repository: "https://codeberg.org/ada/cips" };
      expect((await linking("[a](../../code)\n", forge, undefined, more)).hrefs).toEqual([
        "https://codeberg.org/ada/cips/src/branch/HEAD/content/code",
      ]);
    });

    test("is only a warning where no host is known, and a picture an error", async () => {
      const { said } = await linking("[a](../../code) ![b](../../code/b.png)\n", {}, undefined, {
        ...more,
        "content/code/b.png": "x",
      });
      expect(said.sort()).toEqual(["error broken-link 5:22", "warning broken-link 5:5"]);
      expect(
        (await linking("![b](../../code/b.png)\n", { editUrl }, undefined, { "content/code/b.png": "x" })).said,
      ).toEqual(["error broken-link 5:6"]);
    });
  });

  test("pictures, raw HTML and reference links are checked as well", async () => {
    const { said } = await linking('![x](./no.png)\n\n<a href="/no">x</a>\n\n[x][r]\n\n[r]: /never\n');
    expect(said).toEqual([
      "error broken-link 5:6",
      "error broken-link 7:10",
      expect.stringMatching(/^error broken-link (9|11):/),
    ]);
  });

  test("in the docs and on translated pages too", async () => {
    const { said } = await linking("[x](/nowhere) [y](./no.md)\n", {}, "docs/guide.md");
    expect(said).toEqual(["error broken-link 5:5", "warning broken-markdown-link 5:19"]);
  });

  test("several of one line each have their column", async () => {
    const { said } = await linking("[x](/no) [y](/no) [z](/no)\n");
    expect(said).toEqual(["error broken-link 5:5", "error broken-link 5:14", "error broken-link 5:23"]);
  });

  test("errors stop the build; the configuration decides what is one", async () => {
    const body = "[x](/no) [y](./no.md) [z](#no)\n";
    expect((await linking(body)).site.files.size).toBe(0);
    const strict = await linking(body, {
      checks: { brokenLinks: "warn", brokenMarkdownLinks: "error", brokenAnchors: "ignore" },
    });
    expect(strict.said).toEqual(["error broken-markdown-link 5:14", "warning broken-link 5:5"]);
    const quiet = await linking(body, {
      checks: { brokenLinks: "ignore", brokenMarkdownLinks: "ignore", brokenAnchors: "ignore" },
    });
    expect(quiet.said).toEqual([]);
    expect(attributes(quiet.site.page("/cip/cbc/cip-20"), ".prose a", "href")).toEqual(["/no", "./no.md", "#no"]);
  });
});

describe("with a base path", () => {
  test("addresses with and without it are known", async () => {
    const { said, hrefs } = await linking("[a](/reg/cip) [b](/cip) [c](/reg/files/a%20b.pdf)\n", { baseUrl: "/reg/" });
    expect(said).toEqual([]);
    expect(hrefs).toEqual(["/reg/cip", "/reg/cip", "/reg/files/a%20b.pdf"]);
  });

  test("URLs of this site are checked, those of other sites on its host are left as they are", async () => {
    const host = "https://register.example";
    const own = ["/reg/cip", "/reg/./cip/tags", "/reg", "/reg/?a=b", "/reg/no"].map((path) => host + path);
    const foreign = ["", "/", "/cip/tags", "/regs/cip", "/reg/../cip", "/other/concepts.md", "?a=b"].map(
      (path) => host + path,
    );
    const body = [...own, ...foreign, `//register.example/cip`].map((url) => `[a](${url})\n`).join("");
    const { said, hrefs } = await linking(body, { baseUrl: "/reg/", checks: { brokenLinks: "warn" } });
    expect(said).toEqual(["warning broken-link 9:5"]);
    expect(hrefs).toEqual([
      "/reg/cip",
      "/reg/cip/tags",
      "/reg/",
      "/reg/?a=b",
      `${host}/reg/no`,
      ...foreign,
      "//register.example/cip",
    ]);
  });
});
