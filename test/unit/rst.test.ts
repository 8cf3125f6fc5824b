/** Texts in reStructuredText: what an author who knows docutils expects to see, and what no text may do. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readStructure } from "../../src/tools/lint/structure.js";
import { placed, rst } from "../support/parse.js";
import { runs } from "../support/runs.js";
import { buildSite, parseHtml, texts } from "../support/site.js";

const html = (body: string) => parseHtml(rst(body).html);
/** The markup of a text's only paragraph. */
const inline = (body: string) => html(body).querySelector("p")?.innerHTML.trim();
const textOf = (body: string) => html(body).querySelector("body")?.textContent?.replace(/\s+/g, " ").trim();
const problems = (body: string) => rst(body).diagnostics.map(placed);
/** The blocks of a text as tags, with their texts. */
const outline = (body: string) =>
  rst(body)
    .html.replace(/[ \t]*\n[ \t]*/g, " ")
    .replace(/<figure class="code".*?<code[^>]*>(.*?)\s*<\/code><\/pre><\/figure>/gs, "<pre>$1</pre>")
    .replace(/<a class="anchor".*?<\/a>/g, "")
    .replace(/ (?=<\/?(?:ul|ol|li|p|dl|dt|dd|blockquote|h\d|pre|div|tr|t[dh]|thead|tbody|table|hr)\b)/g, "")
    .trim();

test.each([
  [":width: 50%", 'img[width="50%"]'],
  [":height: 40px", 'img[height="40"]:not([width])'],
  [":align: center", "img.align-center"],
  [":class: wide invert-in-dark-mode", 'img[class="invert-in-dark-mode"]'],
])("%s of a picture holds", (option, selector) => {
  for (const directive of ["image", "figure"])
    expect(html(`.. ${directive}:: a.png\n   ${option}\n`).querySelector(selector)).not.toBeNull();
});

test.each([
  [".. _label:\n\n   Quoted.\n\nSee `label <label_>`_.\n", "<blockquote>"],
  [".. _site: https://a.example\n\n   Quoted.\n\nSee site_.\n", '<a href="https://a.example"'],
  [".. unknown:: A\n   :open:\n\n   :Status: Draft\n", "Draft"],
])("no block after an empty line is lost: %j", (body, expected) => {
  expect(rst(body).html).toContain(expected);
});

