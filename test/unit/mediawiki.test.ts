/** MediaWiki texts: what an author who knows wikis expects to see, and what no text may do. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placed, wiki } from "../support/parse.js";
import { runs } from "../support/runs.js";
import { attributes, parseHtml, texts } from "../support/site.js";

const html = (body: string) => parseHtml(wiki(body).html);
const codes = (page: ReturnType<typeof html>) => [...page.querySelectorAll("pre")].map((pre) => pre.textContent);
/** The markup of a text's only paragraph. */
const inline = (body: string) => html(body).querySelector("p")?.innerHTML.trim();
const textOf = (body: string) => html(body).querySelector("body")?.textContent?.replace(/\s+/g, " ").trim();

describe("running text", () => {
  test.each([
    ["''a'' b", "<em>a</em> b"],
    ["'''a''' b", "<strong>a</strong> b"],
    ["'''''a''' b''", "<strong><em>a</em></strong><em> b</em>"],
    ["'''''a'' b'''", "<strong><em>a</em> b</strong>"],
    ["''a '''b''' c''", "<em>a <strong>b</strong> c</em>"],
    ["'''a ''b''' c''", "<strong>a <em>b</em></strong><em> c</em>"],
    ["''open", "<em>open</em>"],
    ["''one\ntwo", "<em>one</em>\ntwo"],
    ["''''a'''", "'<strong>a</strong>"],
    ["don't", "don't"],
    ["''y' = x''", "<em>y' = x</em>"],
  ])("%j: apostrophes are read as MediaWiki reads them", (body, expected) => {
    expect(inline(body)).toBe(expected);
  });

  test.each([
    ["&lt;b&gt; &amp; &plusmn;", "&lt;b&gt; &amp; ±"],
    ["<nowiki>''a'' [[b]]</nowiki>", "''a'' [[b]]"],
    ["a<br>b", "a<br>\nb"],
    ["a</br>b", "a<br>\nb"],
    ["<code>a &lt; b</code>", "<code>a &lt; b</code>"],
    ["<tt>''x''[1]</tt>", "<code><em>x</em>[1]</code>"],
    ["<code>m/<0;1>/*</code>", "<code>m/&lt;0;1&gt;/*</code>"],
    ["<code>{{a}}</code>", "<code>{{a}}</code>"],
    ["x<sup>2</sup>", "x<sup>2</sup>"],
    ["<strike>a</strike> <big>b</big>", "<s>a</s> <span>b</span>"],
    ["vector<byte> of <Foo>", "vector&lt;byte&gt; of &lt;Foo&gt;"],
    ["a<!-- not for readers -->b", "ab"],
    ["a <!-- open", "a &lt;!-- open"],
  ])("%j", (body, expected) => {
    expect(inline(body)).toBe(expected);
  });

  test("math is MathML; a formula that cannot be read is reported and shown as its source", () => {
    expect(html("Let <math>x^2</math> be").querySelector("p math msup")).not.toBeNull();
    const broken = wiki("One\n\nTwo <math>\\frac{</math>");
    expect(broken.diagnostics.map(placed)).toEqual(["math-invalid 3:11"]);
    expect(texts(parseHtml(broken.html), "code")).toEqual(["\\frac{"]);
  });

  test("a template is shown as its source, and said where it is", () => {
    const { html: shown, diagnostics } = wiki("One\n\ntwo {{cite web|url=x}} three");
    expect(texts(parseHtml(shown), "code")).toEqual(["{{cite web|url=x}}"]);
    expect(diagnostics.map(placed)).toEqual(["wiki-template 3:5"]);
  });
});

