/** The filters of the search page: active ones as chips, and for each field the other values with their numbers of results. */
import { type Facet, type FacetValue, type FilterField, type Filters, filterFields } from "../../src/shared/search.js";
import { fillText } from "../../src/shared/text.js";
import { atLeast } from "./session.js";

export type FiltersView = ReturnType<typeof filtersView>;

export function filtersView(element: HTMLElement) {
  const chips = element.querySelector(".search-chips") as HTMLElement;
  const boxes = element.querySelector(".search-facets") as HTMLElement;
  const labels: Record<FilterField, string> = JSON.parse(element.dataset.fields ?? "{}");
  const removal = element.dataset.remove ?? "";
  /** Labels by value, as far as they are known. */
  const known = new Map<string, string>();

  const chip = (field: FilterField, value: string): HTMLElement => {
    const text = `${labels[field]}: ${known.get(`${field} ${value}`) ?? value}`;
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
      for (const { value, label } of values) known.set(`${field} ${value}`, label);
    // In the order of the address.
    for (const { field, values } of chosen) {
      for (const [index, { label }] of values.entries()) known.set(`${field} ${filters[field]?.[index]}`, label);
    }
    showChosen(filters);
    const open = boxes.querySelector<HTMLElement>("details[open]")?.dataset.field;
    const shown = facets.filter(({ values }) => values.length > 0);
    replaceIn(
      boxes,
      shown.map((facet) => box(facet, meant(chosen, facet.field, filters), facet.field === open)),
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

/** What had the focus gives it to what takes its place, or to another of its field. */
function replaceIn(part: HTMLElement, content: readonly HTMLElement[]): void {
  const focused = document.activeElement as HTMLElement;
  const hadFocus = part.contains(focused);
  part.replaceChildren(...content);
  if (!hadFocus) return;
  const others = [...part.querySelectorAll<HTMLElement>(focused.localName)];
  const sameField = others.filter((other) => fieldOf(other) === fieldOf(focused));
  (sameField.find(({ dataset }) => dataset.value === focused.dataset.value) ?? sameField[0])?.focus();
}

const fieldOf = (element: HTMLElement) => element.closest<HTMLElement>("[data-field]")?.dataset.field;

/** The values that the filters of a field mean, with the text of each filter. */
const meant = (chosen: readonly Facet[], field: FilterField, filters: Filters) =>
  new Map(
    chosen
      .filter((facet) => facet.field === field)
      .flatMap(({ values }) => values.map(({ value }, index) => [value, filters[field]?.[index] ?? value])),
  );

/** @param asked the text of the filter that means this value, if there is one. */
function valueButton(field: FilterField, { value, label, count, more }: FacetValue, asked?: string): HTMLElement {
  const button = filterButton(field, value, label, asked !== undefined);
  if (asked !== undefined) button.dataset.asked = asked;
  const number = document.createElement("span");
  number.className = "search-facet-count";
  number.textContent = count + atLeast(more);
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
  const made = document.createElement("li");
  made.append(content);
  return made;
}