describe("running text", () => {
  test.each([
    ["*a* b", "<em>a</em> b"],
    ["**a** b", "<strong>a</strong> b"],
    ["``a  *b*`` c", "<code>a *b*</code> c"],
    ["``\\d+`` and \\*x*", "<code>\\d+</code> and *x*"],
    ["2*3*4 and 2 * x * 4", "2*3*4 and 2 * x * 4"],
    ["a*b* (*c*) \"*\" '**'", "a*b* (<em>c</em>) \"*\" '**'"],
    ["*one\ntwo* three", "<em>one\ntwo</em> three"],
    ["re\\ *emph*\\ asis", "re<em>emph</em>asis"],
    ["`a title`", "<cite>a title</cite>"],
    ["H\\ :sub:`2`\\ O", "H<sub>2</sub>O"],
    ["E = mc\\ :sup:`2`", "E = mc<sup>2</sup>"],
    [":code:`x = 1` :abbr:`LIFO (last in)`", '<code>x = 1</code> <abbr title="last in">LIFO</abbr>'],
    ["`b`:strong: :kbd:`Ctrl`", "<strong>b</strong> <kbd>Ctrl</kbd>"],
    [":func:`~os.path.join` :class:`list`", "<code>join()</code> <code>list</code>"],
    [":py:meth:`a.b` :c:func:`PyX`", "<code>a.b()</code> <code>PyX()</code>"],
    ["a < b & c", "a &lt; b &amp; c"],
    ["snake_case __init__ __x", "snake_case __init__ __x"],
  ])("%j is %s", (body, expected) => {
    expect(inline(body)).toBe(expected);
    expect(problems(body)).toEqual([]);
  });

  test.each([
    ["`here <https://a.example/x>`_", '<a href="https://a.example/x" class="external" rel="noopener">here</a>'],
    ["`here <x y.rst>`__", '<a href="xy.rst">here</a>'],
    [
      "see it_.\n\n.. _it: https://a.example/",
      'see <a href="https://a.example/" class="external" rel="noopener">it</a>.',
    ],
    ["`two words`_\n\n.. _Two  Words: a.rst", '<a href="a.rst">two words</a>'],
    ["a__ b__\n\n__ one.rst\n.. __: two.rst", '<a href="one.rst">a</a> <a href="two.rst">b</a>'],
    ["`a`_ b_\n\n.. _a:\n.. _b: c.rst", '<a href="c.rst">a</a> <a href="c.rst">b</a>'],
    ["x_\n\n.. _x: `y z`_\n.. _y z: d.rst", '<a href="d.rst">x</a>'],
    ["`a <b_>`_ and a_\n\n.. _b: e.rst", '<a href="e.rst">a</a> and <a href="e.rst">a</a>'],
    ["https://a.example/x.", '<a href="https://a.example/x" class="external" rel="noopener">https://a.example/x</a>.'],
    [":pep:`8`", '<a href="https://peps.python.org/pep-0008/" class="external" rel="noopener">PEP 8</a>'],
    [
      ":rfc:`the mail <2822>`",
      '<a href="https://datatracker.ietf.org/doc/html/rfc2822.html" class="external" rel="noopener">the mail</a>',
    ],
    [":doc:`other text <../x>`", '<a href="../x.rst">other text</a>'],
    [":std:ref:`lab`\n\n.. _lab:\n\nA Title\n-------", '<a href="#lab">A Title</a>'],
    [":ref:`lab` :ref:`x <lab>`\n\n.. _lab:\n\nA Title\n-------", '<a href="#lab">A Title</a> <a href="#lab">x</a>'],
    ["`x <https://a.example/__b__>`_", '<a href="https://a.example/__b__" class="external" rel="noopener">x</a>'],
    ["`A 'b \\*'`_\n\nA 'b \\*'\n--------", "<a href=\"#a-b\">A 'b *'</a>"],
    [
      "(https://a.example/x.)",
      '(<a href="https://a.example/x" class="external" rel="noopener">https://a.example/x</a>.)',
    ],
    [
      ":pep:`8#part` :pep:`the part <8#part>`",
      '<a href="https://peps.python.org/pep-0008/#part" class="external" rel="noopener">PEP 8 § part</a> <a href="https://peps.python.org/pep-0008/#part" class="external" rel="noopener">the part</a>',
    ],
    [":ref:`lab`\n\n.. _lab:\n\nAdd ``a`` *now*\n---------------", '<a href="#lab">Add a now</a>'],
    ["`a Cæsar`_\n\nA Cæsar\n-------", '<a href="#a-caesar">a Cæsar</a>'],
    ["|x| now\n\n.. |x| replace:: *very* good", "<em>very</em> good now"],
    ["100 |c|\n\n.. |c| unicode:: 0xA9 .. the sign", "100 ©"],
    ["|l|_\n\n.. |l| replace:: text\n.. _l: f.rst", '<a href="f.rst">text</a>'],
  ])("%j leads there", (body, expected) => {
    expect(inline(body)).toBe(expected);
    expect(problems(body)).toEqual([]);
  });

  test("what is not known is shown, and said where it is", () => {
    expect(textOf("One\n\ntwo :nope:`three`, four_ and |five|")).toBe("One two three, four and |five|");
    expect(problems("One\n\ntwo :nope:`three`,\nfour_ and |five|")).toEqual([
      "rst-unknown 3:5",
      "rst-reference 4:11",
      "rst-reference 4:1",
    ]);
    expect(rst("`a<b.rst>`_").diagnostics[0]?.help).toBe("Write a space before <.");
    expect(problems("a **b\n\n``c")).toEqual(["rst-syntax 1:3", "rst-syntax 3:1"]);
    expect(textOf("a **b and *c*")).toBe("a **b and c");
  });
});

