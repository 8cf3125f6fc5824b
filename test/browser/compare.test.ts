/** The page of comparisons, as a reader without a mouse or with a narrow screen has it, and drawings on paper. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Repository } from "../support/git.js";
import { attributes, build, makeFolder, makeSite, proposalText, writeBuild } from "../support/site.js";
import { parseXml } from "../support/xml.js";
import { violations } from "./axe.js";
import {
  desktop,
  isSameDocument,
  markDocument,
  openPage,
  phone,
  type SiteServer,
  serveSite,
  sharedBrowser,
} from "./support.js";

const file = "content/cip/core/cip-1.md";
const steps = Array.from({ length: 12 }, (_, index) => `A${index}[Step ${index}] --> A${index + 1}[Step ${index + 1}]`);
const drawing = `\`\`\`mermaid\nflowchart LR\n${steps.join("\n")}\n\`\`\`\n`;
const row = (cell: string) => `| ${Array.from({ length: 14 }, () => cell).join(" | ")} |\n`;
const table = row("Column") + row("---") + row("`0x0123456789`");
const hostile = '<img src="x" onerror="alert(1)"> [bad](javascript:alert(1)) <script>alert(1)</script>';
const text = (name: string, status: string) => {
  const code = `function ${name}(${"uint256 value, ".repeat(30)}) external;`;
  const cells = `| a | b |\n|---|---|\n| same | ${name} |`;
  const body = `Summary of CIP-2 that is ${name}.\n\n## Code\n\n\`\`\`solidity\n${code}\n\`\`\`\n\n## Table\n\n${cells}`;
  return proposalText(
    1,
    { status },
    `${body}\n\n## Same\n\nNothing.\n${name === "after" ? "" : `\n## Gone\n\n${hostile}\n`}`,
  );
};

let site: SiteServer;
/** Where the texts at the start of each status are compared with today's, oldest first. */
let routes: string[];
beforeAll(async () => {
  const locales = { "en-US": {}, "de-DE": {} };
  const repository = new Repository(makeSite({}, { locales }))
    .commit("2021-01-01T00:00:00Z", {
      [file]: text("before", "draft"),
      "content/i18n/de-DE/cip/core/cip-1.md": proposalText(1, {}, "Zusammenfassung.\n"),
      "content/cip/core/cip-2.md": proposalText(2, { requires: 1 }, `${drawing}\n${table}`),
    })
    .commit("2021-02-01T00:00:00Z", { [file]: text("between", "last call") })
    .commit("2021-03-01T00:00:00Z", { [file]: text("after", "final") });
  const built = await build(repository.root);
  const folder = makeFolder();
  writeBuild(folder, built);
  site = await serveSite(folder);
  routes = attributes(built.page("/cip/core/cip-1"), ".periods a[href*=compare]", "href");
});
afterAll(() => site.close());

const hrefs = (links: Element[]) => links.map((link) => (link as HTMLAnchorElement).href);
const pathOf = (href: string) => href.replace(/^https?:\/\/[^/]*/, "");

const schemes = ["light", "dark"] as const;

