/** On the page for an address that is none: offers a search for its words, and the proposal whose number it holds. */
import { searchSession, snippetWords } from "./session.js";

/** What an address says beside words. */
const dull = /^(?:index|html?|md|page|changes)$/i;
const mostWords = 6;

/** @param base what the site's own addresses begin with. @returns words and numbers of an address. */
export function wordsOf(pathname: string, base: string): string[] {
  const path = pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // Not encoded at all, or broken: then it can only mean itself.
  }
  const words = decoded.match(/\p{L}+|\d+/gu) ?? [];
  return [...new Set(words.filter((word) => !dull.test(word)))].slice(-mostWords);
}

export function start(element: HTMLElement): undefined {
  const { base = "/" } = element.dataset;
  const words = wordsOf(location.pathname, base);
  const query = words.join(" ").slice(0, 64);
  const link = element.querySelector<HTMLAnchorElement>(".missing-search a");
  if (!link || !query) return;
  link.textContent = query;
  link.href += `?q=${encodeURIComponent(query)}`;
  element.hidden = false;
  const number = words.findLast((word) => /^\d+$/.test(word));
  const ui = document.querySelector<HTMLElement>("a.find")?.dataset.ui;
  if (number && ui) offerProposal(element, ui, number).catch(() => {});
}

/** A bare number finds the proposals that have it, of whatever register: they come first, and say it in their titles. */
async function offerProposal(element: HTMLElement, ui: string, number: string): Promise<void> {
  const { provider } = await searchSession(ui, "page");
  const request = {
    query: String(Number(number)),
    page: 0,
    hitsPerPage: 3,
    snippetWords: snippetWords(),
    textFiles: 0,
  };
  const { hits } = await provider.search(request);
  const has = new RegExp(`^\\p{L}[\\p{L}\\d-]*[- ]0*${Number(number)}(?!\\d)`, "u");
  const found = hits.filter(({ hierarchy }) => has.test(hierarchy.lvl1 ?? ""));
  const line = element.querySelector<HTMLElement>(".missing-proposal");
  if (!line || found.length === 0) return;
  for (const { hierarchy, url_without_anchor } of found) {
    const link = document.createElement("a");
    link.href = url_without_anchor;
    link.textContent = hierarchy.lvl1 ?? "";
    line.append(" ", link);
  }
  line.hidden = false;
}
