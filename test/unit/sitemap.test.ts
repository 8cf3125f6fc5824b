/** The sitemap of a site of any size keeps to its protocol: at most 50,000 URLs and 50 MB in a file. */
import { describe, expect, test } from "vitest";
import type { OutputRequest } from "../../src/output/files/index.js";
import { sitemap } from "../../src/output/files/sitemap.js";
import type { RenderContext } from "../../src/site/model/context.js";
import type { Route, Site } from "../../src/site/model/site.js";

const origin = "https://register.example";

/** The files of a site whose pages have these routes. */
function filesOf(routes: readonly string[], locales: readonly string[]) {
  const site = {
    config: { locales: Object.fromEntries(locales.map((code) => [code, {}])), defaultLocale: locales[0] },
    docs: [],
    kinds: { pageOf: () => ({}) },
    history: new Map(),
    routes: new Map(routes.map((route) => [route, { kind: "home", route } as Route])),
  } as unknown as Site;
  const contexts = locales.map((locale, index) => {
    const urls = {
      page: (route: string) => `${index === 0 ? "" : `/${locale}`}${route}`,
      file: (url: string) => url,
      absolute: (url: string) => `${origin}${url}`,
    };
    return { site, locale, urls } as unknown as RenderContext;
  });
  const request = { context: contexts[0], contexts } as unknown as OutputRequest;
  const made = sitemap.make(request) as { path: string; content: string }[];
  expect(made.map(({ path }) => path)).toEqual(sitemap.paths?.(request));
  return new Map(made.map(({ path, content }) => [path, content]));
}

const locs = (xml = "") => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);

describe.each([
  ["URLs", 25_001, 30],
  ["bytes", 20_000, 1000],
])("a site with too many %s for one file", (_, count, length) => {
  const routes = Array.from({ length: count }, (_unused, index) => `/${String(index).padStart(length, "x")}`);
  const files = filesOf(routes, ["en", "de"]);
  const parts = [...files.keys()].filter((path) => path !== "sitemap.xml");

  test("has an index of all files, in order", () => {
    expect(parts.length).toBeGreaterThan(1);
    expect(parts).toEqual(parts.map((__, part) => `sitemap-${part + 1}.xml`));
    expect(files.get("sitemap.xml")).toContain("<sitemapindex");
    expect(locs(files.get("sitemap.xml"))).toEqual(parts.map((path) => `${origin}/${path}`));
  });

  test("has every address once, in files that keep both limits", () => {
    const all = parts.flatMap((path) => locs(files.get(path)));
    expect(all).toHaveLength(2 * count);
    expect(new Set(all).size).toBe(2 * count);
    for (const path of parts) {
      expect(locs(files.get(path)).length).toBeLessThanOrEqual(50_000);
      expect(Buffer.byteLength(files.get(path) ?? "")).toBeLessThanOrEqual(50 * 2 ** 20);
    }
  });
});

test("a site within the limits has one file", () => {
  const routes = Array.from({ length: 25_000 }, (_, index) => `/${index}`);
  const files = filesOf(routes, ["en", "de"]);
  expect([...files.keys()]).toEqual(["sitemap.xml"]);
  expect(locs(files.get("sitemap.xml"))).toHaveLength(50_000);
});
