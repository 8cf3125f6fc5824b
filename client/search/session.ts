/** Who answers in the page's language: fetched once for each, for the modal and the search page alike. */
import type { ProviderUi, SearchProvider, SearchUi } from "../../src/shared/search.js";
import { localProvider } from "./local.js";

export interface SearchSession {
  ui: SearchUi;
  provider: SearchProvider;
}

const sessions = new Map<string, Promise<SearchSession>>();

/** @param uiHref address of the locale's `SearchUi`. Rejects where it cannot be fetched, and may be asked again then. */
export function searchSession(uiHref: string): Promise<SearchSession> {
  const known = sessions.get(uiHref);
  if (known) return known;
  const session = begin(uiHref);
  sessions.set(uiHref, session);
  session.catch(() => sessions.delete(uiHref));
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
export const snippetWords = (): number => (matchMedia("(max-width: 768px)").matches ? 5 : 10);

export const hitsPerPage = 20;
