/** Filters the archive's rows in place. The filters are in the address, so a selection can be shared and returned to. */
import { getOrAdd } from "../src/shared/lazy.js";
import { nameWords } from "../src/shared/names.js";
import type { PageTools } from "./dom.js";

const names = ["q", "status", "category", "author", "changed"] as const;

export type ArchiveQuery = Partial<Record<(typeof names)[number], string>>;

/** The values of a row that filters compare. */
export interface RowFacts {
  status: string;
  category: string;
  authors: string[];
  /** Day of its last change, or empty. */
  updated: string;
  /** See `textOf`. */
  text: string;
  /** Of its register, in lower case. */
  labels: string[];
}

/** The words of a row, with one space around each. */
export const textOf = (parts: readonly string[], labels: readonly string[]): string =>
  ` ${parts.flatMap((part) => nameWords(part, labels)).join(" ")} `;

export function matches(row: RowFacts, { q = "", status, category, author, changed }: ArchiveQuery): boolean {
  const words = nameWords(q, row.labels);
  const isThere = (word: string, index: number) => {
    const before = words[index - 1] ?? "";
    if (!/^\d/.test(word)) return row.text.includes(word);
    // A number is typed from its first digit on; beside its label it is whole.
    return row.text.includes(row.labels.includes(before) ? ` ${before} ${word} ` : ` ${word}`);
  };
  return (
    (!status || row.status === status) &&
    (!category || row.category === category) &&
    (!author || row.authors.includes(author)) &&
    // A change that is not committed has no day: it counts as today's.
    !(Date.now() - Date.parse(row.updated) > Number(changed) * 864e5) &&
    words.every(isThere)
  );
}

export function queryOf(search: string): ArchiveQuery {
  const searchParams = new URLSearchParams(search);
  return Object.fromEntries(names.flatMap((name) => (searchParams.get(name) ? [[name, searchParams.get(name)]] : [])));
}

/** @returns what stops it. */
export function start(fields: HTMLFormElement, { addEntry, plural }: PageTools): () => void {
  /** Copies the address's query into the fields and applies it. */
  function readAddress(): void {
    const query = queryOf(location.search);
    for (const name of names) setField(fields, name, query[name] ?? "");
    // Without filters all rows are shown.
    if (isAsked(query) || "filtered" in fields.dataset) show(fields, query, plural);
  }

  /** Applies the fields, and writes them into the address. */
  function ask(entry: "push" | "replace"): void {
    const searchParams = new URLSearchParams();
    for (const [name, value] of new FormData(fields)) if (value) searchParams.set(name, String(value).trim());
    const search = searchParams.size ? `?${searchParams}` : "";
    addEntry(location.pathname + search, entry);
    show(fields, queryOf(search), plural);
  }

  /** What is typed changes the present entry of the history, what is chosen adds one. */
  const entryFor = (name: string) => (name === "q" ? "replace" : "push");
  fields.addEventListener("input", ({ target }) => ask(entryFor((target as HTMLInputElement).name)));
  fields.addEventListener("submit", (event) => event.preventDefault());
  fields.querySelector(".filters-clear")?.addEventListener("click", () => {
    for (const name of names) setField(fields, name, "");
    ask("push");
    fields.querySelector<HTMLElement>("input")?.focus();
  });
  document.addEventListener("cipgen:query", readAddress);
  // A reader may have filled in a field while this was on its way.
  const early = [...new FormData(fields)].flatMap(([name, value]) => (value ? name : []));
  if (early[0] && !location.search) ask(entryFor(early.at(-1) ?? ""));
  else readAddress();
  return () => document.removeEventListener("cipgen:query", readAddress);
}

/** The `<output>` announces how many rows are left, by itself. */
function show(fields: HTMLFormElement, query: ArchiveQuery, plural: PageTools["plural"]): void {
  const forms = JSON.parse(fields.dataset.counts ?? "{}") as Record<string, string>;
  const rows = factsOf(fields);
  let total = 0;
  for (const year of document.querySelectorAll<HTMLElement>(".year-rows")) {
    let remaining = 0;
    for (const row of year.querySelectorAll<HTMLElement>("tr[data-status]")) {
      const facts = rows.get(row);
      row.hidden = !facts || !matches(facts, query);
      if (!row.hidden) remaining++;
    }
    year.hidden = remaining === 0;
    const label = year.querySelector(".count");
    if (label) label.textContent = plural(forms, remaining);
    total += remaining;
  }
  const output = fields.querySelector("output");
  if (output) output.textContent = total ? plural(forms, total) : (fields.dataset.none ?? "");
  fields.toggleAttribute("data-filtered", isAsked(query));
}

const isAsked = (query: ArchiveQuery) => Object.keys(query).length > 0;

const factsOfRows = new WeakMap<HTMLFormElement, Map<Element, RowFacts>>();

/** Read once per page: folding the text of a thousand rows at every key press would be noticeable. */
function factsOf(fields: HTMLFormElement): Map<Element, RowFacts> {
  return getOrAdd(factsOfRows, fields, () => new Map(rowFacts()));
}

function* rowFacts(): Generator<[Element, RowFacts]> {
  const label = document.querySelector("thead .number")?.textContent?.toLowerCase();
  const labels = label ? [label] : [];
  for (const row of document.querySelectorAll<HTMLTableRowElement>("tr[data-status]")) {
    const { status = "", category = "", authors = "", handles = "", updated = "" } = row.dataset;
    const cells = [...row.cells].map((cell) => cell.textContent ?? "");
    const text = textOf([...labels, ...cells, authors, handles], labels);
    yield [row, { status, category, authors: authors.split("|"), updated, text, labels }];
  }
}

function setField(fields: HTMLFormElement, name: string, value: string): void {
  const field = fields.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
  if (field && field.value !== value) field.value = value;
}
