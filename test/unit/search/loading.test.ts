/** What the engine fetches: each file once, few for a first answer, and the new index when the old one is gone. */
import { expect, test } from "vitest";
import { createEngine } from "../../../client/search/engine/engine.js";
import { searchIndex, searchPage } from "../../support/search.js";

const text = (n: number) => `Text ${n} about gas and blocks, accounts and storage. `.repeat(60);
const pages = (count: number, title = "Title") =>
  Array.from({ length: count }, (_, n) => searchPage({ number: n + 1, title: `${title} ${n}`, text: text(n) }));
const request = { page: 0, hitsPerPage: 20, snippetWords: 10 };

test("every file is fetched once", async () => {
  const index = searchIndex(pages(60));
  for (const query of ["gas", "gas blocks", "gas", "storge", "storge", '"gas and"']) await index.ask(query);
  expect(new Set(index.requests).size).toBe(index.requests.length);
});

test("a first answer takes at most 6 files of a small site, 12 of a large one; all texts come when they are asked for", async () => {
  for (const [count, limit] of [
    [60, 6],
    [900, 12],
  ] as const) {
    const index = searchIndex(pages(count));
    const { hits } = await index.ask("accounts storage");
    expect(index.requests.length).toBeLessThanOrEqual(limit);
    expect(hits).toHaveLength(20);
    expect(hits[0]?.content).toContain("storage");
    const all = await index.ask("accounts storage", { textFiles: 20 });
    expect(all.hits.every(({ content }) => content?.includes("storage"))).toBe(true);
  }
});

test("when the site was published again, the new index answers", async () => {
  let files = searchIndex(pages(400, "Old")).files;
  const engine = createEngine(async (path) => files.get(path) ?? Promise.reject(new Error(`no ${path}`)));
  expect((await engine.search({ ...request, query: "old 7" })).total).toBeGreaterThan(0);
  files = searchIndex(pages(400, "Fresh")).files;
  const { hits } = await engine.search({ ...request, query: "fresh 7" });
  expect(hits[0]?.hierarchy.lvl1).toContain("Fresh 7");
});

test("a fetch that fails rejects, and the next question tries again", async () => {
  const { files } = searchIndex(pages(20));
  let online = false;
  const engine = createEngine(async (path) =>
    online ? (files.get(path) ?? "") : Promise.reject(new Error("offline")),
  );
  await expect(engine.search({ ...request, query: "gas" })).rejects.toThrow("offline");
  online = true;
  expect((await engine.search({ ...request, query: "gas" })).total).toBe(20);
});
