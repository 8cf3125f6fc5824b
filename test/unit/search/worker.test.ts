/** The search worker: what it fetches of which index, and what a page hears when there is none. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Question, Reply } from "../../../src/shared/search.js";
import { rootFile } from "../../../src/shared/search-index.js";
import { searchIndex, searchPage } from "../../support/search.js";

const request = { query: "gas", page: 0, hitsPerPage: 20, snippetWords: 10 };
const index = (title: string) => searchIndex([searchPage({ number: 1, title, text: "Text about gas." })]).files;
const html = (status: number) => new Response("<!doctype html>", { status, headers: { "content-type": "text/html" } });

/** Files by address; others are answered by the host. */
let files: Map<string, string>;
let host: () => Response;
let requests: { address: string; cache: string | undefined }[];
let answered: (reply: Reply) => void;
let receive: (event: { data: Question }) => unknown;

// It listens from the moment it is loaded, which is once for all tests: each has an index of its own.
beforeAll(async () => {
  vi.stubGlobal("addEventListener", (_: string, listener: typeof receive) => {
    receive = listener;
  });
  await import("../../../client/search/engine/search-worker.js");
});
beforeEach(() => {
  files = new Map();
  host = () => html(404);
  requests = [];
  vi.stubGlobal("postMessage", (reply: Reply) => answered(reply));
  vi.stubGlobal("fetch", async (address: string, { cache }: RequestInit = {}) => {
    requests.push({ address, cache });
    const text = files.get(address);
    return text === undefined ? host() : new Response(text, { headers: { "content-type": "application/json" } });
  });
});

const publish = (base: string, published: ReadonlyMap<string, string>) => {
  for (const [path, text] of published) files.set(base + path, text);
};
const ask = (id: number, base: string, root?: string) =>
  new Promise<Reply>((resolve) => {
    answered = resolve;
    void receive({ data: { id, base, root, request } });
  });

test("answers each language from its own index, with the number of the question", async () => {
  publish("/search/a/", index("First"));
  publish("/search/b/", index("Second"));
  expect(await ask(7, "/search/a/")).toMatchObject({
    id: 7,
    answer: { hits: [{ hierarchy: { lvl1: "CIP-1: First" } }] },
  });
  expect(await ask(8, "/search/b/")).toMatchObject({
    id: 8,
    answer: { hits: [{ hierarchy: { lvl1: "CIP-1: Second" } }] },
  });
});

test("revalidates the root and nothing else, whose names change with their content", async () => {
  publish("/search/c/", index("First"));
  await ask(1, "/search/c/");
  for (const { address, cache } of requests) {
    expect(cache).toBe(address === `/search/c/${rootFile}` ? "no-cache" : undefined);
  }
  expect(requests.length).toBeGreaterThan(1);
});

test.each([
  ["says that it is missing", 404],
  ["answers with a page of its own, as if it were there", 200],
])("says what cannot be fetched where the host %s, and answers once it is there", async (_, status) => {
  const base = `/search/${status}/`;
  host = () => html(status);
  const error = `Error: ${base}${rootFile} cannot be fetched (${status})`;
  expect(await ask(1, base)).toEqual({ id: 1, error });
  publish(base, index("First"));
  expect(await ask(2, base)).toMatchObject({ id: 2, answer: { total: 1 } });
});
