/** Registers of many proposals: no page but the archive grows with the register, and every proposal can still be reached from its year. */
import { beforeAll, describe, expect, it } from "vitest";
import { attributes, buildSite, bytesOf, proposalText, type TestBuild, texts } from "../support/site.js";

const firstYear = 2015;
const years = 10;

/** A register whose proposals spread over ten years; the first has no date. */
function register(count: number): Promise<TestBuild> {
  const files = Array.from({ length: count }, (_, index): [string, string] => {
    const number = index + 1;
    const date = index === 0 ? undefined : `${firstYear + (index % years)}-01-01`;
    return [`content/cip/cbc/cip-${number}.md`, proposalText(number, { date, status: "final" })];
  });
  return buildSite(Object.fromEntries(files));
}

const sizeOf = (site: TestBuild, paths: readonly string[]) =>
  paths.reduce((sum, path) => {
    const content = site.files.get(path);
    return sum + (content === undefined ? 0 : bytesOf(content).byteLength);
  }, 0);

const yearsOf = (site: TestBuild, route: string) => texts(site.page(route), ".year-list > li > .year");

describe("a register of more than 200 proposals", () => {
  let site: TestBuild;
  beforeAll(async () => {
    site = await register(201);
  });

  it("shows the years with their numbers beside a list, each leading to its place in the archive", () => {
    expect(yearsOf(site, "/cip")).toEqual([
      ...Array.from({ length: years }, (_, index) => `${firstYear + years - 1 - index} 20`),
      "No date 1",
    ]);
    const [first = ""] = attributes(site.page("/cip"), ".year-list a.year", "href");
    expect(first).toBe(`/cip/archive#year-${firstYear + years - 1}`);
    expect(site.page("/cip/archive").querySelector(first.slice(first.indexOf("#")))).not.toBeNull();
  });

  it("names no proposal beside a list, which has their names itself", () => {
    expect(attributes(site.page("/cip/page/2"), "main article h2 a", "href")).toHaveLength(10);
    expect(attributes(site.page("/cip/page/2"), ".year-list ul a", "href")).toEqual([]);
  });

  it("a register of 200 still names every one", async () => {
    const small = await register(200);
    expect(attributes(small.page("/cip"), ".year-list ul a", "href")).toHaveLength(200);
  });
});

describe("a register of more than 2,000 proposals", () => {
  let site: TestBuild;
  beforeAll(async () => {
    site = await register(2001);
  });

  it("has an archive for each year, with an index that leads to all of them", () => {
    const index = site.page("/cip/archive");
    const hrefs = attributes(index, ".year-index a", "href");
    expect(hrefs).toEqual([
      ...Array.from({ length: years }, (_, year) => `/cip/archive/${firstYear + years - 1 - year}`),
      "/cip/archive/undated",
    ]);
    const rows = hrefs.flatMap((href) => attributes(site.page(href), "table.archive th[scope=row] a", "href"));
    expect(new Set(rows).size).toBe(2001);
    expect(attributes(site.page("/cip"), ".year-list a.year", "href")).toEqual(hrefs);
    expect(index.querySelector("form.filters")).toBeNull();
  });

  it("has the same in its data", () => {
    const { years: listed } = site.json<{ years: { year: string | null; count: number; url: string }[] }>(
      "cip/archive/index.json",
    );
    const data = listed.map(({ url }) =>
      site.json<{ total: number; years: { items: unknown[] }[] }>(`${url.slice(1)}/index.json`),
    );
    expect(data.map(({ total }) => total)).toEqual(listed.map(({ count }) => count));
    expect(data.every(({ total, years: [year] }) => year?.items.length === total)).toBe(true);
  });

  it("has no page that grows with the register but the archive's", async () => {
    const small = await register(401);
    const lists = [
      "cip/index.html",
      "cip/page/7/index.html",
      "cip/cbc/cip-77/index.html",
      "index.html",
      "cip/tags/index.html",
    ];
    expect(sizeOf(site, lists)).toBeLessThan(1.05 * sizeOf(small, lists));
    const perProposal = (build: TestBuild, count: number) => sizeOf(build, [...build.files.keys()]) / count;
    expect(perProposal(site, 2001)).toBeLessThan(1.1 * perProposal(small, 401));
    expect(site.files.size / 2001).toBeLessThan(1.1 * (small.files.size / 401));
  });
});