describe("links", () => {
  test.each([
    ["[[bip-0032.mediawiki|BIP 32]]", "bip-0032.mediawiki", "BIP 32"],
    ["[[bip-0032.mediawiki]]", "bip-0032.mediawiki", "bip-0032.mediawiki"],
    ["[[#a-b|see]]", "#a-b", "see"],
    ["[[page|link]]s", "page", "links"],
    ["[[https://a.example/b|text]]", "https://a.example/b", "text"],
    ["[[https://a.example/b text of it]]", "https://a.example/b", "text of it"],
    ["[[:Category:X|x]]", "./Category:X", "x"],
    ["[https://a.example/b text]", "https://a.example/b", "text"],
    ["[https://a.example/b|text]", "https://a.example/b", "text"],
    ["[https://a.example/?a=1&amp;b=2 text]", "https://a.example/?a=1&b=2", "text"],
    ["[https://a.example/b]", "https://a.example/b", "https://a.example/b"],
    ["[mailto:a@b.example mail]", "mailto:a@b.example", "mail"],
    ["https://a.example/b.", "https://a.example/b", "https://a.example/b"],
    ["[[a|'''b''' <code>c</code>]]", "a", "b c"],
    ["[[x|f([1])]]", "x", "f([1])"],
  ])("%j", (body, url, text) => {
    const result = wiki(body);
    expect(result.links.map((link) => link.url)).toEqual([url]);
    expect(texts(parseHtml(result.html), "a")).toEqual([text]);
  });

  test.each([
    "[1] and [a, b]",
    "array[i] [not a link]",
    "[[unclosed",
    "[https://a.example unclosed",
    "[[a\nb]]",
  ])("%j is no link in brackets", (body) => {
    expect(wiki(body).links.filter(({ url }) => !url.startsWith("https:"))).toEqual([]);
    expect(textOf(body)).toBe(body.replace("\n", " "));
  });

  test("a dangerous URL is no link, and reported where it is", () => {
    const { links, diagnostics, html: shown } = wiki("One\n\n[[javascript:alert(1)|x]]");
    expect(links).toEqual([]);
    expect(diagnostics.map(placed)).toEqual(["url-unsafe 3:3"]);
    expect(parseHtml(shown).querySelector("a[href]")).toBeNull();
  });

  test("every link has its place in the file, after comments and code of many lines too", () => {
    const body =
      "<!-- a\nb -->\n== H ==\n<pre>\n[[no]]\n</pre>\nText [[a|A]] and\n* [https://b.example B]\n{|\n| [[c]]\n|}";
    expect(wiki(body).links.map(({ url, position }) => `${url} ${position.line}:${position.column}`)).toEqual([
      "a 7:8",
      "https://b.example 8:4",
      "c 10:5",
    ]);
  });

  test("mentions are found in text, not in links and code", () => {
    expect(
      wiki("CIP-1 [[x|CIP-2]] <code>CIP-3</code> '''CIP-4'''")
        .links.map(({ url }) => url)
        .sort(),
    ).toEqual(["CIP-1", "CIP-4", "x"]);
  });
});

describe("pictures", () => {
  test("a file beside the text is a picture with its words", () => {
    const page = html("[[File:a/b.png|framed|center|alt=What it shows|600px]]");
    expect(page.querySelector("img")?.getAttribute("alt")).toBe("What it shows");
    expect(wiki("[[File:a/b.png|thumb|x]]").links).toMatchObject([{ url: "a/b.png", kind: "image" }]);
  });

  test("a framed one is a figure with its caption", () => {
    const page = html("[[File:a.png|frame|The ''flow'' of [[x|it]]]]");
    expect(page.querySelector("figure > img")?.getAttribute("alt")).toBe("The flow of it");
    expect(page.querySelector("figure > figcaption")?.innerHTML).toContain("<em>flow</em>");
  });
});

