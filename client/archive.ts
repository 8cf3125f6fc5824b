/** Filters and sorts the rows of the archive. The query is in the address, so readers can share it and return to it. */
import { getOrAdd } from "../src/shared/lazy.js";
import { nameWords } from "../src/shared/names.js";
import type { PageTools } from "./dom.js";

/** The values of the form by the names of its fields. `sort` is a column, with `-` before it for descending order. */
export type ArchiveQuery = Partial<Record<string, string>>;

/** The values of a row that are compared with a query. */
export interface RowFacts {
  status: string;
  category: string;
  authors: string[];
  /** `field.version=2`: the values of the register's own fields, each after the name of its filter. */
  fields: string[];
  /** Day of its last change, or empty. */
  updated: string;
  /** See `textOf`. */
  text: string;
  /** Labels of its register, in lower case. */
  labels: string[];
}

/** The words of a row, with one space around each. */
export const textOf = (parts: readonly string[], labels: readonly string[]): string =>
  ` ${parts.flatMap((part) => nameWords(part, labels)).join(" ")} `;

export function matchesQuery(row: RowFacts, query: ArchiveQuery): boolean {
  const { q = "", status, category, author, changed, sort: _, ...fields } = query;
  const words = nameWords(q, row.labels);
  const isThere = (word: string, index: number) => {
    const before = words[index - 1] ?? "";
    if (!/^\d/.test(word)) return row.text.includes(word);
    // A number matches from its first digit on, but after its label only as a whole.
    return row.text.includes(row.labels.includes(before) ? ` ${before} ${word} ` : ` ${word}`);
  };
  return (
    (!status || row.status === status) &&
    (!category || row.category === category) &&
    (!author || row.authors.includes(author)) &&
    // A row without a day has a change that is not committed, which counts as today's.
    !(Date.now() - Date.parse(row.updated) > Number(changed) * 864e5) &&
    Object.entries(fields).every(([name, value]) => row.fields.includes(`${name}=${value}`)) &&
    words.every(isThere)
  );
}

/** The query of an address. @param names names of the form's fields; other parameters are ignored. */
export function queryOf(search: string, names: readonly string[]): ArchiveQuery {
  const searchParams = new URLSearchParams(search);
  return Object.fromEntries([...searchParams].filter(([name, value]) => value && names.includes(name)));
}

/** The order after a click on a column's heading: ascending, then descending, then none. */
export function nextSort(sort: string, column: string): string {
  if (sort === `-${column}`) return "";
  return sort === column ? `-${column}` : column;
}

/** @returns a function that stops it. */
export function start(fields: HTMLFormElement, { addEntry, plural }: PageTools): () => void {
  const names = [...new FormData(fields).keys()];

  /** Copies the address's query into the fields and applies it. */
  function readAddress(): void {
    const query = queryOf(location.search, names);
    for (const name of names) setField(fields, name, query[name] ?? "");
    // Without a query the page stays as it was loaded.
    if (Object.keys(query).length > 0 || rowsOfForms.has(fields)) show(fields, query, plural);
  }

  /** Applies the fields, and writes them into the address. */
  function applyFields(entry: "push" | "replace"): void {
    const searchParams = new URLSearchParams();
    for (const [name, value] of new FormData(fields)) if (value) searchParams.set(name, String(value).trim());
    const search = searchParams.size ? `?${searchParams}` : "";
    addEntry(location.pathname + search, entry);
    show(fields, queryOf(search, names), plural);
  }

  /** Typing changes the present entry of the history, and choosing adds one. */
  const entryFor = (name: string) => (name === "q" ? "replace" : "push");
  fields.addEventListener("input", ({ target }) => applyFields(entryFor((target as HTMLInputElement).name)));
  fields.addEventListener("submit", (event) => event.preventDefault());
  fields.querySelector(".filters-clear")?.addEventListener("click", () => {
    for (const name of names) if (name !== "sort") setField(fields, name, "");
    applyFields("push");
    fields.querySelector<HTMLElement>("input")?.focus();
  });
  for (const heading of document.querySelector("thead")?.querySelectorAll<HTMLElement>("th") ?? []) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.onclick = () => {
      const sort = new FormData(fields).get("sort");
      setField(fields, "sort", nextSort(String(sort), heading.dataset.column ?? ""));
      applyFields("push");
    };
  }
  document.addEventListener("cipgen:query", readAddress);
  // A reader may have filled in a field before this script was loaded.
  const filledFields = [...new FormData(fields)].flatMap(([name, value]) => (value ? name : []));
  if (filledFields[0] && !location.search) applyFields(entryFor(filledFields.at(-1) ?? ""));
  else readAddress();
  return () => document.removeEventListener("cipgen:query", readAddress);
}

