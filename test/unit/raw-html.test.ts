/** Raw HTML in proposals comes from strangers: what helps a text stays, nothing can run. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foreignMarkup } from "../support/allowed.js";
import { dangers, vectors } from "../support/hostile.js";
import { markdown, parseProposal, shownHtml } from "../support/parse.js";
import { attributes, buildSite, parseHtml, proposalText, texts } from "../support/site.js";

/** HTML and preview of a proposal's body as a page shows them, links leading where the author said. */
function shown(body: string): string[] {
  const { document, body: made } = parseProposal(`---\ncip: 20\ntitle: T\n---\n${body}`);
  if (!document || !made) throw new Error("no document");
  return [shownHtml(made.html, document.links), shownHtml(document.preview, document.links)];
}
const html = (body: string) => parseHtml(shown(body)[0] ?? "");

describe("nothing runs", () => {
  test.each(Object.entries(vectors))("%s", (_, vector) => {
    for (const place of [
      vector,
      `Text ${vector} text`,
      `- ${vector}`,
      `> ${vector}`,
      `<div>\n${vector}\n</div>`,
      `| a |\n|---|\n| ${vector.replaceAll("\n", " ")} |`,
      `## ${vector.replaceAll("\n", " ")}\n\nText`,
      `[${vector}](https://x.example)`,
      `![${vector}](a.png "${vector.replaceAll('"', "'")}")`,
      `<p title="${vector}">x</p>`,
      `**${vector}**\n\n<!--truncate-->\n\n${vector}`,
    ]) {
      for (const part of shown(place)) expect(dangers(part), place).toEqual([]);
    }
  });

  test("each tag of a paragraph that is shown as text is reported where it is", () => {
    const { diagnostics } = parseProposal("---\ncip: 20\ntitle: T\n---\nA <video> and\na <video> again <video>.\n");
    expect(diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual([
      ["html-not-shown", 5, 3],
      ["html-not-shown", 6, 3],
      ["html-not-shown", 6, 17],
    ]);
  });

  test("a tag with any name in any HTML is an element that is allowed, or text", () => {
    const name = fc.string({
      unit: fc.constantFrom(..."aZ9.,:;!?*+-=^$|()[]{}\\&#'\"`_~ü日"),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(name, fc.constantFrom("div", "p", "b", "table"), (rest, around) => {
        for (const place of [`<${around}>\n<b${rest} x>\n</${around}>`, `Text <${around}><${rest}> text`]) {
          for (const part of shown(place)) expect(foreignMarkup(part), place).toEqual([]);
        }
      }),
    );
  });

  test("the check itself sees what is dangerous", () => {
    for (const bad of [
      "<script>1</script>",
      "<img src=x onerror=1>",
      '<a href="java&Tab;script:1">x</a>',
      "<svg></svg>",
    ])
      expect(dangers(bad), bad).not.toEqual([]);
    expect(dangers('<p id="a">x <a href="https://x.example" class="external">y</a></p>')).toEqual([]);
  });

  test("nothing runs on whole pages, lists and data either, wherever front matter is shown", async () => {
    const [script, image, link] = [vectors.script, vectors["handler without quotes"], vectors["javascript link"]];
    const quoted = (text = "") => JSON.stringify(text);
    const files = {
      "content/cip/cbc/cip-20.md": proposalText(
        20,
        {
          title: quoted(`A ${script} ${image}`),
          description: quoted(`B ${script} "' ${link}`),
          author: quoted(`Eve ${script} <https://x.example/"onx=1>`),
          tags: `[${quoted(script)}, ${quoted(image)}]`,
          keywords: quoted(`"><script>x</script>`),
          date: "2021-01-01",
          status: quoted(`withdrawn (${image})`),
        },
        Object.values(vectors).join("\n\n"),
      ),
    };
    const site = await buildSite(files, { checks: { brokenLinks: "warn" } });
    expect(site.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    for (const path of site.files.keys()) {
      if (!path.endsWith(".html")) continue;
      const page = parseHtml(site.text(path));
      const handlers = [...page.querySelectorAll("*")].flatMap((element) =>
        [...element.attributes].filter(({ name }) => /^on|^style$|^srcdoc$/i.test(name)).map(({ name }) => name),
      );
      expect(handlers, path).toEqual([]);
      expect(texts(page, "script:not([type='application/ld+json'])").join(""), path).not.toContain("alert(1)");
      expect(page.querySelector("iframe, object, embed, base, [formaction], form[action*=':']"), path).toBeNull();
      for (const href of attributes(page, "[href]", "href"))
        expect(href, path).not.toMatch(/^\s*(javascript|data|vbscript):/i);
      const prose = page.querySelector(".prose");
      if (path.includes("cip-20")) expect(dangers(prose?.innerHTML ?? "<missing>"), path).toEqual([]);
    }
    // JSON within a page must not end its script element.
    expect(site.text("cip/cbc/cip-20/index.html")).not.toContain("<script>alert");
  });
});

describe("what helps a text stays", () => {
  test.each([
    ["keys", "Press <kbd>Ctrl</kbd>", "kbd"],
    ["superscripts and subscripts", "x<sup>2</sup> H<sub>2</sub>O", "sup + sub"],
    ["details", "<details><summary>More</summary>\n\nText **bold**\n\n</details>", "details > summary, details strong"],
    ["definition lists", "<dl><dt>A</dt><dd>B</dd></dl>", "dl > dt + dd"],
    ["merged table cells", '<table><tr><td colspan="2">x</td></tr></table>', 'td[colspan="2"]'],
    ["sized pictures", '<img src="a.png" width="20px" height="10" alt="A">', 'img[width="20"][height="10"][alt="A"]'],
    ["pictures of a share of the width", '<img src="a.png" width="30%">', 'img[width="30%"]'],
    ["sizes in styles", '<img src="a.png" style="border: 0; width:30%">', 'img[width="30%"]:not([style])'],
    ["sides of pictures", '<img src="a.png" align="right">', "img.align-right"],
    ["attributes of Pandoc", "![Flow](a.png){width=30%}", 'p:has(> img[width="30%"][alt="Flow"]):not(:has(:not(img)))'],
    ["attributes of MkDocs", '![Flow](a.png){ width="300" align=right loading=lazy }', 'img.align-right[width="300"]'],
    ["attributes of kramdown", '![Flow](a.png){: width="30%" height="20px"}', 'img[width="30%"][height="20"]'],
    ["attributes in the next line", "![Flow](a.png)\n{: style='width: 5em' .center}", 'img[width="80"]:not([style])'],
    ["attributes of a linked picture", "[![Flow](a.png){#fig width=2in}](https://b.example)", 'a > img[width="192"]'],
    ["attributes of a reference", "![Flow][a]{width=50%} next\n\n[a]: a.png", 'img[width="50%"]'],
    ["widths after a bar", "![Flow|256px](a.png)", 'img[width="256"][alt="Flow"]'],
    ["line breaks", "a<br>b", "br"],
    ["languages", '<span lang="de">Wort</span>', 'span[lang="de"]'],
    ["anchors by name", '<a name="here"></a>', "#here"],
  ])("%s", (_, body, selector) => {
    expect(html(body).querySelector(selector)).not.toBeNull();
  });

  test("a page has one h1, its title, whatever level a heading of raw HTML has", () => {
    const page = html('<h1 align="center">One</h1>\n\n# Two\n\nText <h1>Three</h1>');
    expect(texts(page, "h1")).toEqual([]);
    expect(texts(page, "h2:not(:has(a))")).toEqual(["One", "Three"]);
    expect(page.querySelector("h2.align-center")).not.toBeNull();
  });

  test("a placeholder in angle brackets is text that can be read", () => {
    expect(html("Call it <Word> or <your-name>.").body.textContent).toContain("Call it <Word> or <your-name>.");
    expect(html("<Word>\n").body.textContent).toContain("<Word>");
  });

  test.each([
    "Use Option<Details> here.\n\nMore.",
    "Use Option<Details> here.\n\n<details>\n\nMore.\n\n</details>",
    "<details>\n\nUse Option<Details> here.\n\n</details>",
    "<div>\nUse Option<Details> here.\n</div>",
    "A <Table>, a <Section>, `<code>` and Option<Address>.",
    "fn<S>(s: S) -> List<A>, ~~old~~ <s>new</s>, [List<A>](x.md), <a href='x.md'>x</a>",
    "<Address>\n\nMore.",
    "<Address> is **an address** of `Vec<Address>`\n\nMore.",
    "Vec<P>, Vec<Li>, <Source>",
    "Unclosed <center> here.",
    "# T <Details>\n\nMore.",
  ])("a placeholder with the name of an element is text, and what follows stays in sight: %s", (body) => {
    const page = html(body);
    const words = [...body.matchAll(/\w*<(?:[A-Z]\w*|center)>/g)].map(([word]) => word);
    expect(words).not.toEqual([]);
    for (const word of words) expect(page.body.textContent).toContain(word);
    expect(page.querySelectorAll("details").length).toBe(body.includes("<details>") ? 1 : 0);
    expect(page.querySelectorAll("strong").length).toBe(body.includes("**") ? 1 : 0);
  });

  test.each([
    ["<details>\n<summary>A</summary>\n\nText\n\n- item\n\n</details>\n\nEnd", "details > ul", ""],
    ["- item <details><summary>A</summary>\n\n  Text\n\n  </details>", "li > p", "details"],
    ["<DETAILS>\n\nText\n\n</DETAILS>", "details > p", ""],
    ["<div>\n\nText</div>", "div > p", ""],
    ["<!-- <details> -->\n\n<details>\n\nText\n\n</details>", "details > p", ""],
    ['<div title="</div>">\n\nText\n\n</div>', "div > p", ""],
    ["<ul>\n<li>One\n<li>Two\n</ul>", "li + li", ""],
    ["<table><tr><td>One<td>Two<tr><td>Three</table>", "td + td", ""],
    ["<p>One\n\n<p>Two", "p + p", ""],
  ])("an element that is closed later, or needs no end, is no placeholder: %s", (body, selector, other) => {
    const page = html(body);
    expect(page.querySelector(selector)).not.toBeNull();
    if (other) expect(page.querySelector(other)).not.toBeNull();
    expect(page.body.textContent).not.toContain("<");
  });

  test.each([
    "<address or prefix>",
    "<code or data>",
    "<Table of names>",
  ])("a placeholder of several words shows them, also where the first is the name of an element: %s", (words) => {
    const page = html(`Arguments: ${words} <size of prefix>\n\n${words} stands\n\nMore.`);
    expect([...page.querySelectorAll("p")].map((p) => p.textContent)).toEqual([
      `Arguments: ${words} <size of prefix>`,
      `${words} stands`,
      "More.",
    ]);
  });

  test("the title that a heading gives keeps its placeholders", () => {
    for (const word of ["Object", "Details"])
      expect(markdown(`# AIP-10 - Token <${word}>\n\nText`).firstHeading).toBe(`AIP-10 - Token <${word}>`);
  });

  test("pictures for dark pages and for sharp screens stay, each a link that the site knows", () => {
    const body = [
      "Text",
      "",
      "<picture>",
      '  <source media="(prefers-color-scheme: dark)" srcset="./dark.png">',
      '  <source srcset="./a.png 1x,',
      '    ./b,c.png?d=1&e 2.5x, https://x.example/e.png 640w" sizes="50vw">',
      '  <img src="./flow.png" srcset="./flow.png, ./flow-2.png 2x">',
      "</picture>",
    ].join("\n");
    const page = html(body);
    expect(attributes(page, "picture > source, picture > img", "srcset")).toEqual([
      "./dark.png",
      "./a.png 1x, ./b,c.png?d=1&e 2.5x, https://x.example/e.png 640w",
      "./flow.png, ./flow-2.png 2x",
    ]);
    expect(page.querySelector("source[sizes]")?.getAttribute("sizes")).toBe("50vw");
    expect(
      markdown(body).links.map(({ kind, url, position }) => `${kind} ${url} ${position.line}:${position.column}`),
    ).toEqual([
      "image ./dark.png 4:56",
      "image ./a.png 5:19",
      "image ./b,c.png?d=1&e 6:5",
      "image https://x.example/e.png 6:27",
      "image ./flow.png 7:13",
      "image ./flow.png 7:33",
      "image ./flow-2.png 7:45",
    ]);
  });

  test("classes of the page's own layout cannot be borrowed", () => {
    expect(html('<div class="navbar announcement external">x</div>').querySelector("div")?.className).toBe("external");
  });

  test("comments are not published", () => {
    expect(shown("<!-- secret -->\n\nText <!-- hidden --> text")[0]).not.toMatch(/secret|hidden/);
    expect(shown("<!-- begin --> A text <!-- end -->\n")[0]?.trim()).toBe("A text");
  });

  test("elements that are left open are closed: what follows the text stays outside", () => {
    for (const open of ["<div>", "<details><summary>x", "<table><tr><td>", "<b><i>", "<ul><li>"])
      expect(
        parseHtml(`<div id="prose">${shown(open)[0]}</div><p id="after">x</p>`).querySelector("#prose #after"),
        open,
      ).toBeNull();
  });

  test("elements that were never opened close nothing", () => {
    for (const close of ["</div></div>", "</article></main>", "</body></html>", "text </section></b>"])
      expect(
        parseHtml(`<div id="prose">${shown(`${close}\n\nEnd`)[0]}</div>`).querySelector("#prose")?.textContent,
        close,
      ).toContain("End");
  });
});

describe("ids", () => {
  test("an id is there once; a heading's own anchor wins", () => {
    const found = html('## One\n\n<span id="one">a</span> <span id="two">b</span> <span id="two">c</span>\n');
    const ids = attributes(found, ":is(h2, span)[id]", "id");
    expect(ids.sort()).toEqual(["one", "two"]);
    expect(found.querySelector("#one")?.tagName).toBe("H2");
  });

  test("anchors of raw HTML are known, so that links to them are no broken ones", () => {
    const { document } = parseProposal(
      '---\ncip: 20\ntitle: T\n---\n## A & B\n\n<a name="x y"></a><p id="z&quot;">p</p>\n',
    );
    expect(document?.anchors).toContain("a--b");
    expect(document?.anchors).toContain("x-y");
  });

  test("no name attribute stays: it could replace a script's variable", () => {
    expect(html(vectors["clobbered document"] ?? "").querySelector("[name]")).toBeNull();
  });

  test("ids of the page's own parts cannot be taken", async () => {
    const own = "siteMain siteMenu siteSidebar graphArrow fn1 fnref1".split(" ");
    const body = `${own.map((id) => `<span id="${id}">x</span>`).join(" ")}\n\nNote[^1].\n\n[^1]: N\n`;
    const site = await buildSite({
      "content/cip/cbc/cip-20.md": proposalText(20, { requires: 21 }, body),
      "content/cip/cbc/cip-21.md": proposalText(21),
    });
    const ids = attributes(site.page("/cip/cbc/cip-20"), "[id]", "id");
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(site.page("/cip/cbc/cip-20").querySelector("#fn1")?.textContent).toContain("N");
  });
});
