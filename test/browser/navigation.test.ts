/** Client navigation: the next page in the place of this one, and every way in which that may not come about. */
import type { Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { borrowPage, browser, isSameDocument, markDocument, openPage, serveSites, site } from "./support.js";

serveSites();

/** Links that are not on the screen are not prefetched, and this one's page is asked for only when it is clicked. */
const footerLink = ".footer a[href='/cip/archive']";
const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY));
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

/** Opens a page in which following the footer's link is up to `answer`. The link is clicked by a script, for a pointer would prefetch. */
async function openWith(answer: (route: Route) => unknown, path = "/docs/cip") {
  const opened = await borrowPage(browser, site, path);
  await opened.page.route("**/cip/archive", answer);
  await markDocument(opened.page);
  return opened;
}
const follow = (page: Page, selector = footerLink) =>
  page
    .locator(selector)
    .first()
    .evaluate((link: HTMLElement) => link.click());

describe("a page that is there", () => {
  test("takes the place of the present one: content, head, address, focus, place and an announcement", async () => {
    const { page, complaints, close } = await borrowPage(browser, site, "/cip");
    await markDocument(page);
    await page.evaluate(() => scrollTo(0, 500));
    await page.click("main a[href='/cip/core/cip-98']");
    await page.waitForURL("**/cip/core/cip-98");
    expect(await page.locator("h1").textContent()).toBe("Core Cryptography Scheme");
    expect(await page.title()).toContain("Core Cryptography Scheme | CIP");
    expect(await page.locator("link[rel=canonical]").getAttribute("href")).toMatch(/\/cip\/core\/cip-98$/);
    expect(await page.locator("head > :is(meta[name=description], link[rel=canonical], title)").count()).toBe(3);
    expect([await scrollTop(page), await focused(page)]).toEqual([0, "siteMain"]);
    await page.locator("#siteStatus", { hasText: "Core Cryptography Scheme" }).waitFor({ state: "attached" });
    expect([await isSameDocument(page), complaints]).toEqual([true, []]);
    await close();
  });

  test("is shown at the heading that the link names", async () => {
    const { page, close } = await borrowPage(browser, site, "/cip");
    await markDocument(page);
    await page.evaluate(() => {
      document
        .querySelector<HTMLAnchorElement>("main .entry-title a")
        ?.setAttribute("href", "/cip/cbc/cip-721#rationale");
    });
    await page.click("main .entry-title a");
    await page.waitForURL("**/cip-721#rationale");
    const top = await page.locator("#rationale").evaluate((heading) => heading.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(200);
    expect([await focused(page), await isSameDocument(page)]).toEqual(["rationale", true]);
    await close();
  });

  test("is where it was after back and forward, also after a reload in between", async () => {
    const { page, close } = await borrowPage(browser, site, "/cip");
    await markDocument(page);
    await page.evaluate(() => scrollTo(0, 700));
    await page.click("main a[href='/cip/core/cip-98']");
    await page.waitForURL("**/cip-98");
    await page.evaluate(() => scrollTo(0, 400));
    await page.goBack();
    await page.locator("h1", { hasText: "CIP Register" }).waitFor();
    expect(await scrollTop(page)).toBe(700);
    await page.goForward();
    await page.locator("h1", { hasText: "Core Cryptography" }).waitFor();
    expect([await scrollTop(page), await isSameDocument(page)]).toEqual([400, true]);
    await page.reload();
    await expect.poll(() => scrollTop(page)).toBe(400);
    await page.goBack();
    await page.locator("h1", { hasText: "CIP Register" }).waitFor();
    await expect.poll(() => scrollTop(page)).toBe(700);
    await close();
  });
});

describe("clicks that are the browser's own affair", () => {
  test("with a modifier, to a new tab, for a download, to another host, to a file", async () => {
    const { page, close } = await borrowPage(browser, site, "/cip");
    await markDocument(page);
    /** Whether a click on a new link is left to the browser, which then gets none: tabs and downloads are its own affair. */
    const isLeft = (attributes: Record<string, string>, modifiers: Record<string, boolean>) =>
      page.evaluate(
        ([names, init]) => {
          const link = document.createElement("a");
          for (const [name, value] of Object.entries(names)) link.setAttribute(name, value);
          document.querySelector("main")?.append(link);
          return new Promise<boolean>((resolve) => {
            addEventListener("click", (event) => resolve(!event.defaultPrevented), { once: true });
            addEventListener("click", (event) => event.preventDefault(), { once: true });
            link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }));
          });
        },
        [attributes, modifiers] as const,
      );
    const href = "/cip/archive";
    for (const [attributes, modifiers] of [
      [{ href }, { ctrlKey: true }],
      [{ href }, { metaKey: true }],
      [{ href }, { shiftKey: true }],
      [{ href, target: "_blank" }, {}],
      [{ href, download: "" }, {}],
      [{ href: "/cip/index.json" }, {}],
      [{ href: "https://example.org/" }, {}],
    ] as const)
      expect(await isLeft(attributes, modifiers), JSON.stringify([attributes, modifiers])).toBe(true);
    expect([page.url(), await isSameDocument(page)]).toEqual([`${site.origin}/cip`, true]);
    expect(await isLeft({ href }, {})).toBe(false);
    await close();
  });
});

