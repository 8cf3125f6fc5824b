/** What a site adds to Markdown: plugins of markdown-it, containers, macros of formulas, and marks of other programs. */

import type { MarkdownIt, Token } from "markdown-it";
import abbr from "markdown-it-abbr";
import container from "markdown-it-container";
import deflist from "markdown-it-deflist";
import sub from "markdown-it-sub";
import sup from "markdown-it-sup";
import { describe, expect, test } from "vitest";
import { markdownOptions } from "../../src/build/documents.js";
import { renderMarkdown } from "../../src/content/formats/markdown/render.js";
import type { ConfigInput } from "../../src/index.js";
import { dangers, vectors } from "../support/hostile.js";
import { configOf, configProblems, placed, shownHtml } from "../support/parse.js";

type Added = NonNullable<ConfigInput["markdown"]>;

function render(markdown: Added, body: string, format?: "markdown" | "mediawiki") {
  const options = markdownOptions(configOf({ markdown, linkSchemes: ["corepass"] }));
  const result = renderMarkdown({ body, path: "a.md", bodyLine: 1, format }, options);
  return { ...result, html: shownHtml(result.html, result.links), preview: shownHtml(result.preview, result.links) };
}

const html = (markdown: Added, body: string) => render(markdown, body).html;

describe("plugins that are published", () => {
  const rules: Added["rules"] = [deflist, sub, sup, abbr, [container, "legal"]];

  test.each([
    ["deflist", "Term\n: What it *is*.\n", "<dl>\n<dt>Term</dt>\n<dd>What it <em>is</em>.</dd>\n</dl>\n"],
    ["sub", "H~2~O\n", "<p>H<sub>2</sub>O</p>\n"],
    ["sup", "2^10^\n", "<p>2<sup>10</sup></p>\n"],
    ["abbr", "*[TVL]: Total value\n\nThe TVL.\n", '<p>The <abbr title="Total value">TVL</abbr>.</p>\n'],
    ["container", "::: legal\nA *text*.\n:::\n", "<div>\n<p>A <em>text</em>.</p>\n</div>\n"],
  ])("markdown-it-%s works as it is", (_name, body, expected) => {
    expect(html({ rules }, body)).toBe(expected);
    expect(html({}, body)).not.toBe(expected);
  });
});

/** A rule that writes this HTML in place of the text `@@`. */
const writing = (written: string) =>
  function writes(md: MarkdownIt) {
    md.inline.ruler.before("text", "written", (state, silent) => {
      if (!state.src.startsWith("@@", state.pos)) return false;
      if (!silent) state.push("written", "", 0);
      state.pos += 2;
      return true;
    });
    md.renderer.rules.written = () => written;
  };

