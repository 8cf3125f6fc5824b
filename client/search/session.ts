/** The search provider in the page's language, for the modal and the search page. */
import type { ProviderUi, SearchProvider, SearchUi } from "../../src/shared/search.js";
import { localProvider } from "./local.js";

export interface SearchSession {
  ui: SearchUi;
  provider: SearchProvider;
}

const sessions = new Map<string, Promise<SearchSession>>();

/**
 * Rejects if it cannot be fetched; a later call tries again.
 * @param uiHref address of the locale's `SearchUi`.
 * @param asker modal and page have one each: a provider drops a query for a newer one.
 */
export function searchSession(uiHref: string, asker: "modal" | "page"): Promise<SearchSession> {
  const key = `${asker} ${uiHref}`;
  const session = sessions.get(key) ?? begin(uiHref);
  sessions.set(key, session);
  session.catch(() => sessions.delete(key));
  return session;
}

async function begin(uiHref: string): Promise<SearchSession> {
  const response = await fetch(uiHref);
  if (!response.ok) throw new Error(`${uiHref}: ${response.status}`);
  const ui: SearchUi = await response.json();
  return { ui, provider: await providerOf(ui.provider) };
}

async function providerOf(provider: ProviderUi): Promise<SearchProvider> {
  if (provider.kind === "local") return localProvider(provider);
  const { hostedProvider } = await import("./hosted.js");
  return hostedProvider(provider);
}

/** Snippets are shorter on small screens. */
export const snippetWords = (): number => (matchMedia("(max-width: 48rem)").matches ? 5 : 10);

export const hitsPerPage = 20;

/** What follows a number in every language if there may be more: `20+`. */
export const atLeast = (isLeast = false): string => (isLeast ? "+" : "");

/** A sentence that says a count, marked as a lower bound if there may be more. */
export const sayingAtLeast = (text: string, count: number, isLeast = false): string =>
  text.replace(String(count), count + atLeast(isLeast));
