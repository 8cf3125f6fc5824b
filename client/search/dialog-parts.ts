/** Parts of the search dialog, as HTML. */
import type { SearchUi } from "../../src/shared/search.js";
import { encodeText, escapeHtml } from "../../src/shared/text.js";
import { excerptOf, factsOf, headingsOf, pageOf, type ShownHit, siteHref, statusAttribute, titleOf } from "./hit.js";

/** The actions of the buttons beside a remembered hit. */
export type Act = "favour" | "forget";

/** Hits under one title. */
export interface Group {
  title: string;
  hits: readonly ShownHit[];
  buttons?: readonly [act: Act, label: string][];
}

const shapes = {
  clear: "m5 5 10 10M15 5 5 15",
  forget: "m5 5 10 10M15 5 5 15",
  favour: "m10 2.8 2.2 4.6 5 .7-3.6 3.5.9 5-4.5-2.4-4.5 2.4.9-5L2.8 8.1l5-.7Z",
};

/** The buttons after the field. */
export const barButtons = ({ clear, cancel }: SearchUi["strings"]): string =>
  `${iconButton("clear", clear)}<button type="button" class="search-cancel">${escapeHtml(cancel)}</button>`;

/** The parts below the field, which are empty at first. */
export function skeleton({ strings, provider }: SearchUi): string {
  const hint = (keys: string, text: string) => `<span aria-hidden="true"><kbd>${keys}</kbd> ${escapeHtml(text)}</span>`;
  const mark = `<a class="search-by" href="https://www.algolia.com/developers/" target="_blank" rel="noopener">
    ${escapeHtml(strings.by)} <strong>Algolia</strong></a>`;
  return `<div class="search-panel">
      <p class="search-note"></p>
      <div class="search-rows">
        <div class="search-list" id="searchList" role="listbox" aria-label="${escapeHtml(strings.title)}"></div>
        <div class="search-actions"></div>
      </div>
      <div class="search-message"></div>
      <a class="search-all" hidden></a>
      <p class="search-status visually-hidden" role="status"></p>
    </div>
    <div class="search-foot">
      ${hint("↵", strings.toSelect)} ${hint("↓</kbd> <kbd>↑", strings.toNavigate)} ${hint("esc", strings.toClose)}
      ${provider.kind === "local" ? "" : mark}
    </div>`;
}

export function groupHtml({ title, hits }: Group, group: number): string {
  const options = hits.map((hit, at) => optionHtml(hit, hits[at - 1]));
  return `<div class="search-group" role="group" aria-labelledby="searchGroup${group}">
    <div class="search-group-title" role="presentation" id="searchGroup${group}">${escapeHtml(title)}</div>
    ${options.join("")}</div>`;
}

/** @param before the hit above. A hit of the same page shows only its place in the page. */
function optionHtml(hit: ShownHit, before?: ShownHit): string {
  const isFurther = before !== undefined && pageOf(before) === pageOf(hit);
  return `<a class="search-option" role="option" tabindex="-1" aria-selected="false"
    href="${escapeHtml(siteHref(hit.url))}"${statusAttribute(hit)}${isFurther ? " data-further" : ""}>
    ${isFurther ? "" : titleOf(hit) + factsOf(hit)}<span class="hit-place">${headingsOf(hit)}${excerptOf(hit)}</span></a>`;
}

/** The buttons of a group's hits. They are outside the list box, which must not contain buttons, in rows beside its options. */
export function buttonsHtml({ hits, buttons }: Group): string {
  const rows = hits.map(({ hierarchy: { lvl1 } }) => {
    const all = buttons?.map(([act, label]) => iconButton(act, label, `${label}: ${lvl1}`));
    return `<span class="search-row">${all?.join("")}</span>`;
  });
  return buttons ? `<span></span>${rows.join("")}` : "";
}

function iconButton(act: Act | "clear", title: string, label = title): string {
  const names = `title="${escapeHtml(title)}" aria-label="${escapeHtml(label)}"`;
  const icon = `<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${shapes[act]}"/></svg>`;
  return `<button type="button" class="icon-button" data-act="${act}" ${names}>${icon}</button>`;
}

export const failureHtml = ({ failed, failedHelp }: SearchUi["strings"]): string =>
  `<p class="search-message-title">${escapeHtml(failed)}</p><p>${escapeHtml(failedHelp)}</p>`;

/** @param suggestions other queries. */
export function noResultsHtml(query: string, suggestions: readonly string[], ui: SearchUi): string {
  const { noResults, suggested, missing, missingLink } = ui.strings;
  const report = ui.missingResultsUrl?.replaceAll("{query}", encodeText(query));
  const buttons = suggestions.map(
    (text) => `<li><button type="button" data-act="try">${escapeHtml(text)}</button></li>`,
  );
  return `<p class="search-message-title">${escapeHtml(noResults)} “<strong>${escapeHtml(query)}</strong>”</p>
    ${buttons.length > 0 ? `<p>${escapeHtml(suggested)}:</p><ul>${buttons.join("")}</ul>` : ""}
    ${report ? `<p>${escapeHtml(missing)} <a href="${escapeHtml(report)}" target="_blank" rel="noopener">${escapeHtml(missingLink)}</a></p>` : ""}`;
}
