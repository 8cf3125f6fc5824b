/** On the not-found page, offers a search for the words of the address, and the proposals whose number it contains. */
import { maxQueryLength } from "../../src/shared/search.js";
import { cutText } from "../../src/shared/text.js";
import { decodePart } from "../decode.js";
import { siteHref } from "./hit.js";
import { searchSession, snippetWords } from "./session.js";

/** Parts of an address that are not words to search for. */
const ignoredWords = /^(?:index|html?|md|page|changes)$/i;
const maxWords = 6;

/** The words and numbers of an address. @param base beginning of the site's addresses. */
export function wordsOf(pathname: string, base: string): string[] {
  const path = pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
  const words = decodePart(path).match(/\p{L}+|\d+/gu) ?? [];
  return [...new Set(words.filter((word) => !ignoredWords.test(word)))].slice(-maxWords);
}

export function start(element: HTMLElement): undefined {
  // The address may be the name of a page's file.
  const bare = location.pathname.replace(/(?<!\/404)\.html$/, "");
  if (bare !== location.pathname) followBare(bare).catch(() => {});
  const { base = "/" } = element.dataset;
  const words = wordsOf(location.pathname, base);
  const query = cutText(words.join(" "), maxQueryLength);
  const link = element.querySelector<HTMLAnchorElement>(".missing-search a");
  if (!link || !query) return;
  link.textContent = query;
  link.href += `?q=${encodeURIComponent(query)}`;
  element.hidden = false;
  const number = words.findLast((word) => /^\d+$/.test(word));
  const ui = document.querySelector<HTMLElement>("a.find")?.dataset.ui;
  if (number && ui) offerProposal(element, ui, number).catch(() => {});
}

/** Goes from `/cip/tags.html` to `/cip/tags` if the site has that page. */
async function followBare(pathname: string): Promise<void> {
  const { ok } = await fetch(pathname, { method: "HEAD" });
  if (ok) location.replace(pathname + location.search + location.hash);
}

/** Links to the proposals with this number in all registers. They are the first hits of the number, and their titles contain it. */
async function offerProposal(element: HTMLElement, ui: string, number: string): Promise<void> {
  const { provider } = await searchSession(ui);
  const query = String(Number(number));
  const { hits } = await provider.search({
    query,
    page: 0,
    hitsPerPage: 3,
    snippetWords: snippetWords(),
    textFiles: 0,
  });
  const titlePattern = new RegExp(`^\\p{L}[\\p{L}\\d-]*[- ]0*${query}(?!\\d)`, "u");
  const matchingHits = hits.filter(({ hierarchy }) => titlePattern.test(hierarchy.lvl1 ?? ""));
  const line = element.querySelector<HTMLElement>(".missing-proposal");
  if (!line || matchingHits.length === 0) return;
  for (const { hierarchy, url_without_anchor } of matchingHits) {
    const link = document.createElement("a");
    link.href = siteHref(url_without_anchor);
    link.textContent = hierarchy.lvl1 ?? "";
    line.append(" ", link);
  }
  line.hidden = false;
}
