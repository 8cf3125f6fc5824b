/** What a site writes for programs beside its pages: Markdown, llms.txt, feeds of a part. */
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { beforeAll, describe, expect, it } from "vitest";
import { buildSite, proposalText, type TestBuild } from "../support/site.js";
import { parseXml } from "../support/xml.js";

const at = (number: number) => `content/cip/cbc/cip-${number}.md`;
const first = proposalText(
  1,
  { status: "final", date: "2024-01-02", description: "The first." },
  "Text with `code`.\n",
);

describe("files for programs", () => {
  let site: TestBuild;
  beforeAll(async () => {
    site = await buildSite(
      {
        [at(1)]: first,
        [at(2)]: proposalText(2, { status: "last call", date: "2024-02-03", "last-call-deadline": "2024-06-01" }),
        [at(3)]: proposalText(3, { status: "last call", date: "2024-03-04", "last-call-deadline": "2024-05-01" }),
        "content/cip/core/cip-4.md": proposalText(4, { status: "draft", date: "2023-01-01" }),
      },
      { locales: { "en-US": {}, "de-DE": {} } },
    );
  });

  it("the Markdown of a proposal is beside its page, byte for byte, and the page leads to it", () => {
    expect(site.text("cip/cbc/cip-1/index.md")).toBe(first);
    const link = site.page("/cip/cbc/cip-1").querySelector('link[type="text/markdown"]');
    expect(link?.getAttribute("href")).toBe("/cip/cbc/cip-1/index.md");
  });

  it("llms.txt has one line a proposal; llms-full.txt has every text", () => {
    expect(site.text("llms.txt")).toContain(
      "- [CIP-1: Proposal 1](https://register.example/cip/cbc/cip-1/index.md): Final. The first.",
    );
    expect(site.text("llms.txt").match(/^- \[CIP-/gm)).toHaveLength(4);
    expect(site.text("llms-full.txt")).toContain("Text with `code`.");
  });

  it("beyond 1 MB, llms-full.txt leads to lists of the sources of each year", async () => {
    const body = `${"word ".repeat(80_000)}\n`;
    const dates = ["2023-01-01", "2024-01-01", "2024-02-01", undefined];
    const own = await buildSite(
      Object.fromEntries(dates.map((date, number) => [at(number), proposalText(number, { date }, body)])),
    );
    const index = own.text("llms-full.txt");
    for (const [name, numbers] of [
      ["cip-2023", [0]],
      ["cip-2024", [1, 2]],
      ["cip-undated", [3]],
    ] as const) {
      expect(index).toContain(`(https://register.example/llms/${name}.txt)`);
      const addresses = own.text(`llms/${name}.txt`).matchAll(/\((https:\S+)\)/g);
      expect(Array.from(addresses, ([, address]) => address)).toEqual(
        numbers.map((number) => `https://register.example/cip/cbc/cip-${number}/index.md`),
      );
    }
    expect([...site.files.keys()].filter((path) => path.startsWith("llms/"))).toEqual([]);
  });

  it("pages of the docs, pages of the site and texts beside a proposal lead to their sources", async () => {
    const own = await buildSite(
      {
        [at(1)]: proposalText(1, {}, "[Annex](./cip-1/annex.md)\n"),
        "content/cip/cbc/cip-1/annex.md": "# Annex\n\nMore.\n",
        "content/docs/start.md": "---\ntitle: Start\n---\nBegin.\n",
        "content/i18n/de-DE/docs/start.md": "# Anfang\n",
        "pages/about.md": "# About\n",
        "pages/index.md": "# Welcome\n",
      },
      { locales: { "en-US": {}, "de-DE": {} }, docs: { mainDocId: "start" } },
    );
    const sources: [page: string, file: string, text: string][] = [
      ["/docs/start", "docs/start/index.md", "---\ntitle: Start\n---\nBegin.\n"],
      ["/de-DE/docs/start", "de-DE/docs/start/index.md", "# Anfang\n"],
      ["/cip/cbc/cip-1/annex", "cip/cbc/cip-1/annex/index.md", "# Annex\n\nMore.\n"],
      ["/about", "about/index.md", "# About\n"],
      ["/", "index.md", "# Welcome\n"],
    ];
    for (const [page, file, text] of sources) {
      const link = own.page(page).querySelector('link[rel="alternate"][type="text/markdown"]');
      expect(link?.getAttribute("href"), page).toBe(`/${file}`);
      expect(own.text(file)).toBe(text);
    }
  });

  it("a line of llms.txt has one link, whatever is in titles, descriptions and file names, and check-links reads it", async () => {
    const piece = fc.constantFrom(
      "T",
      "](https://evil.example/)",
      "[x",
      "]",
      "\\",
      "`",
      "``",
      "<a href='",
      "<https://evil.example>",
      "(",
      ")",
      "\n",
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => `A${pieces.join("")}`);
    const texts = fc.sample(fc.tuple(text, text), 40);
    const own = await buildSite(
      {
        ...Object.fromEntries(
          texts.map(([title, description], number) => [
            at(number),
            proposalText(number, { title: JSON.stringify(title), description: JSON.stringify(description) }),
          ]),
        ),
        "content/docs/b)c.md": "# B\n",
        "content/docs/plan(1).md": "# Plan\n",
      },
      { docs: { mainDocId: "b)c" } },
    );
    const written = own.text("llms.txt");
    const links = new MarkdownIt({ html: true })
      .parse(written, {})
      .flatMap(({ type, children }) =>
        type === "inline" && children?.some((token) => token.type === "link_open")
          ? [children.flatMap((token) => (token.type === "link_open" ? [token.attrGet("href")] : []))]
          : [],
      );
    const addresses = [
      "/api/v1/index.json",
      ...texts.map((_, number) => `/cip/cbc/cip-${number}/index.md`),
      "/docs/b%29c/index.md",
      "/docs/plan%281%29/index.md",
    ].map((path) => `https://register.example${path}`);
    expect(links.sort()).toEqual(addresses.map((address) => [address]).sort());
  });

  it("each status and each category has a feed from the start, in every locale", () => {
    expect(site.text("cip/feeds/status/final.xml")).toContain("CIP-1: Proposal 1");
    expect(site.text("cip/feeds/status/final.xml")).not.toContain("CIP-2");
    expect(site.text("cip/feeds/category/core.xml")).toContain("CIP-4: Proposal 4");
    expect(site.text("cip/feeds/status/accepted.xml")).not.toContain("<entry>");
    expect(site.text("de-DE/cip/feeds/category/cbc.xml")).toContain("https://register.example/de-DE/cip/cbc/cip-1");
  });

  it("feeds with full texts have absolute addresses only, and no links of headings to themselves", async () => {
    const body =
      '## Use\n\n[page](./cip-2.md) [top](#use) [lost](../no.pdf) ![picture](./a.png) `<a href="#no">`\n\n```mermaid\ngraph TD\n  A-->B\n```\n\n[^1]\n\n[^1]: Note ]]> end.\n';
    const own = await buildSite(
      {
        [at(1)]: proposalText(1, { date: "2024-01-01", status: "final" }, body),
        [at(2)]: proposalText(2, { date: "2023-01-01" }),
        "content/cip/cbc/a.png": Buffer.from("89504e470d0a1a0a", "hex"),
      },
      { feeds: { content: "full" }, checks: { brokenLinks: "warn" } },
    );
    const contents = [
      ...["atom.xml", "feeds/status/final.xml"].map(
        (path) => parseXml(own.text(`cip/${path}`)).all("content")[0]?.text,
      ),
      parseXml(own.text("cip/rss.xml")).all("content:encoded")[0]?.text,
      JSON.parse(own.text("cip/feed.json")).items[0].content_html.trim(),
    ];
    expect(new Set(contents).size).toBe(1);
    const html = contents[0] ?? "";
    expect([...html.matchAll(/<(?:a|img)\b[^>]* (?:href|src)="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      "https://register.example/cip/cbc/cip-2",
      "https://register.example/cip/cbc/cip-1#use",
      "https://register.example/cip/no.pdf",
      expect.stringMatching(/^https:\/\/register\.example\/.*a\.png$/),
      expect.stringMatching(/^https:\/\/register\.example\/cip\/cbc\/cip-1#/),
      expect.stringMatching(/^https:\/\/register\.example\/cip\/cbc\/cip-1#/),
    ]);
    expect(html).toContain("Note ]]&gt; end.");
    expect(html).not.toContain('class="anchor"');
    expect(html).toContain("<svg");
  });

  it("a feed has another address where the site says so, with the same bytes", async () => {
    const own = await buildSite({ [at(1)]: first }, { redirects: { "/blog/rss.xml": "/cip/rss.xml" } });
    expect(own.text("blog/rss.xml")).toBe(own.text("cip/rss.xml"));
  });
});
