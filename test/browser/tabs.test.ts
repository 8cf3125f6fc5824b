/** Sections that are alternatives of each other: one at a time by pointer and by keys, all of them without scripts and on paper. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, makeFolder, makeSite, proposalText, writeBuild } from "../support/site.js";
import { violationsInThemes } from "./axe.js";
import { openPage, type SiteServer, serveSite, sharedBrowser } from "./support.js";

const text =
  '=== "Solidity"\n    One.\n\n=== "Vyper"\n    ### Deep\n\n    Two.\n\n## Then\n\n[There](#deep), <b>bold</b>.\n';
let site: SiteServer;
beforeAll(async () => {
  const root = makeSite(
    { "content/cip/cbc/cip-1.md": proposalText(1, {}, text) },
    { markdown: { containers: ["tabs"] } },
  );
  const folder = makeFolder();
  writeBuild(folder, await build(root));
  site = await serveSite(folder);
});
afterAll(() => site.close());

test("tabs are chosen by keys and by links into them, and paper has all", async () => {
  const { page, complaints, close } = await openPage(await sharedBrowser(), site, "/cip/cbc/cip-1");
  const panels = page.getByRole("tabpanel", { includeHidden: true });
  await page.getByRole("tab", { name: "Solidity", selected: true }).focus();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("tab", { name: "Vyper", selected: true }).evaluate((tab) => tab.matches(":focus"))).toBe(
    true,
  );
  expect(await panels.getByText("One.").isVisible()).toBe(false);
  await page.getByRole("tab", { name: "Solidity" }).click();
  await page.getByRole("link", { name: "There" }).click();
  await page.getByRole("heading", { name: "Deep" }).waitFor();
  expect(await panels.getByText("One.").isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  for (const words of ["One.", "Two.", "Solidity"]) expect(await panels.getByText(words).isVisible(), words).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

test("without scripts they are sections below each other", async () => {
  const { page, close } = await openPage(await sharedBrowser(), site, "/cip/cbc/cip-1", { javaScriptEnabled: false });
  for (const words of ["Solidity", "One.", "Vyper", "Two."])
    expect(await page.getByText(words).isVisible(), words).toBe(true);
  await close();
});
