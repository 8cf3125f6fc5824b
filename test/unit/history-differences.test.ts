/** Differences between rendered texts: complete, small, and nothing in them that a proposal may not have. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Block, blocksOf } from "../../src/history/blocks.js";
import { sectionHtml } from "../../src/history/difference-html.js";
import { differences } from "../../src/history/differences.js";
import { highlight } from "../../src/parse/markdown/highlight.js";
import { renderMarkdown, renderPlainly } from "../../src/parse/markdown/render.js";
import { fillParts, type HtmlPart, withColors } from "../../src/shared/html-parts.js";
import { vectors } from "../support/hostile.js";
import { options } from "../support/parse.js";
import { attributes, fold, parseHtml, texts } from "../support/site.js";

const renderInColor: typeof renderPlainly = (text, parserOptions) => {
  const { html: parts, links } = renderMarkdown(text, parserOptions);
  return { html: withColors(parts, highlight), links };
};

function blocks(markdown: string, render = renderInColor): Block[] {
  const { html, links } = render({ body: markdown, path: "cip-1.md", bodyLine: 1, title: "Title" }, options);
  return blocksOf(
    html,
    links.map(({ url }) => url),
  );
}

/** The differing sections as a page has them. */
function compare(before: string, after: string) {
  const sections = differences(blocks(before), blocks(after)).map(sectionHtml);
  const filled = (html: readonly HtmlPart[]) =>
    fillParts(html, {
      url: () => "/target",
      image: () => "",
      mention: (_, text) => `<a href="/mention">${text}</a>`,
      string: (key) => key,
    });
  return sections.map((section) => ({ ...section, html: filled(section.html) }));
}

const html = (before: string, after: string) =>
  compare(before, after)
    .map((section) => section.html)
    .join("");

describe("words", () => {
  test("only those that differ are marked", () => {
    expect(html("One two three.\n", "One 2 three.\n")).toBe("<p>One <del>two</del><ins>2</ins> three.</p>");
  });

  test("a paragraph that is new, and one that is gone, as a whole", () => {
    expect(html("Same.\n\nGone.\n", "Same.\n\nEntirely different words came.\n")).toBe(
      '<p>Same.</p><p class="old"><del>Gone.</del></p><p class="new"><ins>Entirely different words came.</ins></p>',
    );
  });

  test("code by its lines", () => {
    const code = (line: string) => `\`\`\`js\nconst a = 1;\n${line}\nconst c = 3;\n\`\`\`\n`;
    const page = parseHtml(html(code("let b = 2;"), code("somethingElse();")));
    expect(texts(page, "pre .old")).toEqual(["let b = 2;"]);
    expect(texts(page, "pre .new")).toEqual(["somethingElse();"]);
    expect(page.querySelectorAll("pre")).toHaveLength(1);
  });

  test("a link that leads somewhere else is a change, one that is gone is no link", () => {
    const page = parseHtml(html("See [this](https://a.example).\n", "See [this](https://b.example).\n"));
    expect(texts(page, "del")).toEqual(["this"]);
    expect(page.querySelector("del a")).toBeNull();
    expect(attributes(page, "ins a", "href")).toEqual(["/target"]);
  });

  test("items of lists, rows of tables and headings stay what they are", () => {
    const before = "# A\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
    const page = parseHtml(html(before, before.replace("two", "three").replace("| 2", "| 4")));
    expect(texts(page, "ul > li")).toEqual(["one", "two", "three"]);
    expect(texts(page, ".rows p")).toEqual(["a | b", "1 | 24"]);
  });
});

