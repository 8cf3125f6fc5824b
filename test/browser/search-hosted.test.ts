/** What a browser asks a hosted provider (specification, section 7), and what it does not. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostedSite, hostedSite } from "./hosted-site.js";
import { field, find, hits, openModal } from "./search-support.js";
import { openPage, sharedBrowser } from "./support.js";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const levels = [0, 1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}`);

/** Hosts other than the site's own that a page asks for anything. */
const otherHosts = (site: HostedSite, asked: Set<string>) => async (page: Page) => {
  page.on("request", (request) => {
    const { origin } = new URL(request.url());
    if (origin !== site.server.origin) asked.add(origin);
  });
};

describe("a search", () => {
  let site: HostedSite;
  beforeAll(async () => {
    site = await hostedSite();
  });
  afterAll(() => site.close());

  const lastRequest = () => {
    const call = site.algolia.calls("queries").at(-1);
    return { url: new URL(call?.url ?? "", site.origin), entries: call?.body.requests ?? [] };
  };

  test("asks for the hits of the page's language and of the current docs, with the public key, and no other host", async () => {
    const asked = new Set<string>();
    const { page, complaints, close } = await openPage(browser, site.server, "/cip", {
      prepare: otherHosts(site, asked),
    });
    await page.keyboard.press("Control+k");
    await find(page, "permit");
    const { url, entries } = lastRequest();
    expect(entries).toEqual([
      {
        query: "permit",
        indexName: "cip",
        attributesToRetrieve: [...levels, "content", "type", "url"],
        attributesToSnippet: [...levels.slice(1), "content"].map((name) => `${name}:10`),
        snippetEllipsisText: "…",
        highlightPreTag: "<mark>",
        highlightPostTag: "</mark>",
        hitsPerPage: 20,
        clickAnalytics: false,
        facetFilters: ["language:en-US", ["docusaurus_tag:default", "docusaurus_tag:docs-default-current"]],
      },
    ]);
    await page.setViewportSize({ width: 768, height: 800 });
    await find(page, "permits");
    expect(lastRequest().entries[0]?.attributesToSnippet).toContain("content:5");
    expect(url.searchParams.get("x-algolia-application-id")).toBe(site.algolia.appId);
    expect(url.searchParams.get("x-algolia-api-key")).toBe(site.algolia.searchKey);
    expect([...asked]).toEqual([site.origin]);
    expect(site.algolia.requests.every(({ call }) => call === "queries")).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  test("asks the only host again when an answer is late, with more patience", async () => {
    const answers = [{ slowMs: 1_500 }, undefined];
    site.algolia.fault = () => answers.shift();
    const { page, close } = await openModal(browser, site);
    await find(page, "permit");
    expect(answers).toEqual([]);
    site.algolia.fault = () => undefined;
    await close();
  });

  test("shows text of the index as text", async () => {
    const [record] = site.algolia.records("cip") ?? [];
    const hostile = "Zqx <img src=x onerror=alert(1)> & <b>bold</b>";
    const hierarchy = { ...(record?.hierarchy as object), lvl0: hostile, lvl1: hostile };
    const changed = { ...record, objectID: "hostile", type: "lvl1", hierarchy, content: hostile, language: "en-US" };
    site.algolia.store.indices.get("cip")?.records.set("hostile", { ...changed, docusaurus_tag: "default" });
    const { page, complaints, close } = await openModal(browser, site);
    await find(page, "zqx");
    expect(await hits(page).first().textContent()).toContain(hostile);
    expect(await page.locator(".search-group-title").first().textContent()).toBe(hostile);
    await page.goto("/search?q=zqx");
    await page.locator(".search-hit").first().waitFor();
    expect(await page.locator(".search-hit h2").first().textContent()).toBe(hostile);
    expect(await page.locator(".search-hit img, .search-hit b").count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test("says after five seconds that nobody answers, however many hosts there are", async () => {
    const { page, close } = await openModal(browser, site);
    await page.route(`${site.origin}/**`, () => new Promise(() => undefined));
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    await field(page).fill("ownership");
    await page.clock.runFor(6_000);
    await page.locator(".search-dialog[data-state=error]").waitFor({ timeout: 10_000 });
    await close();
  });
});

test("with analytics switched on, what is seen and chosen is sent, and no script is fetched from elsewhere", async () => {
  const site = await hostedSite({ insights: true });
  const asked = new Set<string>();
  const events: { eventType: string; index: string; queryID?: string }[] = [];
  const prepare = async (page: Page) => {
    await otherHosts(site, asked)(page);
    await page.route("https://insights.algolia.io/**", async (route) => {
      if (route.request().method() === "POST") events.push(...route.request().postDataJSON().events);
      await route.fulfill({
        status: 200,
        headers: { "access-control-allow-origin": "*", "access-control-allow-headers": "*" },
      });
    });
  };
  const { page, complaints, close } = await openPage(browser, site.server, "/cip", { prepare });
  await page.keyboard.press("Control+k");
  await find(page, "permit");
  await expect.poll(() => events.map(({ eventType }) => eventType)).toContain("view");
  await hits(page).nth(1).click();
  await expect.poll(() => events.map(({ eventType }) => eventType)).toContain("click");
  expect(events.find(({ eventType }) => eventType === "click")).toMatchObject({
    index: "cip",
    positions: [2],
    queryID: expect.stringMatching(/\w/),
  });
  expect([...asked].sort()).toEqual([site.origin, "https://insights.algolia.io"].sort());
  // A request that may outlive its page counts as broken off where a test answers in the provider's place.
  expect(complaints.filter((text) => !text.startsWith("https://insights.algolia.io/"))).toEqual([]);
  await close();
  await site.close();
});
