/** What all proposals together say: numbers, relations, years and tags. */
import { describe, expect, test } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import { placed } from "../support/parse.js";
import { attributes, buildSite, proposalText } from "../support/site.js";

type Fields = Record<string, string | number | undefined>;

/** A register from `category/number` and fields. */
function register(proposals: Record<string, Fields>, config: Partial<ConfigInput> = {}) {
  const files = Object.entries(proposals).map(([path, fields]) => [
    `content/cip/${path.replace(/(\d+)$/, "cip-$1")}.md`,
    proposalText(Number(/\d+$/.exec(path)?.[0]), fields),
  ]);
  return buildSite(Object.fromEntries(files), config);
}

interface Item {
  number: number;
  title: string;
  category: string;
  status: string;
  tags: string[];
  requires: string[];
  requiredBy: string[];
  supersedes: string[];
  supersededBy: string[];
  mentions: string[];
  mentionedBy: string[];
}
const items = (site: Awaited<ReturnType<typeof register>>) =>
  new Map(site.json<{ items: Item[] }>("cip/register.json").items.map((item) => [item.number, item]));

test("an old text whose metadata have the number of another has that of its file's name", async () => {
  const site = await register({ "cbc/20": {}, "cbc/21": { cip: 20 } }, { legacy: { until: 30 } });
  expect(site.diagnostics).toMatchObject([{ code: "number-mismatch", severity: "warning" }]);
  expect([...items(site).keys()]).toEqual([20, 21]);
});

test("the day is the number that it is in nine of ten dates", async () => {
  const dates = (days: readonly string[]) => Object.fromEntries(days.map((date, n) => [`cbc/${n + 20}`, { date }]));
  const most = ["02/03/2022", ...Array(9).fill("01/31/2022"), "31/01/2022"];
  const site = await register(dates(most));
  expect(site.diagnostics).toEqual([]);
  expect(site.json<{ items: { date: string }[] }>("cip/register.json").items[0]?.date).toBe("2022-02-03");
  expect((await register(dates(["02/03/2022", ...most.slice(-3)]))).diagnostics.map(({ code }) => code)).toEqual([
    "date-invalid",
  ]);
});

describe("duplicate numbers", () => {
  test("of two texts with one number each names the other, if nothing says which was first, and nothing is written", async () => {
    const site = await register({ "cbc/20": {}, "core/20": {}, "cbc/165": {} });
    const [one, other] = ["content/cip/cbc/cip-20.md", "content/cip/core/cip-20.md"];
    expect(site.diagnostics).toMatchObject([
      {
        code: "number-duplicate",
        severity: "error",
        file: one,
        line: 1,
        column: 1,
        message: expect.stringContaining(other),
      },
      {
        code: "number-duplicate",
        severity: "error",
        file: other,
        line: 1,
        column: 1,
        message: expect.stringContaining(one),
      },
    ]);
    expect(site.files.size).toBe(0);
  });

  test("one number in two registers is fine", async () => {
    const site = await buildSite(
      {
        "content/cip/cbc/cip-20.md": proposalText(20),
        "eips/eip-20.md": "---\neip: 20\ntitle: Token\nstatus: Final\n---\nSee CIP-20.\n",
      },
      { series: [{ profile: "cip" }, { profile: "eip", source: "eips" }] },
    );
    expect(site.diagnostics).toEqual([]);
    expect(site.has("cip/cbc/cip-20/index.html") && site.has("eip/eip-20/index.html")).toBe(true);
  });
});

describe("reserved numbers", () => {
  const files = { "cbc/100": {}, "cbc/102": {}, "core/104": {}, "cbc/106": {} };
  const numbering = (reading: "listed" | "continuous", runs: [number, number][]) => ({ numbering: { reading, runs } });

  test('read as "listed" there is nothing in a gap', async () => {
    const site = await register(files, numbering("listed", [[100, 106]]));
    expect([...items(site).keys()]).toEqual([100, 102, 104, 106]);
    expect(site.has("cip/cbc/cip-101/index.html")).toBe(false);
  });

  test('read as "continuous" each gap of a run is a page, in the category before it', async () => {
    const site = await register(files, numbering("continuous", [[100, 105]]));
    expect([...items(site).keys()]).toEqual([100, 101, 102, 103, 104, 105, 106]);
    expect(items(site).get(101)).toMatchObject({ status: "reserved", category: "cbc", tags: ["cbc"] });
    expect(site.has("cip/cbc/cip-101/index.html") && site.has("cip/core/cip-105/index.html")).toBe(true);
    expect(site.json<{ total: number }>("cip/tags/cbc/index.json").total).toBe(5);
  });
});

