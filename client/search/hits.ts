/** The results of the search page: page by page, with the matching places below each. */
import type { HierarchyLevel, MarkedText, SearchHit } from "../../src/shared/search.js";
import { escapeHtml } from "../../src/shared/text.js";
import type { StatusView } from "../../src/shared/view.js";
import { siteHref } from "./site-href.js";
import { chipHtml } from "./status-chip.js";

const headingLevels = ["lvl2", "lvl3", "lvl4", "lvl5", "lvl6"] as const;

/** Consecutive hits of the same page form one item. */
export function pageItems(hits: readonly SearchHit[]): HTMLElement[] {
  const groups: SearchHit[][] = [];
  for (const hit of hits) {
    const last = groups.at(-1);
    if (last?.[0] && pageOf(last[0]) === pageOf(hit)) last.push(hit);
    else groups.push([hit]);
  }
  return groups.map(pageItem);
}

const pageOf = (hit: SearchHit) => hit.url.split("#")[0] ?? "";

function pageItem(hits: SearchHit[]): HTMLElement {
  const [first] = hits as [SearchHit];
  const itself = hits.find(({ type, content }) => type === "lvl1" || (type === "content" && content === null)) ?? first;
  const href = siteHref(pageOf(first));
  const places = hits.filter((hit) => hit.type !== "lvl1");
  const summary = hits.find((hit) => hit.type === "lvl1" && hit.content);
  const title = link(href, markedOf(itself, "lvl1"));
  const made = element("li", "search-hit", [
    element("p", "search-section", first.hierarchy.lvl0 ?? ""),
    element("h2", "search-title", [title]),
    ...factsLine(first),
    ...(summary ? [marked("p", "search-snippet", snippetOf(summary))] : []),
    ...(places.length ? [element("ul", "search-places", places.map(placeItem))] : []),
    element("p", "search-path", href),
  ]);
  if (first.status) made.dataset.status = first.status.id;
  for (const text of first.lang
    ? made.querySelectorAll<HTMLElement>(".search-title, .search-snippet, .search-places")
    : []) {
    text.lang = first.lang ?? "";
  }
  return made;
}

/** Status and date. */
function factsLine({ status, date }: SearchHit): HTMLElement[] {
  if (!status && !date) return [];
  const line = element("p", "search-facts", []);
  if (status) line.append(statusChip(status));
  if (date) {
    const time = document.createElement("time");
    time.dateTime = date;
    time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, {
      dateStyle: "medium",
      timeZone: "UTC",
    }).format(new Date(date));
    line.append(" ", time);
  }
  return [line];
}

function statusChip(status: StatusView): HTMLElement {
  const chip = marked("span", "chip", chipHtml(status));
  chip.dataset.tone = status.tone;
  return chip;
}

function placeItem(hit: SearchHit): HTMLElement {
  const heading = headingOf(hit);
  const text = hit.type === "content" ? snippetOf(hit) : "";
  const href = siteHref(hit.url);
  if (!heading) return element("li", "", [linkTo(href, "search-snippet", text)]);
  return element("li", "", [link(href, heading), ...(text ? [marked("p", "search-snippet", text)] : [])]);
}

/** The headings that lead to a place, below the page's title. */
function headingOf(hit: SearchHit): string {
  return headingLevels
    .filter((level) => hit.hierarchy[level])
    .map((level) => markedOf(hit, level))
    .join(" › ");
}

/** HTML: everything but the marks is escaped. */
function markedOf({ hierarchy, _highlightResult, _snippetResult }: SearchHit, level: HierarchyLevel): string {
  const found: MarkedText | undefined = _highlightResult.hierarchy[level] ?? _snippetResult.hierarchy[level];
  return found?.value ?? escapeHtml(hierarchy[level] ?? "");
}

function snippetOf({ content, _snippetResult }: SearchHit): string {
  return _snippetResult.content?.value ?? escapeHtml(content ?? "");
}

function link(href: string, html: string): HTMLElement {
  return linkTo(href, "", html);
}

function linkTo(href: string, className: string, html: string): HTMLElement {
  const anchor = marked("a", className, html) as HTMLAnchorElement;
  anchor.href = href;
  return anchor;
}

function marked(name: string, className: string, html: string): HTMLElement {
  const made = element(name, className, []);
  made.innerHTML = html;
  return made;
}

function element(name: string, className: string, content: string | HTMLElement[]): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...(typeof content === "string" ? [content] : content));
  return made;
}
