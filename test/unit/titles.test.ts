/** Titles with inline code: code on pages, plain words everywhere else. */
import { beforeAll, describe, expect, test } from "vitest";
import { plainTitle, titleParts } from "../../src/shared/title.js";
import { buildSite, proposalText, type TestBuild, texts } from "../support/site.js";

describe("a title", () => {
  test.each([
    ["`RETURN` opcode", "RETURN opcode", ["RETURN"]],
    ["The `a` and ``b`` words", "The a and b words", ["a", "b"]],
    ["No code", "No code", []],
    ["One ` alone", "One ` alone", []],
    ["One `` and ` alone", "One `` and ` alone", []],
  ])("%j is %j with the code %j", (title, plain, code) => {
    expect(plainTitle(title)).toBe(plain);
    expect(titleParts(title).flatMap(({ text, isCode }) => (isCode ? [text] : []))).toEqual(code);
  });
});

describe("on the site", () => {
  let site: TestBuild;
  beforeAll(async () => {
    site = await buildSite({
      "content/cip/cbc/cip-20.md": proposalText(
        20,
        { title: '"The `__RETURN__` opcode"' },
        "# The `__RETURN__` opcode\n\nText\n",
      ),
      "content/cip/cbc/cip-21.md": proposalText(21, { requires: "20" }),
    });
  });

  test.each([
    ["/cip/cbc/cip-20", "h1"],
    ["/cip", ".entry-title"],
    ["/cip/archive", "tbody th"],
    ["/cip/cbc/cip-21", ".previous-next, .turn, .after"],
  ])("%s shows it as code in %s", (route, selector) => {
    expect(texts(site.page(route), `:is(${selector}) code`)).toContain("__RETURN__");
  });

  test("nothing shows the backticks, and the heading is not shown twice", () => {
    const shown = [...site.files.keys()].filter(
      (path) => /\.(?:html|json|xml)$/.test(path) && !path.startsWith("search/"),
    );
    expect(shown.filter((path) => site.text(path).includes("`__RETURN__`"))).toEqual([]);
    expect(texts(site.page("/cip/cbc/cip-20"), "title")[0]).toContain("CIP-20: The __RETURN__ opcode");
    expect(texts(site.page("/cip/cbc/cip-20"), ".prose h2")).toEqual([]);
  });
});

describe("the heading that became the title", () => {
  let site: TestBuild;
  beforeAll(async () => {
    site = await buildSite(
      {
        "content/cip/cbc/cip-20.md": proposalText(
          20,
          { title: '"The `__RETURN__` opcode"' },
          "# CIP-20: The `__RETURN__` opcode\n\n[Top](#cip-20-the-__return__-opcode), [twice](#motivation-1)\n\n## Motivation\n\n## Motivation\n",
        ),
        "content/cip/cbc/cip-21.md": proposalText(
          21,
          { title: "Motivation" },
          "# Motivation\n\n[Section](#motivation-1), [title](./cip-20.md#cip-20-the-__return__-opcode)\n\n## Motivation\n",
        ),
        "content/docs/cip.md": "# A guide\n\n[Top](#a-guide), [section](#a-guide-1)\n\n## A guide\n",
      },
      { docs: { mainDocId: "cip" } },
    );
  });

  test.each([
    ["/cip/cbc/cip-20", "cip-20-the-__return__-opcode", []],
    ["/cip/cbc/cip-21", "motivation", ["motivation-1"]],
    ["/docs/cip", "a-guide", ["a-guide-1"]],
  ])("of %s has its anchor #%s, and those of the text are as on GitHub", (route, id, others) => {
    expect(site.page(route).querySelector("h1")?.id).toBe(id);
    const ids = [...site.page(route).querySelectorAll(".prose :is(h2, h3)")].map((heading) => heading.id);
    expect(ids).toEqual(expect.arrayContaining(others));
    expect(ids).not.toContain(id);
  });

  test("is a place that links may name", () => {
    expect(site.diagnostics.filter(({ code }) => code === "broken-anchor")).toEqual([]);
  });
});
