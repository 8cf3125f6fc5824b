/** What all proposals together say: numbers, relations, years and tags. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import type { PagesContext } from "../../src/model/context.js";
import { statusNamed } from "../../src/model/localized.js";
import { barePath, pageFile } from "../../src/shared/page-path.js";
import { placed } from "../support/parse.js";
import { attributes, buildSite, proposalText, texts } from "../support/site.js";

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

  test("three files with one number are three errors", async () => {
    const site = await register({ "cbc/20": {}, "core/20": {}, "informational/20": {} });
    expect(site.diagnostics.map(({ code }) => code)).toEqual(Array(3).fill("number-duplicate"));
  });

  test("two spellings of one number are one number", async () => {
    const site = await buildSite({
      "content/cip/cbc/cip-20.md": proposalText(20),
      "content/cip/core/cip-020.md": "---\ncip: 020\ntitle: Again\n---\n",
    });
    expect(site.diagnostics.map(({ code }) => code)).toContain("number-duplicate");
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

  test("gaps outside of the runs stay gaps", async () => {
    const site = await register({ "cbc/1": {}, "cbc/5": {}, "cbc/9": {} }, numbering("continuous", [[1, 3]]));
    expect([...items(site).keys()]).toEqual([1, 2, 3, 5, 9]);
  });

  test("a reserved number can be required without a warning", async () => {
    const site = await register({ "cbc/100": { requires: 101 }, "cbc/102": {} }, numbering("continuous", [[100, 102]]));
    expect(site.diagnostics).toEqual([]);
    expect(items(site).get(101)?.requiredBy).toEqual(["CIP-100"]);
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

describe("order, years, tags", () => {
  const dated = {
    "cbc/5": { date: "2020-05-05" },
    "cbc/40": { date: "2022-01-01" },
    "core/7": { date: "2022-12-31" },
    "cbc/300": {},
  };

  test("the list is by number, as numbers", async () => {
    expect([...items(await register(dated)).keys()]).toEqual([5, 7, 40, 300]);
  });

  test("years: newest first, by number within one, without a date last", async () => {
    const { years } = (await register(dated)).json<{ years: { year: string | null; items: Item[] }[] }>(
      "cip/archive/index.json",
    );
    expect(years.map(({ year, items }) => [year, items.map(({ number }) => number)])).toEqual([
      ["2022", [7, 40]],
      ["2020", [5]],
      [null, [300]],
    ]);
  });

  test("a year is the author's, not the build machine's time zone's", async () => {
    const before = process.env.TZ;
    try {
      for (const zone of ["Pacific/Kiritimati", "Pacific/Niue"]) {
        process.env.TZ = zone;
        const site = await register({ "cbc/1": { date: "2022-01-01" }, "cbc/2": { date: "2021-12-31" } });
        const { years } = site.json<{ years: { year: string; items: Item[] }[] }>("cip/archive/index.json");
        expect(years.map(({ year, items }) => [year, items.map(({ number }) => number)])).toEqual([
          ["2022", [1]],
          ["2021", [2]],
        ]);
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  test("tags: spellings of one address are one tag, sorted by name, with a page each", async () => {
    const site = await register({
      "cbc/1": { tags: "[Zeta, 'Token Standard', größe]" },
      "cbc/2": { tags: "[token standard, alpha]" },
    });
    const { items: tags } = site.json<{ items: { name: string; count: number; url: string }[] }>("cip/tags/index.json");
    expect(tags.map(({ name, count }) => [name, count])).toEqual([
      ["alpha", 1],
      ["größe", 1],
      ["Token Standard", 2],
      ["Zeta", 1],
    ]);
    for (const { url } of tags) expect(site.has(`${decodeURIComponent(url).slice(1)}/index.html`), url).toBe(true);
  });

  test("the page of a tag that is a category has the category's label, however proposals write the tag", async () => {
    const site = await register({ "core/1": { tags: "Core" }, "core/2": { tags: "core" } });
    expect(texts(site.page("/cip/tags/core"), "h1")).toEqual(["Core protocol"]);
    expect(attributes(site.page("/"), ".counts a", "href")).toEqual(["/cip/tags/core"]);
  });

  test("any tags have a page each that hosts answer and file systems can store", async () => {
    const name = fc.string({
      unit: fc.constantFrom("a", "Ä", "a\u0308", "index", "C", "+", "草".repeat(70), "🎉".repeat(60), "/", ".", " "),
      minLength: 1,
      maxLength: 3,
    });
    const written = [
      ...new Set(["index", "café", "cafe\u0301", ...fc.sample(name, 60)].map((tag) => tag.trim())),
    ].filter(Boolean);
    const different = new Set(written.map((tag) => tag.normalize("NFC").toLowerCase()));
    for (const format of ["directory", "file"] as const) {
      const site = await register({ "cbc/1": { tags: JSON.stringify(written) } }, { output: { format } });
      expect(site.diagnostics).toEqual([]);
      const { items } = site.json<{ items: { url: string }[] }>("cip/tags/index.json");
      const paths = items.map(({ url }) => decodeURIComponent(url).slice(1));
      expect(new Set(paths.map((path) => path.normalize("NFC").toLowerCase())).size).toBe(different.size);
      for (const path of paths) {
        expect(site.has(pageFile(path, format)), path).toBe(true);
        expect(barePath(`/${path}`)).toBe(`/${path}`);
        expect(Buffer.byteLength(path.slice("cip/tags/".length))).toBeLessThan(240);
      }
    }
  });

  test("a tag named like a path or a page cannot overwrite one", async () => {
    const site = await register({ "cbc/1": { tags: "['../../index', 'page', 'a/b', '..']" } });
    const paths = [...site.files.keys()];
    expect(paths.filter((path) => path.split("/").includes(".."))).toEqual([]);
    expect(texts(site.page("/cip"), "h1")).toEqual(["CIP Register"]);
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
      numbering: { reading: "continuous" as const, runs: [[1, 2] as [number, number]] },
    };
    const site = await buildSite(files, { series: [{ profile: "rfc", source: "rfcs", ...config }] });
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

  test("an alias or a route that is taken names its key and its place", async () => {
    const files = {
      "content/cip/cbc/cip-20.md": proposalText(20),
      "eips/eip-20.md": "---\neip: 20\ntitle: Token\n---\n",
    };
    const eip = { profile: "eip" as const, source: "eips", listAliases: [], aliases: [] };
    const conflicts = async (first: object, second: object) => {
      const { diagnostics } = await buildSite(files, {
        series: [
          { profile: "cip", ...first },
          { ...eip, ...second },
        ],
        search: { provider: "local" },
      });
      return diagnostics.filter(({ code }) => code === "route-conflict");
    };
    expect(await conflicts({}, { aliases: ["/cip/cbc/cip-{number}"] })).toMatchObject([
      {
        file: "cipgen.config.json",
        line: expect.any(Number),
        message: "series[1].aliases[0]: /cip/cbc/cip-20 is already the address of content/cip/cbc/cip-20.md",
      },
    ]);
    expect(await conflicts({}, { route: "/cip/tags", permalink: "/eip/{number}" })).toMatchObject([
      {
        file: "cipgen.config.json",
        message: "series[1].route: /cip/tags is already the address of the tags page (series[0].route)",
      },
    ]);
    expect(
      (await conflicts({}, { route: "/search", permalink: "/eip/{number}" })).map(({ message }) => message),
    ).toEqual(["series[1].route: /search is already the address of the search page"]);
  });

  test.each([
    [{ listAliases: ["/a", "/cip"] }, "listAliases[1]: /cip is already the address of the list page (series[0].route)"],
    [
      { series: [{ profile: "cip" as const, listAliases: ["/search"] }] },
      "series[0].listAliases[0]: /search is already the address of the search page",
    ],
    [{ listAliases: ["/CIP"] }, /^listAliases\[0\]: the page \/CIP: .*differ only in upper and lower case/],
  ])("an alias of a list that is taken names its key and its place: %j", async (config, message) => {
    const { diagnostics } = await buildSite({}, { ...config, search: { provider: "local" } });
    const [conflict, ...others] = diagnostics.filter(({ code }) => code === "route-conflict");
    expect(others).toEqual([]);
    expect(conflict).toMatchObject({
      file: "cipgen.config.json",
      line: expect.any(Number),
      column: expect.any(Number),
    });
    expect(conflict?.message).toMatch(message);
  });

  test("a tag called page does not hide the tag's own pages", async () => {
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`cbc/${n + 1}`, { tags: "x" }]));
    const site = await register({ ...many, "cbc/50": { tags: "x/page/2" } });
    expect(site.json<{ page: number }>("cip/tags/x/page/2/index.json").page).toBe(2);
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

  test("different statuses have different ids; case, spaces, hyphens and composition do not matter", () => {
    const context = { translator: { label: (text: string) => text } } as PagesContext;
    const idOf = (status: string) => statusNamed(status, { statuses: [] }, context).id;
    const part = fc.constantFrom(
      "a",
      "B",
      "1",
      "é",
      "e\u0301",
      "д",
      "Ж",
      "草",
      "नि",
      "ß",
      "✅",
      "+",
      "?",
      ".",
      " ",
      "-",
      "_",
    );
    const status = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `x${parts.join("")}x`);
    const same = (text: string) =>
      [
        ...text
          .normalize("NFC")
          .toLowerCase()
          .split(/[ _-]+/),
      ].join(" ");
    fc.assert(
      fc.property(status, status, (a, b) => {
        expect(idOf(a) === idOf(b)).toBe(same(a) === same(b));
      }),
    );
  });
});
