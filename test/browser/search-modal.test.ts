/** The states of the search dialog (specification, sections 4, 5, 8 and 9), with either provider: in one page, whose dialog each test opens anew. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { providers } from "../support/runs.js";
import { violations, violationsInThemes } from "./axe.js";
import { field, find, hits, hold, isFocused, localSite, type SearchSite, selected } from "./search-support.js";
import { desktop, isSameDocument, markDocument, openPage, phone, sharedBrowser, type WatchedPage } from "./support.js";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** As DocSearch stored it, which was the dialog before: its texts are HTML. */
const stored = (number: number) => ({
  objectID: `${number}`,
  type: "lvl1",
  hierarchy: { lvl0: "CIP Register", lvl1: `CIP-${number}: A &amp; B`, lvl2: null },
  content: null,
  url: `/cip/cbc/cip-${number}`,
});

describe.each(providers)("with the %s provider", (name) => {
  let site: SearchSite;
  let opened: WatchedPage;
  let page: Page;
  beforeAll(async () => {
    site = await (name === "embedded"
      ? localSite()
      : (await import("./hosted-site.js")).hostedSite({
          missingResultsUrl: "https://forum.example/new?title={query}",
        }));
    opened = await openPage(browser, site.server, "/cip");
    page = opened.page;
    await markDocument(page);
  });
  afterAll(async () => {
    expect(await isSameDocument(page)).toBe(true);
    await site.close();
  });

  const dialog = () => page.locator(".search-dialog");
  const gone = () => dialog().waitFor({ state: "detached" });
  const status = () => dialog().locator("[role=status]").textContent();
  const open = async () => {
    await page.keyboard.press("Control+k");
    await field(page).waitFor();
  };
  const store = (kind: "RECENT" | "FAVORITE", numbers: number[]) =>
    page.evaluate(
      ([key, list]) => localStorage.setItem(key as string, JSON.stringify(list)),
      [`__DOCSEARCH_${kind}_SEARCHES__${name === "embedded" ? "/search/en-US/" : "cip"}`, numbers.map(stored)],
    );

  beforeEach(async () => {
    if (await dialog().count()) await page.keyboard.press("Escape");
    await page.evaluate(() => localStorage.clear());
    opened.complaints.length = 0;
  });

  test("begins with no recent searches, takes 64 characters, and has the provider's mark only where the search is the provider's", async () => {
    await open();
    await page.getByText("No recent searches").waitFor();
    expect(await field(page).getAttribute("placeholder")).toBe("Search proposals");
    expect(await field(page).getAttribute("aria-expanded")).toBe("false");
    expect(await page.getByText("Search by Algolia").count()).toBe(name === "hosted" ? 1 : 0);
    await page.keyboard.insertText("x".repeat(70));
    expect(await field(page).inputValue()).toBe("x".repeat(64));
    await field(page).evaluate((input: HTMLInputElement) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", `https://example.org/register/blob/${"0".repeat(40)}/cip-20.md`);
      input.select();
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
    });
    expect(await field(page).inputValue()).toBe("cip-20");
    await page.getByRole("button", { name: "Clear the query" }).click();
    await page.getByText("No recent searches").waitFor();
    expect([await field(page).inputValue(), await isFocused(page, "[role=combobox]")]).toEqual(["", true]);
    expect(opened.complaints).toEqual([]);
  });

  test("shows hits by section, marks what was looked for, says how many there are and leads to all of them", async () => {
    await open();
    await find(page, "permit");
    const group = page.getByRole("group", { name: "CIP Register: Contract standards" });
    expect(await group.locator("mark").first().textContent()).toMatch(/permit/i);
    for (const one of await dialog().getByRole("group").all())
      expect(await one.getByRole("option").count()).toBeLessThanOrEqual(5);
    const all = page.getByRole("link", { name: /^See (all|the)/ });
    const count = /\d+/.exec((await all.textContent()) ?? "")?.[0];
    await expect.poll(status).toBe(`${count} results`);
    await all.click();
    await page.waitForURL("**/search?q=permit");
    await page.locator(".search-hit").first().waitFor();
    expect(await dialog().count()).toBe(0);
    expect(opened.complaints).toEqual([]);
  });

  test("arrow keys select in its list, Enter follows, with Ctrl in a new tab, and the hit is remembered and marked where it leads", async () => {
    await open();
    await find(page, "permit extension");
    const link = async (key: string) => {
      await page.keyboard.press(key);
      expect(await field(page).getAttribute("aria-activedescendant")).toBe(await selected(page).getAttribute("id"));
      return selected(page).getAttribute("href");
    };
    const first = await selected(page).getAttribute("href");
    const last = await hits(page).last().getAttribute("href");
    expect(await page.getByRole("listbox").getAttribute("id")).toBe(await field(page).getAttribute("aria-controls"));
    expect(await link("ArrowUp")).toBe(last);
    expect(await link("ArrowDown")).toBe(first);
    expect(await link("ArrowDown")).not.toBe(first);
    await page.keyboard.press("Home");
    expect(await field(page).evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(0);
    expect(await link("ArrowUp")).toBe(first);
    const [tab] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("Control+Enter")]);
    expect(tab.url()).toMatch(new RegExp(`${first}$|^about:blank$`));
    await tab.close();
    await page.bringToFront();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${first}`);
    await open();
    await page.getByRole("group", { name: "Recent" }).waitFor();
    expect(await hits(page).count()).toBe(1);
  });

  test("a click on a hit follows it too, to a place in the page that is shown as well", async () => {
    await open();
    await find(page, "approve");
    const here = page.locator(".search-dialog a[href*='/cip-20#']").first();
    const href = (await here.getAttribute("href")) ?? "";
    for (let time = 0; time < 2; time++) {
      await here.click();
      await page.waitForURL(`**${href}`);
      await gone();
      const top = () =>
        page.locator(`[id="${href.split("#")[1]}"]`).evaluate((place) => place.getBoundingClientRect().top);
      await expect.poll(top).toBeLessThan(200);
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
      await open();
      await find(page, "approve");
    }
  });

  test("has seven recent hits of a reader, or four and ten favourites, from the time of DocSearch as well", async () => {
    const numbers = [20, 165, 712, 721, 777, 1155, 2612, 3005, 3009, 4626, 110, 109];
    const count = (group: string) => page.getByRole("group", { name: group }).getByRole("option").count();
    await store("RECENT", numbers);
    await open();
    await page.getByText("CIP-20: A & B").waitFor();
    expect([await count("Recent"), await count("Favourites")]).toEqual([7, 0]);
    await page.getByRole("button", { name: "Save this search: CIP-165" }).click();
    expect([await count("Recent"), await count("Favourites")]).toEqual([4, 1]);
    await page.getByRole("button", { name: "Remove this search from history: CIP-712" }).click();
    expect([await page.getByText("CIP-712").count(), await isFocused(page, "[role=combobox]")]).toEqual([0, true]);
    await page.getByRole("button", { name: "Remove this search from favourites" }).click();
    await page.getByRole("group", { name: "Favourites" }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await store("FAVORITE", numbers);
    await open();
    expect(await count("Favourites")).toBe(10);
  });

  test("says what is not found, what to try, and where to report it", async () => {
    await open();
    await find(page, "permit");
    await field(page).fill("zzqqxx");
    const message = dialog().locator(".search-message");
    await message.getByText("No results for “zzqqxx”").waitFor();
    await message.getByText("Believe this query should return results?").waitFor();
    const report = page.getByRole("link", { name: "Let us know." });
    expect(await report.getAttribute("href")).toContain("zzqqxx");
    expect(await status()).toContain("No results for “zzqqxx”");
    await message.getByText("Try searching for").waitFor();
    const tries = message.locator("li button");
    expect(await tries.count()).toBeLessThanOrEqual(3);
    await tries.first().click();
    await hits(page).first().waitFor();
  });

  test("says that nothing can be fetched, and finds again once it can", async () => {
    await open();
    await site.setDown(page, true);
    await field(page).fill("ownership");
    await dialog().getByText("Unable to fetch results", { exact: true }).waitFor();
    await dialog().getByText("You might want to check your network connection.", { exact: true }).waitFor();
    expect(await status()).toContain("Unable to fetch results");
    await site.setDown(page, false);
    await find(page, "owner");
    expect(await page.getByText("Unable to fetch results").count()).toBe(0);
  });

  test("Escape and Cancel close it, and the focus goes back to where it was", async () => {
    await page.setViewportSize(phone);
    for (const leave of [
      () => page.keyboard.press("Escape"),
      () => page.getByRole("button", { name: "Cancel" }).click(),
    ]) {
      await page.locator("a.find").focus();
      await page.keyboard.press("Enter");
      await field(page).waitFor();
      await leave();
      await gone();
      expect(await isFocused(page, "a.find")).toBe(true);
    }
    await page.setViewportSize(desktop);
  });

  test("axe finds nothing in any state, in either theme, wide and narrow", async () => {
    const check = async (state: string) => {
      // With either provider it is the same dialog, but for its texts and the provider's mark.
      for (const width of name === "embedded" ? [1280, 390] : [390]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await violationsInThemes(page, ".search-dialog"), `${state}, ${width}`).toEqual([]);
      }
    };
    await open();
    await check("empty");
    await find(page, "permit");
    await check("hits");
    expect(await violations(page), "the page below").toEqual([]);
    if (name === "embedded") {
      await find(page, "permti extension");
      await check("corrected");
      const letGo = await hold(page, /\/search\/en-US\//);
      await field(page).fill("allowance");
      await page.locator(".search-dialog[data-state=stalled]").waitFor();
      await check("stalled");
      letGo();
    }
    await field(page).fill("zzqqxx");
    await page.getByText("No results for").first().waitFor();
    await check("no hits");
    await site.setDown(page, true);
    await field(page).fill("wallet");
    await page.getByText("Unable to fetch results").first().waitFor();
    await check("error");
    await site.setDown(page, false);
    await page.keyboard.press("Escape");
    await store("RECENT", [20, 721]);
    await store("FAVORITE", [777]);
    await open();
    await hits(page).first().waitFor();
    await check("recent");
    await page.setViewportSize(desktop);
  });
});
