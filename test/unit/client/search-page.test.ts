/** The search page with any query: what was typed is shown as it was typed, and nothing fails. */
// @vitest-environment happy-dom
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { start as startMissing } from "../../../client/search/not-found.js";
import { start } from "../../../client/search/page.js";
import { resultsView } from "../../../client/search/page-views.js";
import type { SearchAnswer, SearchRequest } from "../../../src/shared/search.js";
import { noPageTools } from "../../support/page-tools.js";
import { runs } from "../../support/runs.js";
import { searchIndex, searchPage } from "../../support/search.js";

const frames = searchIndex([searchPage({ number: 1, title: "Frames", text: "The constructor of a frame." })]);
let index = frames;
const corrected = "No results for “{query}”. Showing results for “{shown}”.";

/** Any code units, also halves of characters, and what a replacement takes for a command. */
const typed = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      fc.constantFrom("\ud83d", "\ude00", "😀", "$&", "$$", "$'", "$`", "$<query>", "{shown}", "{query}", "frame", " "),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));

class Worker extends EventTarget {
  async postMessage({ id, request }: { id: number; request?: SearchRequest }) {
    if (request)
      this.dispatchEvent(new MessageEvent("message", { data: { id, answer: await index.engine.search(request) } }));
  }
}

const makePage = () => {
  const part = (name: string) => `<p class="search-${name}"></p>`;
  document.body.innerHTML = `<a class="find" data-ui="/search/ui.json"></a><form><input name="q"></form>
    <div class="search-filters" data-fields="{}"><ul class="search-chips"></ul><div class="search-facets"></div></div>
    <div class="search-results"><p class="search-note" data-corrected="${corrected}" data-unconfirmed="Perhaps."></p>${["count", "hits", "more", "failure"].map(part).join("")}
      <div class="search-none"><p></p><strong class="search-asked"></strong><div class="search-suggestions"><ul></ul></div>
        <a class="search-missing" data-template="https://example.org/report?q={query}"></a></div></div>`;
  return {
    form: document.querySelector("form") as HTMLFormElement,
    field: document.querySelector("input") as HTMLInputElement,
    results: document.querySelector(".search-results") as HTMLElement,
  };
};

beforeEach(() => {
  index = frames;
  vi.stubGlobal("Worker", Worker);
  vi.stubGlobal("fetch", async () => Response.json({ provider: { kind: "local", base: "/", workerUrl: "/" } }));
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("the search page", () => {
  const stateOf = async (results: HTMLElement) => {
    await vi.waitFor(() => expect(["found", "none", "failed", "idle"]).toContain(results.dataset.state), {
      interval: 1,
    });
    return results.dataset.state;
  };

  test("says that it cannot fetch results for no query that it can ask", async () => {
    await fc.assert(
      fc.asyncProperty(typed, async (query) => {
        const { form, field, results } = makePage();
        history.replaceState({}, "", "/search");
        field.value = query;
        const stop = start(form, noPageTools);
        expect(await stateOf(results)).not.toBe("failed");
        stop?.();
      }),
      { numRuns: runs(50) },
    );
  });

  test("cuts the query of an address between characters", async () => {
    const { form, field, results } = makePage();
    history.replaceState({}, "", `/search?q=${encodeURIComponent(`${"z".repeat(63)}😀`)}`);
    const stop = start(form, noPageTools);
    expect(await stateOf(results)).toBe("none");
    expect(field.value).toBe("z".repeat(63));
    stop?.();
  });
});

test("a note says where no page is known to have a phrase", () => {
  const { results } = makePage();
  const answer: SearchAnswer = { query: '"a b"', hits: [], total: 20, unconfirmed: true };
  const view = resultsView(results, noPageTools);
  view.showAnswer(answer, 0, false);
  const shown = results.querySelector<HTMLElement>(".search-note");
  expect([shown?.textContent, shown?.hidden]).toEqual(["Perhaps.", false]);
  view.showAnswer({ query: "a", hits: [], total: 20 }, 0, false);
  expect(shown?.hidden).toBe(true);
});

test("the not-found page offers the words of any address, cut between characters", () => {
  document.body.innerHTML = `<div data-base="/" hidden><p class="missing-search"><a href="/search"></a></p></div>`;
  history.replaceState({}, "", `/${encodeURIComponent(`${"z".repeat(63)}𠀀`)}`);
  const element = document.querySelector("div") as HTMLElement;
  startMissing(element);
  expect(element.querySelector("a")?.textContent).toBe("z".repeat(63));
});

test("in a preview, the not-found page leads to the preview's page of a proposal, also with a hosted index", async () => {
  const hierarchy = { lvl0: "Proposals", lvl1: "CIP-20: Token" };
  const hit = { hierarchy, url_without_anchor: "https://register.example/cip/cip-20" };
  const search = async () => ({ results: [{ hits: [{ ...hit, url: hit.url_without_anchor }] }] });
  vi.doMock("algoliasearch/lite", () => ({ liteClient: () => ({ search }) }));
  vi.stubGlobal("fetch", async () =>
    Response.json({ provider: { kind: "algolia", appId: "a", apiKey: "b", indexName: "c" } }),
  );
  document.head.innerHTML = `<link rel="canonical" href="https://register.example/404">`;
  document.body.innerHTML = `<a class="find" data-ui="/hosted/ui.json"></a><div data-base="/" hidden>
    <p class="missing-search"><a href="/search"></a></p><p class="missing-proposal" hidden></p></div>`;
  history.replaceState({}, "", "/cip/20");
  startMissing(document.querySelector("div") as HTMLElement);
  const link = await vi.waitUntil(() => document.querySelector<HTMLAnchorElement>(".missing-proposal a"));
  expect(link.getAttribute("href")).toBe("/cip/cip-20");
});
