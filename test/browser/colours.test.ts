/** Colour mode: light, dark or system; the toggle, what is remembered, other tabs, and no flash before the first paint. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { field, hits, selected } from "./search-support.js";
import { browser, openPage, serveSites, site } from "./support.js";

serveSites();

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const white = "rgb(255, 255, 255)";
const saved = (page: Page) => page.evaluate(() => localStorage.getItem("theme"));
const label = (page: Page) => page.locator(".theme-toggle").getAttribute("aria-label");

test("the toggle goes through system, light, dark and system again, and remembers each", async () => {
  const { page, close } = await openPage(browser, site, "/cip", { colorScheme: "dark" });
  expect(await label(page)).toBe("Colour mode: system");
  expect(await ground(page)).not.toBe(white);
  await page.click(".theme-toggle");
  expect([await label(page), await saved(page), await ground(page)]).toEqual(["Colour mode: light", "light", white]);
  await page.click(".theme-toggle");
  expect([await label(page), await saved(page)]).toEqual(["Colour mode: dark", "dark"]);
  expect(await ground(page)).not.toBe(white);
  await page.click(".theme-toggle");
  expect([await label(page), await saved(page)]).toEqual(["Colour mode: system", "system"]);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await ground(page)).toBe(white);
  await close();
});

test("the choice holds on the next page, loaded or put in place, and after a reload", async () => {
  const { page, close } = await openPage(browser, site, "/cip", { colorScheme: "light" });
  await page.click(".theme-toggle");
  await page.click(".theme-toggle");
  await page.click(".navbar-links a[href='/cip/tags']");
  await page.waitForURL("**/cip/tags");
  expect(await label(page)).toBe("Colour mode: dark");
  await page.reload();
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  expect(await label(page)).toBe("Colour mode: dark");
  await close();
});

test("a choice made in one tab shows in the other", async () => {
  const { page, context, close } = await openPage(browser, site, "/cip", { colorScheme: "light" });
  const other = await context.newPage();
  await other.goto("/docs/cip");
  await page.click(".theme-toggle");
  await page.click(".theme-toggle");
  await other.locator("html[data-theme=dark]").waitFor();
  expect(await label(other)).toBe("Colour mode: dark");
  await close();
});

test("the colours are right before anything is painted", async () => {
  const prepare = (page: Page) =>
    page.addInitScript(() => {
      localStorage.setItem("theme", "dark");
      const themes: (string | undefined)[] = [];
      Object.assign(window, { themes });
      new MutationObserver(() => {
        if (document.body && !themes.length) themes.push(document.documentElement.dataset.theme);
      }).observe(document, { childList: true, subtree: true });
    });
  const { page, close } = await openPage(browser, site, "/cip", { colorScheme: "light", prepare });
  expect(await page.evaluate(() => (window as unknown as { themes: string[] }).themes)).toEqual(["dark"]);
  await close();
});

test("where a reader's system forces its colours, the present section, chosen filters and the chosen hit still show", async () => {
  const { page, close } = await openPage(browser, site, "/search?q=token&status=final", { forcedColors: "active" });
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { backgroundColor, borderBottomWidth, outlineStyle } = getComputedStyle(element);
        return { ground: backgroundColor, line: borderBottomWidth, outline: outlineStyle };
      });
  const facet = ".search-facets [data-field=status]";
  await page.locator(`${facet} summary`).click();
  const [pressed, other] = [await look(`${facet} [aria-pressed=true]`), await look(`.search-form button`)];
  expect(pressed.ground).not.toBe(other.ground);
  expect((await look(".search-chip")).ground).toBe(pressed.ground);
  await page.goto("/cip");
  const sections = [await look(".navbar-links [aria-current]"), await look(".navbar-links a:not([aria-current])")];
  expect(sections.map(({ line }) => line)).toEqual(["2px", "0px"]);
  await page.keyboard.press("/");
  await field(page).fill("token");
  await hits(page).nth(1).waitFor();
  await selected(page).waitFor();
  expect((await look(".search-dialog")).outline).toBe("solid");
  const chosen = [await look(".search-option[aria-selected=true]"), await look(".search-option[aria-selected=false]")];
  expect(chosen.map(({ outline }) => outline)).toEqual(["solid", "none"]);
  await close();
});