describe("blocks", () => {
  test("headings have GitHub's slugs and are the outline", () => {
    const { outline } = wiki("== One ''two'' ==\n\n=== Three===\n\n==One two==\n\n= = =");
    expect(outline.map(({ level, id }) => `${level} ${id}`)).toEqual([
      "2 one-two",
      "3 three",
      "2 one-two-1",
      "2 section",
    ]);
  });

  test("== the page's title == is not lost, = the page's title = is not shown twice", () => {
    expect(wiki("= T =\n\ntext", "T").outline).toEqual([]);
    expect(wiki("== T ==\n\ntext", "T").outline).toHaveLength(1);
  });

  test.each([
    ["* a\n* b", "<ul><li>a</li><li>b</li></ul>"],
    ["* a\n** b\n* c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"],
    ["# a\n#* b\n#* c\n# d", "<ol><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol>"],
    ["*** a", "<ul><li><ul><li><ul><li>a</li></ul></li></ul></li></ul>"],
    ["* a\n# b", "<ul><li>a</li></ul>"],
    ["; a : b", "<dl><dt>a</dt><dd>b</dd></dl>"],
    [";a\n: b\n: c", "<dl><dt>a</dt><dd>b</dd><dd>c</dd></dl>"],
    [": a\n:: b", '<div><div class="indent">a<div><div class="indent">b</div></div></div></div>'],
    ["; a", '<div><div class="term">a</div></div>'],
    ["; [[File:x|y]] : b", null],
    ["# a <pre>b</pre>\n# c", null],
  ])("%j is a list", (body, expected) => {
    const list = html(body).querySelector("ul, ol, dl, div")?.outerHTML.replace(/\n/g, "");
    if (expected) expect(list).toBe(expected);
    else expect(list).toBeDefined();
  });

  test("numbers go on after code within an item", () => {
    expect(texts(html("# a: <pre>b</pre>\n# c"), "ol > li")).toHaveLength(2);
  });

  test.each([48, 49])("a list of %i levels is shown with all of them", (depth) => {
    const result = wiki(`${"*".repeat(depth)} deep`);
    expect(parseHtml(result.html).querySelectorAll("ul")).toHaveLength(depth);
    expect(result.diagnostics).toEqual([]);
  });

  test("a deeper one loses its depth and nothing else, with a word", () => {
    const result = wiki(`text\n${"*".repeat(60)} deep [[x]]`);
    expect(parseHtml(result.html).querySelector("li")?.textContent).toContain("deep x");
    expect(result.diagnostics.map(placed)).toEqual(["list-depth 2:1"]);
  });

  test("code keeps its form; wiki text in it is code", () => {
    const page = html("<pre>\n  a ''b''\n\n* c &lt;\n</pre>\n<source lang=\"python\">\nx = '''y'''\n</source>");
    expect(codes(page)).toEqual(["  a ''b''\n\n* c <\n", "x = '''y'''\n"]);
    expect(page.querySelector("code.language-python")).not.toBeNull();
  });

  test("lines that begin with a space keep their form, and their links", () => {
    expect(codes(html("Text\n a   b\n  c\nText"))).toEqual(["a   b\n c\n"]);
    const linked = html(" see [[x|y]]");
    expect(attributes(linked, "pre a", "href")).toHaveLength(1);
  });

  test("a rule is drawn, and switches of a wiki are removed", () => {
    expect(html("a\n----\nb\n__TOC__\nc").querySelectorAll("hr")).toHaveLength(1);
    expect(textOf("a\n__NOTOC__\nb")).toBe("a b");
  });

  test("a comment on lines of its own does not end a paragraph", () => {
    expect(texts(html("a\n<!-- x\n\ny -->\nb"), "p")).toEqual(["a b"]);
  });

  test("<!--truncate--> ends the preview", () => {
    expect(wiki("One\n\nTwo\n\n<!--truncate-->\n\nThree").excerpt).toBe("One Two");
  });

  test("raw HTML is cleaned and may hold wiki text", () => {
    const page = html(
      "<div onclick=\"x\">\nAlgorithm ''A'':\n* one\n</div>\n<script>alert(1)</script>\n<span id=\"here\"></span>",
    );
    expect(page.querySelector("div > ul > li")?.textContent).toBe("one");
    expect(page.querySelector("[onclick], script")).toBeNull();
    expect(wiki('<span id="here"></span>').anchors).toContain("here");
  });
});

describe("tables", () => {
  const rows = (body: string) =>
    [...html(body).querySelectorAll("tr")].map((row) => [...row.children].map((cell) => cell.innerHTML.trim()));

  test("a row a line or a cell a line, with a head, a caption and attributes", () => {
    const body =
      "{| class=\"wikitable\"\n|+ About\n! A !! B\n|-\n| 1 || ''2''\n|-\n| colspan=\"2\" align=center | 3\n|}\nafter";
    expect(rows(body)).toEqual([["A", "B"], ["1", "<em>2</em>"], ["3"]]);
    const page = html(body);
    expect(page.querySelector("caption")?.textContent).toBe("About");
    expect(texts(page, "thead th")).toEqual(["A", "B"]);
    expect(page.querySelector("tbody td.align-center")?.getAttribute("colspan")).toBe("2");
    expect(texts(page, "p")).toEqual(["after"]);
  });

  test("cells hold lists, paragraphs, code and other tables", () => {
    const page = html("{|\n|\n* a\n* b\n|-\n| one\n\ntwo\n|\n{|\n| inner\n|}\n|-\n| <pre>x\n|y</pre>\n|}");
    expect(page.querySelectorAll("td > ul > li")).toHaveLength(2);
    expect(texts(page, "td > p").slice(0, 2)).toEqual(["one", "two"]);
    expect(page.querySelector("td table td")?.textContent).toBe("inner");
    expect(codes(page)).toEqual(["x\n|y\n"]);
  });

  test("a link's bar separates no cells' attributes", () => {
    expect(rows("{|\n| [[a|b]]\n|}")).toEqual([[expect.stringContaining(">b</a>")]]);
  });

  test("a table that nothing closes is a table; one without a cell is none", () => {
    expect(rows("{|\n| a")).toEqual([["a"]]);
    expect(html("{|\n|}\n").querySelector("table")).toBeNull();
  });
});

