/** How search opens and closes (specification, sections 4 and 9; decisions 6), and what it does while its code is on its way. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violationsInThemes } from "./axe.js";
import { field, find, hits, hold, isFocused, openModal } from "./search-support.js";
import { browser, isSameDocument, markDocument, openPage, phone, serveSites, site } from "./support.js";

serveSites();

const modal = (page: Page) => page.locator(".search-dialog");
const gone = (page: Page) => modal(page).waitFor({ state: "detached" });
const open = (path = "/cip", options = {}) => openPage(browser, site, path, options);

/** Where the pointer is on the control. */
const control = async (page: Page) => {
  const box = await page.locator("a.find").boundingBox();
  if (!box) throw new Error("there is no search control");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

describe("search opens", () => {
  test("on a click and by its keys, with the focus in its field", async () => {
    const { page, close } = await open();
    const press = (key: string) => () => page.keyboard.press(key);
    for (const way of [() => page.click("a.find"), press("Control+k"), press("Meta+k"), press("/")]) {
      await way();
      await field(page).waitFor();
      expect([await isFocused(page, ".search-dialog input"), await field(page).inputValue()]).toEqual([true, ""]);
      await page.keyboard.press("Escape");
      await gone(page);
    }
    await close();
  });

  test("when a pointer rests on its control, not when one crosses it", async () => {
    const { page, close } = await open("/cip", { prepare: (opened: Page) => opened.clock.install() });
    await page.clock.pauseAt(Date.now() + 60_000);
    const { x, y } = await control(page);
    await page.mouse.move(x, y);
    await page.mouse.move(x, y + 300);
    await page.clock.runFor(400);
    expect(await modal(page).count()).toBe(0);
    await page.mouse.move(x, y);
    await page.clock.runFor(240);
    expect(await modal(page).count()).toBe(0);
    await page.clock.resume();
    await field(page).waitFor();
    await close();
  });

  test("over the menu of narrow screens", async () => {
    const { page, close } = await open("/cip/cbc/cip-20", { viewport: phone });
    await page.click(".menu > summary");
    await page.keyboard.press("Control+k");
    await field(page).waitFor();
    expect(await page.locator(".drawer").count()).toBe(0);
    await close();
  });

  test("again after client navigation, in the language of the new page", async () => {
    const { page, close } = await openModal(browser, { server: site } as never, "/cip");
    await page.keyboard.press("Escape");
    await markDocument(page);
    await page.click(".language-menu > summary");
    await page.click(".language-menu a[hreflang='de-DE']");
    await page.waitForURL("**/de-DE/cip");
    await page.keyboard.press("Control+k");
    await page.getByText("Keine letzten Suchen").waitFor();
    await find(page, "cip-20");
    expect(await hits(page).first().getAttribute("href")).toMatch(/^\/de-DE\//);
    expect(await isSameDocument(page)).toBe(true);
    await close();
  });
});

describe("search closes", () => {
  test("by Ctrl+K, beside the modal, and when the page goes", async () => {
    const { page, close } = await open();
    await page.click(".navbar a[href='/cip/tags']");
    await page.waitForURL("**/cip/tags");
    const leave = [
      () => page.keyboard.press("Control+k"),
      () => page.mouse.click(30, 500),
      () => page.evaluate(() => history.back()),
    ];
    for (const way of leave) {
      await page.keyboard.press("Control+k");
      await field(page).waitFor();
      await way();
      await gone(page);
    }
    await close();
  });

  test("by Back on a phone, which leaves the page as it was", async () => {
    const { page, close } = await open("/cip/tags", { viewport: phone });
    await page.locator(".footer a[href='/cip']").evaluate((link: HTMLElement) => link.click());
    await page.waitForURL("**/cip");
    await page.evaluate(() => scrollTo(0, 300));
    await markDocument(page);
    const opened = async () => {
      await page.keyboard.press("Control+k");
      await field(page).waitFor();
    };
    await opened();
    await page.goBack();
    await gone(page);
    expect(new URL(page.url()).pathname).toBe("/cip");
    expect(await page.evaluate(() => scrollY)).toBe(300);
    await opened();
    await page.keyboard.press("Escape");
    await gone(page);
    await page.waitForFunction(() => history.state?.isDialog === undefined);
    await page.goBack();
    await page.waitForURL("**/cip/tags");
    expect(await isSameDocument(page)).toBe(true);
    await close();
  });
});

describe("the code of search", () => {
  const chunks = /\/assets\/(dialog|search-dialog|page|search-worker|hosted)-|\/search\//;

  test("is not requested without a search", async () => {
    const asked: string[] = [];
    const prepare = async (page: Page) => page.on("request", (request) => asked.push(request.url()));
    const { page, close } = await open("/cip/cbc/cip-721", { prepare });
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => scrollTo({ top: 2000, behavior: "instant" }));
    await page.waitForLoadState("networkidle");
    expect(asked.filter((url) => chunks.test(url))).toEqual([]);
    const scripts = () => asked.flatMap((url) => /\/assets\/(\w+)-\w+\.js$/.exec(url)?.[1] ?? []).sort();
    await expect.poll(scripts).toEqual(["main", "text", "visits"]);
    await close();
  });

  test("comes with the first sign of a search", async () => {
    const { page, close } = await open();
    const asked = page.waitForRequest(/\/assets\/dialog-/);
    await page.locator("a.find").focus();
    await asked;
    expect(await modal(page).count()).toBe(0);
    await close();
  });

  test("loses nothing that is typed while it is on its way, nor the place of the cursor", async () => {
    const { page, close } = await open();
    const letGo = await hold(page, /\/assets\/dialog-/);
    await page.keyboard.press("/");
    await page.keyboard.type("non-fungible tken");
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowLeft");
    letGo();
    await field(page).waitFor();
    await page.keyboard.type("o");
    await hits(page).first().waitFor();
    expect(await field(page).inputValue()).toBe("non-fungible token");
    await close();
  });

  test("says after 300 ms that it searches, and follows the first hit for a reader who has pressed Enter before it was there", async () => {
    const { page, close } = await open();
    const letGo = await hold(page, /\/search\/en-US\/(?!ui\.json)/);
    await page.keyboard.press("/");
    await field(page).waitFor();
    await page.keyboard.type("cip-721");
    await page.locator(".search-dialog[data-state=loading]").waitFor();
    await page.locator(".search-dialog[data-state=stalled]").waitFor();
    expect(await modal(page).locator("[role=status]").textContent()).toBe("Searching …");
    await page.keyboard.press("Enter");
    letGo();
    await page.waitForURL("**/cip-721");
    await close();
  });

  test.each([
    ["its script", /\/assets\/dialog-/],
    ["its style sheet", /\/assets\/search-dialog-/],
    ["its words", /\/ui\.json$/],
  ])("where %s cannot be loaded, the search page is there", async (_, what) => {
    const { page, close } = await open();
    await page.route(what, (route) => route.abort());
    await page.keyboard.press("Control+k");
    await page.keyboard.type("t");
    await page.waitForURL("**/search**");
    await close();
  });
});

describe("without a network", () => {
  test("search says that it cannot be loaded and can be closed, the page stays, and it opens with what was typed once there is one", async () => {
    const { page, context, close } = await open();
    await markDocument(page);
    await page.evaluate(() => scrollTo({ top: 500, behavior: "instant" }));
    await context.setOffline(true);
    await page.keyboard.press("/");
    await modal(page).getByText("Check your network connection").waitFor();
    expect(await isFocused(page, ".search-dialog input")).toBe(true);
    await page.keyboard.type("token");
    await page.getByRole("button", { name: "Retry" }).click();
    await modal(page).getByText("Check your network connection").waitFor();
    expect(await modal(page).locator("input").inputValue()).toBe("token");
    expect(await violationsInThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await gone(page);
    await page.keyboard.press("/");
    await modal(page).getByText("Check your network connection").waitFor();
    await page.keyboard.type("token");
    await context.setOffline(false);
    await page.getByRole("button", { name: "Retry" }).click();
    await field(page).waitFor();
    expect(await field(page).inputValue()).toBe("token");
    await page.keyboard.press("Escape");
    await gone(page);
    expect([new URL(page.url()).pathname, await isSameDocument(page)]).toEqual(["/cip", true]);
    expect(await page.evaluate(() => scrollY)).toBe(500);
    await close();
  });
});
