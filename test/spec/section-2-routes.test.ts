/** Specification, section 2: the table of routes. It shows es-ES; every locale has the same routes under its own prefix. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  docIds,
  listedNumbers,
  locales,
  numbers,
  prefixOf,
  proposalRoutes,
  sidebarYears,
} from "../support/register.js";
import { drawn } from "../support/runs.js";
import { attributes, fold, registerSite, repositoryRoot, texts } from "../support/site.js";

const site = await registerSite();
const all = proposalRoutes.map(({ number }) => number);

describe.each(drawn(locales, 0.4))("the routes of %s", (locale) => {
  const prefix = prefixOf(locale);
  const page = (route: string) => site.page(`${prefix}${route}`);

  test("/: the home page", () => {
    expect(page("/").body.className).toContain("page-home");
    expect(texts(page("/"), "h1")).toHaveLength(1);
  });

  test("/cip: 10 proposals, and all of them by year in the sidebar", () => {
    expect(listedNumbers(page("/cip"))).toEqual(all.slice(0, 10));
    const years = sidebarYears(page("/cip"));
    expect(years.flatMap(([, inYear]) => inYear).sort((a, b) => a - b)).toEqual(all);
  });

  test.each([2, 3, 4])("/cip/page/%i: the next proposals", (number) => {
    expect(listedNumbers(page(`/cip/page/${number}`))).toEqual(all.slice((number - 1) * 10, number * 10));
  });

  test("/cip/page/4 holds one item, and there is neither a page 1 nor a page 5", () => {
    expect(listedNumbers(page("/cip/page/4"))).toEqual([4626]);
    for (const none of [0, 1, 5]) expect(site.has(`${prefix}/cip/page/${none}/index.html`.slice(1))).toBe(false);
  });

  test("/cip/archive: every proposal in one table", () => {
    const archive = page("/cip/archive");
    const shown = texts(archive, "table.archive td.number").map(Number);
    expect(shown).toHaveLength(31);
    expect(shown.toSorted((a, b) => a - b)).toEqual(all);
    const hrefs = attributes(archive, "table.archive th[scope=row] a", "href");
    expect(hrefs.toSorted()).toEqual(proposalRoutes.map(({ route }) => `${prefix}${route}`).sort());
  });

  test("/cip/tags: an index of all tags with their counts", () => {
    const tags = page("/cip/tags");
    expect(attributes(tags, ".tag-ledger > li > a", "href")).toEqual(
      Object.keys(numbers).map((tag) => `${prefix}/cip/tags/${tag}`),
    );
    const counts = texts(tags, ".tag-ledger > li > .count").map((text) => Number(/\d+/.exec(text)?.[0]));
    expect(counts).toEqual([27, 2, 2]);
  });

  test("/cip/tags/cbc and its pages 2 and 3: the proposals tagged cbc", () => {
    const pages = ["", "/page/2", "/page/3"].map((suffix) => listedNumbers(page(`/cip/tags/cbc${suffix}`)));
    expect(pages.map((list) => list.length)).toEqual([10, 10, 7]);
    expect(pages.flat()).toEqual(numbers.cbc);
    expect(site.has(`${prefix}/cip/tags/cbc/page/4/index.html`.slice(1))).toBe(false);
  });

  test.each(["core", "informational"] as const)("/cip/tags/%s: one page of proposals", (tag) => {
    expect(listedNumbers(page(`/cip/tags/${tag}`))).toEqual(numbers[tag]);
    expect(site.has(`${prefix}/cip/tags/${tag}/page/2/index.html`.slice(1))).toBe(false);
  });

  test("/cip/{category}/cip-{number}: exactly the 31 proposals of the list, 101 and 107 not among them", () => {
    const pattern = new RegExp(`^${`${prefix}/cip`.slice(1)}/(\\w+/cip-\\d+)/index\\.html$`);
    const routes = [...site.files.keys()].flatMap((path) => pattern.exec(path)?.[1] ?? []);
    expect(routes.toSorted()).toEqual(proposalRoutes.map(({ route }) => route.slice("/cip/".length)).sort());
  });

  test("/search: a form that puts the query into the parameter q of this page", () => {
    const form = page("/search").querySelector("form");
    expect(form?.getAttribute("action")).toBe(`${prefix}/search`);
    expect(form?.getAttribute("method")?.toLowerCase()).toBe("get");
    expect(form?.querySelector("input[name=q]")?.getAttribute("type")).toBe("search");
  });

  test("/docs: the seven pages, all of them in the sidebar", () => {
    for (const id of docIds) {
      const doc = page(`/docs/${id}`);
      expect(attributes(doc, ".docs-list a", "href").toSorted(), id).toEqual(
        docIds.map((other) => `${prefix}/docs/${other}`).sort(),
      );
      expect(attributes(doc, ".docs-list a[aria-current=page]", "href"), id).toEqual([`${prefix}/docs/${id}`]);
    }
  });

  test("any other path: a page that says it is not found, kept out of search engines", () => {
    const notFound = page("/404.html");
    expect(notFound.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
    expect(texts(notFound, "h1")).toHaveLength(1);
    expect(attributes(notFound, "main a", "href")).toContain(prefix || "/");
  });

  test("/cip-400: the register's first page, 10 items with the sidebar", () => {
    expect(listedNumbers(page("/cip-400"))).toEqual(all.slice(0, 10));
    expect(sidebarYears(page("/cip-400"))).toEqual(sidebarYears(page("/cip")));
  });
});

describe("details of the routes", () => {
  test.each(drawn(proposalRoutes, 0.2))("CIP-$number has a full page, and lists show a truncated variant of it", ({
    number,
    route,
  }) => {
    const full = fold(site.page(route).querySelector(".prose")?.textContent ?? "");
    const list = site.page(Math.ceil((all.indexOf(number) + 1) / 10) === 1 ? "/cip" : pageOf(number));
    const entry = [...list.querySelectorAll("article.entry")].find(
      (article) => Number(article.querySelector(".entry-title .number")?.textContent) === number,
    );
    const preview = fold(entry?.querySelector(".preview")?.textContent ?? "");
    expect(preview.length).toBeGreaterThan(40);
    expect(preview.length).toBeLessThan(full.length / 2);
    expect(full.startsWith(preview.slice(0, 40))).toBe(true);
  });

  test("every page of a list leads to the others, the first by its base address", () => {
    expect(attributes(site.page("/es-ES/cip/page/2"), ".pager ol a", "href")).toEqual([
      "/es-ES/cip",
      "/es-ES/cip/page/2",
      "/es-ES/cip/page/3",
      "/es-ES/cip/page/4",
    ]);
    expect(attributes(site.page("/es-ES/cip/page/2"), ".pager a[rel=prev]", "href")).toEqual(["/es-ES/cip"]);
    expect(attributes(site.page("/es-ES/cip/page/4"), ".pager a[rel=next]", "href")).toEqual([]);
  });
});

function pageOf(number: number): string {
  return `/cip/page/${Math.floor(all.indexOf(number) / 10) + 1}`;
}

const reference = join(repositoryRoot, "../shared/reference/routes.txt");
const known = existsSync(reference);
if (!known) console.warn(`${reference} is not there: the comparison with the live register's routes does not run`);

describe.runIf(known)("the live register's routes (needs ../shared/reference)", () => {
  test("each of them exists", () => {
    const routes = readFileSync(reference, "utf8").split("\n").filter(Boolean);
    const missing = routes.filter(
      (route) => !site.has(route.endsWith(".html") ? route.slice(1) : join(route, "index.html").slice(1)),
    );
    expect(routes.length).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });
});