describe("footnotes", () => {
  test("are where the list of references goes, once for each name", () => {
    const page = html(
      'a<ref>one</ref> b<ref name="x">two</ref> c<ref name="x" />\n\n== References ==\n<references />\n\n== After ==\n',
    );
    expect(texts(page, ".footnote-ref")).toEqual(["1", "2", "2"]);
    expect(texts(page, ".footnotes li").map((text) => text.replace(/\s*↩\uFE0E?/g, ""))).toEqual(["one", "two"]);
    expect(page.querySelectorAll(".footnotes li:last-child .footnote-backref")).toHaveLength(2);
    expect(texts(page, ".footnotes ~ h2")).toEqual(["After #"]);
  });

  test("are at the end without one, and may hold text of many lines, links and notes", () => {
    const { html: shown, links } = wiki("* a<ref>\n    ''one'' [[x|y]]\n    and<ref>two</ref>\n</ref>\n* b");
    const page = parseHtml(shown);
    expect(page.querySelectorAll("ul > li")).toHaveLength(2);
    expect(page.querySelectorAll(".footnotes li")).toHaveLength(2);
    expect(links.map(({ url, position }) => `${url} ${position.line}:${position.column}`)).toEqual(["x 2:15"]);
  });

  test("may be written in the list", () => {
    expect(textOf('a<ref name="x" /><references><ref name="x">one</ref></references>')).toContain("one");
  });

  test("one that says nothing is reported", () => {
    expect(wiki('One\n\ntwo<ref name="x" />').diagnostics.map(placed)).toEqual(["footnote-unknown 3:1"]);
  });

  test("a tag that nothing closes takes nothing away", () => {
    expect(textOf("a<ref>b\n\nc<ref>d</ref> e")).toContain("a<ref>b c");
  });
});

test("search sees each section's text without markup", () => {
  const { sections } = wiki("Intro ''a''\n\n== One ==\n* '''b''' [[c|d]]\n\n{|\n! e\n|-\n| f\n|}\n<pre>g</pre>");
  expect(sections.map(({ heading, text }) => [heading, text])).toEqual([
    ["", "Intro a"],
    ["One", "b d e f"],
  ]);
});

const fragments = [
  ..."'[]{}|!-+*#:;=<>&\n\n \"/ab1",
  ..."''|'''|'''''|[[|]]|{{|}}|{||\n|-\n|\n|}\n|\n! |\n| |\n|+ |||".split("|"),
  ..."<ref>|</ref>|<ref name=x />|<references/>|<references>|<pre>|</pre>|<nowiki>|</nowiki>|<!--|-->|<code>|</code>".split(
    "|",
  ),
  ..."<div>|</div>|<b>|</b>|<math>|</math>|<source lang=c>|</source>|<poem>|</poem>|<br/>|</p>|<li>|<table>|<td>".split(
    "|",
  ),
  ..."[https://a.example b]|[[File:a.png|[[#x|javascript:|<img src=x onerror=y>|\x7f0\x7f|\uFDD0|&#x7f;|----|\n== a ==\n".split(
    "|",
  ),
];
const text = fc.array(fc.constantFrom(...fragments), { maxLength: 60 }).map((parts) => parts.join(""));

describe("any text", () => {
  test("gives clean HTML in which every element is closed", () => {
    fc.assert(
      fc.property(text, (body) => {
        const { html: shown } = wiki(body);
        expect(shown).not.toMatch(/\x7f|<script|<[^>]*(?:\son\w+=|="\s*javascript:)/i);
        const names = [...shown.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/gi)].filter(
          ([, , name = ""]) => !/^(?:br|hr|img|col|wbr|input)$/i.test(name),
        );
        const open: string[] = [];
        for (const [, slash, name = ""] of names) {
          if (!slash) open.push(name);
          else expect(open.pop()).toBe(name);
        }
        expect(open).toEqual([]);
      }),
      { numRuns: runs(150) },
    );
  });

  test("loses no word", () => {
    const words = fc.array(
      fc.oneof(
        fc.constantFrom(...fragments.filter((part) => !/ref|<!--|-->|File|\[https/.test(part))),
        fc.constant(" word "),
      ),
      {
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(words, (parts) => {
        const body = parts.join("");
        fc.pre(!/\[\[\s*category|<math>|<img|<div [^>]*$/i.test(body));
        const count = (value: string) => value.split("word").length - 1;
        // In a tag, and in the attributes of a cell, words are not text.
        const written = count(body.replace(/<[a-z/][^<>]*>/gi, "").replace(/^.*(?:\{\||\|).*$/gm, ""));
        // Without a title of its own a text has the one of its first heading, which is not repeated.
        expect(count(wiki(body, "Title").html)).toBeGreaterThanOrEqual(written);
      }),
      { numRuns: runs(150) },
    );
  });
});
