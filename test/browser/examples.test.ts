/** The examples as readers see them: no violation that axe finds in either theme, on wide and narrow screens, and nothing that the policy refuses. */
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildWithProgram } from "../support/built-site.js";
import { makeFolder, repositoryRoot } from "../support/folders.js";
import { drawn } from "../support/runs.js";
import { violationsInThemes } from "./axe.js";
import { desktop, openPage, phone, type SiteServer, serveSite, sharedBrowser } from "./support.js";

describe.each([
  ["company", ["/", "/rfc", "/rfc/rfc-2", "/about", "/teams", "/teams/ledger"]],
  ["chain", ["/", "/tip", "/tip/core/tip-1"]],
])("examples/%s", (name, paths) => {
  let browser: Browser;
  let site: SiteServer;
  beforeAll(async () => {
    browser = await sharedBrowser();
    site = await serveSite(await buildWithProgram(join(repositoryRoot, "examples", name), join(makeFolder(), "site")));
  });
  afterAll(() => site.close());

  test.each(drawn(paths, 0.4))("%s", async (path) => {
    for (const viewport of [desktop, phone]) {
      const { page, close } = await openPage(browser, site, path, { viewport });
      const refused: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") refused.push(message.text());
      });
      await page.reload();
      expect(await violationsInThemes(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(refused).toEqual([]);
      await close();
    }
  });
});
