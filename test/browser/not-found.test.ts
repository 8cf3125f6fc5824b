/** The page for an address that is none: it offers what the address may have meant. */
import { describe, expect, test } from "vitest";
import { wordsOf } from "../../client/search/not-found.js";
import { violations } from "./axe.js";
import { borrowPage, browser, serveSites, site } from "./support.js";

serveSites();

/** That the address is none is no complaint about the page. */
const open = (path: string, options = {}) => borrowPage(browser, site, path, options);

describe("the page that is not found", () => {
  test("offers the proposal of its number and a search for its words", async () => {
    const words = "cips CIP 0721";
    const { page, close } = await open("/cips/CIP-0721.html");
    const proposal = page.locator(".missing-proposal a");
    await proposal.first().waitFor();
    expect(await proposal.first().getAttribute("href")).toBe("/cip/cbc/cip-721");
    const search = page.locator(".missing-search a");
    expect(await search.textContent()).toBe(words);
    expect(await violations(page)).toEqual([]);
    await search.click();
    await page.waitForURL((url) => url.searchParams.get("q") === words);
    await close();
  });

  test("offers a search alone where there is no number, or none that a proposal has", async () => {
    const { page, close } = await open("/nowhere/wrapped-token-99999");
    await page.locator(".missing-search a").waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.locator(".missing-proposal").isVisible()).toBe(false);
    await close();
  });

  test("leads to the page whose address other hosts show with .html", async () => {
    const { page, close } = await open("/cip/tags.html?from=old#top");
    await page.waitForURL("**/cip/tags?from=old#top");
    expect(await page.title()).toContain("Tags");
    await close();
  });

  test("leads to the register and the archive without a script", async () => {
    const { page, close } = await open("/nowhere", { javaScriptEnabled: false });
    expect(await page.locator("main a[href$='/cip/archive']").isVisible()).toBe(true);
    expect(await page.locator(".missing").isVisible()).toBe(false);
    await close();
  });
});

test.each([
  ["/register/de-DE/cip/cbc/cip-20/index.html", "/register/de-DE/", ["cip", "cbc", "20"]],
  ["/Straße-%C3%BC%20x", "/", ["Straße", "ü", "x"]],
  ["/100%", "/", ["100"]],
  ["/", "/", []],
])("the words of %s below %s are %j", (path, base, words) => {
  expect(wordsOf(path, base)).toEqual(words);
});
