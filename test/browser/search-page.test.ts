/** The search page, with either provider: what is asked is in the address, and the answer in the page. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { providers } from "../support/runs.js";
import { violations, violationsInThemes } from "./axe.js";
import { isFocused, localSite, type SearchSite } from "./search-support.js";
import { borrowPage, isSameDocument, markDocument, sharedBrowser } from "./support.js";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe.each(providers)("with the %s provider", (provider) => {
  let site: SearchSite;
  beforeAll(async () => {
    site = await (provider === "embedded" ? localSite() : (await import("./hosted-site.js")).hostedSite());
  });
  afterAll(() => site.close());

  const open = (path: string, options = {}) => borrowPage(browser, site.server, path, options);

  test("answers what its address asks, in the language of the page, with no complaint", async () => {
    const { page, complaints, close } = await open("/de-DE/search?q=permit");
    await page.locator(".search-hit").first().waitFor();
    expect(await page.locator("#searchQuery").inputValue()).toBe("permit");
    expect(await page.locator(".search-count").textContent()).toMatch(/^\d+ Ergebnisse$/);
    expect(await page.locator(".search-hit a").first().getAttribute("href")).toMatch(/^\/de-DE\//);
    expect(await page.locator(".search-hit mark").first().textContent()).toMatch(/permit/i);
    expect(complaints).toEqual([]);
    await close();
  });

  test("puts what is typed into the address, and back leads to what was asked before", async () => {
    const { page, close } = await open("/search");
    await markDocument(page);
    await page.fill("#searchQuery", "permit");
    await page.waitForURL("**/search?q=permit");
    await page.locator(".search-hit").first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator("#searchQuery").pressSequentially(" extension");
    await page.waitForURL("**/search?q=permit%20extension");
    expect(await page.title()).toMatch(/^permit extension: Search\b/);
    await page.goBack();
    await page.waitForURL("**/search?q=permit");
    expect(await page.title()).toMatch(/^permit: Search\b/);
    expect(await page.locator("#searchQuery").inputValue()).toBe("permit");
    expect(await isSameDocument(page)).toBe(true);
    await page.locator(".search-hit a").first().click();
    await page.waitForURL("**/cip/**");
    await page.goBack();
    await page.locator(".search-hit").first().waitFor();
    expect(await page.locator("#searchQuery").inputValue()).toBe("permit");
    await close();
  });

  test("shows 20 results and more when asked for, and moves the focus to the first of them", async () => {
    const { page, close } = await open("/search?q=token");
    const places = page.locator(".search-hit a");
    await places.first().waitFor();
    const before = await places.count();
    const total = Number(/\d+/.exec((await page.locator(".search-count").textContent()) ?? "")?.[0]);
    expect(total).toBeGreaterThan(20);
    await page.click(".search-more");
    await expect.poll(() => places.count()).toBeGreaterThan(before);
    const isNew = () =>
      page.evaluate((count) => {
        const links = [...document.querySelectorAll(".search-hit a")];
        return links.indexOf(document.activeElement as Element) >= count;
      }, before);
    await expect.poll(isNew).toBe(true);
    await close();
  });

  test("says what is not found, and that nothing can be fetched until it can", async () => {
    const { page, close } = await open("/search?q=zzqqxx");
    await page.locator(".search-none").waitFor();
    expect(await page.locator(".search-none").textContent()).toContain("No results for “zzqqxx”");
    await expect.poll(() => page.locator("#siteStatus").textContent()).toContain("zzqqxx");
    await site.setDown(page, true);
    await page.fill("#searchQuery", "ownership");
    await page.getByRole("button", { name: "Try again" }).waitFor();
    expect(await page.locator(".search-failure").textContent()).toContain("Unable to fetch results");
    expect(await page.locator(".search-none").isVisible()).toBe(false);
    await page.locator(".search-retry").focus();
    await site.setDown(page, false);
    // A network that comes back is noticed; a host that does is not.
    if (provider === "hosted") await page.keyboard.press("Enter");
    await page.locator(".search-hit").first().waitFor();
    expect(await isFocused(page, ".search-hit:first-child a")).toBe(true);
    expect(await page.locator(".search-failure").isVisible()).toBe(false);
    await close();
  });

  test("axe finds nothing in any of its states, in either theme, wide and narrow", async () => {
    const { page, close } = await open("/search?q=permit");
    const check = async (state: string) => {
      // With either provider it is the same page, but for its filters.
      for (const width of provider === "embedded" ? [390, 1280] : [390]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await violationsInThemes(page), `${state}, ${width}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    };
    await page.locator(".search-hit").first().waitFor();
    await check("results");
    await page.fill("#searchQuery", "zzqqxx");
    await page.locator(".search-none").waitFor();
    await check("none");
    await close();
  });
});

describe("the register's own search", () => {
  let site: SearchSite;
  beforeAll(async () => {
    site = await localSite();
  });
  afterAll(() => site.close());

  const chips = ".search-chips button";

  test("filters by what is typed and by what is chosen, in the address, with counts, and by keys alone", async () => {
    const { page, complaints, close } = await borrowPage(browser, site.server, "/search", {});
    await page.locator("#searchQuery").pressSequentially("author:moji token ");
    await page.waitForURL("**/search?q=token&author=moji");
    await expect.poll(() => page.locator(chips).allTextContents()).toEqual(["Author: Moji"]);
    expect(await page.locator("#searchQuery").inputValue()).toBe("token ");
    const category = page.locator(".search-facets details", { hasText: "Category" });
    await category.locator("summary").press("Enter");
    const edge = (part: string) =>
      category.locator(part).evaluate((element) => Math.round(element.getBoundingClientRect().left));
    expect(await edge("li:first-child button")).toBe(await edge("summary"));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search?q=token&category=*&author=moji");
    await expect.poll(() => page.locator(chips).count()).toBe(2);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-pressed"))).toBe("true");
    expect(await violations(page)).toEqual([]);
    await page.locator(chips).first().press("Enter");
    await page.waitForURL("**/search?q=token&author=moji");
    await page.goBack();
    await page.waitForURL("**/search?q=token&category=*&author=moji");
    await expect.poll(() => page.locator(chips).count()).toBe(2);
    expect(complaints).toEqual([]);
    await close();
  });

  test("lists the register by filters alone, with status and date of each", async () => {
    const { page, close } = await borrowPage(browser, site.server, "/search?status=final", {});
    await page.locator(".search-hit").first().waitFor();
    expect(await page.locator(".search-hit .chip").first().textContent()).toBe("Final");
    expect(await page.locator(".search-hit time").first().getAttribute("datetime")).toMatch(/^\d{4}-\d\d-\d\d$/);
    await close();
  });

  test("brings a reader who comes back, or loads the page again, to all that was shown, where they were", async () => {
    const { page, close } = await borrowPage(browser, site.server, "/search?q=token", {});
    await page.locator(".search-hit").first().waitFor();
    await page.locator(".search-facets details").first().waitFor();
    await page.click(".search-more");
    await expect.poll(() => page.locator(".search-hit").count()).toBeGreaterThan(20);
    const count = await page.locator(".search-hit").count();
    const last = page.locator(".search-hit h2 a").last();
    await last.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    await last.click();
    await page.waitForURL((url) => !url.pathname.endsWith("/search"));
    await page.goBack();
    await expect.poll(() => page.locator(".search-hit").count()).toBe(count);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    // Twice: what was brought back is remembered as well.
    for (const _ of [1, 2]) {
      await page.reload();
      await expect.poll(() => page.locator(".search-hit").count()).toBe(count);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    }
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe("body");
    await last.click();
    await page.waitForURL((url) => !url.pathname.endsWith("/search"));
    await page.reload();
    await page.goBack();
    await expect.poll(() => page.locator(".search-hit").count()).toBe(count);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    await close();
  });
});