describe("a page that takes its time", () => {
  test("shows the progress bar and the spinner after 200 ms, not before, and neither when it is there", async () => {
    const { page, close } = await openPage(browser, site, "/docs/cip", {
      prepare: async (opened) => {
        await opened.clock.install();
        await opened.route("**/cip/archive", () => {});
      },
    });
    await page.clock.pauseAt(Date.now() + 60_000);
    const main = page.locator("main");
    const bar = page.locator(".progress");
    const progress = () => bar.evaluate((element) => element.style.getPropertyValue("--progress"));
    await follow(page);
    await page.clock.runFor(190);
    expect([await bar.count(), await page.locator(".spinner").count()]).toEqual([0, 0]);
    await page.clock.runFor(20);
    expect([await progress(), await main.getAttribute("aria-busy")]).toEqual(["0.080", "true"]);
    expect(await page.locator(".spinner").isVisible()).toBe(true);
    await page.clock.runFor(780);
    expect(await progress()).toBe("0.080");
    await page.clock.runFor(20);
    expect(await progress()).toBe("0.180");
    await page.unroute("**/cip/archive");
    await follow(page, ".footer a[href='/cip/tags']");
    await page.waitForURL("**/cip/tags");
    expect([await page.locator(".spinner").count(), await main.getAttribute("aria-busy")]).toEqual([0, null]);
    await page.clock.runFor(500);
    expect(await bar.count()).toBe(0);
    await close();
  });
});

describe("a page that does not come", () => {
  const box = (page: Page) => page.locator("main .load-error");

  test("leaves a red box with Retry under its address, and Retry shows it when the network is back", async () => {
    let offline = true;
    const { page, close } = await openWith((route) =>
      offline ? route.abort("internetdisconnected") : route.continue(),
    );
    await follow(page);
    await box(page).waitFor();
    expect(new URL(page.url()).pathname).toBe("/cip/archive");
    expect(await page.locator(".failure-title").textContent()).toBe("This page has failed");
    const [red, green] = await box(page).evaluate((element) =>
      (getComputedStyle(element).borderTopColor.match(/\d+/g) ?? []).map(Number),
    );
    expect(red).toBeGreaterThan((green ?? 0) + 60);
    await box(page).evaluate((element) => element.classList.add("first"));
    await page.getByRole("button", { name: "Retry" }).click();
    await page.locator(".load-error:not(.first)").waitFor();
    offline = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await page.locator("h1", { hasText: "Archive" }).waitFor();
    await page.goBack();
    await page.waitForURL("**/docs/cip");
    await page.locator("article h1").waitFor();
    expect(await isSameDocument(page)).toBe(true);
    await close();
  });

  test("is loaded the plain way if something else came", async () => {
    const html = (body: string, status = 200) => ({ status, contentType: "text/html", body });
    const answers: Record<string, (route: Route) => unknown> = {
      "an error of the server": (route) => route.fulfill(html("<p>broken", 500)),
      "a file of another kind": (route) => route.fulfill({ contentType: "text/plain", body: "text" }),
      "a page without a content": (route) => route.fulfill(html("<p>no main")),
      "a page of another version of the site": async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replaceAll(/main-\w+\.js/g, "main-OTHER.js") });
      },
      "a page that leads on": (route) =>
        route.fulfill(html('<meta http-equiv="refresh" content="0; url=/cip/tags"><main>moved</main>')),
    };
    let name = "";
    const { page, close } = await openWith((route) =>
      route.request().isNavigationRequest() ? route.fulfill(html(`plain: ${name}`)) : answers[name]?.(route),
    );
    for (name of Object.keys(answers)) {
      await page.goto("/docs/cip");
      await markDocument(page);
      await follow(page);
      await page.getByText(`plain: ${name}`, { exact: true }).waitFor();
      expect([new URL(page.url()).pathname, await isSameDocument(page)], name).toEqual(["/cip/archive", false]);
    }
    await close();
  });
});

test("an error while a page is put in place shows the crash page with message and causes, and Try again resets it", async () => {
  const { page, complaints, close } = await borrowPage(browser, site, "/cip");
  await page.evaluate(() => {
    const Real = window.IntersectionObserver;
    window.IntersectionObserver = class {
      constructor() {
        window.IntersectionObserver = Real;
        const root = new TypeError("no such section");
        throw new Error("The contents could not be marked", { cause: new Error("list is empty", { cause: root }) });
      }
    } as unknown as typeof IntersectionObserver;
  });
  await page.click("main a[href='/cip/core/cip-98']");
  await page.locator(".crash").waitFor();
  expect(await page.locator(".crash .failure-title").textContent()).toBe("This page crashed.");
  expect(await page.locator(".crash > .failure-message").textContent()).toBe("The contents could not be marked");
  expect(await page.locator(".crash li").allTextContents()).toEqual(["list is empty", "no such section"]);
  expect(complaints).toHaveLength(1);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("h1", { hasText: "Core Cryptography Scheme" }).waitFor();
  expect(await page.locator("nav.toc").count()).toBe(1);
  await close();
});

describe("prefetch", () => {
  const asked = (path: string) => site.requests.filter((request) => request === path).length;

  test("fetches what is in view and what the pointer or the focus comes to, once", async () => {
    const { page, close } = await borrowPage(browser, site, "/sk-SK/cip");
    await expect.poll(() => asked("/sk-SK/cip/informational/cip-9")).toBe(1);
    const hovered = page.waitForResponse("**/sk-SK/docs/cip");
    await page.hover(".navbar-links a[href='/sk-SK/docs/cip']");
    await hovered;
    const focusedPage = page.waitForResponse("**/sk-SK/cip/tags");
    await page.locator(".navbar-links a[href='/sk-SK/cip/tags']").focus();
    await focusedPage;
    await page.click(".navbar-links a[href='/sk-SK/docs/cip']");
    await page.waitForURL("**/sk-SK/docs/cip");
    expect(asked("/sk-SK/docs/cip")).toBe(1);
    await close();
  });
});
