/** What the script adds to the content: the current section, copying, wrapping, filters of the archive. */
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { borrowPage, browser, isSameDocument, markDocument, openPage, serveSites, site } from "./support.js";

serveSites();

const allowCopying = (_: Page, context: BrowserContext) =>
  context.grantPermissions(["clipboard-read", "clipboard-write"]);
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const announced = (page: Page, text: string) =>
  page.locator("#siteStatus", { hasText: text }).waitFor({ state: "attached" });

describe("table of contents", () => {
  const current = (page: Page, text: string) =>
    page.locator("nav.toc a[aria-current]", { hasText: text }).waitFor({ state: "attached" });

  test("marks the section that is being read, one at a time, also on a page that navigation brought", async () => {
    const { page, close } = await borrowPage(browser, site, "/cip/cbc/cip-20");
    for (const path of ["/cip/cbc/cip-20", "/cip/cbc/cip-721"]) {
      if (path !== "/cip/cbc/cip-20") {
        await page.locator(`.sidebar a[href='${path}']`).click();
        await page.waitForURL(`**${path}`);
      }
      for (const id of ["specification", "rationale", "abstract"]) {
        // The rest of a page that navigation brings comes after it is shown.
        await page.locator(`.prose #${id}`).evaluate((heading) => heading.scrollIntoView({ behavior: "instant" }));
        await current(
          page,
          id.replace(/^./, (letter) => letter.toUpperCase()),
        );
        expect(await page.locator("nav.toc a[aria-current]").count()).toBe(1);
      }
    }
    await close();
  });
});

describe("copying", () => {
  test("a block of code has a button that copies it, and says so, or that it could not", async () => {
    const { page, complaints, close } = await openPage(browser, site, "/cip/cbc/cip-721", { prepare: allowCopying });
    const block = page.locator(".prose .code").first();
    await block.getByRole("button", { name: "Copy the code" }).click();
    await announced(page, "Copied");
    expect(await clipboard(page)).toBe((await block.locator("pre").textContent())?.trimEnd());
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.locator(".prose .code-copy").first().click();
    await announced(page, "Could not be copied");
    expect(complaints).toEqual([]);
    await close();
  });
});

describe("a paragraph of a text", () => {
  const address = "/cip/cbc/cip-104";
  const mark = (page: Page) => page.locator(".part-mark");

  test("has a link beside it, which keys reach after that of its heading, and which leads to it without scripts", async () => {
    const { page, complaints, close } = await openPage(browser, site, address, { prepare: allowCopying });
    const [first, second] = await page.locator(".prose :is(h2, h3)#abstract ~ p[id]").all();
    // The script of the marks comes when the page is there.
    await expect
      .poll(() =>
        page
          .locator("#abstract .anchor")
          .first()
          .focus()
          .then(() => mark(page).count()),
      )
      .toBe(1);
    await page.keyboard.press("Tab");
    expect(await mark(page).getAttribute("href")).toBe(`#${await first?.getAttribute("id")}`);
    await page.keyboard.press("ArrowDown");
    const id = await second?.getAttribute("id");
    expect(await mark(page).getAttribute("href")).toBe(`#${id}`);
    await page.keyboard.press("Enter");
    await announced(page, "Copied");
    expect(await clipboard(page)).toBe(`${site.origin}${address}#${id}`);
    const plain = await borrowPage(browser, site, `${address}#${id}`, { javaScriptEnabled: false });
    expect(await plain.page.locator(`.prose :target`).getAttribute("id")).toBe(id);
    expect(complaints).toEqual([]);
    await Promise.all([close(), plain.close()]);
  });
});

