/** Since your last visit: what a browser remembers of proposals that were read, what it says when they change, and what it costs. */
import { rmSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Repository } from "../support/git.js";
import { build, makeFolder, makeSite, proposalText, writeBuild } from "../support/site.js";
import { violations } from "./axe.js";
import { isSameDocument, markDocument, openPage, type SiteServer, serveSite, sharedBrowser } from "./support.js";

const route = "/cip/core/cip-1";
const file = "content/cip/core/cip-1.md";
const text = (motivation: string, more = "") =>
  proposalText(
    1,
    { status: "draft" },
    `Summary.\n\n## Motivation\n\nBecause it is ${motivation}.\n\n## Rationale\n\nReasons.\n${more}`,
  );

let browser: Browser;
let repository: Repository;
let folder: string;
let site: SiteServer;
beforeAll(async () => {
  browser = await sharedBrowser();
  repository = new Repository(makeSite({}));
  repository
    .commit("2021-01-01T00:00:00Z", { [file]: text("good"), "content/cip/core/cip-2.md": proposalText(2) })
    .commit("2021-02-01T00:00:00Z", { [file]: text("fine") });
  folder = makeFolder();
  site = await serveSite(folder);
});
afterAll(() => site.close());

/** Builds the repository as it is, and puts it in the place of what was there. */
async function publish(): Promise<void> {
  const built = await build(repository.root);
  rmSync(folder, { recursive: true });
  writeBuild(folder, built);
}

const visits = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("visits") ?? "{}"));
const isRemembered = (page: Page, path = route) =>
  page.waitForFunction((known) => known in JSON.parse(localStorage.getItem("visits") ?? "{}"), path);
const prepare = (stored: string) => (_: Page, context: BrowserContext) =>
  context.addInitScript((value) => {
    if (localStorage.getItem("visits") === null) localStorage.setItem("visits", value);
  }, stored);

test("a proposal that has changed names the sections and leads to the difference, lists mark it, until it was read", async () => {
  await publish();
  const { page, complaints, close } = await openPage(browser, site, route);
  await isRemembered(page);
  expect(await page.locator(".visit").isVisible()).toBe(false);
  // Read, and not changed since.
  await page.goto("/cip/core/cip-2");
  await isRemembered(page, "/cip/core/cip-2");
  repository.commit("2021-03-01T00:00:00Z", { [file]: text("better", "\n## Copyright\n\nNone.\n") });
  await publish();

  for (const list of ["/", "/cip", "/cip/archive"]) {
    await page.goto(list);
    await page.getByRole("img", { name: "Changed since your last visit" }).waitFor();
    expect(await page.locator(".visit-mark").count(), list).toBe(1);
  }
  await markDocument(page);
  await page.locator(`main a[href="${route}"]`).first().click();
  const note = page.locator(".visit");
  await note.waitFor();
  expect(await isSameDocument(page)).toBe(true);
  expect(await note.locator(".visit-sections a").allTextContents()).toEqual(["Motivation", "Copyright"]);
  const links = await note.locator("a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links.slice(0, 2)).toEqual(["#motivation", "#copyright"]);
  const [to, from] = repository.git(["log", "-2", "--format=%H"]).split("\n");
  expect(links[2]).toBe(`${site.origin}/cip/compare?of=1&from=${from?.slice(0, 10)}&to=${to?.slice(0, 10)}`);
  expect(await violations(page)).toEqual([]);

  await note.locator("a").last().click();
  await page.waitForSelector(".diff");
  expect(await page.locator(".diff ins").allTextContents()).toContain("better");
  await page.goBack();
  await note.waitFor();
  await page.reload();
  await note.waitFor();
  await note.getByRole("button").press("Enter");
  expect(await note.isVisible()).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe("main");
  await page.goto("/cip");
  await isRemembered(page);
  expect(await page.locator(".visit-mark").count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test("what is read is on this machine alone, can be cleared, and is no more than 300 proposals", async () => {
  await publish();
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`/cip/old-${index}`, ["x"]]));
  const { page, context, close } = await openPage(browser, site, route, { prepare: prepare(JSON.stringify(many)) });
  await isRemembered(page);
  const known = Object.keys(await visits(page));
  expect(known).toHaveLength(300);
  expect(known[0]).toBe("/cip/old-1");
  expect(known.at(-1)).toBe(route);
  expect(await context.cookies()).toEqual([]);
  await page.getByRole("button", { name: "Clear what it remembers" }).click();
  expect(await visits(page)).toEqual({});
  await page.getByRole("button", { name: "Cleared" }).waitFor();
  await close();
});

test("what others have stored under the name does no harm", async () => {
  await publish();
  const { page, complaints, close } = await openPage(browser, site, "/cip");
  for (const stored of ["[1]", '"x"', "5", "null", "{", `{"${route}":5}`, `{"${route}":[]}`]) {
    await page.evaluate((value) => localStorage.setItem("visits", value), stored);
    await page.goto(route);
    await page.locator(".visit-memory").waitFor();
    await isRemembered(page);
    expect(complaints, stored).toEqual([]);
  }
  await close();
});
