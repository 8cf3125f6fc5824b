/** What works with less: no JavaScript, no pointer. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { borrowPage, browser, phone, serveSites, site } from "./support.js";

serveSites();

describe("without JavaScript", () => {
  const open = (path: string, options = {}) =>
    borrowPage(browser, site, path, { javaScriptEnabled: false, ...options });

  test("pages can be read, links work, and nothing is shown that would not", async () => {
    const { page, close } = await open("/cip");
    await page.click("main .entry-title a");
    await page.waitForURL("**/cip-9");
    expect(await page.locator(".prose").isVisible()).toBe(true);
    expect(await page.locator(".theme-toggle").isVisible()).toBe(false);
    await page.goto("/cip/archive");
    expect(await page.locator("tr[data-status]:visible").count()).toBe(31);
    expect(await page.locator(".filters").isVisible()).toBe(false);
    await close();
  });

  test("the menus of a phone open and lead on, to the sidebar and back as well", async () => {
    const { page, close } = await open("/cip/cbc/cip-20", { viewport: phone });
    await page.click(".menu > summary");
    expect(await page.locator(".menu-panel a[href='/cip/tags']").isVisible()).toBe(true);
    await page.click(".menu-more");
    expect(await page.locator(".sidebar").isVisible()).toBe(true);
    await page.click(".sidebar-back");
    expect(await page.locator(".sidebar").isVisible()).toBe(false);
    await page.click(".menu-panel a[href='/cip/tags']");
    await page.waitForURL("**/cip/tags");
    await close();
  });
});

describe("with the keyboard alone", () => {
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.textContent.trim() || document.activeElement?.ariaLabel || "");
  const tabTo = async (page: Page, text: string | RegExp) => {
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press("Tab");
      const name = await focused(page);
      if (typeof text === "string" ? name === text : text.test(name)) return;
    }
    throw new Error(`the focus never came to ${text}`);
  };

  test("from the skip link to a proposal, its contents, another language and back", async () => {
    const { page, close } = await borrowPage(browser, site, "/cip");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Skip to main content");
    await page.keyboard.press("Enter");
    await page.waitForURL("**#siteMain");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toMatch(/^(9 |Changed in the last 30 days)/);
    await tabTo(page, /^20 Token Standard$/);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/cip-20");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("siteMain");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
    await page.locator("nav.toc a", { hasText: "Rationale" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**#rationale");
    await page.locator(".language-menu > summary").focus();
    await page.keyboard.press("Enter");
    await tabTo(page, "Deutsch");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/de-DE/cip/cbc/cip-20#rationale");
    await page.goBack();
    await page.waitForURL(/\/cip\/cbc\/cip-20#rationale$/);
    await close();
  });

  test("what has the focus can be seen to have it", async () => {
    const { page, close } = await borrowPage(browser, site, "/cip/cbc/cip-721");
    for (let step = 0; step < 70; step++) {
      await page.keyboard.press("Tab");
      const ring = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const box = element.getBoundingClientRect();
        const seen = box.bottom > 0 && box.top < innerHeight && box.width > 0;
        return {
          element: element.outerHTML.slice(0, 80),
          ring: outlineStyle !== "none" && outlineWidth !== "0px",
          seen,
        };
      });
      expect(ring).toEqual({ element: ring.element, ring: true, seen: true });
    }
    await close();
  });
});
