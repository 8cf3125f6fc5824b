/** What holds on every kind of page: accessibility, no complaint of the browser, nothing that jumps, little to load. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { buildJson } from "../support/cli.js";
import { makeSite, proposalText } from "../support/folders.js";
import { drawn } from "../support/runs.js";
import { violationsInThemes } from "./axe.js";
import { browser, openPage, serveSite, serveSites, site } from "./support.js";

serveSites();

/** One of each kind, and a list in a language of long words. */
const kinds = [
  "/",
  "/cip",
  "/de-DE/cip/page/2",
  "/cip/tags",
  "/cip/tags/core",
  "/cip/archive",
  "/cip/cbc/cip-721",
  "/cip/informational/cip-10",
  "/docs/cip-0",
  "/search",
  "/404.html",
];
/** Widths: of the window in which a page is loaded, and of the one in which it is looked at. */
const looks = [
  { viewport: 1280, narrowest: 1280 },
  { viewport: 390, narrowest: 320 },
];

/** As the browser reports it, with the elements that moved. */
interface Shift {
  /** Milliseconds since the navigation. */
  at: number;
  value: number;
  moved: string[];
}

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    const watched = { shifts, whole: Number.POSITIVE_INFINITY };
    Object.assign(window, { watched });
    // A busy machine paints a page before it has parsed the whole. What comes in where it belongs counts to the frame
    // that shows the whole.
    const nextFrame = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act));
    addEventListener("DOMContentLoaded", () =>
      nextFrame(() => {
        watched.whole = performance.now();
      }),
    );
    const outline = ({ node }: { node?: Node }) =>
      node instanceof Element ? (node.cloneNode() as Element).outerHTML : String(node?.nodeName);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] };
        shifts.push({ at: entry.startTime, value, moved: sources.map(outline) });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** What moved once a page was whole, until it is read to its end. It is at its top again. */
