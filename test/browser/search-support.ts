/** Search in a browser, as every test of it starts: this repository's register with either provider, the hosted one a stand-in. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { inject } from "vitest";
import { openPage, type SiteServer, serveSite, type WatchedPage } from "./support.js";

export interface SearchSite {
  server: SiteServer;
  /** Makes every search of a page fail, as without a network, or work again. */
  setDown(page: Page, isDown: boolean): Promise<void>;
  close(): Promise<unknown>;
}

export async function localSite(): Promise<SearchSite> {
  const server = await serveSite(inject("site"));
  const setDown = (page: Page, isDown: boolean) => page.context().setOffline(isDown);
  return { server, setDown, close: () => server.close() };
}

/** A page with the dialog open. */
export async function openModal(
  browser: Browser,
  { server }: SearchSite,
  path = "/cip",
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const opened = await openPage(browser, server, path, options);
  await opened.page.keyboard.press("Control+k");
  await field(opened.page).waitFor();
  return opened;
}

export const field = (page: Page) => page.locator(".search-dialog [role=combobox]");
export const hits = (page: Page) => page.locator(".search-dialog [role=option]");
export const selected = (page: Page) => page.locator(".search-dialog [aria-selected=true]");

/** Types, and waits until there are hits for it. */
export async function find(page: Page, query: string): Promise<void> {
  await field(page).fill(query);
  await page.locator(".search-dialog[data-state=found]").waitFor();
}

export const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

/** Holds back what a page asks for. @returns what lets it go. */
export async function hold(page: Page, what: RegExp): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(what, (route) => held.then(() => route.continue()));
  return letGo;
}
