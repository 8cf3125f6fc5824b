/** The stand-in for Algolia, asked by Algolia's own client for browsers: tests that rest on it are worth as much as its answers. */
import { type LiteClient, liteClient } from "algoliasearch/lite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { indexSettings } from "../../../../src/search/hosted/api.js";
import { faults } from "../../../support/algolia-calls.js";
import { AlgoliaStandIn } from "../../../support/algolia-server.js";
import { makeRecord } from "../../../support/records.js";

const words = "one two three four five six seven eight nine ten eleven twelve";
const page = "https://register.example/cip/20";
const records = [
  makeRecord("title", { type: "lvl1", content: null, url: page, weight: { pageRank: 10, level: 100, position: 0 } }),
  makeRecord("text", { content: words, url: `${page}#text` }),
  makeRecord("same-place", {
    content: "one more",
    url: `${page}#text`,
    weight: { pageRank: 10, level: 0, position: 1 },
  }),
  makeRecord("german", { content: words, language: "de-DE" }),
  makeRecord("docs", { content: words, docusaurus_tag: "docs-default-next" }),
];
const contextual = ["language:en-US", ["docusaurus_tag:default", "docusaurus_tag:docs-default-current"]];

let algolia: AlgoliaStandIn;
let client: LiteClient;
beforeEach(async () => {
  algolia = new AlgoliaStandIn();
  const { host } = new URL(await algolia.listen());
  client = liteClient(algolia.appId, algolia.searchKey, {
    hosts: [{ url: host, protocol: "http", accept: "readWrite" }],
  });
  algolia.seed("cip", records, indexSettings);
});
afterEach(() => algolia.close());

async function ask(params: Record<string, unknown>) {
  const { results } = await client.searchForHits<Record<string, unknown>>({
    requests: [{ indexName: "cip", facetFilters: contextual, ...params }],
  });
  const [answer] = results;
  if (!answer) throw new Error("no answer");
  return answer;
}

const ids = ({ hits }: { hits: { objectID: string }[] }) => hits.map(({ objectID }) => objectID);

describe("a query of several indices", () => {
  test("finds within the context only, one hit for each place, the weightiest first", async () => {
    expect(ids(await ask({ query: "" }))).toEqual(["title", "text"]);
    expect(ids(await ask({ query: "one" }))).toEqual(["text"]);
    expect(ids(await ask({ query: "one nowhere" }))).toEqual([]);
    expect(await ask({ query: "o", facetFilters: [] })).toMatchObject({ nbHits: 3, page: 0, nbPages: 1, query: "o" });
  });

  test("finds nothing by facets that the settings do not name", async () => {
    algolia.seed("cip", records, { ...indexSettings, attributesForFaceting: ["type"] });
    expect((await ask({ query: "" })).nbHits).toBe(0);
  });

  test("gives the page that is asked for", async () => {
    const answer = await ask({ query: "", hitsPerPage: 1, page: 1 });
    expect(ids(answer)).toEqual(["text"]);
    expect(answer).toMatchObject({ nbHits: 2, nbPages: 2, hitsPerPage: 1, page: 1 });
  });

  test("marks and cuts texts as the request asks", async () => {
    const { hits } = await ask({
      query: "six",
      attributesToRetrieve: ["hierarchy.lvl1", "url"],
      attributesToSnippet: ["content:5"],
      highlightPreTag: "<mark>",
      highlightPostTag: "</mark>",
    });
    expect(hits[0]).toMatchObject({
      objectID: "text",
      url: `${page}#text`,
      hierarchy: { lvl1: "CIP text" },
      _snippetResult: { content: { value: "…four five <mark>six</mark> seven eight…", matchLevel: "full" } },
      _highlightResult: { hierarchy: { lvl1: { value: "CIP text", matchLevel: "none" } } },
    });
    expect(hits[0]).not.toHaveProperty("content");
  });

  test("has an id if clicks are reported", async () => {
    expect((await ask({ query: "one", clickAnalytics: true })).queryID).toMatch(/^[0-9a-f]{32}$/);
    expect((await ask({ query: "one" })).queryID).toBeUndefined();
  });
});

test("the search key may search and nothing else", async () => {
  const write = client.customPost({ path: "1/indexes/cip/batch", body: { requests: [] } });
  await expect(write).rejects.toMatchObject({ status: 403 });
  expect(algolia.records("cip")).toHaveLength(records.length);
});

test("a failure reaches the client", async () => {
  algolia.fault = ({ call }) => (call === "queries" ? faults.forbidden : undefined);
  await expect(ask({ query: "one" })).rejects.toMatchObject({
    status: 403,
    message: "Method not allowed with this API key",
  });
  algolia.fault = () => faults.reset;
  await expect(ask({ query: "one" })).rejects.toMatchObject({ name: "RetryError" });
});
