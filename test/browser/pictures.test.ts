/** Pictures as their authors want them: in both colour schemes, and what is folded on paper. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildWithProgram } from "../support/built-site.js";
import { makeSite, proposalText } from "../support/folders.js";
import { openPage, serveSite, sharedBrowser } from "./support.js";

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="10"><path d="M0 0L30 10" stroke="#000"/></svg>';
const text = `![Dark](a.svg#gh-dark-mode-only)
![Light](b.svg#gh-light-mode-only)

<picture><source media="(prefers-color-scheme: dark)" srcset="a.svg"><img src="b.svg" alt="Both"></picture>

<details><summary>More</summary>

Vectors

</details>
`;

test("follow the site's own toggle, whatever the system says; on paper nothing is folded", async () => {
  const root = makeSite({ "content/cip/core/cip-1.md": proposalText(1, {}, text) });
  for (const name of ["a.svg", "b.svg"]) writeFileSync(join(root, "content/cip/core", name), drawing);
  const site = await serveSite(await buildWithProgram(root, join(root, "build")));
  const { page, complaints, close } = await openPage(await sharedBrowser(), site, "/cip/core/cip-1");
  const shown = (alt: string) => page.locator(`.prose img[alt=${alt}]`);
  for (const [theme, media, seen, hidden] of [
    ["dark", "all", "Dark", "Light"],
    ["light", "not all", "Light", "Dark"],
  ] as const) {
    while ((await page.locator("html").getAttribute("data-theme")) !== theme) await page.click(".theme-toggle");
    await shown(hidden).waitFor({ state: "hidden" });
    await shown(seen).waitFor();
    await page.locator(`source[media="${media}"]`).waitFor({ state: "attached" });
  }
  await page.emulateMedia({ media: "print" });
  expect(
    await page.locator(".prose details p").evaluate((element) => element.getBoundingClientRect().height),
  ).toBeGreaterThan(5);
  expect(complaints).toEqual([]);
  await close();
  site.close();
});
