/** An old address brings readers to the part of the page that they asked for, as its link had it, and without scripts to the page. */
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildWithProgram } from "../support/built-site.js";
import { makeFolder, makeSite, proposalText } from "../support/folders.js";
import { openPage, type SiteServer, serveSite, sharedBrowser } from "./support.js";

let browser: Browser;
let site: SiteServer;
let other: SiteServer;
beforeAll(async () => {
  other = await serveSite(makeFolder({ "index.html": "<p>other" }));
  const root = makeSite(
    { "content/cip/cbc/cip-20.md": proposalText(20, {}, `${"Text.\n\n".repeat(200)}## Code\n\nText.\n`) },
    {
      series: [{ profile: "cip", aliases: ["/EIPS/cip-{number}"] }],
      redirects: {
        "/old.html": "/cip/cbc/cip-20",
        "/old/two": "/cip/cbc/cip-20?of=2#code",
        "/rfcs/:number.html": "/cip/cbc/cip-:number",

        "/away": `${other.origin}/?x=1`,
      },
    },
  );
  [browser, site] = await Promise.all([sharedBrowser(), buildWithProgram(root, join(root, "build")).then(serveSite)]);
});
afterAll(() => Promise.all([site.close(), other.close()]));

const page20 = "/cip/cbc/cip-20";

describe.each([true, false])("with scripts: %s", (javaScriptEnabled) => {
  test.each([
    ["/EIPS/cip-20", "?a=b#code", page20, "?a=b#code"],
    ["/old.html", "#code", page20, "#code"],
    ["/old.html", "", page20, ""],
    ["/old/two", "?a=%26", `${page20}?of=2`, "&a=%26#code"],
    ["/old/two", "#text", `${page20}?of=2`, "#text"],
    ["/rfcs/20.html", "?a#code", page20, "?a#code"],
    ["/away", "?a#b", "/?x=1", "&a#b"],
  ])("%s%s leads to %s%s", async (from, asked, to, kept) => {
    const { page, close } = await openPage(browser, site, "/", { javaScriptEnabled });
    const own = from === "/old/two" ? "#code" : "";
    const wanted = `${from === "/away" ? other.origin : site.origin}${to}${javaScriptEnabled ? kept : own}`;
    await Promise.all([page.waitForURL(wanted), page.goto(`${site.origin}${from}${asked}`).catch(() => undefined)]);
    expect(page.url()).toBe(wanted);
    await page.goBack();
    expect(page.url()).toBe(`${site.origin}/`);
    await close();
  });
});
