/** The embedded search's worker in a real browser: started by a page under its policy, it answers in the page's language from few files. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { folderFiles } from "../../src/cli/mcp/files.js";
import { CurrentRegister } from "../../src/cli/mcp/register.js";
import type { Question, Reply, SearchAnswer } from "../../src/shared/search.js";
import { queriesOf } from "../support/queries.js";
import { browser, openPage, serveSites, site } from "./support.js";

serveSites();

const isWorker = (path: string) => path.includes("search-worker");
const workerUrl = () => `/assets/${readdirSync(join(inject("site"), "assets")).find(isWorker)}`;

/** Starts a worker in the page, asks it one question and ends it. */
function ask(page: Page, base: string, query: string): Promise<SearchAnswer | string> {
  const request = { query, page: 0, hitsPerPage: 20, snippetWords: 10 };
  return page.evaluate(
    ([url, question]) =>
      new Promise<SearchAnswer | string>((resolve) => {
        const worker = new Worker(url, { type: "module" });
        worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
          worker.terminate();
          resolve("answer" in data ? data.answer : data.error);
        });
        worker.addEventListener("error", () => resolve("the worker failed"));
        worker.postMessage(question);
      }),
    [workerUrl(), { id: 1, base, request } satisfies Question] as const,
  );
}

describe("the worker", () => {
  test.each([
    ["/cip", "/search/en-US/", "CIP 20", "/cip/cbc/cip-20"],
    ["/ja-JP/cip", "/search/ja-JP/", "cip-721", "/ja-JP/cip/cbc/cip-721"],
    ["/de-DE/docs/cip", "/search/de-DE/", "ican", "/de-DE/cip/cbc/cip-100"],
  ])("on %s finds what %s has", async (path, base, query, route) => {
    const { page, complaints, close } = await openPage(browser, site, path);
    const answer = await ask(page, base, query);
    expect(answer).toMatchObject({ query });
    expect((answer as SearchAnswer).hits[0]?.url_without_anchor).toBe(route);
    expect(complaints).toEqual([]);
    await close();
  });
});

test("in Node.js the same engine gives the same answers to 500 queries, in the same order", async () => {
  const register = await new CurrentRegister(folderFiles(inject("site"))).get();
  const queries = await queriesOf(await register.proposals(), (proposal) => register.sourceOf(proposal), 500);
  expect(new Set(queries).size).toBe(500);
  const requests = queries.map((query, at) => ({
    query,
    page: at % 9 === 8 ? 1 : 0,
    hitsPerPage: [5, 20][at % 2] as number,
    snippetWords: [10, 30][at % 2] as number,
    facets: at % 5 === 0,
    ...(at % 4 === 0 && { filters: { status: ["final"] } }),
  }));
  const engine = await register.engine();
  const inNode = [];
  for (const request of requests) inNode.push(await engine.search(request));
  const { page, close } = await openPage(browser, site, "/cip");
  const inBrowser = await page.evaluate(
    async ([url, all]) => {
      const worker = new Worker(url, { type: "module" });
      const answers: (SearchAnswer | string)[] = [];
      for (const [id, request] of all.entries()) {
        const reply = new Promise<Reply>((resolve) => {
          worker.onmessage = ({ data }: MessageEvent<Reply>) => resolve(data);
        });
        worker.postMessage({ id, base: "/search/en-US/", request } satisfies Question);
        const answer = await reply;
        answers.push("answer" in answer ? answer.answer : answer.error);
      }
      worker.terminate();
      return answers;
    },
    [workerUrl(), requests] as const,
  );
  await close();
  for (const [at, answer] of inBrowser.entries()) expect(answer, queries[at]).toEqual(inNode[at]);
  expect(inNode.filter(({ total }) => total > 0).length).toBeGreaterThan(300);
});