test("who comes back to the archive, or loads it again, finds the row where it was", async () => {
  const { page, close } = await borrowPage(browser, site, "/cip", { viewport: { width: 390, height: 700 } });
  await page.locator(".footer a[href='/cip/archive']").evaluate((link: HTMLElement) => link.click());
  const row = page.locator("tr[data-status]").nth(26);
  await row.waitFor({ state: "attached" });
  await row.scrollIntoViewIfNeeded();
  const top = () => row.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  // What has come into view is laid out in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const before = await top();
  const link = row.locator("a").first();
  const href = await link.getAttribute("href");
  await link.evaluate((element: HTMLElement) => element.click());
  await page.waitForURL(`**${href}`);
  await page.goBack();
  await expect.poll(top).toBe(before);
  await page.reload();
  await expect.poll(top).toBe(before);
  await close();
});

describe("the archive is filtered", () => {
  const rows = (page: Page) => page.locator("tr[data-status]:visible").count();
  const query = (page: Page) => new URL(page.url()).search;
  /** Until there are so many rows: the script of the filters is loaded after the page. */
  const filtered = (page: Page, count: number, search: string) =>
    expect.poll(async () => [await rows(page), query(page)]).toEqual([count, search]);

  test("by category, author and text, without loading anything; the number is shown and announced once", async () => {
    const { page, close } = await borrowPage(browser, site, "/cip/archive");
    await markDocument(page);
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      for (const region of document.querySelectorAll("output, [role=status]"))
        new MutationObserver(() => region.textContent && said.push(region.textContent)).observe(region, {
          childList: true,
        });
    });
    expect(await rows(page)).toBe(31);
    await page.selectOption("[name=category]", "core");
    await filtered(page, 2, "?category=core");
    // Announcements come a little later.
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual(["2 proposals"]);
    expect(await page.locator(".filters output").textContent()).toBe("2 proposals");
    for (const year of await page.locator(".year-rows:visible").all())
      expect(await year.locator("tr[data-status]:visible").count()).toBeGreaterThan(0);
    await page.selectOption("[name=category]", "");
    const author = await page.locator("[name=author] option").nth(1).textContent();
    await page.selectOption("[name=author]", author);
    const byAuthor = await page.locator(`tr[data-authors*="${author}"]`).count();
    expect(await rows(page)).toBe(byAuthor);
    await page.getByRole("button", { name: "Clear the filters" }).click();
    expect([await rows(page), query(page)]).toEqual([31, ""]);
    await page.fill("[name=q]", "NON-FUNGIBLE");
    expect([await rows(page), query(page)]).toEqual([1, "?q=NON-FUNGIBLE"]);
    for (const name of ["CIP-0020", "cip20"]) {
      await page.fill("[name=q]", name);
      await filtered(page, 1, `?q=${name}`);
    }
    await page.fill("[name=q]", "nothing at all");
    expect(await page.locator(".filters output").textContent()).toBe("No proposals match");
    expect(await isSameDocument(page)).toBe(true);
    await close();
  });

  test.each([
    1280, 390,
  ])("and by columns, at %i px: the address says which, and Back leads to the former order", async (width) => {
    const { page, close } = await borrowPage(browser, site, "/cip/archive", { viewport: { width, height: 800 } });
    const titles = () => page.locator("tr[data-status]:visible th").allTextContents();
    const column = page.getByRole("columnheader", { name: "Title" }).first();
    const state = async () => [await titles(), query(page), await column.getAttribute("aria-sort")];
    const byYear = await titles();
    const sorted = byYear.toSorted(new Intl.Collator("en", { numeric: true }).compare);
    const orders = [
      [sorted, "?sort=title", "ascending"],
      [sorted.toReversed(), "?sort=-title", "descending"],
      [byYear, "", null],
    ];
    for (const order of orders) {
      await column.getByRole("button").click();
      expect(await state()).toEqual(order);
    }
    await page.goBack();
    await expect.poll(state).toEqual(orders[1]);
    await page.selectOption("[name=category]", "core");
    await filtered(page, 2, "?category=core&sort=-title");
    await page.reload();
    await filtered(page, 2, "?category=core&sort=-title");
    expect(await titles()).toEqual(sorted.toReversed().filter((title) => /^Core (Crypto|HD)/.test(title)));
    await close();
  });
});
