/** Differences between texts as a page shows them: complete, small, and nothing in them that an author's markup brought. */
// @vitest-environment happy-dom
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Block, blocksOf } from "../../../client/changes/blocks.js";
import { differences } from "../../../client/changes/differences.js";
import { showDifferences } from "../../../client/changes/show.js";
import { htmlOf } from "../../../client/changes/sources.js";
import { vectors } from "../../support/hostile.js";
import { attributes, fold, parseHtml, texts } from "../../support/site.js";

const parse = (html: string) => new DOMParser().parseFromString(html, "text/html");
const blocks = (markdown: string): Block[] => blocksOf(parse(htmlOf(markdown)).body);

const today = parse(`<main><div class="prose"><h2 id="two">Two</h2><p><a href="/cip-2">CIP-2</a></p></div>
<details data-words="Beginning|new section|removed section|This section today|Unchanged"></details></main>`);

function compare(before: string, after: string) {
  const place = document.createElement("div");
  const sections = differences(blocks(before), blocks(after));
  showDifferences(place, sections, { page: today, address: "/cip-1" });
  return { sections, place };
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

  test("a link that is relative to its file leads where it does on the proposal's page, and nowhere if that has none", () => {
    const page = parseHtml(
      html("Old.\n", "New: [CIP-2](./cip-2.md), [three](./cip-3.md), [four](javascript:alert).\n"),
    );
    expect(attributes(page, "a", "href")).toEqual(["/cip-2"]);
  });
});

describe("sections", () => {
  const text = "# One\n\nFirst words.\n\n# Two\n\nSecond words.\n\n# Three\n\nThird words.\n";

  test("show how many words came and went, lead to today's text, and name those that did not change", () => {
    const { place } = compare(text, text.replace("Second", "Other"));
    expect(texts(place, "summary")).toEqual(["Unchanged", "Two +1 −1", "Unchanged"]);
    expect(attributes(place, ".change-links a", "href")).toEqual(["/cip-1#two"]);
    expect(texts(place, ".change-same li")).toEqual(["One", "Three"]);
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
    fc.property(markdown, markdown, (before, after) => {
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
      expect(compare(before, before).sections.every(({ state }) => state === "same")).toBe(true);
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
        if (href !== null) expect(href).toMatch(/^(?:https?:\/\/|mailto:|\/cip-)/i);
      }
    }
  });
});
