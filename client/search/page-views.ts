/** The parts of the search page: the state of a search, its results or suggestions, and its filters. */
import {
  type Facet,
  type FacetValue,
  type FilterField,
  type Filters,
  filterFields,
  type SearchAnswer,
  type SearchHit,
} from "../../src/shared/search.js";
import { encodeText, escapeHtml, fillText } from "../../src/shared/text.js";
import type { PageTools } from "../dom.js";
import { excerptOf, factsOf, headingsOf, pageOf, siteHref, statusAttribute, titleOf } from "./hit.js";
import { hitsPerPage, markAtLeast, noteOf } from "./session.js";

type State = "idle" | "loading" | "found" | "none" | "failed";

export type ResultsView = ReturnType<typeof resultsView>;

export function resultsView(element: HTMLElement, { announce, plural }: PageTools) {
  const part = (name: string) => element.querySelector(`.search-${name}`) as HTMLElement;
  const count = part("count");
  const list = part("hits");
  const more = part("more");
  const none = part("none");
  const failure = part("failure");
  const note = part("note");
  const forms = JSON.parse(element.dataset.found ?? "{}");

  function show(state: State): void {
    if (state !== "failed" && holdsFocus(failure)) {
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
    }
    element.dataset.state = state;
    element.ariaBusy = String(state === "loading");
    none.hidden = state !== "none";
    failure.hidden = state !== "failed";
    note.hidden = true;
    if (state === "loading") tell(count.dataset.loading ?? "");
    if (state === "idle" || state === "none") empty();
  }

  function empty(): void {
    list.replaceChildren();
    more.hidden = true;
    count.textContent = "";
  }

  function tell(text: string): void {
    count.textContent = text;
    announce(text);
  }

  /** @param page number of the page that could not be loaded: results of earlier pages stay. */
  function fail(page: number): void {
    const hadFocus = holdsFocus(element);
    show("failed");
    if (hadFocus) failure.querySelector("button")?.focus({ preventScroll: true });
    if (page === 0) empty();
    more.hidden = true;
    count.textContent = "";
    if (page > 0) failure.scrollIntoView({ block: "nearest" });
    announce(failure.textContent ?? "");
  }

  /**
   * Moves the focus to the first of further results, and after a failure to the first result.
   * @param isBack the answer was shown before, so nothing is announced and the focus stays.
   */
  function showAnswer(answer: SearchAnswer, page: number, isFiltered: boolean, isBack = false): void {
    const { hits, total, unread = 0 } = answer;
    if (total + unread === 0) {
      showNone(answer, isFiltered);
      return;
    }
    show("found");
    const items = pageItems(hits);
    if (page === 0) list.replaceChildren(...items);
    else list.append(...items);
    if ((page > 0 || document.activeElement === element) && !isBack) items[0]?.querySelector("a")?.focus();
    more.hidden = !hits.length || !(answer.more ?? (page + 1) * hitsPerPage < total);
    const noteText = noteOf(answer, note.dataset);
    note.textContent = noteText;
    note.hidden = !noteText;
    const text = markAtLeast(plural(forms, total), total, unread > 0);
    if (isBack) count.textContent = text;
    else tell([noteText, text].filter(Boolean).join(" "));
    count.textContent = text;
  }

  function showNone({ query, suggestions = [] }: SearchAnswer, isFiltered: boolean): void {
    show("none");
    part("asked").textContent = query;
    // If only the filters exclude all results, nothing is missing.
    for (const report of none.querySelectorAll<HTMLElement>(".search-report")) report.hidden = isFiltered;
    const box = part("suggestions");
    box.hidden = suggestions.length === 0;
    box.querySelector("ul")?.replaceChildren(...suggestions.map(suggestionItem));
    const link = element.querySelector<HTMLAnchorElement>(".search-missing");
    if (link) link.href = (link.dataset.template ?? "").replaceAll("{query}", encodeText(query));
    announce([none.querySelector("p")?.textContent, box.hidden ? "" : box.textContent].filter(Boolean).join(" "));
  }

  return { show, showAnswer, fail };
}

const holdsFocus = (part: HTMLElement) => part.contains(document.activeElement);

function suggestionItem(suggestion: string): HTMLElement {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-quiet";
  button.textContent = suggestion;
  item.append(button);
  return item;
}

/** Consecutive hits of the same page form one item. */
export function pageItems(hits: readonly SearchHit[]): HTMLElement[] {
  const groups: SearchHit[][] = [];
  for (const hit of hits) {
    const last = groups.at(-1);
    if (last?.[0] && pageOf(last[0]) === pageOf(hit)) last.push(hit);
    else groups.push([hit]);
  }
  const list = document.createElement("ol");
  list.innerHTML = groups.map(pageItem).join("");
  return [...list.children] as HTMLElement[];
}

