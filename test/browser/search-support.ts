/** Search in a browser, as every test of it starts: this repository's register with either provider, the hosted one a stand-in. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { inject } from "vitest";
import { linkSite } from "../../src/build/link.js";
import { emptyState } from "../../src/build/state.js";
import { searchRecords } from "../../src/cli/api/push-index.js";
import type { SiteConfig } from "../../src/config/index.js";
import { loadConfig } from "../../src/config/loading.js";
import { indexSettings } from "../../src/tools/hosted-search.js";
import { AlgoliaStandIn } from "../support/algolia-server.js";
import { build, repositoryRoot, textOf } from "../support/site.js";
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

export interface HostedSite extends SearchSite {
  algolia: AlgoliaStandIn;
  origin: string;
}

/** Built in two locales, that there is something for contextual search to leave out. */
export async function hostedSite(change: { insights?: boolean; missingResultsUrl?: string } = {}): Promise<HostedSite> {
  const algolia = new AlgoliaStandIn();
  const origin = await algolia.listen();
  const search = {
    provider: "algolia" as const,
    appId: algolia.appId,
    apiKey: algolia.searchKey,
    indexName: "cip",
    hosts: [origin],
    maxResultsPerGroup: 5,
    insights: false,
    ...change,
  };
  const adjust = (config: SiteConfig): SiteConfig => ({ ...config, search, locales: only(config, "en-US", "de-DE") });
  const folder = mkdtempSync(join(tmpdir(), "cipgen-hosted-"));
  const { files } = await build(repositoryRoot, adjust);
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content instanceof Uint8Array ? content : textOf(content));
  }
  algolia.seed("cip", await recordsOf(adjust), { ...indexSettings });
  const server = await serveSite(folder);
  return {
    server,
    algolia,
    origin,
    async setDown(_, isDown) {
      algolia.fault = () => (isDown ? { reset: true } : undefined);
    },
    close() {
      rmSync(folder, { recursive: true, force: true });
      return Promise.all([server.close(), algolia.close()]);
    },
  };
}

const only = (config: SiteConfig, ...codes: string[]) =>
  Object.fromEntries(Object.entries(config.locales).filter(([code]) => codes.includes(code)));

async function recordsOf(adjust: (config: SiteConfig) => SiteConfig) {
  const { value } = await loadConfig(repositoryRoot);
  if (!value) throw new Error("this repository's configuration cannot be read");
  const request = { root: repositoryRoot, config: adjust(value), configFile: "cipgen.config.ts", state: emptyState() };
  const { contexts, bodies } = (await linkSite(request)).value;
  return contexts.flatMap((context) => searchRecords(context, bodies));
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