describe.each([desktop, phone])("$width wide", (viewport) => {
  test("shows all that changed up to today: words, lines of code, rows of tables", async () => {
    const [route = ""] = routes;
    const { page, complaints, close } = await openPage(await sharedBrowser(), site, route, { viewport });
    await page.waitForSelector(".diff");
    expect(await page.locator(".change[open] h2").allTextContents()).toEqual([
      "Metadata",
      "Beginning",
      "Code",
      "Table",
      "Gone",
    ]);
    expect(await page.locator(".diff p:not(.new, .old) del").allTextContents()).toEqual(["before"]);
    expect(await page.locator(".diff p:not(.new, .old) ins").allTextContents()).toEqual(["after"]);
    const cells = await page.locator(".rows tr:last-child :is(ins, del)").allTextContents();
    expect(cells).toEqual(["before", "after"]);
    const lines = (await page.locator(".diff pre").allTextContents()).join("");
    expect(lines).toMatch(viewport === phone ? "status: draftfinal" : /status: draft\n[\s\S]*status: final\n/);
    // Nothing of the author's markup is on the page.
    expect(await page.locator(".compare :is(img, script, [onerror], a[href^=javascript])").count()).toBe(0);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  test("any two versions can be chosen, and each pair has an address", async () => {
    const { page, complaints, close } = await openPage(await sharedBrowser(), site, "/cip/core/cip-1", { viewport });
    await page.click(".versions > summary");
    await page.click(".versions a[href*='/compare?of=']");
    // The last change.
    await page.waitForSelector(".diff");
    expect(await page.locator("h1").textContent()).toBe("What changed in CIP-1");
    expect(await page.locator(".diff p:not(.new, .old) :is(ins, del)").allTextContents()).toEqual(["between", "after"]);
    await page.selectOption("[name=from]", { index: 0 });
    await page.selectOption("[name=to]", { index: 2 });
    await page.click(".compare-form button");
    await page.waitForURL("**from=**");
    await page.waitForSelector(".diff");
    expect(await page.locator(".diff p:not(.new, .old) ins").first().textContent()).toBe("before");
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    expect(await page.locator(".theme-toggle").isVisible()).toBe(true);
    const [from, to] = ["from", "to"].map((name) => new URL(page.url()).searchParams.get(name));
    await page.goto(page.url().replace(String(to), String(from)));
    await page.locator(".differences", { hasText: "Both versions say the same." }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

test("a version of the list leads to what changed in it, and back shows the one before", async () => {
  const { page, complaints, close } = await openPage(await sharedBrowser(), site, "/cip/core/cip-1");
  await markDocument(page);
  const subjects = page.locator(".diff p:not(.new, .old) :is(ins, del)");
  for (const [index, words] of [
    [0, ["between", "after"]],
    [1, ["before", "between"]],
  ] as const) {
    await page.click(".versions > summary");
    await page.locator(".versions a[href*='&from=']").nth(index).click();
    await expect.poll(() => subjects.allTextContents()).toEqual(words);
    expect(await isSameDocument(page)).toBe(true);
    await page.goBack();
    await page.waitForSelector(".versions");
  }
  expect(complaints).toEqual([]);
  await close();
});

test("a comparison that fails does not become the one before it when the window changes its width", async () => {
  const [route = ""] = routes;
  const { page, close } = await openPage(await sharedBrowser(), site, route);
  await page.waitForSelector(".diff");
  await page.evaluate(() => {
    history.replaceState(history.state, "", "?of=1&from=0000000000");
    document.dispatchEvent(new Event("cipgen:query"));
  });
  const count = () => page.locator(".diff").count();
  await expect.poll(count).toBe(0);
  await page.setViewportSize({ width: 500, height: 700 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  expect(await count()).toBe(0);
  await close();
});

test("feeds and the note on an outdated translation lead to what changed", async () => {
  const { page, complaints, close } = await openPage(await sharedBrowser(), site, "/de-DE/cip/core/cip-1");
  const [banner] = await page.locator(".banner-outdated a[href*=compare]").evaluateAll(hrefs);
  const linksOf = (feed: string) => page.evaluate(async (url) => (await fetch(url)).text(), feed);
  const feed = await linksOf("/cip/feeds/changes.xml");
  const links = parseXml(feed)
    .all("link")
    .flatMap(({ attributes: own }) => own.href ?? []);
  const pairs = new Set([banner ?? "", ...links.filter((href) => href.includes("/compare"))].map(pathOf));
  expect(pairs.size).toBe(3);
  for (const path of pairs) {
    await page.goto(path);
    await page.waitForSelector(".diff ins");
  }
  expect(complaints).toEqual([]);
  await close();
});

test("without scripts the page says what it needs, and leads back", async () => {
  const { page, close } = await openPage(await sharedBrowser(), site, routes[0] ?? "", { javaScriptEnabled: false });
  expect(await page.locator("noscript p").innerText()).toContain("runs no scripts");
  await page.click("noscript a");
  expect(new URL(page.url()).pathname).toBe("/cip");
  await close();
});

test("an address of two versions asks no other site, and leads to none", async () => {
  const { page, complaints, close } = await openPage(
    await sharedBrowser(),
    site,
    "/cip/compare?of=/.//other.example/x&from=//other.example",
  );
  await page.waitForLoadState("networkidle");
  expect(complaints.filter((complaint) => complaint.includes("Content Security Policy"))).toEqual([]);
  const hosts = await page
    .locator(".compare a")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).host));
  expect(new Set(hosts)).toEqual(new Set([new URL(page.url()).host]));
  await close();
});
