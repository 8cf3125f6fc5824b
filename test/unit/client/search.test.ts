/** The small parts of search in the browser: what is asked again of which host, what becomes HTML, where a hit leads. */
// @vitest-environment happy-dom
import { liteClient } from "algoliasearch/lite";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { siteHref } from "../../../client/search/hit.js";
import { hostedProvider, hostsCache } from "../../../client/search/hosted.js";
import { pageItems } from "../../../client/search/page-views.js";
import { storedRecents } from "../../../client/search/recents.js";

import { tones } from "../../../src/config/index.js";
import type { SearchHit } from "../../../src/shared/search.js";
import StatusChip from "../../../templates/StatusChip.js";

function hit(change: Partial<SearchHit> = {}): SearchHit {
  return {
    objectID: "1",
    type: "lvl1",
    hierarchy: { lvl0: "A & B", lvl1: "1 < 2", lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null },
    content: null,
    url: "https://published.example/cip/cip-1",
    url_without_anchor: "https://published.example/cip/cip-1",
    anchor: "",
    _highlightResult: { hierarchy: {} },
    _snippetResult: { hierarchy: {} },
    ...change,
  };
}

beforeEach(() => {
  document.head.innerHTML = '<link rel="canonical" href="https://published.example/cip">';
  document.body.innerHTML = "";
});

test("a result shows its status like every page, whatever the status is called", () => {
  for (const tone of tones) {
    const status = { id: "a", label: `A & <b>"${tone}"</b>`, tone };
    const [item] = pageItems([hit({ status })]);
    const page = document.createElement("div");
    page.innerHTML = renderToStaticMarkup(createElement(StatusChip, { status }));
    expect(item?.querySelector(".chip")?.outerHTML).toBe(page.innerHTML);
  }
});

describe("a host that has failed", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("is left out for 120 seconds, and asked again after that", async () => {
    const asked: string[] = [];
    const client = liteClient("APP", "key", {
      hosts: ["one", "two"].map((url) => ({ url, accept: "readWrite", protocol: "https" })),
      hostsCache: hostsCache(),
      responsesCache: { ...hostsCache(), get: (_, fresh) => fresh() },
      requester: {
        async send({ url }) {
          const { hostname } = new URL(url);
          asked.push(hostname);
          const isDown = hostname === "one";
          return { status: isDown ? 0 : 200, content: '{"results":[]}', isTimedOut: false, headers: {} };
        },
      },
    });
    const askedNow = async () => {
      asked.length = 0;
      await client.search({ requests: [{ indexName: "cip", query: String(Math.random()) }] });
      return [...asked];
    };
    expect(await askedNow()).toEqual(["one", "two"]);
    expect(await askedNow()).toEqual(["two"]);
    await vi.advanceTimersByTimeAsync(119_000);
    expect(await askedNow()).toEqual(["two"]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await askedNow()).toEqual(["one", "two"]);
  });
});

test("what a reader sees is told to analytics after 400 ms, once, and what is chosen at once", async () => {
  vi.useFakeTimers();
  const send = vi.fn(async (_url: string, _options: { body: string }) => new Response());
  vi.stubGlobal("fetch", send);
  const ui = {
    kind: "algolia",
    appId: "APP",
    apiKey: "key",
    indexName: "cip",
    language: "en-US",
    insights: true,
  } as const;
  const { viewed, chosen } = hostedProvider(ui);
  viewed?.([hit({ objectID: "0" })]);
  vi.advanceTimersByTime(399);
  for (let time = 0; time < 2; time++) {
    viewed?.([hit()]);
    vi.advanceTimersByTime(400);
  }
  chosen?.(hit(), 2, "query");
  const events = send.mock.calls.map(([, { body }]) => JSON.parse(body).events[0]);
  expect(events).toMatchObject([
    { eventType: "view", index: "cip", objectIDs: ["1"] },
    { eventType: "click", index: "cip", objectIDs: ["1"], positions: [2], queryID: "query" },
  ]);
  expect(hostedProvider({ ...ui, insights: false }).viewed).toBeUndefined();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  "{",
  "null",
  '{"a":1}',
  '[null,1,{"url":1},{"url":"/a","hierarchy":{"lvl1":2}}]',
])("what is stored as %s is no recent hit, and the next one is remembered as text", (text) => {
  localStorage.setItem("__DOCSEARCH_RECENT_SEARCHES__cip", text);
  const recents = storedRecents("cip");
  expect(recents.recent()).toEqual([]);
  recents.remember(hit());
  expect(recents.recent()).toMatchObject([{ url: "/cip/cip-1", hierarchy: { lvl1: "1 < 2" } }]);
  localStorage.clear();
});

describe("a hit", () => {
  test("leads to this site wherever it is shown, and elsewhere only when it is elsewhere", () => {
    expect(siteHref("https://published.example/cip/cip-1?a=b#c")).toBe("/cip/cip-1?a=b#c");
    expect(siteHref("/cip/cip-1")).toBe("/cip/cip-1");
    expect(siteHref("https://elsewhere.example/x")).toBe("https://elsewhere.example/x");
  });
});
