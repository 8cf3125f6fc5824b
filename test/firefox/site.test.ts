/**
 * What a reader does most, in Firefox, driven through WebDriver BiDi: the other suites know Chromium alone. Without a Firefox these tests say so and
 * pass.
 */
import { type Browser, type BrowserContext, launch, type Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { type SiteServer, serveSite } from "../browser/support.js";

const firefox = inject("firefox");

let browser: Browser;
let site: SiteServer;
beforeAll(async () => {
  if (!firefox) return;
  site = await serveSite(inject("site"));
  browser = await launch({
    browser: "firefox",
    executablePath: firefox,
    headless: true,
    // Motion is off, and the system is light, whatever the machine is set to.
    extraPrefsFirefox: {
      "ui.prefersReducedMotion": 1,
      "ui.systemUsesDarkTheme": 0,
      "layout.css.prefers-color-scheme.content-override": 1,
    },
  });
});
afterAll(() => Promise.all([browser?.close(), site?.close()]));

test.runIf(!firefox)("there is no Firefox here: nothing is tested in it", () => {
  expect(firefox).toBe("");
});

interface Opened {
  page: Page;
  /** What the browser complained about: errors and warnings in the console, exceptions, violations of the policy. */
  complaints: string[];
  close(): Promise<void>;
}

/** A page with a profile of its own. */
async function open(path: string, viewport = { width: 1280, height: 800 }, origin = site.origin): Promise<Opened> {
  const context: BrowserContext = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(viewport).catch(unlessUnknown);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(origin + path);
  await until(page, (width: number) => innerWidth === width, viewport.width);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  return { page, complaints, close: () => context.close() };
}

/** The library also sets an orientation, which the Firefox of Debian cannot; it sets the size all the same. */
function unlessUnknown(error: Error): void {
  if (!error.message.includes("unknown command")) throw error;
}

/** The library's own way makes a function of a text in the page, which the site's policy forbids. */
const until = (page: Page, isSo: (value: never) => boolean, value?: string | number) =>
  vi.waitUntil(() => page.evaluate(isSo as (value?: string | number) => boolean, value), { timeout: 30_000 });

/** The library's own way waits for a document, and these pages stay in one. */
const go = (page: Page, steps: number) => page.evaluate((by) => history.go(by), steps);

const isSameDocument = (page: Page) => page.evaluate(() => "sameDocument" in window);
const canonical = (page: Page, path: string) => page.waitForSelector(`link[rel=canonical][href$="${path}"]`);

describe.runIf(firefox)("in Firefox", () => {
  test.each([
    "/",
    "/cip",
    "/cip/archive",
    "/cip/cbc/cip-721",
    "/docs/cip",
    "/search?q=token",
    "/404.html",
  ])("%s is shown without a complaint, and is not wider than the screen", async (path) => {
    for (const width of [390, 1280]) {
      const { page, complaints, close } = await open(path, { width, height: 800 });
      expect(await page.$$eval("h1", (found) => found.length)).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
      await close();
    }
  });

  test("a link puts the next page in the place of this one, and the back button returns to the place that was left", async () => {
    const { page, complaints, close } = await open("/cip");
    await page.evaluate(() => scrollTo({ top: 500, behavior: "instant" }));
    await page.$eval("main .entry-title a", (link) => (link as HTMLElement).click());
    await canonical(page, "/cip/informational/cip-9");
    expect(await page.evaluate(() => [Math.round(scrollY), document.activeElement?.id])).toEqual([0, "siteMain"]);
    await go(page, -1);
    await canonical(page, "/cip");
    await until(page, () => Math.round(scrollY) === 500);
    await go(page, 1);
    await canonical(page, "/cip/informational/cip-9");
    expect([await isSameDocument(page), complaints]).toEqual([true, []]);
    await close();
  });

  test("search opens by its keys, finds, and leads to what was chosen", async () => {
    const { page, complaints, close } = await open("/docs/cip");
    await page.keyboard.down("Control");
    await page.keyboard.press("k");
    await page.keyboard.up("Control");
    await page.waitForSelector(".search-dialog [role=combobox]");
    await page.type(".search-dialog [role=combobox]", "cip 721");
    await page.waitForSelector(".search-dialog [aria-selected=true]");
    await page.keyboard.press("Enter");
    await canonical(page, "/cip/cbc/cip-721");
    await page.waitForSelector(".search-dialog", { hidden: true });
    expect([await isSameDocument(page), complaints]).toEqual([true, []]);
    await close();
  });

  test("search has its limits and says what it has, what it lacks and what fails", async () => {
    const { page, complaints, close } = await open("/cip/cbc/cip-20");
    const field = ".search-dialog [role=combobox]";
    const shows = (text: string) =>
      until(page, (words: string) => !!document.querySelector(".search-dialog")?.textContent?.includes(words), text);
    const retype = async (text: string) => {
      await page.$eval(field, (input) => (input as HTMLInputElement).select());
      await page.type(field, text);
    };
    await page.focus("a.find");
    await page.keyboard.press("/");
    await page.waitForSelector(field);
    await shows("No recent searches");
    await page.type(field, "x".repeat(70));
    expect(await page.$eval(field, (input) => (input as HTMLInputElement).value)).toBe("x".repeat(64));
    await retype("permit");
    await page.waitForSelector(".search-dialog [aria-selected=true] mark");
    await retype("zzqqxx");
    for (const text of ["No results for “zzqqxx”", "Try searching for", "Believe this query should", "Let us know."])
      await shows(text);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".search-dialog", { hidden: true });
    expect(await page.evaluate(() => document.activeElement?.matches("a.find"))).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  test("the page of search answers what its address asks, and says that nothing can be fetched", async () => {
    const server = await serveSite(inject("site"));
    const { page, close } = await open("/search?q=token", undefined, server.origin);
    const field = "#siteMain input[type=search]";
    await page.waitForSelector(".search-hit mark");
    await page.$eval(field, (input) => (input as HTMLInputElement).select());
    await page.type(field, "permit");
    await until(page, () => new URLSearchParams(location.search).get("q") === "permit");
    await server.close();
    await page.type(field, " zzqqxx");
    await until(page, () => document.body.textContent?.includes("Unable to fetch results") ?? false);
    await until(page, () => document.body.textContent?.includes("check your network connection") ?? false);
    await close();
  });
});
