/** Former texts are made from today's and from the lines that pages have: exactly, or not at all. */
// @vitest-environment happy-dom
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linesIn } from "../../../client/changes/sources.js";
import { lineChanges } from "../../../src/history/line-changes.js";
import { linesHtml } from "../../../src/history/lines-html.js";
import { bySection } from "../../../src/history/sections.js";
import { formerText } from "../../../src/shared/former-text.js";

function linesOf(before: string, after: string) {
  const html = linesHtml(bySection(lineChanges(before.split("\n"), after.split("\n")), after), "Beginning");
  const page = new DOMParser().parseFromString(`<div class="lines">${html}</div>`, "text/html");
  return { page, changes: linesIn(page) };
}

const line = fc.oneof(
  fc.constantFrom("", "# One", "# Two", "Same.", "<b>&amp;</del>", "x".repeat(150), "\ud83d\ude00".repeat(60), "  "),
  fc.string({ unit: "binary" }).map((text) => text.replace(/[\r\n\0]/g, "")),
);
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));

test("whatever the texts, and however many steps back", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), ([now = "", ...former]) => {
      const steps = former.map((before, index) => linesOf(before, [now, ...former][index] ?? "").changes);
      expect(formerText(now, steps)).toBe(former.at(-1));
    }),
  );
});

test("never from another text than the one that the page was made from", () => {
  const { changes } = linesOf("One\nTwo\nThree", "One\n2\nThree");
  expect(() => formerText("One\nII\nThree", [changes])).toThrow("not the one");
  expect(() => formerText("One", [changes])).toThrow("not the one");
});

describe("the lines on a page", () => {
  const before = "Intro.\n\n# One\n\nFirst.\n\n# Two\n\nSecond.\n";

  test("are below the heading of today's text that they belong to", () => {
    const { page } = linesOf(before, before.replace("Intro", "Beginning").replace("Second", "Last"));
    expect([...page.querySelectorAll("h2, pre")].map(({ textContent }) => textContent)).toEqual([
      "Beginning",
      "Intro.Beginning.",
      "Two",
      "Second.Last.",
    ]);
  });
});
