/** The files of the index: what is written is read again, and the same pages are the same bytes. */
import { describe, expect, test } from "vitest";
import { openStore } from "../../../client/search/engine/store.js";
import { searchIndex, searchPage } from "../../support/search.js";

const pages = Array.from({ length: 700 }, (_, index) =>
  searchPage({
    number: index + 1,
    title: `Title ${index}`,
    text: `Text of number${index} `.repeat(30),
    description: `Description ${index % 7}`,
  }),
);

describe("an index", () => {
  test("knows proposals by number in whatever order they come", async () => {
    const numbers = [7, 3, 900_000_000, 3, 0, 12];
    const { files } = searchIndex(numbers.map((number) => searchPage({ number })));
    const { layout } = await openStore(async (path) => files.get(path) ?? "");
    expect([...(layout.series[0]?.pages ?? [])]).toEqual([
      [7, 0],
      [3, 1],
      [900_000_000, 2],
      [0, 4],
      [12, 5],
    ]);
  });

  test("of the same pages has the same bytes", () => {
    expect([...searchIndex(structuredClone(pages)).files]).toEqual([...searchIndex(pages).files]);
  });

  test("has every term in the shard that the root names for it, and every text in its file", async () => {
    const { files } = searchIndex(pages);
    const store = await openStore(async (path) => files.get(path) ?? Promise.reject(new Error(path)));
    for (const number of [0, 1, 350, 699]) {
      const { terms } = await store.shard(store.shardOf(`number${number}`));
      expect(terms).toContain(`number${number}`);
      const section = store.layout.firstSection[number] ?? 0;
      expect((await store.text(section))[2]).toBe(`Description ${number % 7}`);
      expect((await store.text(section + 1))[2]).toContain(`number${number} `);
      expect(await store.card(number)).toEqual([
        "Register",
        `CIP-${number + 1}: Title ${number}`,
        `/cip/cip-${number + 1}`,
      ]);
    }
  });

  test("of nothing answers with nothing", async () => {
    expect(await searchIndex([]).ask("anything")).toMatchObject({ hits: [], total: 0 });
  });
});
