/** Fetches pages, each once: a page that was prefetched is there when its link is clicked. */
import { pageAddress, pageKey } from "./address.js";

export interface FetchedPage {
  html: string;
  /** Where the page was found, after redirects. */
  url: URL;
}

/** The answer is not a page that can be swapped in: the browser has to load the address itself. */
export class NotUsable extends Error {}

/** A page that is fetched or being fetched. */
export interface Entry {
  page: Promise<FetchedPage>;
  /** Cancels a fetch that is no longer needed: the next request for the page starts another one. */
  cancel(): void;
  time: number;
}

const maxPages = 40;
const maxAge = 300_000;
const entries = new Map<string, Entry>();

export function fetchPage(url: URL, priority: RequestPriority = "auto"): Entry {
  const key = pageKey(url);
  const known = entries.get(key);
  if (known && Date.now() - known.time < maxAge) return known;
  const controller = new AbortController();
  const drop = () => {
    if (entries.get(key) === entry) entries.delete(key);
  };
  const entry: Entry = {
    page: get(url, controller.signal, priority),
    cancel() {
      drop();
      controller.abort();
    },
    time: Date.now(),
  };
  entries.delete(key);
  entries.set(key, entry);
  for (const oldest of entries.keys()) if (entries.size > maxPages) entries.delete(oldest);
  entry.page.catch(drop);
  return entry;
}

/** For pages that changed on the server while this one is open, which happens only with `serve --watch`. */
export const forgetPages = () => entries.clear();

async function get(url: URL, signal: AbortSignal, priority: RequestPriority): Promise<FetchedPage> {
  const response = await fetch(pageAddress(url), { signal, priority, headers: { accept: "text/html" } });
  const isHtml = response.headers.get("content-type")?.startsWith("text/html");
  if (!response.ok || !isHtml) throw new NotUsable();
  const found = response.redirected ? new URL(response.url) : url;
  if (found.origin !== location.origin) throw new NotUsable();
  return { html: await response.text(), url: found };
}
