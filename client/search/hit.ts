/** Renders a hit as HTML, in the dialog and on the search page: its title, the headings that lead to its place, its excerpt, its status and date. */
import type { HierarchyLevel, SearchHit } from "../../src/shared/search.js";
import { escapeHtml } from "../../src/shared/text.js";

/** A hit of an answer, or one that a reader chose before, which has no marks. */
export type ShownHit = Omit<SearchHit, "_highlightResult" | "_snippetResult"> &
  Partial<Pick<SearchHit, "_highlightResult" | "_snippetResult">>;

const headingLevels = ["lvl2", "lvl3", "lvl4", "lvl5", "lvl6"] as const;

/** The title of the page that a hit is in. */
export const titleOf = (hit: ShownHit): string => part("hit-title", markedOf(hit, "lvl1"), hit);

/** The headings that lead to a place, below the page's title; empty for a page as a whole. */
export function headingsOf(hit: ShownHit): string {
  const headings = headingLevels.filter((level) => hit.hierarchy[level]).map((level) => markedOf(hit, level));
  return part("hit-headings", headings.join(" › "), hit);
}

/** What the text has of the query; may be empty. */
export function excerptOf(hit: ShownHit): string {
  const { content, _snippetResult } = hit;
  return part("hit-excerpt", _snippetResult?.content?.value ?? escapeHtml(content ?? ""), hit);
}

/** Status and date, as every page has them. */
export function factsOf({ status, date }: ShownHit): string {
  if (!status && !date) return "";
  const chip = status
    ? `<span class="chip" data-tone="${escapeHtml(status.tone)}">${escapeHtml(status.label)}</span>`
    : "";
  return `<span class="hit-facts">${chip} ${date ? `<time datetime="${escapeHtml(date)}">${dateText(date)}</time>` : ""}</span>`;
}

const dateText = (date: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(date),
  );

export const statusAttribute = ({ status }: ShownHit): string =>
  status ? ` data-status="${escapeHtml(status.id)}"` : "";

/** The page of a hit, without the place in it. */
export const pageOf = ({ url }: ShownHit): string => url.split("#")[0] ?? "";

/**
 * Records name a page by its published address. @returns the link for the page that is shown, without an origin if it leads to this site.
 */
export function siteHref(address: string): string {
  const url = new URL(address, location.href);
  const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href;
  const isHere =
    url.origin === location.origin || (canonical !== undefined && url.origin === new URL(canonical).origin);
  return isHere ? url.pathname + url.search + url.hash : url.href;
}

/** Everything but the marks is escaped. */
function markedOf({ hierarchy, _highlightResult, _snippetResult }: ShownHit, level: HierarchyLevel): string {
  const marked = _highlightResult?.hierarchy[level] ?? _snippetResult?.hierarchy[level];
  return marked?.value ?? escapeHtml(hierarchy[level] ?? "");
}

const part = (className: string, html: string, { lang }: ShownHit): string =>
  html && `<span class="${className}"${lang ? ` lang="${escapeHtml(lang)}"` : ""}>${html}</span>`;
