/** The book of a register, which a site chooses by `outputs: ["epub"]`. What the checker of the W3C says of real ones is in test/trust/epub.test.ts. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { build as buildToDisk } from "../../src/api/build.js";
import { verify } from "../../src/api/verify.js";
import { chapterText } from "../../src/outputs/xhtml.js";
import { readBook, xmlProblems } from "../support/book.js";
import { vectors } from "../support/hostile.js";
import { documents } from "../support/markup-fuzz.js";
import { parseProposal, shownHtml } from "../support/parse.js";
import { runs } from "../support/runs.js";
import { build, makeSite, proposalText, type TestBuild } from "../support/site.js";
import { treeOf } from "../support/tree.js";

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>x</script><path/><rect width="9" height="9"/></svg>';
const body = [
  "## Motivation",
  "See [the paper](https://paper.example/a?b=1&c=2), [the reason](#why), [the part](cip-22.md#part), [gone](cip-22.md#gone), CIP-22 and a [page](/about).[^1]",
  "### Why",
  "![A drawing](https://img.example/a.png) ![Ours](/a.svg) ![Again](/a.svg) ![Wrong name](/b.gif) of $x^2$.",
  "- [x] done",
  "",
  "| Name | Value |\n|---|---:|\n| one | `1 < 2` |",
  "",
  "```js\nif (a < 1 && b) c();\n```",
  "",
  "```mermaid\ngraph TD\n  A --> B\n```",
  "",
  "[^1]: A note.",
].join("\n");
const texts = {
  "content/static/a.svg": drawing,
  "content/static/b.gif": pixel,
  "content/pages/about.md": "# About\n",
  "content/cip/cbc/cip-20.md": proposalText(
    20,
    {
      title: "One & `two`",
      author: "Ada <ada@ada.example>",
      status: "final",
      date: "2026-01-02",
      updated: "2026-03-04",
    },
    body,
  ),
  "content/cip/cbc/cip-22.md": proposalText(22, { title: "Two", date: "2026-02-02" }, "## Part\nBack to CIP-20.\n"),
};
const config = {
  outputs: ["epub" as const],
  pages: "content/pages",
  toc: { numbers: true },
  checks: { brokenLinks: "warn" as const },
};

const bookOf = (built: TestBuild, path = "cip.epub") => readBook(built.files.get(path) as Uint8Array);

test("the book of a register has its texts by number, a title page and contents", async () => {
  const built = await build(makeSite(texts, config));
  const book = bookOf(built);
  expect(book.problems).toEqual([]);
  expect(book.pages).toEqual(["title.xhtml", "nav.xhtml", "CIP-20.xhtml", "CIP-22.xhtml"]);
  const entries = book.xml("nav.xhtml").all("a");
  expect(entries.map(({ text, attributes }) => `${attributes.href} ${text}`)).toEqual([
    "CIP-20.xhtml CIP-20: One & two",
    "CIP-22.xhtml CIP-22: Two",
  ]);
  const opf = book.xml("package.opf");
  const meta = (name: string) => opf.all(name).map(({ text }) => text);
  expect([meta("dc:identifier"), meta("dc:title"), meta("dc:language"), meta("meta")]).toEqual([
    ["https://register.example/cip"],
    ["Register: CIP Register"],
    ["en-US"],
    ["2026-03-04T00:00:00Z"],
  ]);
  expect(
    book
      .xml("title.xhtml")
      .all("p")
      .map(({ text }) => text),
  ).toEqual(["Register", "2 proposals", "Last updated on Mar 4, 2026", "https://register.example/cip"]);
  expect(built.page("/cip").querySelector('a[href="/cip.epub"]')?.textContent).toBe("Download as EPUB");
  expect(built.text("_headers")).toContain("/*.epub\n  Content-Type: application/epub+zip\n");
  const without = await build(makeSite(texts, { ...config, outputs: [] }));
  expect(without.has("cip.epub")).toBe(false);
  expect(without.text("cip/index.html")).not.toContain(".epub");
});

test("a chapter has what is on the page; its links stay in the book where the book has their page", async () => {
  const book = bookOf(await build(makeSite(texts, config)));
  const chapter = book.xml("CIP-20.xhtml");
  expect(chapter.all("h1").map(({ text }) => text)).toEqual(["CIP-20: One & two"]);
  expect(chapter.all("h2").map(({ text }) => text)).toEqual(["1 Motivation"]);
  const facts = chapter.all("dd").map(({ text }) => text);
  expect(facts).toEqual(
    expect.arrayContaining(["Final", "Ada <ada@ada.example>", "https://register.example/cip/cbc/cip-20"]),
  );
  const links = Object.fromEntries(chapter.all("a").map(({ text, attributes }) => [text, attributes.href]));
  expect(links).toMatchObject({
    "the paper": "https://paper.example/a?b=1&c=2",
    "the reason": "CIP-20.xhtml#why",
    "the part": "CIP-22.xhtml#part",
    gone: "CIP-22.xhtml",
    "CIP-22": "CIP-22.xhtml",
    page: "https://register.example/about",
    "1": "CIP-20.xhtml#fn1",
    "[A drawing]": "https://img.example/a.png",
  });
  const pictures = chapter.all("img").map(({ attributes: { src, alt } }) => `${src} ${alt}`);
  expect(pictures).toEqual(["pictures/1.svg Ours", "pictures/1.svg Again", "pictures/2.png Wrong name"]);
  expect(book.text("pictures/1.svg")).toMatch(/^<svg(?!.*script).*<path d="">.*<rect /);
  expect(chapter.all("msup").map(({ text }) => text)).toEqual(["x2"]);
  expect(chapter.all("td").map(({ text }) => text)).toEqual(["one", "1 < 2"]);
  expect(chapter.all("pre")[0]?.text).toBe("if (a < 1 && b) c();");
  expect(
    chapter
      .all("svg")[0]
      ?.all("text")
      .map(({ text }) => text),
  ).toEqual(["A", "B"]);
  expect(chapter.all("li")[0]?.text).toBe("☑ done");
  expect(book.text("CIP-20.xhtml")).not.toMatch(/<button|tabindex|aria-|var\(/);
});

test("each language has a book of its own texts, and a register without texts has none", async () => {
  const built = await build(
    makeSite(
      {
        ...texts,
        "content/bip/notes.txt": "",
        "content/i18n/de-DE/cip/cbc/cip-22.md": proposalText(22, { title: "Zwei" }, "Text.\n"),
      },
      {
        ...config,
        pages: undefined,
        locales: { "en-US": {}, "de-DE": {} },
      },
    ),
  );
  const book = bookOf(built, "de-DE/cip.epub");
  expect(book.problems).toEqual([]);
  expect(book.text("package.opf")).toContain("<dc:language>de-DE</dc:language>");
  expect(book.text("nav.xhtml")).toContain("<h1>Inhalt</h1>");
  expect(book.text("CIP-22.xhtml")).toContain("<h1>CIP-22: Zwei</h1>");
  expect(book.text("CIP-20.xhtml")).toContain('lang="en-US" xml:lang="en-US"');
  expect(built.page("/de-DE/cip").querySelector('a[href="/de-DE/cip.epub"]')?.textContent).toBe(
    "Als EPUB herunterladen",
  );
  const none = await build(makeSite({}, { outputs: ["epub"] }));
  expect([none.has("cip.epub"), none.text("cip/index.html").includes(".epub")]).toEqual([false, false]);
});

test("the same texts make the same bytes, and what changed in a text or a picture is in the next book", async () => {
  const root = makeSite(texts, config);
  const made = await buildToDisk({ root });
  expect(made.ok).toBe(true);
  const first = treeOf(made.out);
  rmSync(made.out, { recursive: true });
  await buildToDisk({ root, cache: false });
  expect(treeOf(made.out)).toEqual(first);
  expect(await verify({ root, site: made.out })).toMatchObject({ ok: true, extra: [], missing: [], different: [] });
  const built = async () => {
    await buildToDisk({ root });
    return treeOf(made.out);
  };
  writeFileSync(join(root, "content/static/a.svg"), drawing.replace("<rect", '<rect fill="red"'));
  const picture = await built();
  expect(picture["cip.epub"]).not.toBe(first["cip.epub"]);
  writeFileSync(join(root, "content/cip/cbc/cip-22.md"), texts["content/cip/cbc/cip-22.md"].replace("Back", "Again"));
  const text = await built();
  expect(text["cip.epub"]).not.toBe(picture["cip.epub"]);
  rmSync(made.out, { recursive: true });
  expect(await built()).toEqual(text);
});

test("proposals that are called as the pages of a book are in it beside them", async () => {
  const named = (title: string) => `---\ntitle: ${title}\nstatus: draft\n---\n\n## Motivation\n\nWords.\n`;
  const rfc = { id: "rfc", label: "RFC", title: "RFCs", source: "rfcs", files: "{slug}.md", route: "/rfc" };
  const files = { "rfcs/nav.md": named("Navigation"), "rfcs/title.md": named("Titles"), "rfcs/a-b.md": named("Both") };
  const book = bookOf(await build(makeSite(files, { outputs: ["epub"], series: [rfc] })), "rfc.epub");
  expect([book.problems, book.pages]).toEqual([[], ["title.xhtml", "nav.xhtml", "a-b.xhtml", "2.xhtml", "3.xhtml"]]);
});

test("no hostile text is more than text in a book", async () => {
  const files = Object.entries(vectors).map(([name, text], at) => [
    `content/cip/cbc/cip-${at + 1}.md`,
    proposalText(at + 1, { title: JSON.stringify(name) }, `${text}\n`),
  ]);
  const book = bookOf(await build(makeSite(Object.fromEntries(files), { ...config, pages: undefined })));
  expect(book.problems).toEqual([]);
  expect(book.pages).toHaveLength(files.length + 2);
});

test("any text is well-formed XML without code", () => {
  const places = { link: (address: string) => address, picture: () => undefined };
  fc.assert(
    fc.property(documents, (text) => {
      const made = parseProposal(`---\ncip: 20\ntitle: T\n---\n${text}`);
      const html = shownHtml(made.body?.html ?? [], made.document?.links ?? []);
      const { xhtml } = chapterText(html, places);
      expect(xmlProblems(`<body xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="x">${xhtml}</body>`)).toEqual([]);
    }),
    { numRuns: runs(100) },
  );
});
