/** The states of the search modal (specification, sections 4, 5, 8 and 9), with either provider. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { providers } from "../support/runs.js";
import { violations, violationsInThemes } from "./axe.js";
import {
  field,
  find,
  hits,
  hostedSite,
  isFocused,
  localSite,
  openModal,
  type SearchSite,
  selected,
} from "./search-support.js";
import { isSameDocument, markDocument, openPage, phone, sharedBrowser } from "./support.js";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe.each(providers)("with the %s provider", (name) => {
  let site: SearchSite;
  beforeAll(async () => {
    site = await (name === "embedded"
      ? localSite()
      : hostedSite({ missingResultsUrl: "https://forum.example/new?title={query}" }));
  });
  afterAll(() => site.close());

  const open = (path?: string, options = {}) => openModal(browser, site, path, options);

  test("begins with no recent searches, and has the provider's mark only where the search is the provider's", async () => {
    const { page, complaints, close } = await open();
    await page.getByText("No recent searches").waitFor();
    expect(await field(page).getAttribute("placeholder")).toBe("Search proposals");
    expect(await page.locator(".DocSearch-Logo").isVisible()).toBe(name === "hosted");
    expect(complaints).toEqual([]);
    await close();
  });

  test("shows hits by section, marks what was looked for, says how many there are and leads to all of them", async () => {
    const { page, complaints, close } = await open();
    await find(page, "permit");
    expect(await page.locator(".DocSearch-Hit-source").allTextContents()).toContain("CIP Register: Contract standards");
    expect(await page.locator(".DocSearch-Hit mark").first().textContent()).toMatch(/permit/i);
    const groups = page.locator(".DocSearch-Hits");
    for (let index = 0; index < (await groups.count()); index++) {
      expect(await groups.nth(index).locator(".DocSearch-Hit").count()).toBeLessThanOrEqual(5);
    }
    const all = page.locator(".DocSearch-HitsFooter a");
    const count = /\d+/.exec((await all.textContent()) ?? "")?.[0];
    expect(await page.locator(".search-dialog [role=status]").textContent()).toBe(`${count} results`);
    await markDocument(page);
    await all.click();
    await page.waitForURL("**/search?q=permit");
    await page.locator(".search-hit").first().waitFor();
    expect([await page.locator(".search-dialog").count(), await isSameDocument(page)]).toEqual([0, true]);
    expect(complaints).toEqual([]);
    await close();
  });

  test("follows the chosen hit within the document, and remembers it among the recent ones", async () => {
    const { page, close } = await open();
    await markDocument(page);
    await find(page, "permit extension");
    const first = await selected(page).locator("a").getAttribute("href");
    await page.keyboard.press("ArrowDown");
    const second = await selected(page).locator("a").getAttribute("href");
    expect(second).not.toBe(first);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${first}`);
    expect([await page.locator(".search-dialog").count(), await isSameDocument(page)]).toEqual([0, true]);
    await page.keyboard.press("Control+k");
    await page.getByText("Recent", { exact: true }).waitFor();
    expect(await hits(page).count()).toBe(1);
    await close();
  });

  test("a click on a hit follows it too, to a place in the page that is shown as well", async () => {
    const { page, close } = await open("/cip/cbc/cip-20#specification");
    await markDocument(page);
    await find(page, "approve");
    const here = page.locator(".DocSearch-Hit a[href^='/cip/cbc/cip-20#']").first();
    const href = (await here.getAttribute("href")) ?? "";
    await here.click();
    await page.waitForURL(`**${href}`);
    expect(await isSameDocument(page)).toBe(true);
    const top = () =>
      page.locator(`[id="${href.split("#")[1]}"]`).evaluate((place) => place.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(200);
    await close();
  });

  if (name === "embedded") {
    test("remembers seven searches, or four and up to ten favourites", async () => {
      const { page, close } = await open();
      for (const number of [20, 165, 712, 721, 777, 1155, 2612, 3005]) {
        await find(page, `cip-${number}`);
        await page.locator(`.DocSearch-Hit a[href$="/cip-${number}"]`).first().click();
        await page.locator(".search-dialog").waitFor({ state: "detached" });
        await page.waitForURL(`**/cip-${number}`);
        await page.keyboard.press("Control+k");
      }
      await page.getByText("Recent", { exact: true }).waitFor();
      expect(await hits(page).count()).toBe(7);
      await page.getByTitle("Save this search").first().click();
      await page.getByText("Favourites", { exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.getByText("Favourites", { exact: true }).waitFor();
      expect(await hits(page).count()).toBe(5);
      await page.getByTitle("Remove this search from favourites").click();
      await page.getByText("Favourites", { exact: true }).waitFor({ state: "detached" });
      await close();
    });
  }

  test("says that nothing can be fetched, keeps saying so, and finds again once it can", async () => {
    const { page, close } = await open();
    await site.setDown(page, true);
    await field(page).fill("ownership");
    const screen = page.locator(".DocSearch-ErrorScreen");
    await screen.getByText("Unable to fetch results", { exact: true }).waitFor();
    await screen.getByText("You might want to check your network connection.", { exact: true }).waitFor();
    expect(await page.locator(".search-dialog [role=status]").textContent()).toContain("Unable to fetch results");
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
    expect(await screen.isVisible()).toBe(true);
    await site.setDown(page, false);
    await find(page, "owner");
    expect(await screen.count()).toBe(0);
    await close();
  });

  test.each(["Enter", "click"])("marks what was found on the page that a hit leads to, by %s", async (way) => {
    const { page, close } = await open();
    await find(page, "permit");
    if (way === "Enter") await page.keyboard.press("Enter");
    else await hits(page).first().locator("a").click();
    await page.waitForURL("**/cip/cbc/**");
    await expect.poll(() => page.evaluate(() => CSS.highlights.get("search-found")?.size ?? 0)).toBeGreaterThan(0);
    await close();
  });

  test("Escape and Cancel close it, and the focus goes back to where it was", async () => {
    const { page, close } = await openPage(browser, site.server, "/cip", { viewport: phone });
    for (const leave of [
      () => page.keyboard.press("Escape"),
      () => page.getByRole("button", { name: "Cancel" }).click(),
    ]) {
      await page.locator("a.find").focus();
      await page.keyboard.press("Enter");
      await field(page).waitFor();
      await leave();
      await page.locator(".search-dialog").waitFor({ state: "detached" });
      expect(await isFocused(page, "a.find")).toBe(true);
    }
    await close();
  });

  test("axe finds nothing in any state, in either theme, wide and narrow", async () => {
    const { page, complaints, close } = await open("/cip");
    const check = async (state: string) => {
      // With either provider it is the same dialog, but for its texts and the provider's mark.
      for (const width of name === "embedded" ? [1280, 390] : [390]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await violationsInThemes(page, ".search-dialog"), `${state}, ${width}`).toEqual([]);
      }
    };
    await check("empty");
    await find(page, "permit");
    await check("hits");
    expect(await violations(page), "the page below").toEqual([]);
    await field(page).fill("zzqqxx");
    await page.locator(".DocSearch-NoResults").waitFor();
    await check("no hits");
    expect(complaints).toEqual([]);
    await find(page, "cip-20");
    await page.locator('.DocSearch-Hit a[href$="/cip-20"]').first().click();
    await page.waitForURL("**/cip-20");
    await page.keyboard.press("Control+k");
    await hits(page).first().waitFor();
    await check("recent");
    await site.setDown(page, true);
    await field(page).fill("wallet");
    await page.locator(".DocSearch-ErrorScreen").waitFor();
    await check("error");
    await site.setDown(page, false);
    await close();
  });
});