describe("sections", () => {
  const text = "# One\n\nFirst words.\n\n# Two\n\nSecond words.\n\n# Three\n\nThird words.\n";
  const states = (before: string, after: string) =>
    compare(before, after).map(({ heading, state }) => `${heading}: ${state}`);

  test("those that say the same are not compared", () => {
    expect(states(text, text.replace("Second", "Other"))).toEqual([
      ": same",
      "One: same",
      "Two: changed",
      "Three: same",
    ]);
  });

  test("one that has another name now is one that changed", () => {
    expect(states(text, text.replace("# Two", "# Second"))).toContain("Second: changed");
  });

  test("one that is new and one that is gone", () => {
    expect(states(text, text.replace(/# Two[^#]*/, ""))).toContain("Two: old");
    expect(states(text, `${text}\n# Four\n\nMore.\n`)).toContain("Four: new");
  });
});

const paragraph = fc.constantFrom(
  "Some words here.",
  "Other `code` words.",
  "- item\n- other",
  "```\nline\nnext\n```",
  "> Quoted *words*.",
  "# Head",
  "[a](https://x.example) b",
  "| a |\n|---|\n| b |",
);
const document = fc.array(paragraph, { maxLength: 8 }).map((parts) => `${parts.join("\n\n")}\n`);

/** Text of each section. */
function sectionTexts(list: readonly Block[]): string[] {
  const sections: string[] = [""];
  for (const { kind, words } of list) {
    if (kind === "heading") sections.push("");
    sections[sections.length - 1] += words.map(({ text }) => text).join("");
  }
  return sections;
}

test("without what is gone it is today's text, without what is new the former one, whatever the texts", () => {
  fc.assert(
    fc.property(document, document, (before, after) => {
      const [old, now] = [blocks(before), blocks(after)];
      const found = differences(old, now);
      for (const [list, drop] of [
        [now, "old"],
        [old, "new"],
      ] as const) {
        const sections = found.filter(({ state }) => state !== drop);
        const expected = sectionTexts(list);
        expect(sections).toHaveLength(expected.length);
        for (const [index, { state, blocks: parts }] of sections.entries()) {
          const words = parts.flatMap(({ kind, block, words: own }) =>
            (own ?? [{ kind, items: block.words }]).flatMap((part) => (part.kind === drop ? [] : part.items)),
          );
          if (state !== "same") expect(fold(words.map(({ text }) => text).join(""))).toBe(fold(expected[index] ?? ""));
        }
      }
      expect(compare(before, before).every(({ state }) => state === "same")).toBe(true);
    }),
  );
});

describe("colors of code", () => {
  const piece = fc.constantFrom(
    ...'a 0x1F 10n uint256 f"x" `$b` "s" // c # d <b> &amp; \n { } => 1.5e3 function r"" @x $y é_1 ---'.split(" "),
  );
  const code = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(" "));
  const language = fc.constantFrom("js", "solidity", "python", "rust", "json", "yaml", "diff", "bash", "haskell", "");
  const fenced = fc.tuple(language, code).map(([name, text]) => `\`\`\`\`${name}\n${text}\n\`\`\`\``);
  const colored = fc.array(fc.oneof(fenced, paragraph), { maxLength: 5 }).map((parts) => parts.join("\n\n"));

  test("a text without them differs in nothing from the same text with them", () => {
    fc.assert(
      fc.property(colored, (text) => {
        for (const { state, heading } of differences(blocks(text, renderPlainly), blocks(text)))
          expect([state, heading]).toEqual(["same", heading]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("hostile texts", () => {
  const allowed = new Set("html head body p ul li pre code span div blockquote ins del a strong em sub sup".split(" "));

  test.each(Object.entries(vectors))("%s", (_, text) => {
    for (const [before, after] of [
      [text, "Words.\n"],
      ["Words.\n", text],
      [text, `${text}\n\nMore ${text}`],
    ] as const) {
      const page = parseHtml(html(before, after));
      for (const element of page.querySelectorAll("*")) {
        expect(allowed, element.outerHTML).toContain(element.localName);
        expect([...element.getAttributeNames()].filter((name) => !["class", "href"].includes(name))).toEqual([]);
        expect(["/target", "/mention", null]).toContain(element.getAttribute("href"));
      }
    }
  });
});