describe("what a rule writes passes the sanitizer:", () => {
  test.each(Object.entries(vectors))("%s", (_what, written) => {
    const everything = { a: [".x"], "*": ["title"], "x-y": ["lang"] };
    for (const allow of [{}, everything]) {
      const { html: shown, preview } = render(
        { rules: [writing(written)], allow },
        'Text @@ and "more" text.\n\nAnother @@.\n',
      );
      expect(dangers(shown + preview).filter((one) => one !== "<x-y>")).toEqual([]);
    }
  });

  test("tokens too, however late they are made, and those of the program's own kinds", () => {
    const hostile = (md: MarkdownIt) => {
      md.core.ruler.at("link_urls", () => undefined);
      md.core.ruler.push("late", (state) => {
        for (const { children } of state.tokens) {
          if (!children) continue;
          const make = (
            type: string,
            tag: string,
            nesting: Token["nesting"],
            attrs?: [string, string][],
            meta?: object,
          ) => {
            const token = Object.assign(new state.Token(type, tag, nesting), { attrs, meta, children: [] });
            children.push(token);
          };
          const links = state.env.links as object[];
          links.push({ url: "javascript:alert(2)", kind: "link", position: { line: 1, column: 1 } });
          make("link_open", "a", 1, [
            ["href", "javascript:alert(1)"],
            ["onclick", "x"],
          ]);
          make("link_close", "a", -1);
          make("link_open", "a", 1, [
            ["href", "https://x.example"],
            ["onclick", "x"],
            ["style", "x"],
          ]);
          make("link_close", "a", -1);
          make("link_open", "a", 1, [["href", "javascript:alert(2)"]], { link: links.length - 1 });
          make("link_close", "a", -1);
          make("image", "img", 0, [["src", "javascript:alert(1)"]]);
          make("x_open", "script", 1);
          make("x_close", "script", -1);
          make("alert_open", "div", 1, [], { kind: '"><script>' });
          make("alert_close", "div", -1);
        }
      });
    };
    const { html: shown, diagnostics, links } = render({ rules: [hostile] }, "A text.\n");
    expect(shown).not.toMatch(/<script|onclick|style|"javascript:/);
    expect(shown).toContain('<a href="https://x.example"');
    expect(links.map(({ url }) => url)).toContain("https://x.example");
    expect(diagnostics.filter(({ code }) => code === "url-unsafe").length).toBeGreaterThanOrEqual(3);
  });

  test("its links are links of the text, checked and resolved like others", () => {
    const { html: shown, links } = render(
      { rules: [writing('<a href="https://x.example/@@">x</a>')] },
      "One.\n\nA @@.\n",
    );
    expect(shown).toContain('<a class="external" rel="noopener" href="https://x.example/@@">x</a>');
    expect(links.map(({ url, position }) => [url, position])).toEqual([
      ["https://x.example/@@", { line: 3, column: 1 }],
    ]);
  });

  test("a site may allow more of what is harmless", () => {
    const rules = [
      writing('<time datetime="2026-01-01" class="when other">x</time><acme-tx hash="0x1" onclick="x">y</acme-tx>'),
    ];
    expect(html({ rules }, "@@\n")).toContain("&lt;time");
    const allow = { time: ["datetime", ".when"], "acme-tx": ["hash"] };
    expect(html({ rules, allow }, "@@\n")).toBe(
      '<p><time datetime="2026-01-01" class="when">x</time><acme-tx hash="0x1">y</acme-tx></p>\n',
    );
  });

  test.each([
    [{ script: [] }],
    [{ iframe: [] }],
    [{ style: [] }],
    [{ svg: [] }],
    [{ button: [] }],
    [{ form: [] }],
    [{ input: [] }],
    [{ "annotation-xml": [] }],
    [{ a: ["onclick"] }],
    [{ a: ["style"] }],
    [{ "*": ["srcdoc"] }],
    [{ img: ["src"] }],
    [{ "x-y": ["xlink:href"] }],
    [{ a: ["href"] }],
    [{ a: ["data-*"] }],
  ])("but never %o", (allow) => {
    expect(configProblems({ markdown: { allow } })[0]).toMatch(/can never be allowed/);
  });
});

describe("a rule that throws", () => {
  const failing = (at: "core" | "block" | "inline" | "renderer") =>
    function transactions(md: MarkdownIt) {
      const fail = (state: object): never | false => {
        const { src, pos } = state as { src?: string; pos?: number };
        if (at === "inline" && !src?.startsWith("@@", pos)) return false;
        throw new TypeError("no such thing");
      };
      if (at === "renderer") md.renderer.rules.code_inline = (tokens) => `${fail(tokens)}`;
      else if (at === "inline") md.inline.ruler.before("text", "failing", fail);
      else if (at === "block") md.block.ruler.before("paragraph", "failing", fail);
      else md.core.ruler.push("failing", fail);
    };

  test.each([
    ["core", "1:1"],
    ["block", "1:1"],
    ["inline", "4:3"],
    ["renderer", "3:1"],
  ] as const)("as a rule of the %s names itself and the text", (at, place) => {
    const body = at === "inline" ? "One.\n\nTwo\nof@@.\n" : "One.\n\n`two`\n";
    const { diagnostics, html: shown } = render({ rules: [failing(at)] }, body);
    expect(shown).toBe("");
    expect(diagnostics.map(placed)).toEqual([`site-code-failed ${place}`]);
    expect(diagnostics[0]).toMatchObject({
      severity: "error",
      file: "a.md",
      message: "the rule transactions (markdown.rules[0]) failed: no such thing",
    });
  });
});

test("what a rule makes of a text is found by search, and is in headings", () => {
  const shout = (md: MarkdownIt) => {
    md.core.ruler.after("inline", "shout", (state) => {
      for (const { children } of state.tokens)
        for (const token of children ?? []) if (token.content.includes("!!")) token.type = "shout";
    });
    md.renderer.rules.shout = (tokens, index) => `<b>${md.utils.escapeHtml(tokens[index]?.content ?? "")}</b>`;
  };
  const { sections, outline, html: shown } = render({ rules: [shout] }, "## Now!!\n\nDo *it!!*\n");
  expect(shown).toContain("<em><b>it!!</b></em>");
  expect(outline.map(({ text, id }) => [text, id])).toEqual([["Now!!", "now"]]);
  expect(sections.at(-1)).toMatchObject({ heading: "Now!!", text: "Do it!!" });
});

describe("tabs", () => {
  const tabs = (body: string) => html({ containers: ["tabs", "note"] }, body);
  const section = (title: string, text: string) =>
    `<div class="tab"><p class="tab-title"><strong>${title}</strong></p>\n${text}</div>\n`;
  const expected = `<div class="tabs">${section("Solidity", "<p>A <em>b</em>.</p>\n")}${section("C &amp; C++", "<ul>\n<li>c</li>\n</ul>\n")}</div>\n<p>End.</p>\n`;

  test.each([
    '=== "Solidity"\n\n    A *b*.\n\n=== "C & C++"\n    - c\n\nEnd.\n',
    ':::tabs\n=== "Solidity"\nA *b*.\n\n=== "C & C++"\n- c\n:::\nEnd.\n',
    ':::tabs\n=== "Solidity"\n    A *b*.\n=== "C & C++"\n\n    - c\n:::\nEnd.\n',
    "::: tabs\n== Solidity\nA *b*.\n== C & C++\n- c\n:::\n\nEnd.\n",
    ':::tabs\n===! "Solidity"\nA *b*.\n===+ "C & C++"\n- c\n\n:::\nEnd.\n',
  ])("%j", (body) => {
    expect(tabs(body)).toBe(expected);
    // Raw HTML has the whole cleaned.
    expect(tabs(`${body}\n<b>x</b>\n`)).toContain(expected.slice(0, -5));
    expect(html({ containers: ["note"] }, body)).not.toContain('class="tab');
  });

  test("of code are its blocks, by their titles or their languages", () => {
    const group = tabs("::: code-group\n```js [a b.js]\n== x\n```\n\n```sh\n:::\n```\n:::\n");
    expect(group.match(/(?<=tab-title"><strong>)[^<]+/g)).toEqual(["a b.js", "sh"]);
    expect(group.match(/<pre/g)).toHaveLength(2);
  });

  test("lose no words: a text before the first title, a title without a text, and none of a word without quotes", () => {
    expect(tabs(":::tabs\nBefore.\n== A\nText.\n:::\n")).toMatch(/Before\..*A.*Text/s);
    expect(tabs('=== "A"\nText.\n')).toBe("<p>=== &quot;A&quot;\nText.</p>\n");
    expect(
      tabs(':::note\n=== "A"\n    :::tabs\n    == B\n    Deep.\n    :::\n:::\n').match(/class="tab"/g),
    ).toHaveLength(2);
  });
});

describe("containers", () => {
  const note = (title: string, look = "note") =>
    `<div class="alert alert-${look}" role="note"><p class="alert-title">${title}</p>\n<p>Text.</p>\n</div>\n`;
  const containers = ["note", "info", "warning", "details"];

  test.each([
    [":::note\nText.\n:::\n", note("prose.alert.note")],
    [":::note[A *title*]\n\nText.\n\n:::\n", note("A <em>title</em>")],
    ["::: note A title\nText.\n:::\n", note("A title")],
    [':::note{title="x"}\nText.\n:::\n', note("prose.alert.note")],
    [":::info\nText.\n:::\n", note("Info", "note alert-info")],
    ['!!! note "A *title*"\n    Text.\n', note("A <em>title</em>")],
    ["!!! warning\n\n    Text.\n\n", note("prose.alert.warning", "warning")],
    ["> [!NOTE]\n> Text.\n", note("prose.alert.note")],
  ])("%j", (body, expected) => {
    expect(html({ containers }, body)).toBe(expected);
  });

  test("can be opened", () => {
    const opened =
      '<details class="alert alert-note" open><summary class="alert-title">A title</summary>\n<p>Text.</p>\n</details>\n';
    expect(html({ containers }, '???+ note "A title"\n    Text.\n')).toBe(opened);
    expect(html({ containers }, '??? note "A title"\n    Text.\n')).toBe(opened.replace(" open", ""));
    expect(html({ containers }, "::: details A title\nText.\n:::\n")).toBe(
      opened.replace("alert-note", "alert-note alert-details").replace(" open", ""),
    );
  });

  test("without an end, or with an unknown name, are reported where they are", () => {
    expect(render({ containers }, "Text.\n\n:::waring\nText.\n:::\n").diagnostics.map(placed)).toEqual([
      "container-unread 3:1",
    ]);
    expect(render({ containers }, "Text.\n\n:::warning\nText.\n").diagnostics.map(placed)).toEqual([
      "container-unread 3:1",
    ]);
    expect(render({}, ":::warning\nText.\n:::\n").diagnostics).toEqual([]);
  });

  test("of any number cost no more than their lines", () => {
    const body = ":::note\n".repeat(20_000);
    expect(html({ containers }, body).length).toBeGreaterThan(20_000);
    expect(html({ containers }, '!!! note "x"\n'.repeat(20_000)).length).toBeGreaterThan(20_000);
  });
});

describe("emoji", () => {
  test("are left alone without the key, and are in headings and search", () => {
    expect(html({}, ":warning:")).toBe("<p>:warning:</p>\n");
    const { outline, sections } = render({ extras: ["emoji"] }, "## :rocket: Launch\n\nText :tada:\n");
    expect(outline[0]?.text).toBe("🚀 Launch");
    expect(sections.at(-1)?.text).toBe("Text 🎉");
  });

  test("are read in MediaWiki too", () => {
    expect(render({ extras: ["emoji"] }, "'''Done''' :tada:", "mediawiki").html).toBe(
      "<p><strong>Done</strong> 🎉</p>\n",
    );
  });
});

describe("marks of other programs", () => {
  const on: Added = { extras: true };

  test("a heading has the id that its author gives it, once and never one of the page's own", () => {
    const body =
      "## One two {#own}\n\n## own\n\n## Three { #own }\n\n## Four {:#site-x}\n\n## Five {#siteMain}\n\n## Six {a} `{#b}`\n";
    const { outline, anchors } = render(on, body);
    expect(outline.map(({ id, text }) => `${id} ${text}`)).toEqual([
      "own One two",
      "own-1 own",
      "three Three",
      "site-x Four",
      "five Five",
      "six-a-b Six {a} {#b}",
    ]);
    expect(anchors).toContain("own");
    expect(render({}, "## One {#own}").outline[0]?.text).toBe("One {#own}");
  });

  test.each([
    ['js title="A.js" {1,3-4}', "A.js", ["a", "c\nd"]],
    ["js {2} [b.js]", "b.js", ["b"]],
    ['{ .js title="C" hl_lines="2-3" }', "C", ["b\nc"]],
    ["js", "JavaScript", []],
    ['title="x" hl_lines="1"', "x", ["a"]],
    ['hl_lines="1"', undefined, ["a"]],
  ])("a block of code has a title and marked lines: %s", (info, title, marked) => {
    const shown = html(on, `\`\`\`${info}\na\nb\nc\nd\n\`\`\`\n`).replace(/<\/?span[^>]*>/g, "");
    expect(/<figcaption>(.*?)<\/figcaption>/.exec(shown)?.[1]).toBe(title);
    expect([...shown.matchAll(/<mark>([\s\S]*?)<\/mark>/g)].map(([, text]) => text)).toEqual(marked);
    expect(shown.replace(/<\/?mark>/g, "")).toContain("a\nb\nc\nd\n</code>");
  });

  test("without the key a fence is as ever, and a title cannot be markup", () => {
    expect(html({}, '```js title="A" {1}\na\n```\n')).not.toMatch(/<mark>|>A</);
    expect(html(on, '```js title="<b>x</b>"\na\n```\n')).toContain("&lt;b&gt;x&lt;/b&gt;");
  });

  test("a mark of any length costs no more than its characters", () => {
    const spaces = " ".repeat(200_000);
    const body = `# a${spaces}b\n\n:::tabs\n== a${spaces}b\n:::\n\n:::code-group\n\`\`\`${"[".repeat(200_000)}\n:::\n`;
    expect(html({ ...on, containers: ["tabs"] }, body).length).toBeGreaterThan(400_000);
    const lines = `\`\`\`js {${"1-9,".repeat(10_000)}}\n${"a\n".repeat(10_000)}\`\`\`\n`;
    expect(html(on, lines)).not.toContain("<mark>");
  });

  test("definition lists, and Markdown in details", () => {
    expect(html(on, "Term\n: What it *is*.\n")).toBe("<dl>\n<dt>Term</dt>\n<dd>What it <em>is</em>.</dd>\n</dl>\n");
    expect(html({}, "<details><summary>S</summary>\n\n- *a*\n\n</details>\n")).toMatch(
      /<details>[\s\S]*<li><em>a<\/em><\/li>[\s\S]*<\/details>/,
    );
  });
});
