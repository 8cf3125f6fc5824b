/** Differences between texts as a page shows them: complete, small, and nothing in them that an author's markup brought. */
// @vitest-environment happy-dom
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Block } from "../../../client/changes/blocks.js";
import { differences } from "../../../client/changes/differences.js";
import { showDifferences } from "../../../client/changes/show.js";
import { blocksIn } from "../../../client/changes/source.js";
import { vectors } from "../../support/hostile.js";
import { attributes, parseHtml, texts } from "../../support/site.js";

const blocks = (markdown: string): Block[] => blocksIn(markdown, true);

function compare(before: string, after: string) {
  const place = document.createElement("div");
  const found = differences(blocks(before), blocks(after));
  place.append(...showDifferences(found, { beginning: "Beginning", metadata: "Metadata", text: "Text" }, false));
  return { found, place };
}

const html = (before: string, after: string) =>
  [...compare(before, after).place.querySelectorAll(".diff")].map(({ innerHTML }) => innerHTML).join("");

describe("words", () => {
  test("only those that differ are marked", () => {
    expect(html("One two three.\n", "One 2 three.\n")).toBe("<p>One <del>two</del><ins>2</ins> three.</p>");
  });

  test("a paragraph that is new, and one that is gone, as a whole", () => {
    expect(html("Same.\n\nGone.\n", "Same.\n\nEntirely different words came.\n")).toBe(
      '<p>Same.</p><p class="old"><del>Gone.</del></p><p class="new"><ins>Entirely different words came.</ins></p>',
    );
  });

  test("those of a caption of a picture, too", () => {
    const figure = (caption: string) =>
      `<figure><img src="a.png"><figcaption>Figure 1: ${caption}</figcaption></figure>\n`;
    expect(texts(parseHtml(html(figure("before"), figure("after"))), "del, ins")).toEqual(["before", "after"]);
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
    expect(attributes(page, "ins a", "href")).toEqual(["https://b.example"]);
  });

  test("a link that is relative to its file leads nowhere: the page has another address", () => {
    const page = parseHtml(html("Old.\n", "New: [CIP-2](./cip-2.md).\n"));
    expect(attributes(page, "a", "href")).toEqual([]);
    expect(texts(page, "ins")).toEqual(["New: CIP-2."]);
  });
});

describe("sections", () => {
  const text = "# One\n\nFirst words.\n\n# Two\n\nSecond words.\n\n# Three\n\nThird words.\n";

  test("show how many words came and went, where there are some", () => {
    const { place } = compare(text, text.replace("Second", "Other"));
    expect(texts(place, "summary")).toEqual(["Two +1 −1"]);
  });

  test("metadata is no beginning, and a text without headings has none", () => {
    const titles = (before: string, after: string) => texts(compare(before, after).place, "summary h2");
    const written = (status: string, words: string) => `---\nstatus: ${status}\n---\n\n${words}\n\n${text}`;
    expect(titles(written("Draft", "Some."), written("Final", "Other."))).toEqual(["Metadata", "Beginning"]);
    expect(titles("Some words.\n", "Some other words.\n")).toEqual(["Text"]);
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
const markdown = fc.array(paragraph, { maxLength: 8 }).map((parts) => `${parts.join("\n\n")}\n`);

test("without what is gone it is today's text, without what is new the former one, whatever the texts", () => {
  fc.assert(
    fc.property(markdown, markdown, (before, after) => {
      const [old, now] = [blocks(before), blocks(after)];
      const found = differences(old, now);
      const textsOf = (list: readonly (readonly { text: string }[])[]) =>
        list.map((words) => words.map(({ text }) => text).join("")).filter(Boolean);
      for (const [list, drop] of [
        [now, "old"],
        [old, "new"],
      ] as const) {
        const left = found.map(({ words }) => words.filter(({ kind }) => kind !== drop).flatMap(({ items }) => items));
        expect(textsOf(left)).toEqual(textsOf(list.map(({ words }) => words)));
      }
      expect(compare(before, before).place.childElementCount).toBe(0);
    }),
  );
});

describe("hostile texts", () => {
  const own =
    "p ul li pre code span div blockquote table tbody tr th td ins del a strong em sub sup details summary h2";
  const allowed = new Set(own.split(" "));

  test.each(Object.entries(vectors))("%s", (_, text) => {
    for (const [before, after] of [
      [text, "Words.\n"],
      ["Words.\n", text],
      [text, `${text}\n\nMore ${text}`],
    ] as const) {
      for (const element of compare(before, after).place.querySelectorAll("*")) {
        expect(allowed, element.outerHTML).toContain(element.localName);
        const names = element.getAttributeNames();
        expect(names.filter((name) => !["class", "href", "open", "tabindex"].includes(name))).toEqual([]);
        const href = element.getAttribute("href");
        if (href !== null) expect(href).toMatch(/^(?:https?:\/\/|mailto:)/i);
      }
    }
  });
});
