/** What the sanitizer lets through, in a browser that no policy guards: nothing runs, whatever a reader does on the page. */
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { findChromium } from "../support/chromium.js";
import { fuzzMarkup } from "../support/markup-fuzz.js";
import { note } from "../support/tried.js";

const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

/** Runs in the page: everything that a vector could call tells of itself. */
function listen(): void {
  const page = window as unknown as Record<string, unknown>;
  page.executed = [];
  for (const name of ["alert", "confirm", "prompt", "xss", "print"])
    page[name] = (text: unknown) => (page.executed as string[]).push(`${name}(${text})`);
}

/** Runs in the page: what a reader's pointer and keyboard could set off. @returns what was executed. */
async function touchEverything(): Promise<string[]> {
  const events = [
    "mouseover",
    "mouseenter",
    "focus",
    "click",
    "keydown",
    "toggle",
    "animationstart",
    "pointerdown",
    "error",
    "load",
  ];
  for (const element of document.querySelectorAll("body *")) {
    if (element instanceof HTMLDetailsElement) element.open = true;
    for (const name of events) element.dispatchEvent(new Event(name, { cancelable: true }));
  }
  await new Promise((done) => setTimeout(done, 0));
  return (window as unknown as { executed: string[] }).executed;
}

test("300 random documents, opened without a policy, execute nothing", async () => {
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  try {
    const page = await browser.newPage();
    await page.addInitScript(listen);
    // Nothing is loaded from elsewhere; a picture that is not there is what `onerror` waits for.
    await page.route("**/*", (route) => (route.request().isNavigationRequest() ? route.continue() : route.abort()));
    const run = async (html: string) => {
      await page.goto("about:blank");
      await page.setContent(`<!doctype html><body>${html}</body>`, { waitUntil: "load" });
      return page.evaluate(touchEverything);
    };
    // The test can see what it looks for.
    expect(await run('<img src="x" onerror="xss(1)"><p onclick="alert(2)">x</p>')).toContain("xss(1)");
    const { html } = fuzzMarkup(300, 4_711);
    expect(html).toHaveLength(300);
    const executed: string[] = [];
    for (const document of html) if ((await run(document)).length > 0) executed.push(document);
    note("documents of the vectors' parts, in Chromium without a policy", html.length, executed.length);
    expect(executed).toEqual([]);
  } finally {
    await browser.close();
  }
});