/** Shows the rows that match a query, and their number in the `<output>`, which browsers announce. */
function show(fields: HTMLFormElement, query: ArchiveQuery, plural: PageTools["plural"]): void {
  const forms = JSON.parse(fields.dataset.counts ?? "{}") as Record<string, string>;
  const rows = getOrAdd(rowsOfForms, fields, readRows);
  sortRows(rows, query.sort);
  let total = 0;
  for (const year of document.querySelectorAll<HTMLElement>(".year-rows")) {
    let remaining = 0;
    for (const row of year.querySelectorAll<HTMLTableRowElement>("tr[data-status]")) {
      const facts = rows.get(row);
      row.hidden = !facts || !matchesQuery(facts, query);
      if (!row.hidden) remaining++;
    }
    year.hidden = remaining === 0;
    const label = year.querySelector(".count");
    if (label) label.textContent = plural(forms, remaining);
    total += remaining;
  }
  const head = document.querySelector("thead:has(button)");
  const first = document.querySelector(".year-rows:not([hidden]) thead");
  if (head && first && head !== first) {
    // The first visible table gets the headings that sort.
    const table = first.parentElement;
    head.replaceWith(first);
    table?.prepend(head);
  }
  const output = fields.querySelector("output");
  if (output) output.textContent = total ? plural(forms, total) : (fields.dataset.none ?? "");
  fields.toggleAttribute(
    "data-filtered",
    Object.keys(query).some((name) => name !== "sort"),
  );
}

interface Row extends RowFacts {
  /** The rows of its year. */
  year: Element | null;
}

type Rows = ReadonlyMap<HTMLTableRowElement, Row>;

/** Moves sorted rows into the first year, as one list. Equal rows, and all rows without an order, have the order in which they were loaded. */
function sortRows(rows: Rows, sort = ""): void {
  const column = sort.replace(/^-/, "");
  const isDescending = sort !== column;
  const direction = isDescending ? "descending" : "ascending";
  const headings = [...(document.querySelector("thead:has(button) tr")?.children ?? [])] as HTMLElement[];
  const index = headings.findIndex(({ dataset }) => dataset.column === column);
  for (const heading of headings) heading.ariaSort = heading === headings[index] ? direction : null;
  const first = document.querySelector(".year-rows");
  const isSorted = index >= 0;
  if (!isSorted && !first?.hasAttribute("data-sorted")) return;
  first?.toggleAttribute("data-sorted", isSorted);
  const values = new Map([...rows.keys()].map((row) => [row, cellValue(row.cells[index])]));
  // Hexadecimal numbers all have the same number of digits, so they are compared as text.
  const numeric = column !== "number" || [...values.values()].every((value) => /^\d+[a-z]?$/.test(value));
  const { compare } = new Intl.Collator(document.documentElement.lang, { numeric });
  const entries = [...rows];
  if (isSorted)
    entries.sort(([a], [b]) => {
      const [x = "", y = ""] = [values.get(a), values.get(b)];
      // Rows without a value come last in both orders.
      return x && y ? compare(x, y) * (isDescending ? -1 : 1) : +!x - +!y;
    });
  const list = first?.querySelector("tbody");
  for (const [row, { year }] of entries) (isSorted ? list : year)?.append(row);
}

const cellValue = (cell: HTMLTableCellElement | undefined): string =>
  cell?.querySelector("time")?.dateTime ?? cell?.textContent ?? "";

/** The rows of each form, read once, because folding the text of a thousand rows at every key press would be noticeable. */
const rowsOfForms = new WeakMap<HTMLFormElement, Rows>();

function readRows(): Rows {
  const label = document.querySelector("thead .number")?.textContent?.toLowerCase();
  const labels = label ? [label] : [];
  const rows = [...document.querySelectorAll<HTMLTableRowElement>("tr[data-status]")];
  return new Map(
    rows.map((row) => {
      const { status = "", category = "", authors = "", handles = "", updated = "", fields = "[]" } = row.dataset;
      const cells = [...row.cells].map((cell) => cell.textContent ?? "");
      const text = textOf([...labels, ...cells, authors, handles], labels);
      const year = row.parentElement;
      return [
        row,
        { status, category, authors: authors.split("|"), fields: JSON.parse(fields), updated, text, labels, year },
      ];
    }),
  );
}

function setField(fields: HTMLFormElement, name: string, value: string): void {
  const field = fields.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
  if (field && field.value !== value) field.value = value;
}
