/** Renders the parts of a hit as HTML, for the dialog and the search page: title, headings, excerpt, status and date. */
import type { HierarchyLevel, SearchHit } from "../../src/shared/search.js";
import { escapeHtml } from "../../src/shared/text.js";

/** A hit of an answer, or one that a reader chose earlier, which has no marks. */
export type ShownHit = Omit<SearchHit, "_highlightResult" | "_snippetResult"> &
  Partial<Pick<SearchHit, "_highlightResult" | "_snippetResult">>;

const headingLevels = ["lvl2", "lvl3", "lvl4", "lvl5", "lvl6"] as const;

/** The title of the page that a hit is in. */
export const titleOf = (hit: ShownHit): string => part("hit-title", markedOf(hit, "lvl1"), hit);

/** The headings above the place of a hit, without the page's title; empty for a whole page. */
export function headingsOf(hit: ShownHit): string {
  const headings = headingLevels.filter((level) => hit.hierarchy[level]).map((level) => markedOf(hit, level));
  return part("hit-headings", headings.join(" › "), hit);
}

/** The excerpt of a hit; may be empty. */
export function excerptOf(hit: ShownHit): string {
  const { content, _snippetResult } = hit;
  return part("hit-excerpt", _snippetResult?.content?.value ?? escapeHtml(content ?? ""), hit);
}

/** The status and the date of a hit's page. */
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

/** Makes a link from the published address of a page: without the origin if it is on this site, so that it works in a preview, too. */
export function siteHref(address: string): string {
  const url = new URL(address, location.href);
  const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href;
  const isHere =
    url.origin === location.origin || (canonical !== undefined && url.origin === new URL(canonical).origin);
  return isHere ? url.pathname + url.search + url.hash : url.href;
}

/** The HTML of one level of the hierarchy, in which everything but the marks is escaped. */
function markedOf({ hierarchy, _highlightResult, _snippetResult }: ShownHit, level: HierarchyLevel): string {
  const marked = _highlightResult?.hierarchy[level] ?? _snippetResult?.hierarchy[level];
  return marked?.value ?? escapeHtml(hierarchy[level] ?? "");
}

const part = (className: string, html: string, { lang }: ShownHit): string =>
  html && `<span class="${className}"${lang ? ` lang="${escapeHtml(lang)}"` : ""}>${html}</span>`;
