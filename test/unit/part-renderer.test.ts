/** Parts that pages share: rendered once, and in their places on every page. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partRenderer } from "../../src/output/assets/part-renderer.js";

/** Elements are functions that give HTML here, as React's would. */
const renderer = () => partRenderer((element) => (element as () => string)());

test("no text on a page is taken for a mark", () => {
  const { once, render } = renderer();
  const part = () => once({}, "x", () => () => "part");
  const text = fc.string({ unit: fc.constantFrom("\u0001", "\u0002", ";", "0", "1", "&#1;", "%01", "f") });
  fc.assert(
    fc.property(text, (written) => {
      expect(render(() => `${written}${part()}${written}`)).toBe(`${written}part${written}`);
      expect(render(() => once({}, "x", () => () => written))).toBe(written);
    }),
  );
});

describe("the characters of a shared part", () => {
  const page = (html: string) => {
    const { once, render } = renderer();
    return render(() => once({}, "part", () => () => html));
  };
  const text = "word ".repeat(40);

  test("that are not ASCII are references where there are few, so that they do not make every page expensive", () => {
    expect(page(`<p title="⌘K">${text}← 😀</p>`)).toBe(`<p title="&#8984;K">${text}&#8592; &#128512;</p>`);
  });

  test("are as they are in a language that is written with them, and beside a script", () => {
    expect(page("<p>日本語の文章です</p>")).toBe("<p>日本語の文章です</p>");
    expect(page(`<script>"←"</script>${text}`)).toBe(`<script>"←"</script>${text}`);
  });
});
