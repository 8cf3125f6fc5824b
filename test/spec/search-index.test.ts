/** The embedded index as a build writes it: for every locale, and only where it is wanted. */
import { describe, expect, test } from "vitest";
import { createEngine } from "../../client/search/engine/engine.js";
import { build, makeSite, proposalText, type TestBuild } from "../support/site.js";

const local = { provider: "local" } as const;
const proposal = (number: number) =>
  proposalText(number, { title: `Proposal about subject${number}` }, "## Why\n\nBecause.\n");

function engineOf(site: TestBuild, locale: string) {
  const engine = createEngine(async (path) => site.text(`search/${locale}/${path}`));
  return (query: string) => engine.search({ query, page: 0, hitsPerPage: 20, snippetWords: 10 });
}

/** What hosts hold of an index; the words of the search box are there for every provider. */
function indexFiles(site: TestBuild): string[] {
  return [...site.files.keys()].filter((path) => path.startsWith("search/en-US/") && !path.endsWith("/ui.json"));
}

describe("a site with its own search", () => {
  const files = {
    "content/cip/cbc/cip-20.md": proposal(20),
    "content/i18n/ja-JP/cip/cbc/cip-20.md": proposalText(20, { title: "トークン標準" }, "本文です。\n"),
  };

  test("has an index in each of its languages, of that language's texts and addresses", async () => {
    const root = makeSite(files, { search: local, locales: { "en-US": {}, "ja-JP": {} }, baseUrl: "/base/" });
    const site = await build(root);
    const english = await engineOf(site, "en-US")("subject20");
    expect(english.hits[0]).toMatchObject({ url: "/base/cip/cbc/cip-20", type: "lvl1" });
    const japanese = await engineOf(site, "ja-JP")("トークン");
    expect(japanese.hits[0]).toMatchObject({ url: "/base/ja-JP/cip/cbc/cip-20" });
    expect((await engineOf(site, "ja-JP")("subject20")).total).toBe(0);
  });

  test("has the worker's script, and no page loads it", async () => {
    const site = await build(makeSite(files, { search: local }));
    const [worker] = [...site.files.keys()].filter((path) => /^assets\/search-worker-\w+\.js$/.test(path));
    expect(worker).toBeDefined();
    expect(
      site.page("/cip").querySelectorAll(`script[src*="search-worker"], link[href*="search-worker"]`),
    ).toHaveLength(0);
  });

  test("lets hosts cache the files of its index forever, but not the root that names them", async () => {
    const site = await build(makeSite(files, { search: local, baseUrl: "/base/" }));
    expect(site.text("_headers")).toContain(
      "/base/search/:locale/parts/*\n  Cache-Control: public, max-age=31536000, immutable",
    );
    const index = indexFiles(site);
    const outside = index.filter((path) => path.split("/").length < 4);
    expect(outside).toEqual(["search/en-US/index.json"]);
    expect(index.length).toBeGreaterThan(2);
  });

  test("with another search, or none, has no index", async () => {
    const algolia = { provider: "algolia", appId: "A", apiKey: "k", indexName: "i" } as const;
    for (const search of [algolia, { provider: "none" } as const]) {
      const site = await build(makeSite(files, { search }));
      expect(indexFiles(site)).toEqual([]);
    }
  });

  test("finds the docs of the current version only", async () => {
    const doc = (text: string) => `---\ntitle: Guide\n---\n${text}\n`;
    const site = await build(
      makeSite(
        { ...files, "content/docs/cip.md": doc("fresh words"), "content/docs-1/cip.md": doc("stale words") },
        {
          search: local,
          docs: {
            mainDocId: "cip",
            versions: [
              { name: "current", label: "Next", isLast: true },
              { name: "1", label: "1", path: "1", source: "content/docs-1" },
            ],
          },
        },
      ),
    );
    const search = engineOf(site, "en-US");
    expect((await search("fresh words")).hits[0]?.url).toBe("/docs/cip");
    expect((await search("stale")).total).toBe(0);
  });
});