describe("blocks", () => {
  test.each([
    ["- a\n\n  b\n- c\n\n  - d", "<ul><li><p>a</p><p>b</p></li><li><p>c</p><ul><li>d</li></ul></li></ul>"],
    ["- a\n- b", "<ul><li>a</li><li>b</li></ul>"],
    ["* a\n\n+ b", "<ul><li>a</li></ul><ul><li>b</li></ul>"],
    ["3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'],
    ["(a) a\n(b) b", '<ol type="a"><li>a</li><li>b</li></ol>'],
    ["I) a\nII) b", '<ol type="I"><li>a</li><li>b</li></ol>'],
    ["#. a\n#. b", "<ol><li>a</li><li>b</li></ol>"],
    ["A. Einstein was a\ngreat man", "<p>A. Einstein was a great man</p>"],
    ["1. a\n\n3. b", '<ol><li>a</li></ol><ol start="3"><li>b</li></ol>'],
    ["1. a\n\nb. b", '<ol><li>a</li></ol><ol type="a" start="2"><li>b</li></ol>'],
    [
      "term\n  meaning\n\nother : kind\n  *b*",
      "<dl><dt>term</dt><dd>meaning</dd><dt>other – kind</dt><dd><em>b</em></dd></dl>",
    ],
    ["``a : b`` : c\n  d", "<dl><dt><code>a : b</code> – c</dt><dd>d</dd></dl>"],
    [":Name: value\n  more\n:Empty:", "<dl><dt>Name</dt><dd>value more</dd><dt>Empty</dt><dd></dd></dl>"],
    ["a::\n\n  b *c*\n    d\n\ne", "<p>a:</p><pre>b *c* d</pre><p>e</p>"],
    ["a ::\n\n  b", "<p>a</p><pre>b</pre>"],
    ["::\n\n  b", "<pre>b</pre>"],
    ["a::\n\n> b\n> c\n\nd", "<p>a:</p><pre>&gt; b &gt; c</pre><p>d</p>"],
    ["a\n\n  b\n\n  -- Ada\n\nc", "<p>a</p><blockquote><p>b</p><p>— Ada</p></blockquote><p>c</p>"],
    ["| a\n|   b\n| c", "<p>a<br> \u00a0\u00a0b<br> c</p>"],
    ["a\n\n----\n\nb", "<p>a</p><hr><p>b</p>"],
    [".. a comment\n   of two lines\n\nb", "<p>b</p>"],
    ["..\n\n  quoted", "<blockquote><p>quoted</p></blockquote>"],
    [".. pull-quote::\n\n   :a: b", "<blockquote><dl><dt>a</dt><dd>b</dd></dl></blockquote>"],
    [".. contents:: All\n   :depth: 2\n\nb", "<p>b</p>"],
    [".. code:: none\n   a\n\n   b", "<pre>a  b</pre>"],
    [".. raw:: html\n   <b>a</b>", "<b>a</b>"],
  ])("%j", (body, expected) => {
    expect(outline(body).replaceAll("&nbsp;", "\u00a0")).toBe(expected);
    expect(problems(body)).toEqual([]);
  });

  test("a target is an anchor, and a title can be referred to by its name", () => {
    const page = html("See `My Title`_ and label_.\n\n.. _label:\n\nMy Title\n--------\n\nThere is _`a place` here.");
    expect([...page.querySelectorAll("p a")].map((link) => link.getAttribute("href"))).toEqual(["#my-title", "#label"]);
    expect(page.getElementById("label")).not.toBeNull();
    expect(html(".. _a:\n.. |x| image:: a.png\n\n|x|").getElementById("a")).not.toBeNull();
    const labelled = readStructure(".. _label:\n\nTitle\n-----\n\n:ref:`other`\n", 1, "rst");
    expect(labelled.headings).toMatchObject([{ text: "Title" }]);
    expect(page.getElementById("a-place")).not.toBeNull();
    expect(rst("_`a place`").anchors).toContain("a-place");
  });

  test("numbers that authors give are no others', wherever they are, as in docutils", () => {
    const page = html("A [#]_ b [1]_ c [#n]_ d [#n]_ e [*]_\n\n.. [#] a\n.. [#n] n\n.. [1] one\n.. [*] star\n");
    expect(texts(page, ".footnote-ref")).toEqual(["2", "1", "3", "3", "*"]);
  });

  test("footnotes and citations stand where they are written, with a way back to each reference", () => {
    const body =
      "a [2]_ b [#n]_ c [*]_ d [GVR]_ e [2]_ f [#]_\n\n.. [2] Two.\n.. [#n] Named.\n.. [#] Next.\n.. [*] Star.\n\n.. [GVR] *Guido*\n";
    const page = html(body);
    expect([...page.querySelectorAll("p sup")].map((mark) => mark.textContent)).toEqual(["2", "1", "*", "2", "3"]);
    expect(texts(page, "ol.footnotes-list > li").map((text) => text.replace(/\s+/g, " "))).toEqual([
      "Two. ↩\uFE0E\u2003↩\uFE0E".replace(/\s+/g, " "),
      "Named. ↩\uFE0E",
      "Next. ↩\uFE0E",
    ]);
    expect([...page.querySelectorAll("dt")].map(({ id, textContent }) => [id, textContent])).toEqual([
      ["footnote-3", "*"],
      ["gvr", "[GVR]"],
    ]);
    for (const link of page.querySelectorAll("a[href^='#']"))
      expect(page.getElementById(link.getAttribute("href")?.slice(1) ?? "")).not.toBeNull();
    expect(problems("a [9]_")).toEqual(["rst-reference 1:3"]);
  });

  test("a label of another text is a link, whose text is the title that it stands before", async () => {
    const head = (number: number) =>
      `PEP: ${number}\nTitle: Number *${number}*\nStatus: Draft\nType: Process\nCreated: 01-May-2020\n\n`;
    const body =
      ":ref:`Deep  part` :ref:`x <deep part>` :ref:`PEP9` :ref:`here` :ref:`n <NEP9>` :doc:`pep-0009` :doc:`y <pep-0009>`";
    const site = await buildSite(
      {
        "content/cip/pep-0008.rst": `${head(8)}${body} :ref:\`lost\`\n\n.. _here:\n\nHere & now\n----------\n`,
        "content/cip/pep-0009.rst": `${head(9)}.. _PEP9:\n.. _NEP9:\n\nAbstract\n--------\n\n.. _deep part:\n\nA *deep* part\n-------------\n`,
      },
      { series: [{ profile: "pep", source: "content/cip" }] },
    );
    const links = [...site.page("/pep/pep-0008").querySelectorAll(".prose p a")];
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["A deep part", "/pep/pep-0009#deep-part"],
      ["x", "/pep/pep-0009#deep-part"],
      ["Number 9", "/pep/pep-0009"],
      ["Here & now", "#here"],
      ["n", "/pep/pep-0009"],
      ["Number 9", "/pep/pep-0009"],
      ["y", "/pep/pep-0009"],
    ]);
    expect(site.diagnostics.map(placed)).toEqual(["rst-reference 7:116"]);
  });

  test("raw HTML passes the sanitizer, and no other output's text is shown", () => {
    const body =
      ".. raw:: html\n\n   <b onclick='x()'>bold</b><script>x()</script>\n\n.. raw:: latex\n\n   \\newpage\n\n<i>x</i>";
    expect(rst(body).html).not.toMatch(/onclick|<script/);
    expect(texts(html(body), "b")).toEqual(["bold"]);
    expect(textOf(body)).toContain("<i>x</i>");
    expect(textOf(body)).not.toContain("newpage");
  });

  test("an unknown directive is reported, and nothing in it is lost", () => {
    const body = "a\n\n.. nope:: arg\n   :opt: x\n\n   *text*";
    expect(problems(body)).toEqual(["rst-unknown 3:1"]);
    expect(textOf(body)).toBe("a arg text");
  });
});

describe("any text", () => {
  const pieces = fc.constantFrom(
    ..."\n|  |- |* |1. |(a) |:x: |a|b_|`|``|*|**|[1]_|.. |.. [1] |.. _a: |.. note::|.. |x| replace:: |+--+|+==+|===  ===|---|====|::|\\|<b>|http://x.y|>>> |\t|é|\u2705| |\n\n".split(
      "|",
    ),
    "|x|",
    "| ",
    "|",
  );
  const any = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(""));

  test("is read without an exception, its words are shown, and links lead somewhere", () => {
    fc.assert(
      fc.property(any, (body) => {
        const shown = rst(`${body}\n\nthe-end\n`);
        expect(textOf(`${body}\n\nthe-end\n`)).toContain("the-end");
        const page = parseHtml(shown.html);
        const ids = [...page.querySelectorAll("[id]")].map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(shown.anchors).toContain(id);
      }),
      { numRuns: runs(300) },
    );
  });
});
