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

  test("of very many backticks is read to its end", () => {
    const title = "`".repeat(500_000);
    expect(plainTitle(title)).toBe(title);
  });
});

describe("on the site", () => {
  let site: TestBuild;
  beforeAll(async () => {
    site = await buildSite({
      "content/cip/cbc/cip-20.md": proposalText(
        20,
        { title: '"The `RETURN` opcode"' },
        "# The `RETURN` opcode\n\nText\n",
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
    expect(texts(site.page(route), `:is(${selector}) code`)).toContain("RETURN");
  });

  test("nothing shows the backticks, and the heading is not shown twice", () => {
    const shown = [...site.files.keys()].filter(
      (path) => /\.(?:html|json|xml)$/.test(path) && !path.startsWith("search/"),
    );
    expect(shown.filter((path) => site.text(path).includes("`RETURN`"))).toEqual([]);
    expect(texts(site.page("/cip/cbc/cip-20"), "title")[0]).toContain("CIP-20: The RETURN opcode");
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
          { title: '"The `RETURN` opcode"' },
          "# CIP-20: The `RETURN` opcode\n\n[Top](#cip-20-the-return-opcode), [twice](#motivation-1)\n\n## Motivation\n\n## Motivation\n",
        ),
        "content/cip/cbc/cip-21.md": proposalText(
          21,
          { title: "Motivation" },
          "# Motivation\n\n[Section](#motivation-1), [title](./cip-20.md#cip-20-the-return-opcode)\n\n## Motivation\n",
        ),
        "content/docs/cip.md": "# A guide\n\n[Top](#a-guide), [section](#a-guide-1)\n\n## A guide\n",
      },
      { docs: { mainDocId: "cip" } },
    );
  });

  test.each([
    ["/cip/cbc/cip-20", "cip-20-the-return-opcode", []],
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

test("a text without a title has its label for one; only a number without a text, or of that status, is reserved", async () => {
  const series = [{ profile: "cip" as const, onBadField: "warn" as const }];
  const numbering = { reading: "continuous" as const, runs: [[1, 4]] as [number, number][] };
  const site = await buildSite(
    {
      "content/cip/cbc/cip-1.md": proposalText(1),
      "content/cip/cbc/cip-2.md": proposalText(2, { title: undefined, status: "final" }, "Words of it.\n"),
      "content/cip/cbc/cip-3.md": proposalText(3, { title: undefined, status: "reserved" }),
    },
    { series, numbering },
  );
  const { items } = site.json<{ items: { number: number; title: string }[] }>("cip/register.json");
  expect(items.slice(1).map(({ number, title }) => [number, title])).toEqual([
    [2, "CIP-2"],
    [3, "Reserved number"],
    [4, "Reserved number"],
  ]);
  expect(texts(site.page("/cip/cbc/cip-2"), "h1").join()).not.toContain("Reserved");
});
