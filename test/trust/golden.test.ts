/** Every page of this repository's site, in every locale, is valid HTML. */
import { expect, test } from "vitest";
import { registerSite } from "../support/site.js";
import { htmlProblems, pagesOf } from "../support/valid-html.js";

test("every page of every locale is valid", async () => {
  const site = await registerSite();
  expect(pagesOf(site).length).toBeGreaterThan(350);
  expect(await htmlProblems(site, pagesOf(site))).toEqual([]);
});
