/** What surrounds the content: navbar, menu of narrow screens, announcement, languages, versions. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  desktop,
  isSameDocument,
  markDocument,
  openPage,
  phone,
  type SiteServer,
  serveSite,
  sharedBrowser,
} from "./support.js";

let browser: Browser;
let site: SiteServer;
let small: SiteServer;
beforeAll(async () => {
  [browser, site, small] = await Promise.all([
    sharedBrowser(),
    serveSite(inject("site")),
    serveSite(inject("smallSite")),
  ]);
});
afterAll(() => Promise.all([site.close(), small.close()]));

describe("navbar", () => {
  const shown = (page: Page) => page.locator("html:not([data-navbar-hidden])").waitFor();
  const hidden = (page: Page) => page.locator("html[data-navbar-hidden]").waitFor();
  const scroll = (page: Page, y: number) => page.evaluate((top) => scrollTo({ top, behavior: "instant" }), y);

  test("hides on the way down; returns on the way up, near the top and near the bottom", async () => {
    const { page, close } = await openPage(browser, site, "/cip/cbc/cip-721");
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

  test("stays while the focus is in it", async () => {
    const { page, close } = await openPage(browser, site, "/cip/cbc/cip-721");
    await scroll(page, 900);
    await hidden(page);
    await page.locator(".theme-toggle").focus();
    await shown(page);
    await scroll(page, 1500);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await shown(page);
    await close();
  });
});

describe("menu below 996 pixels", () => {
  const open = async (path = "/cip/cbc/cip-20") => {
    const opened = await openPage(browser, site, path, { viewport: phone });
    await opened.page.click(".menu > summary");
    await opened.page.locator(".drawer[open]").waitFor();
    return opened;
  };
  const isOpen = (page: Page) => page.locator(".drawer").count();

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

  test("closes on its backdrop and by its button, and then the menu and the sidebar are where they were", async () => {
    const { page, close } = await open();
    await page.mouse.click(10, 400);
    expect(await isOpen(page)).toBe(0);
    expect(await page.locator(".menu > .menu-panel").count()).toBe(1);
    expect(await page.locator(".with-sidebar > .sidebar").count()).toBe(1);
    await page.click(".menu > summary");
    await page.click(".drawer-close");
    expect(await isOpen(page)).toBe(0);
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

  test("closes when the layout becomes that of a desktop", async () => {
    const { page, close } = await open();
    await page.setViewportSize(desktop);
    await page.locator(".drawer").waitFor({ state: "detached" });
    expect(await page.locator(".with-sidebar > .sidebar").isVisible()).toBe(true);
    await page.setViewportSize({ width: 995, height: 800 });
    expect(await page.locator(".menu > summary").isVisible()).toBe(true);
    await page.setViewportSize({ width: 996, height: 800 });
    expect(await page.locator(".menu > summary").isVisible()).toBe(false);
    await close();
  });

  test("closes when one of its links is followed", async () => {
    const { page, close } = await open();
    await markDocument(page);
    await page.click(".drawer .menu-panel a[href='/cip/tags']");
    await page.waitForURL("**/cip/tags");
    expect([await isOpen(page), await isSameDocument(page)]).toEqual([0, true]);
    await close();
  });
});

describe("announcement", () => {
  const bar = (page: Page) => page.locator(".announcement");

  test("is there until it is dismissed, and stays away after that", async () => {
    const { page, close } = await openPage(browser, small, "/cip");
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
    const { page, close } = await openPage(browser, small, "/cip");
    await page.evaluate(() => localStorage.setItem("announcement.dismissed", "may"));
    await page.reload();
    expect(await bar(page).isVisible()).toBe(true);
    await close();
  });
});

describe("languages", () => {
  test("the dropdown keeps page, query and place", async () => {
    const { page, close } = await openPage(browser, site, "/cip/archive?category=core#siteMain");
    await page.click(".language-menu > summary");
    await page.click(".language-menu a[hreflang='de-DE']");
    await page.waitForURL("**/de-DE/cip/archive?category=core#siteMain");
    expect(await page.locator("html").getAttribute("lang")).toBe("de-DE");
    await expect.poll(() => page.locator("tr[data-status]:visible").count()).toBe(2);
    await close();
  });

  test("the dropdown closes on Escape, with the focus back on its button, and on a click elsewhere", async () => {
    const { page, close } = await openPage(browser, site, "/cip");
    const menu = page.locator(".language-menu[open]");
    await page.click(".language-menu > summary");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    expect(await menu.count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.matches(".language-menu > summary"))).toBe(true);
    await page.click(".language-menu > summary");
    await page.click("h1");
    expect(await menu.count()).toBe(0);
    await close();
  });
});

describe("version of the docs", () => {
  const saved = (page: Page) => page.evaluate(() => localStorage.getItem("docs.version"));
  /** Its script is loaded after the page's own. */
  const ready = (page: Page) => page.waitForLoadState("networkidle");

  test("is remembered when the reader picks one", async () => {
    const { page, close } = await openPage(browser, small, "/docs/start");
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

  test("is where the navbar leads from then on, on this page and on the next ones", async () => {
    const { page, close } = await openPage(browser, small, "/docs/start");
    const guide = page.locator(".navbar-links").getByRole("link", { name: "Guide" });
    await ready(page);
    expect(await guide.getAttribute("href")).toBe("/docs/start");
    await page.click(".version-menu > summary");
    await page.click(".version-menu a[data-version='1.0']");
    await page.waitForURL("**/docs/1.0/start");
    await page.goto("/cip");
    await expect.poll(() => guide.getAttribute("href")).toBe("/docs/1.0/start");
    await guide.click();
    await page.waitForURL("**/docs/1.0/start");
    await page.locator(".navbar-links").getByRole("link", { name: "CIPs" }).click();
    await page.waitForURL("**/cip");
    await expect.poll(() => guide.getAttribute("href")).toBe("/docs/1.0/start");
    await close();
  });

  test("is dropped when the site no longer has it", async () => {
    const { page, close } = await openPage(browser, small, "/cip");
    await page.evaluate(() => localStorage.setItem("docs.version", "0.1"));
    await page.goto("/docs/start");
    await expect.poll(() => saved(page)).toBeNull();
    await close();
  });
});