function pageItem(hits: SearchHit[]): string {
  const [first] = hits as [SearchHit];
  const itself = hits.find(({ type, content }) => type === "lvl1" || (type === "content" && content === null)) ?? first;
  const href = escapeHtml(siteHref(pageOf(first)));
  const places = hits.filter((hit) => hit.type !== "lvl1");
  const summary = hits.find((hit) => hit.type === "lvl1");
  return `<li class="search-hit"${statusAttribute(first)}>
    <p class="search-section">${escapeHtml(first.hierarchy.lvl0 ?? "")}</p>
    <h2 class="search-title"><a href="${href}">${titleOf(itself)}</a></h2>
    ${factsOf(first)}${summary ? excerptOf(summary) : ""}
    ${places.length > 0 ? `<ul class="search-places">${places.map(placeItem).join("")}</ul>` : ""}
    <p class="search-path">${href}</p></li>`;
}

function placeItem(hit: SearchHit): string {
  const headings = headingsOf(hit);
  const excerpt = hit.type === "content" ? excerptOf(hit) : "";
  const link = `<a href="${escapeHtml(siteHref(hit.url))}">${headings || excerpt}</a>`;
  return `<li>${link}${headings && excerpt}</li>`;
}

export type FiltersView = ReturnType<typeof filtersView>;

export function filtersView(element: HTMLElement) {
  const chips = element.querySelector(".search-chips") as HTMLElement;
  const boxes = element.querySelector(".search-facets") as HTMLElement;
  const labels: Record<FilterField, string> = JSON.parse(element.dataset.fields ?? "{}");
  const removal = element.dataset.remove ?? "";
  /** The labels of values, by field and value, as far as answers have had them. */
  const valueLabels = new Map<string, string>();

  const chip = (field: FilterField, value: string): HTMLElement => {
    const text = `${labels[field]}: ${valueLabels.get(`${field} ${value}`) ?? value}`;
    const button = filterButton(field, value, text, true);
    button.className = "search-chip";
    button.ariaLabel = fillText(removal, { filter: text });
    button.removeAttribute("aria-pressed");
    return item(button);
  };

  function showChosen(filters: Filters): void {
    const all = filterFields.flatMap((field) => (filters[field] ?? []).map((value) => chip(field, value)));
    replaceIn(chips, all);
    chips.hidden = all.length === 0;
  }

  function showFacets(facets: readonly Facet[], chosen: readonly Facet[], filters: Filters): void {
    for (const { field, values } of facets)
      for (const { value, label } of values) valueLabels.set(`${field} ${value}`, label);
    // The chosen values have the order of the filters in the address.
    for (const { field, values } of chosen) {
      for (const [index, { label }] of values.entries()) valueLabels.set(`${field} ${filters[field]?.[index]}`, label);
    }
    showChosen(filters);
    const open = boxes.querySelector<HTMLElement>("details[open]")?.dataset.field;
    const shown = facets.filter(({ values }) => values.length > 0);
    replaceIn(
      boxes,
      shown.map((facet) => box(facet, chosenValues(chosen, facet.field, filters), facet.field === open)),
    );
    element.hidden = shown.length === 0 && chips.hidden;
  }

  const box = ({ field, values }: Facet, chosen: ReadonlyMap<string, string>, isOpen: boolean): HTMLElement => {
    const details = document.createElement("details");
    details.dataset.field = field;
    details.setAttribute("name", "search-facet");
    details.open = isOpen;
    const summary = document.createElement("summary");
    summary.textContent = labels[field];
    const list = document.createElement("ul");
    list.append(...values.map((value) => item(valueButton(field, value, chosen.get(value.value)))));
    details.append(summary, list);
    return details;
  };

  return { element, showChosen, showFacets };
}

/** Moves the focus from a removed control to its replacement, or to another of its field. */
function replaceIn(part: HTMLElement, content: readonly HTMLElement[]): void {
  const focused = document.activeElement as HTMLElement;
  const hadFocus = part.contains(focused);
  part.replaceChildren(...content);
  if (!hadFocus) return;
  const buttons = [...part.querySelectorAll<HTMLElement>(focused.localName)];
  const sameField = buttons.filter((other) => fieldOf(other) === fieldOf(focused));
  (sameField.find(({ dataset }) => dataset.value === focused.dataset.value) ?? sameField[0])?.focus();
}

const fieldOf = (element: HTMLElement) => element.closest<HTMLElement>("[data-field]")?.dataset.field;

/** Maps each chosen value of a field to the filter that means it, as the address has it. */
const chosenValues = (chosen: readonly Facet[], field: FilterField, filters: Filters) =>
  new Map(
    chosen
      .filter((facet) => facet.field === field)
      .flatMap(({ values }) => values.map(({ value }, index) => [value, filters[field]?.[index] ?? value])),
  );

/** @param typedFilter the text of the filter that means this value, if there is one. */
function valueButton(field: FilterField, { value, label, count }: FacetValue, typedFilter?: string): HTMLElement {
  const button = filterButton(field, value, label, typedFilter !== undefined);
  if (typedFilter !== undefined) button.dataset.asked = typedFilter;
  const number = document.createElement("span");
  number.className = "search-facet-count";
  number.textContent = String(count);
  button.append(" ", number);
  return button;
}

function filterButton(field: FilterField, value: string, text: string, isOn: boolean): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.field = field;
  button.dataset.value = value;
  button.ariaPressed = String(isOn);
  button.textContent = text;
  return button;
}

function item(content: HTMLElement): HTMLElement {
  const listItem = document.createElement("li");
  listItem.append(content);
  return listItem;
}
