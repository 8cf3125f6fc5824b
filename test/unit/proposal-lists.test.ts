/** Lists of proposals in pages, docs and the home text: `<Proposals status="last-call" />`, which only data can change. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listAttributes } from "../../src/shared/document.js";
import { runs } from "../support/runs.js";
import { build, makeSite, proposalText } from "../support/site.js";

const texts = {
  "content/cip/cbc/cip-20.md": proposalText(20, {
    title: "Token <b>",
    author: "Ada (@ada)",
    status: "final",
    date: "2021-05-01",
    tags: "[a]",
  }),
  "content/cip/cbc/cip-22.md": proposalText(22, {
    title: "Alpha",
    author: "Bob",
    status: "last call",
    date: "2022-01-01",
  }),
  "content/cip/core/cip-98.md": proposalText(98, {
    title: "Beta",
    author: "Ada (@ada), Bob",
    status: "draft",
    date: "2022-03-01",
    tags: "[a, b]",
  }),
};

const siteWith = (list: string, more: Record<string, string> = {}, config = {}) =>
  build(makeSite({ ...texts, "pages/list.md": `# List\n\nBefore\n\n${list}\n\nAfter\n`, ...more }, config));

const labels = (page: Document) =>
  [...page.querySelectorAll(".prose .proposals li .number")].map((one) => one.textContent);

test.each([
  ["<Proposals />", ["CIP-20", "CIP-22", "CIP-98"]],
  ['<Proposals status="last-call" />', ["CIP-22"]],
  ['<Proposals status="Last-Call, draft"/>', ["CIP-22", "CIP-98"]],
  ['<Proposals author="ada" />', ["CIP-20", "CIP-98"]],
  ['<Proposals author="@ada" year="2022" />', ["CIP-98"]],
  ['<Proposals category="core" />', ["CIP-98"]],
  ['<Proposals tag="b" series="CIP" />', ["CIP-98"]],
  ['<Proposals sort="date" limit="2" />', ["CIP-98", "CIP-22"]],
  ['<Proposals sort="title" />', ["CIP-22", "CIP-98", "CIP-20"]],
  ["> <Proposals />", ["CIP-20", "CIP-22", "CIP-98"]],
])("%s", async (list, expected) => {
  const site = await siteWith(list);
  expect(site.diagnostics).toEqual([]);
  expect(labels(site.page("/list"))).toEqual(expected);
});

test("links with title and status in the language of the page, beside raw HTML too", async () => {
  const site = await siteWith(
    '<Proposals year="2021" />\n\n<details open><summary>More</summary>\n\nText\n\n</details>',
    {
      "content/i18n/de-DE/cip/cbc/cip-20.md": proposalText(20, { title: "Zwanzig" }),
    },
    { locales: { "en-US": {}, "de-DE": {} } },
  );
  expect(site.diagnostics).toEqual([]);
  const [english, german] = ["/list", "/de-DE/list"].map((route) => site.page(route).querySelector(".proposals li"));
  expect(english?.textContent).toBe("CIP-20 Token <b> Final");
  expect(english?.querySelector(".chip")?.getAttribute("data-tone")).toBe("final");
  expect(german?.querySelector("a")?.getAttribute("href")).toBe("/de-DE/cip/cbc/cip-20");
  expect(german?.textContent).toContain("Zwanzig");
});

test("say that there is none", async () => {
  const site = await siteWith('<Proposals status="withdrawn" />\n\n<Proposals year="2099" />');
  expect(site.diagnostics).toEqual([]);
  expect([...site.page("/list").querySelectorAll(".proposals")].map((one) => one.textContent)).toEqual([
    "No proposals match",
    "No proposals match",
  ]);
});

test("are in docs and the text of the home page, and are text in a proposal", async () => {
  const list = '<Proposals tag="b" />\n';
  const site = await build(
    makeSite(
      {
        ...texts,
        "content/home.md": list,
        "content/docs/start.md": `# Start\n\n${list}`,
        "content/cip/cbc/cip-30.md": proposalText(30, {}, `Text\n\n${list}`),
      },
      { docs: { mainDocId: "start" } },
    ),
  );
  for (const route of ["/", "/docs/start"]) expect(labels(site.page(route))).toEqual(["CIP-98"]);
  expect(site.page("/cip/cbc/cip-30").querySelector(".proposals")).toBe(null);
  expect(site.page("/cip/cbc/cip-30").querySelector(".prose")?.textContent).toContain('<Proposals tag="b" />');
});

describe("are shown as they are written, with a warning at their place,", () => {
  test.each([
    ['<Proposals onclick="alert(1)" />', "a list of proposals has no attribute onclick"],
    ['<Proposals statsu="draft" />', "a list of proposals has no attribute statsu"],
    ['<Proposals tag="a" tag="b" />', "tag is there twice"],
    ['<Proposals limit="0" />', 'limit="0" is not a limit'],
    ['<Proposals limit="1e9" />', 'limit="1e9" is not a limit'],
    ['<Proposals sort="size" />', 'sort="size" is not a sort'],
    ['<Proposals year="22" />', 'year="22" is not a year'],
    ['<Proposals tag="" />', 'tag="" is not a tag'],
    ["<Proposals tag={site} />", "this list of proposals cannot be read"],
    ['<Proposals tag="<script>" />', "this list of proposals cannot be read"],
    ['<Proposals tag="&quot;" />', "this list of proposals cannot be read"],
    ['<Proposals tag="a" /> and more', "this list of proposals cannot be read"],
    ["<Proposals>", "this list of proposals cannot be read"],
  ])("%s", async (list, message) => {
    const site = await siteWith(list);
    expect(site.diagnostics).toMatchObject([
      {
        code: "proposals-list",
        severity: "warning",
        file: "pages/list.md",
        line: 5,
        column: 1,
        message: expect.stringContaining(message),
      },
    ]);
    expect(site.page("/list").querySelector(".prose pre")?.textContent?.trim()).toBe(list);
  });
});

test("never make more of an attribute than data, whatever is written there", async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...listAttributes,
      "onclick",
      "style",
      "=",
      '"',
      "'",
      ">",
      "<script>alert(1)</script>",
      "/>",
      "&lt;",
      " ",
      "\t",
      "`",
      "]]>",
      "{",
      "}",
    ),
    fc.string({ maxLength: 6 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const line = `<Proposals ${pieces.join("")} />`.replace(/[\r\n]/g, "");
      const site = await siteWith(line);
      const html = site.text("list/index.html");
      const page = site.page("/list").querySelector(".prose");
      expect(page?.querySelector("script, style, [onclick], [style]") ?? null).toBe(null);
      expect(html).not.toContain("<script>alert");
      expect(page?.textContent).toContain("After");
    }),
    { numRuns: runs(5) },
  );
});