describe("relations", () => {
  test("go both ways, in order of numbers, without repetition", async () => {
    const site = await register({
      "cbc/20": {},
      "cbc/165": { requires: "cip-20, 20, 777" },
      "cbc/777": { requires: "20", "superseded-by": 165 },
      "core/98": { supersedes: "20" },
    });
    expect(site.diagnostics).toEqual([]);
    expect(items(site).get(20)).toMatchObject({
      requires: [],
      requiredBy: ["CIP-165", "CIP-777"],
      supersededBy: ["CIP-98"],
    });
    expect(items(site).get(165)).toMatchObject({ requires: ["CIP-20", "CIP-777"], supersedes: ["CIP-777"] });
    expect(items(site).get(777)).toMatchObject({ requiredBy: ["CIP-165"], supersededBy: ["CIP-165"] });
  });

  test("a proposal that requires itself, or two that require each other, end nothing", async () => {
    const site = await register({ "cbc/20": { requires: "20, 21" }, "cbc/21": { requires: 20 } });
    expect(items(site).get(20)).toMatchObject({ requires: ["CIP-21"], requiredBy: ["CIP-21"] });
  });

  test("an unknown number is a warning with file, line and column", async () => {
    const site = await register({ "cbc/20": { requires: "9999" } });
    expect(site.diagnostics.map(placed)).toEqual(["reference-unknown 4:11"]);
    expect(site.diagnostics[0]).toMatchObject({ severity: "warning", message: expect.stringContaining("CIP-9999") });
    expect(site.files.size).toBeGreaterThan(0);
  });

  test("mentions in the text count, the other series' label decides", async () => {
    const site = await buildSite(
      {
        "content/cip/cbc/cip-20.md": proposalText(20, {}, "Like EIP-20 and CIP-165, CBC-165.\n"),
        "content/cip/cbc/cip-165.md": proposalText(165),
        "eips/eip-20.md": "---\neip: 20\ntitle: Token\nstatus: Final\nrequires: 165\n---\nText.\n",
        "eips/eip-165.md": "---\neip: 165\ntitle: Detection\nstatus: Final\n---\nText.\n",
      },
      { series: [{ profile: "cip" }, { profile: "eip", source: "eips" }] },
    );
    expect(site.diagnostics).toEqual([]);
    expect(items(site).get(20)?.mentions).toEqual(["CIP-165", "EIP-20"]);
    expect(items(site).get(165)).toMatchObject({ mentionedBy: ["CIP-20"], requiredBy: [] });
  });
});

describe("two files for one route", () => {
  test("name both", async () => {
    const site = await buildSite({
      "content/cip/cbc/cip-20.md": proposalText(20),
      "content/static/cip/cbc/cip-20/index.html": "x",
      "content/static/cip.html": "x",
    });
    expect(site.diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ["route-conflict", "content/static/cip.html"],
      ["route-conflict", "content/static/cip/cbc/cip-20/index.html"],
    ]);
    expect(site.diagnostics[1]?.message).toContain("the page of content/cip/cbc/cip-20.md");
  });

  test("addresses and aliases have all parts of the file's name, and a reserved number has no empty one", async () => {
    const files = { "rfcs/active/0001-first-word.md": "---\ntitle: One\n---\nText.\n" };
    const config = {
      files: "{status}/{number}-{slug}.md",
      permalink: "/rfc/{status}/{number}/{slug}",
      aliases: ["/old/{slug}-{number}", "/in/{status}/{number}", "/n/{number}"],
    };
    const numbering = { reading: "continuous" as const, runs: [[1, 2] as [number, number]] };
    const site = await buildSite(files, { series: [{ profile: "rfc", source: "rfcs", ...config }], numbering });
    expect(site.diagnostics).toEqual([]);
    expect([...site.files.keys()].filter((path) => /000[12].*\.html$/.test(path)).sort()).toEqual([
      "in/active/0001/index.html",
      "in/reserved/0002/index.html",
      "n/0001/index.html",
      "n/0002/index.html",
      "old/first-word-0001/index.html",
      "rfc/active/0001/first-word/index.html",
      "rfc/reserved/0002/index.html",
    ]);
  });
});

describe("statuses of a series that names none", () => {
  const series: Partial<ConfigInput> = { series: [{ profile: "rfc", source: "rfcs" }] };
  const rfcs = (...statuses: string[]) =>
    Object.fromEntries(
      statuses.map((status, index) => [
        `rfcs/${index + 1}-t.md`,
        `---\ntitle: T\nstatus: ${status}\ndate: 2024-01-01\n---\n\nText.\n`,
      ]),
    );

  test("statuses in any script are as many in the archive's filter and in the data", async () => {
    const statuses = ["Черновик", "Принято", "草案", "✅ done", "❌ done"];
    const site = await buildSite(rfcs(...statuses), series);
    const ids = site.json<{ items: { status: string }[] }>("rfc/register.json").items.map(({ status }) => status);
    expect(ids).toEqual(["черновик", "принято", "草案", "✅-done", "❌-done"]);
    expect(attributes(site.page("/rfc/archive"), "select[name=status] option[value]:not([value=''])", "value")).toEqual(
      ids,
    );
  });

  test("a proposal in last call or withdrawn is so in feed, home page and banner, however it is written", async () => {
    const site = await buildSite(rfcs("Last Call", "last call", "LAST-CALL", "Withdrawn"), series);
    const feed = site.text("rfc/feeds/last-call.xml");
    for (const number of [1, 2, 3]) {
      const route = `/rfc/rfc-000${number}`;
      expect(feed).toContain(`<id>https://register.example${route}</id>`);
      expect(attributes(site.page("/"), ".tag-ledger a", "href")).toContain(route);
      expect(site.page(route).querySelector(".banner")?.textContent).toContain("last call");
    }
    expect(site.page("/rfc/rfc-0004").querySelector(".banner")?.textContent).toContain("withdrawn");
  });
});
