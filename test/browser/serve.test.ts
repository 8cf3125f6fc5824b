/**
 * `serve --watch` in a browser: what an author sees while he writes. The site is a copy of this package with
 * few texts of its own, because every edit builds it again.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import { type Serving, serve } from "../support/serve.js";
import { replaceFile, repositoryRoot, usualConfig } from "../support/site.js";
import { isSameDocument, markDocument, openPage, sharedBrowser, type WatchedPage } from "./support.js";

const { files: packed } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
const wanted: string[] = packed.filter((part: string) => !part.startsWith("!"));
const twenty = "content/cip/cbc/cip-20.md";
const parts = [...wanted, "package.json", twenty];
const config: ConfigInput = {
  ...usualConfig,
  navbar: {
    items: [
      { type: "link", label: "CIPs", to: "/cip" },
      { type: "link", label: "Tags", to: "/cip/tags" },
    ],
  },
};

let browser: Browser;
let root: string;
let serving: Serving;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "cipgen-serve-"));
  for (const part of parts) cpSync(join(repositoryRoot, part), join(root, part), { recursive: true });
  symlinkSync(join(repositoryRoot, "node_modules"), join(root, "node_modules"));
  writeFileSync(join(root, "cipgen.config.json"), JSON.stringify(config));
  [browser, serving] = await Promise.all([sharedBrowser(), serve(root, ["--watch", "--port", "0"], {}, root)]);
});
afterAll(async () => {
  await serving.stop();
  rmSync(root, { recursive: true, force: true });
});

beforeEach(async () => {
  const origin = `http://127.0.0.1:${serving.port}`;
  const listening = (opened: Page) => opened.waitForResponse((response) => response.url().includes("/__cipgen/events"));
  let connected: Promise<unknown> | undefined;
  watched = await openPage(browser, { origin, requests: [], close: async () => undefined }, "/cip/cbc/cip-20", {
    prepare: async (opened) => {
      connected = listening(opened);
    },
  });
  page = watched.page;
  await connected;
});
afterEach(() => watched.close());

/** @returns the text as it was. */
function edit(path: string, change: (text: string) => string): string {
  const text = readFileSync(join(root, path), "utf8");
  replaceFile(join(root, path), change(text));
  return text;
}

test("an edit puts the new page in the place of the old one, which stays where it was scrolled to", async () => {
  await markDocument(page);
  await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  edit(twenty, (text) => `${text}\nA new last sentence.\n`);
  await page.locator(".prose", { hasText: "A new last sentence." }).waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  // And again, now that the page was put in place by a script.
  edit(twenty, (text) => `${text}\nAnother last sentence.\n`);
  await page.locator(".prose", { hasText: "Another last sentence." }).waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  expect(await isSameDocument(page)).toBe(true);
  await page.locator(".navbar a[href='/cip/tags']").first().click();
  await page.waitForURL("**/cip/tags");
  expect(watched.complaints).toEqual([]);
});

test("a problem is shown over the page with its source, and is gone when it is fixed", async () => {
  await markDocument(page);
  const before = edit(twenty, (text) => text.replace(/^date:.*$/m, "date: 2021-02-30 <b>"));
  const overlay = page.locator("cipgen-errors");
  await overlay.locator("pre", { hasText: `${twenty}:` }).waitFor();
  expect(await overlay.locator("pre").textContent()).toContain("2021-02-30 <b>");
  expect(await overlay.locator("section").evaluate((section) => getComputedStyle(section).borderTopWidth)).toBe("6px");
  expect(await page.locator("main h1").count()).toBe(1);
  edit(twenty, () => before);
  await overlay.waitFor({ state: "detached" });
  expect(await isSameDocument(page)).toBe(true);
  expect(watched.complaints).toEqual([]);
});