async function shiftsOf(page: Page): Promise<Shift[]> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    for (let y = 0; y < Math.min(document.body.scrollHeight, 6000); y += 500) {
      scrollTo({ top: y, behavior: "instant" });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
  const shifts = await page.evaluate(() => {
    const { watched } = window as unknown as { watched: { shifts: Shift[]; whole: number } };
    scrollTo({ top: 0, behavior: "instant" });
    return watched.shifts.filter(({ at }) => at >= watched.whole);
  });
  // Text whose lines are rounded to other pixels counts as moved by a fraction of one.
  return shifts.reduce((sum, { value }) => sum + value, 0) < 0.0005 ? [] : shifts;
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

describe.concurrent.each(drawn(kinds, 0.05))("%s", (path) => {
  test("does not shift, has no violation that axe knows, in either theme, wide and narrow, and no complaint", async () => {
    const { page, complaints, close } = await openPage(browser, site, "about:blank", { prepare: watchShifts });
    for (const { viewport, narrowest } of looks) {
      await page.setViewportSize({ width: viewport, height: 800 });
      await page.goto("about:blank");
      await page.goto(path);
      expect(await shiftsOf(page), `${viewport}`).toEqual([]);
      await page.setViewportSize({ width: narrowest, height: 800 });
      expect(await violationsInThemes(page), `${narrowest}`).toEqual([]);
      expect(await overflow(page), `${narrowest}`).toBeLessThanOrEqual(0);
    }
    expect(complaints).toEqual([]);
    await close();
  });
});

describe.concurrent("in either theme", () => {
  const axe = async (path: string, width: number, act: (page: Page) => Promise<unknown>, server = site) => {
    const viewport = { width, height: 800 };
    const { page, close } = await openPage(browser, server, path, { viewport });
    await act(page);
    expect(await violationsInThemes(page)).toEqual([]);
    await close();
  };

  interface State {
    name: string;
    path: string;
    width: number;
    act(page: Page): Promise<unknown>;
  }
  const states: State[] = [
    { name: "the menu of a phone", path: "/cip/cbc/cip-20", width: 320, act: (page) => page.click(".menu > summary") },
    {
      name: "its second level",
      path: "/cip/cbc/cip-20",
      width: 320,
      async act(page) {
        await page.click(".menu > summary");
        await page.click(".menu-more");
      },
    },
    { name: "languages", path: "/cip", width: 1280, act: (page) => page.click(".language-menu > summary") },
    { name: "a filter without hits", path: "/cip/archive", width: 1280, act: (page) => page.fill("[name=q]", "zzz") },
    {
      name: "a page that did not load",
      path: "/docs/cip",
      width: 1280,
      async act(page) {
        await page.route("**/cip/archive", (route) => route.abort());
        await page.click(".footer a[href='/cip/archive']");
        await page.locator(".load-error").waitFor();
      },
    },
    {
      name: "a page that crashed",
      path: "/docs/cip",
      width: 320,
      act: (page) =>
        page.evaluate(() => {
          document
            .querySelector("main")
            ?.replaceChildren((document.getElementById("uiCrash") as HTMLTemplateElement).content.cloneNode(true));
        }),
    },
  ];

  test.each(drawn(states, 0.1))("$name has no violation that axe knows", ({ path, width, act }) =>
    axe(path, width, act));
});

/** A site, built without a warning. @returns the folder of its output. */
async function built(root: string): Promise<string> {
  const { report } = await buildJson(["--root", root]);
  expect(report.diagnostics).toEqual([]);
  return join(root, "build");
}

describe("layout", () => {
  test("nothing is wider than the screen, from 320 to 2560 pixels", async () => {
    const { page, close } = await openPage(browser, site, "/cip/cbc/cip-721");
    for (const width of [320, 390, 700, 995, 996, 1100, 1920, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflow(page), `${width}`).toBeLessThanOrEqual(0);
    }
    await close();
  });
});

test("on a phone, the deepest list has room for its text, and code in a table is broken within no word", async () => {
  const list = Array.from({ length: 14 }, (_, depth) => `${"  ".repeat(depth)}- Words of an item`).join("\n");
  const table =
    "| Name | What it is |\n|---|---|\n| `eth_getTransactionByHash` | `POINT_EVALUATION_PRECOMPILE` text |\n";
  const root = makeSite({
    "content/cip/core/cip-1.md": proposalText(1, { status: "draft" }, `${list}\n\n## Table\n\n${table}`),
  });
  const server = await serveSite(await built(root));
  const { page, close } = await openPage(browser, server, "/cip/core/cip-1");
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  const deepest = page.locator(".prose li:not(:has(li))");
  expect(await deepest.evaluate((item) => item.clientWidth)).toBeGreaterThan(80);
  const lines = page.locator("td code").evaluateAll((codes) => codes.map((code) => code.getClientRects().length));
  expect(await lines).toEqual([1, 1]);
  await close();
  await server.close();
});

test("words without a place to break are no wider than the screen, wherever they are", async () => {
  const word = `cb${"0123456789".repeat(8)}`;
  const short = word.slice(0, 44);
  const link = { label: word, to: "/cip" };
  const root = makeSite(
    {
      "content/cip/core/cip-1.md": proposalText(
        1,
        { title: word, author: short, tags: `["${short}"]`, category: "core", supersedes: 2 },
        `${word} [a](cip-1/${word}.md) [b](cip-1/data)\n\n## ${word}\n\n### ${word}\n\n${word}`,
      ),
      "content/cip/core/cip-2.md": proposalText(2, { title: word, date: "2024-01-01", requires: 1 }),
      [`content/cip/core/cip-1/${word}.md`]: `# ${word}\n\n${word}\n`,
      [`content/cip/core/cip-1/data/${word}.csv`]: "a,b\n",
      "content/docs/start.md": `---\ntitle: ${word}\n---\n${word}\n`,
      [`content/docs/${word}/part.md`]: `---\ntitle: ${word}\n---\n## ${word}\n`,
    },
    {
      tagline: word,
      announcement: { id: "1", text: word },
      docs: { mainDocId: "start", sidebars: { all: "auto" } },
      home: { actions: [link] },
      footer: { columns: [{ title: word, links: [link] }], copyright: word },
      search: { provider: "local" },
    },
  );
  const folder = await built(root);
  const server = await serveSite(folder);
  const { page, close } = await openPage(browser, server, "/cip");
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".html") && !readFileSync(join(folder, path), "utf8").includes('http-equiv="refresh"'),
  );
  expect(pages.length).toBeGreaterThan(12);
  for (const path of pages) {
    await page.goto(`/${path}`);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await overflow(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
  await close();
  await server.close();
});

describe("weight", () => {
  test("the styles of every page are one file of at most 8,192 bytes", () => {
    const folder = join(inject("site"), "assets");
    const sizes = new Map(
      readdirSync(folder)
        .filter((name) => name.endsWith(".css") && !name.startsWith("search-dialog-"))
        .map((name) => [name, gzipSync(readFileSync(join(folder, name)), { level: 9 }).length]),
    );
    for (const [name, size] of sizes) expect(size, name).toBeLessThanOrEqual(8_192);
    for (const path of readdirSync(inject("site"), { recursive: true, encoding: "utf8" })) {
      if (!path.endsWith(".html")) continue;
      const html = readFileSync(join(inject("site"), path), "utf8");
      if (html.includes('http-equiv="refresh"')) continue;
      const sheets = [...html.matchAll(/<link rel="stylesheet" href="\/assets\/([^"]+)"/g)].map(
        ([, name = ""]) => name,
      );
      expect(sheets.length, path).toBe(1);
      expect(sizes.has(sheets[0] ?? ""), path).toBe(true);
    }
  });

  test("a proposal asks for at most 4 files of 60 kB, of which scripts are at most 8 kB", async () => {
    const asked: { url: string; size: number }[] = [];
    const { page, close } = await openPage(browser, site, "about:blank");
    page.on("response", async (response) => {
      // What comes when the page is there and the browser has nothing to do (visits.test.ts, content.test.ts), and the icon of the tab, which not
      // every version of Chromium loads without a window.
      if (/\/assets\/(?:visits|text|icon)-/.test(response.url())) return;
      const size = gzipSync(await response.body(), { level: 9 }).length;
      asked.push({ url: response.url(), size });
    });
    await page.goto("/cip/cbc/cip-721", { waitUntil: "networkidle" });
    const total = (part: typeof asked) => part.reduce((sum, { size }) => sum + size, 0);
    expect(asked.length, asked.map(({ url }) => url).join("\n")).toBeLessThanOrEqual(4);
    expect(total(asked)).toBeLessThanOrEqual(60_000);
    expect(total(asked.filter(({ url }) => url.endsWith(".js")))).toBeLessThanOrEqual(8_000);
    await close();
  });

  test("a search asks for at most 30 kB of scripts until its first result, of which the dialog is at most 8 kB", async () => {
    const sizes = new Map<string, number>();
    const { page, close } = await openPage(browser, site, "/cip/cbc/cip-721");
    page.on("response", async (response) => {
      const [, name] = /\/assets\/([\w-]+)-\w+\.js$/.exec(response.url()) ?? [];
      if (name && !/^(visits|text)$/.test(name)) sizes.set(name, gzipSync(await response.body(), { level: 9 }).length);
    });
    await page.keyboard.press("/");
    await page.keyboard.type("token");
    await page.getByRole("option").first().waitFor();
    expect([...sizes.keys()].sort()).toEqual(["dialog", "search-worker"]);
    expect(sizes.get("dialog")).toBeLessThanOrEqual(8_000);
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(30_000);
    await close();
  });
});
