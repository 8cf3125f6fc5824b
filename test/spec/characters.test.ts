/** Characters that XML forbids or that no text may hold reach no file of a site, wherever they are written and however they are escaped. */
import sax from "sax";
import { beforeAll, describe, expect, test } from "vitest";
import { cleanText } from "../../src/shared/clean-text.js";
import { foreignMarkup } from "../support/allowed.js";
import { buildSite, proposalText, type TestBuild, textOf } from "../support/site.js";

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const forged = "%EF%B7%90image%EF%B7%920%EF%B7%92x%EF%B7%91%20onload=xss(1)%20z=";

describe("an address that decodes to what once was a mark", () => {
  let site: TestBuild;
  beforeAll(async () => {
    const body = `![a](pic.png) ![https://e.test/${forged}](pic.png)\n\nhttps://e.test/%EF%B7%90nosuch%EF%B7%92x%EF%B7%91 %011%02\n`;
    const text = proposalText(20, { date: "2021-01-01" }, body);
    site = await buildSite({ "content/cip/cbc/cip-20.md": text, "content/cip/cbc/pic.png": pixel });
  });

  test("is text: on the page, in lists and in feeds", () => {
    expect(site.diagnostics).toEqual([]);
    for (const route of ["/cip/cbc/cip-20", "/cip", "/"])
      expect(site.page(route).querySelector("[onload], [z]"), route).toBeNull();
    expect(site.page("/cip/cbc/cip-20").querySelectorAll("img[width='1'][height='1']").length).toBe(2);
    const [item] = site.json<{ items: { content_html: string }[] }>("cip/feed.json").items;
    expect(foreignMarkup(item?.content_html ?? "<missing>")).toEqual([]);
  });
});

test("the Markdown of a text has each such character replaced and one kind of line ends, and is the source byte for byte otherwise", async () => {
  const edges = [
    ..."\0\x08\t\n\x0b\r\x1f\x7f\x80\x9f\xa0\xbf\xff\ud7ff\ue000\ufdcf\ufdd0\ufdef\ufdf0\ufeff\ufffd\ufffe\uffff\u{1fffe}😀",
  ];
  const texts = edges.map((edge, index) => proposalText(index + 1, {}, `a${edge}é\n`));
  const sources = texts.map((text, index) => [`content/cip/cbc/cip-${index + 1}.md`, text]);
  const { text: fileText, diagnostics } = await buildSite(Object.fromEntries(sources));
  expect(diagnostics).toEqual([]);
  for (const [index, text] of texts.entries())
    expect(fileText(`cip/cbc/cip-${index + 1}/index.md`), String(index)).toBe(cleanText(text).replace("\r", "\n"));
});

describe("a site whose every text has what no file may hold", () => {
  const raw = "\u0001\u000b\uFDD0\uFFFE";
  const escaped = '"\\u0001\\uFDD0\\uD800\\x1f"';
  let site: TestBuild;
  beforeAll(async () => {
    const fields = {
      title: `${escaped.slice(0, -1)} title"`,
      description: escaped,
      author: `${escaped.slice(0, -1)} Eve (@eve)"`,
      tags: `[core, ${escaped}]`,
      keywords: `[${escaped}]`,
      date: "2021-01-01",
      "discussions-to": "https://e.test/%EF%B7%90",
    };
    const body = `# ${raw}&#1;&#xFDD0;&#12;\n\n## H${raw}%EF%B7%90\n\n<b title="&#1;&#xfdd0;">&#x1f;&#xD800;</b> https://e.test/%01%EF%BF%BE $\\char"FDD0 \\char"1$ \`${raw}\`\n`;
    site = await buildSite(
      {
        "content/cip/cbc/cip-20.md": proposalText(20, fields, body),
        "content/docs/a.md": `---\ntitle: ${escaped}\n---\n${raw} &#12;`,
        "content/docs/\u0001b/\u0002c.md": "Text\n",
        "locales/en-US/own.json": JSON.stringify({ "navbar.menu": `Menu ${raw}\uD800`, "label.Final": raw }),
      },
      {
        title: `Title ${raw}\uD800`,
        tagline: raw,
        footer: { copyright: `C ${raw}\uDC00`, columns: [] },
        announcement: { id: "a", text: `News ${raw}` },
        docs: { mainDocId: "a" },
        search: { provider: "local" },
      },
    );
  });

  const unprintable = /[\p{Noncharacter_Code_Point}\p{Cs}]|[^\P{Cc}\t\n\r]/u;
  const escapedInJson = /\\u(?:00[01]|00[7-9]|d[89a-f]|fdd|fde|fff[ef])/i;

  test("has files without them", () => {
    expect(site.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(site.files.size).toBeGreaterThan(20);
    for (const [path, content] of site.files) {
      // Scripts are bundled as they are; a static file is copied byte by byte.
      if (path.startsWith("assets/") || (typeof content !== "string" && !path.endsWith(".md"))) continue;
      const text = textOf(content);
      expect(unprintable.exec(text)?.[0].codePointAt(0)?.toString(16), path).toBeUndefined();
      if (path.endsWith(".json") || path.startsWith("search/")) expect(text, path).not.toMatch(escapedInJson);
      if (path.endsWith(".html"))
        expect(text, path).not.toMatch(/&#(?:x0*(?:1?[0-8bcef]|fd[de][0-9a-f]);|0*(?:[1-8]|1[124-9]|2\d|3[01]);)/i);
    }
  });

  test("has feeds and a sitemap that are well-formed XML", () => {
    const paths = [...site.files.keys()].filter((path) => path.endsWith(".xml"));
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) {
      const parser = sax.parser(true);
      parser.onerror = (error) => {
        throw new Error(`${path}: ${error.message}`);
      };
      parser.write(site.text(path)).close();
    }
  });
});
