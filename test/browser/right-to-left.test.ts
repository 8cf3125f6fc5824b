/** A site in a language that runs from right to left: mirrored, without a violation that axe knows, and to be used by keys alone. */
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cipgen } from "../support/cli.js";
import { makeSite, proposalText } from "../support/folders.js";
import { drawn } from "../support/runs.js";
import { violations } from "./axe.js";
import { openPage, type SiteServer, serveSite, sharedBrowser } from "./support.js";

const body =
  'Summary of it.\n\n## Motivation\n\nText with `code`.\n\n```js\nlet a = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<i lang="ckb">نووسین `code`</i>\n' +
  "\n> [!NOTE]\n> Mind it.\n\n- One\n  - Two\n\n<dl><dt>Term</dt><dd>Meaning</dd></dl>\n" +
  '\n<img width="951" height="9" alt="Wide" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=">\n';
const arabic = `---\ncip: 2\ntitle: الرموز\n---\nنص قصير.\n\n## الدافع\n\nنص آخر مع \`code\`.\n\n\`\`\`js\nlet a = 1;\n\`\`\`\n`;

let browser: Browser;
let site: SiteServer;
beforeAll(async () => {
  const root = makeSite(
    {
      ...Object.fromEntries(
        [1, 2, 3].map((n) => [
          `content/cip/cbc/cip-${n}.md`,
          proposalText(n, { status: "draft", date: "2024-01-01", author: "محمد (@ada), Ada L.", tags: "core" }, body),
        ]),
      ),
      "content/i18n/ar/cip/cbc/cip-2.md": arabic,
      "content/docs/start.md": "---\ntitle: Start\n---\nHow it begins.\n\n## First\n\nText.\n",
    },
    {
      locales: { ar: { label: "العربية", direction: "rtl", htmlLang: "ar", path: "ar" }, "en-US": {} },
      search: { provider: "local" },
      docs: { mainDocId: "start" },
    },
  );
  const out = join(root, "build");
  const { code, stderr } = await cipgen(["build", "--root", root, "--out", out, "--no-cache"]);
  expect(code, stderr).toBe(0);
  [browser, site] = await Promise.all([sharedBrowser(), serveSite(out)]);
});
afterAll(() => site?.close());

const kinds = [
  "/ar",
  "/ar/cip",
  "/ar/cip/tags",
  "/ar/cip/archive",
  "/ar/cip/cbc/cip-1",
  "/ar/cip/cbc/cip-2",
  "/ar/docs/start",
  "/ar/search?q=summary",
  "/ar/404.html",
];

describe.each(drawn(kinds, 0.4))("%s", (path) => {
  test("has no violation, wide and narrow, and is no wider than the screen", async () => {
    const { page, complaints, close } = await openPage(browser, site, path);
    if (path.includes("/search")) await page.locator(".search-hit").first().waitFor();
    // Both themes: quality.test.ts. A direction has no colours of its own.
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await violations(page), `${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    expect(complaints).toEqual([]);
    await close();
  });
});

/** Sides of elements that a page in the other direction does not have exchanged. */
const unmirrored = (page: Page) =>
  page.evaluate(() => {
    const sides = ["padding", "margin", "border", ""].map((name) => {
      const end = name === "border" ? "-width" : "";
      return [`${name}-left${end}`.replace(/^-/, ""), `${name}-right${end}`.replace(/^-/, "")] as const;
    });
    const boxes = [...document.body.querySelectorAll("*")].flatMap((element) =>
      ["", "::before", "::after"].map((part) => ({ element, part })),
    );
    const read = () =>
      boxes.map(({ element, part }) => {
        const style = getComputedStyle(element, part);
        const drawn = part === "" || !["none", "normal"].includes(style.content);
        return {
          direction: drawn ? style.direction : "",
          sides: sides.map(([left, right]) => [style.getPropertyValue(left), style.getPropertyValue(right)]),
        };
      });
    const before = read();
    document.documentElement.dir = document.documentElement.dir === "rtl" ? "ltr" : "rtl";
    return read().flatMap((after, index) => {
      if (after.direction === before[index]?.direction) return [];
      return sides.flatMap((_, side) => {
        const [left, right] = after.sides[side] ?? [];
        const [oldLeft, oldRight] = before[index]?.sides[side] ?? [];
        const differ =
          Math.abs(Number.parseFloat(`${left}`) - Number.parseFloat(`${oldRight}`)) > 1 ||
          Math.abs(Number.parseFloat(`${right}`) - Number.parseFloat(`${oldLeft}`)) > 1;
        const { element, part } = boxes[index] ?? {};
        return differ
          ? [`${element?.localName}.${element?.className}${part}: ${oldLeft} ${oldRight}, then ${left} ${right}`]
          : [];
      });
    });
  });

test.each([
  ...kinds.map((path) => path.slice("/ar".length) || "/"),
])("the spaces of %s are on the other sides in the other direction", async (path) => {
  const { page, close } = await openPage(browser, site, path);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await unmirrored(page), `${width}`).toEqual([]);
  }
  await close();
});

const centre = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, width } = element.getBoundingClientRect();
      return (left + width / 2) / innerWidth;
    });
const directionOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).direction);

test("the page is mirrored; code, and text in another language, are not", async () => {
  const { page, close } = await openPage(browser, site, "/ar/cip/cbc/cip-1", {
    viewport: { width: 1280, height: 800 },
  });
  expect(await centre(page, ".navbar .brand, .navbar a")).toBeGreaterThan(0.5);
  expect(await centre(page, ".sidebar")).toBeGreaterThan(0.5);
  expect(await centre(page, "aside nav.toc, nav.toc")).toBeLessThan(0.5);
  // Its text is English.
  expect(await directionOf(page, ".prose p")).toBe("ltr");
  await page.goto(`${site.origin}/cip/cbc/cip-1`);
  expect(await directionOf(page, ".prose [lang]")).toBe("rtl");
  expect(await directionOf(page, ".prose [lang] code")).toBe("ltr");
  // What is too wide shows on this side only.
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${site.origin}/ar/cip/cbc/cip-2`);
  expect(await directionOf(page, ".prose p")).toBe("rtl");
  expect(await directionOf(page, ".prose p code")).toBe("ltr");
  expect(await directionOf(page, ".prose pre")).toBe("ltr");
  await page.goto(`${site.origin}/ar/search?q=summary`);
  expect(await directionOf(page, ".search-hit .search-path")).toBe("ltr");
  await close();
});
