/** Each page has the style sheet of its kind: however a reader comes to a page, it is never seen without it, nor with that of another kind. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { isSameDocument, markDocument, openPage, type SiteServer, serveSite, sharedBrowser } from "./support.js";

let browser: Browser;
let site: SiteServer;
beforeAll(async () => {
  [browser, site] = await Promise.all([sharedBrowser(), serveSite(inject("site"))]);
});
afterAll(() => site.close());

const clickArchive = (page: Page) =>
  page.locator(".footer a[href='/cip/archive']").evaluate((link: HTMLElement) => link.click());

const display = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).display);

test("a page of another kind is put in place when its styles are there, and not before", async () => {
  const { page, close } = await openPage(browser, site, "/cip");
  let asked: (route: Route) => void = () => undefined;
  const held = new Promise<Route>((resolve) => {
    asked = resolve;
  });
  await page.route("**/assets/archive-*.css", (route) => {
    // What the pointer's way to the link fetches ahead is not what the page waits for.
    if (route.request().resourceType() === "stylesheet") asked(route);
    else return route.continue();
  });
  await markDocument(page);
  await clickArchive(page);
  const route = await held;
  expect(await page.locator(".filters").count()).toBe(0);
  await route.continue();
  await page.locator(".filters").waitFor();
  expect(await display(page, ".filters")).toBe("flex");
  expect(await isSameDocument(page)).toBe(true);
  await close();
});

test("where the styles cannot be loaded, the failure has a way out", async () => {
  const { page, close } = await openPage(browser, site, "/cip");
  let fails = true;
  await page.route("**/assets/archive-*.css", (route) => (fails ? route.abort() : route.continue()));
  await clickArchive(page);
  await page.locator(".failure-retry").waitFor();
  expect(new URL(page.url()).pathname).toBe("/cip/archive");
  fails = false;
  await page.locator(".failure-retry").click();
  await page.locator(".filters").waitFor();
  expect(await display(page, ".filters")).toBe("flex");
  await close();
});

test("on the way from kind to kind and back, the styles are those that each page has by itself", async () => {
  const { page, close } = await openPage(browser, site, "/");
  const used = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>("link[data-page]")]
        .filter(({ sheet }) => sheet && !sheet.disabled)
        .map(({ href }) => /(\w+)-\w+\.css$/.exec(href)?.[1]),
    );
  await markDocument(page);
  expect(await used()).toEqual(["home"]);
  await clickArchive(page);
  await page.locator(".filters").waitFor();
  expect(await used()).toEqual(["archive"]);
  await page.locator(".footer a[href='/cip/tags']").evaluate((link: HTMLElement) => link.click());
  await page.locator(".tag-ledger").waitFor();
  expect(await used()).toEqual(["main"]);
  await page.goBack();
  await page.locator(".filters").waitFor();
  expect(await used()).toEqual(["archive"]);
  await page.goBack();
  await page.locator(".hero").waitFor();
  expect(await used()).toEqual(["home"]);
  expect(await isSameDocument(page)).toBe(true);
  await close();
});

test("without a script each page names its styles", async () => {
  const html = (path: string) => readFileSync(join(inject("site"), path, "index.html"), "utf8");
  const sheets = (path: string) =>
    [...html(path).matchAll(/ href="\/assets\/(\w+)-\w+\.css"/g)].map(([, name]) => name);
  expect(sheets("cip/archive")).toEqual(["archive"]);
  expect(sheets("search")).toEqual(["search"]);
  expect(sheets("")).toEqual(["home"]);
  for (const path of ["cip", "cip/cbc/cip-20", "cip/tags", "docs/cip"]) expect(sheets(path), path).toEqual(["main"]);
  const { page, close } = await openPage(browser, site, "/cip/archive", { javaScriptEnabled: false });
  expect(
    await page
      .locator(".archive")
      .first()
      .evaluate((element) => getComputedStyle(element).borderCollapse),
  ).toBe("collapse");
  await close();
});
