/** Cards of cited proposals: by pointer and by keys, and what WCAG 1.4.13 asks of them. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violationsInThemes } from "./axe.js";
import { borrowPage, browser, openPage, serveSites, site } from "./support.js";

serveSites();

const card = (page: Page) => page.getByRole("tooltip");
const cited = (page: Page, label: string) => page.locator(".facts a.number", { hasText: label }).first();

/** The script comes when the page is there. A pointer that rested on a paragraph before has to come again for its mark. */
async function openProposal(open = borrowPage) {
  const watched = await open(browser, site, "/cip/cbc/cip-20");
  const { page } = watched;
  const comeAgain = async () => {
    await page.locator("h1").hover();
    await page.locator(".prose p").first().hover();
    return page.locator(".part-mark").count();
  };
  await expect.poll(comeAgain).toBe(1);
  return watched;
}

test("a link that the pointer rests on says what it cites; the card can be pointed at, and Escape closes it", async () => {
  const { page, complaints, close } = await openProposal();
  const link = cited(page, "CIP-721").or(cited(page, "CIP-777"));
  await link.hover();
  await card(page).waitFor();
  const label = (await link.textContent()) ?? "";
  expect(await card(page).innerText()).toMatch(
    new RegExp(`^${label}\\s+Final\\s+\\w+ \\d+, \\d{4}\\s+\\w.*\\s+\\w.*\\.$`, "s"),
  );
  expect(await link.getAttribute("aria-describedby")).toBe(await card(page).getAttribute("id"));
  expect(await link.getAttribute("title")).toBeNull();
  expect(await violationsInThemes(page)).toEqual([]);
  await card(page).hover();
  await page.locator("h1").dispatchEvent("pointerover");
  expect(await card(page).isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await card(page).waitFor({ state: "detached" });
  expect(await link.getAttribute("title")).not.toBe("");
  await link.hover();
  await card(page).waitFor();
  await page.locator("h1").hover();
  await card(page).waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
  await close();
});

test("a pointer that passes over opens none, keys do, and the next page has none left", async () => {
  const { page, close } = await openProposal();
  const links = await page.locator(".facts a.number").all();
  const [first, last] = [links[0], links.at(-1)];
  await first?.hover();
  await last?.hover();
  await expect.poll(() => card(page).innerText()).toContain((await last?.textContent()) ?? "-");
  await page.mouse.move(0, 0);
  await card(page).waitFor({ state: "detached" });
  await first?.focus();
  await page.keyboard.press("Tab");
  await card(page).waitFor();
  expect(await card(page).innerText()).toContain((await links[1]?.textContent()) ?? "-");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith("cip-20"));
  await card(page).waitFor({ state: "detached" });
  await close();
});

test("touch opens none", async () => {
  const { page, close } = await openProposal(openPage);
  const link = cited(page, "CIP-777");
  // The first card loads the script.
  await link.hover();
  await card(page).waitFor();
  await page.locator("h1").hover();
  await card(page).waitFor({ state: "detached" });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60_000);
  await link.hover();
  await link.dispatchEvent("pointerover", { pointerType: "touch", bubbles: true });
  await page.clock.runFor(1000);
  expect(await card(page).count()).toBe(0);
  await page.locator("h1").hover();
  await link.hover();
  await page.clock.runFor(1000);
  await card(page).waitFor();
  await close();
});
