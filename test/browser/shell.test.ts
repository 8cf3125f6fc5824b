/** What surrounds the content: navbar, menu of narrow screens, announcement, languages, versions. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { borrowPage, browser, phone, serveSites, site, small } from "./support.js";

serveSites();

describe("navbar", () => {
  const shown = (page: Page) => page.locator("html:not([data-navbar-hidden])").waitFor();
  const hidden = (page: Page) => page.locator("html[data-navbar-hidden]").waitFor();
  const scroll = (page: Page, y: number) => page.evaluate((top) => scrollTo({ top, behavior: "instant" }), y);

  test("hides on the way down; returns on the way up, near the top and near the bottom", async () => {
    const { page, close } = await borrowPage(browser, site, "/cip/cbc/cip-721");
    await scroll(page, 900);
    await hidden(page);
    expect((await page.locator(".navbar").boundingBox())?.y).toBeLessThan(-50);
    await scroll(page, 700);
    await shown(page);
    await scroll(page, 1400);
    await hidden(page);
    await scroll(page, 10);
    await shown(page);
    await scroll(page, 1400);
    await hidden(page);
    await scroll(page, 1e6);
    await shown(page);
    await close();
  });
});

describe("menu below 996 pixels", () => {
  const open = async (path = "/cip/cbc/cip-20") => {
    const opened = await borrowPage(browser, site, path, { viewport: phone });
    await opened.page.click(".menu > summary");
    await opened.page.locator(".drawer[open]").waitFor();
    return opened;
  };

  test("shows every link of the navbar inside the screen", async () => {
    const { page, close } = await open();
    for (const name of ["CIPs", "Tags", "Tutorial", "Source", "CoreAI"]) {
      const link = page.locator(".drawer .menu-panel a", { hasText: name });
      expect(await link.isVisible(), name).toBe(true);
      const box = await link.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= phone.width && box.y + box.height <= phone.height).toBe(true);
    }
    await close();
  });

  test("keeps the focus, and gives it back when Escape closes it", async () => {
    const { page, close } = await open();
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press("Tab");
      const place = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.closest(".drawer") || activeElement === document.body ? "in" : activeElement?.outerHTML;
      });
      expect(place).toBe("in");
    }
    await page.keyboard.press("Escape");
    await page.locator(".drawer").waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.matches(".menu > summary"))).toBe(true);
    await close();
  });

  test('leads to the sidebar as a second menu, and "← Back to main menu" back', async () => {
    const { page, close } = await open();
    await page.click(".menu-more");
    expect(await page.locator(".drawer .sidebar").isVisible()).toBe(true);
    expect(await page.locator(".drawer .menu-panel").isVisible()).toBe(false);
    expect(await page.locator(".drawer .sidebar a[aria-current=page]").isVisible()).toBe(true);
    await page.getByText("← Back to main menu").click();
    expect(await page.locator(".drawer .menu-panel").isVisible()).toBe(true);
    expect(await page.locator(".drawer .sidebar").isVisible()).toBe(false);
    await close();
  });
});

describe("announcement", () => {
  const bar = (page: Page) => page.locator(".announcement");

  test("is there until it is dismissed, and stays away after that", async () => {
    const { page, close } = await borrowPage(browser, small, "/cip");
    expect(await bar(page).isVisible()).toBe(true);
    await page.getByRole("button", { name: "Close the announcement" }).click();
    expect(await bar(page).isVisible()).toBe(false);
    await page.reload();
    expect(await bar(page).isVisible()).toBe(false);
    await page.click(".logo");
    await page.waitForURL(`${small.origin}/`);
    expect(await bar(page).isVisible()).toBe(false);
    await close();
  });

  test("is shown again when its id is another one", async () => {
    const { page, close } = await borrowPage(browser, small, "/cip");
    await page.evaluate(() => localStorage.setItem("announcement.dismissed", "may"));
    await page.reload();
    expect(await bar(page).isVisible()).toBe(true);
    await close();
  });
});

describe("languages", () => {
  test("the dropdown keeps page, query and place", async () => {
    const { page, close } = await borrowPage(browser, site, "/cip/archive?category=core#siteMain");
    await page.click(".language-menu > summary");
    await page.click(".language-menu a[hreflang='de-DE']");
    await page.waitForURL("**/de-DE/cip/archive?category=core#siteMain");
    expect(await page.locator("html").getAttribute("lang")).toBe("de-DE");
    await expect.poll(() => page.locator("tr[data-status]:visible").count()).toBe(2);
    await close();
  });
});

describe("version of the docs", () => {
  const saved = (page: Page) => page.evaluate(() => localStorage.getItem("docs.version"));
  /** Its script is loaded after the page's own. */
  const ready = (page: Page) => page.waitForLoadState("networkidle");

  test("is remembered when the reader picks one", async () => {
    const { page, close } = await borrowPage(browser, small, "/docs/start");
    await ready(page);
    expect(await saved(page)).toBeNull();
    await page.click(".version-menu > summary");
    await page.click(".version-menu a[data-version='1.0']");
    await page.waitForURL("**/docs/1.0/start");
    expect(await saved(page)).toBe("1.0");
    await page.reload();
    await ready(page);
    expect(await saved(page)).toBe("1.0");
    await close();
  });
});
