/** Filters the archive's rows where they stand. What is asked for is in the address, so it can be shared and gone back to. */
import { announce, onClick, plural } from "./dom.js";
import { addEntry } from "./navigation/entries.js";

const names = ["q", "status", "category", "author", "changed"] as const;

export type Query = Partial<Record<(typeof names)[number], string>>;

/** What of a row is asked about. */
export interface RowFacts {
  status: string;
  category: string;
  authors: string[];
  /** Day of its last change, or empty. */
  updated: string;
  /** Folded, see `fold`. */
  text: string;
}

/** Lower case without marks, so that "Müller" is found as "muller". */
export const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

export function matches(row: RowFacts, { q = "", status, category, author, changed }: Query): boolean {
  return (
    (!status || row.status === status) &&
    (!category || row.category === category) &&
    (!author || row.authors.includes(author)) &&
    // What is not committed has no day, and changed just now.
    !(Date.now() - Date.parse(row.updated) > Number(changed) * 864e5) &&
    fold(q)
      .split(/\s+/)
      .every((term) => row.text.includes(term))
  );
}

export function queryOf(search: string): Query {
  const given = new URLSearchParams(search);
  return Object.fromEntries(names.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : [])));
}

const form = () => document.querySelector<HTMLFormElement>("form.filters");

export function setupArchive(): void {
  document.addEventListener("input", ({ target }) => {
    const field = target as HTMLInputElement;
    if (field.form && field.form === form()) ask(field.name === "q" ? "replace" : "push");
  });
  document.addEventListener("submit", (event) => {
    if (event.target === form()) event.preventDefault();
  });
  onClick(".filters-clear", () => {
    const fields = form();
    for (const name of names) setField(fields, name, "");
    ask("push");
    fields?.querySelector<HTMLElement>("input")?.focus();
  });
  document.addEventListener("cipgen:query", startArchive);
}

/** Puts the address's query into the fields and shows what it asks for. */
export function startArchive(): void {
  const fields = form();
  if (!fields) return;
  const query = queryOf(location.search);
  for (const name of names) setField(fields, name, query[name] ?? "");
  // All rows are shown as long as nobody has asked for some of them.
  if (isAsked(query) || "filtered" in fields.dataset) show(fields, query);
}

/** Shows what the fields say, and says so in the address. */
function ask(entry: "push" | "replace"): void {
  const fields = form();
  if (!fields) return;
  const given = new URLSearchParams();
  for (const [name, value] of new FormData(fields)) if (value) given.set(name, String(value).trim());
  const search = given.size ? `?${given}` : "";
  addEntry(location.pathname + search, entry);
  announce(show(fields, queryOf(search)));
}

/** @returns how many rows are left, in words. */
function show(fields: HTMLFormElement, query: Query): string {
  const forms = JSON.parse(fields.dataset.counts ?? "{}") as Record<string, string>;
  const rows = factsOf(fields);
  let total = 0;
  for (const year of document.querySelectorAll<HTMLElement>(".archive tbody")) {
    let left = 0;
    for (const row of year.querySelectorAll<HTMLElement>("tr[data-status]")) {
      const facts = rows.get(row);
      row.hidden = !facts || !matches(facts, query);
      if (!row.hidden) left++;
    }
    year.hidden = left === 0;
    const label = year.querySelector(".count");
    if (label) label.textContent = plural(forms, left);
    total += left;
  }
  const text = total ? plural(forms, total) : (fields.dataset.none ?? "");
  const output = fields.querySelector("output");
  if (output) output.textContent = text;
  fields.toggleAttribute("data-filtered", isAsked(query));
  return text;
}

const isAsked = (query: Query) => Object.keys(query).length > 0;

const known = new WeakMap<HTMLFormElement, Map<Element, RowFacts>>();

/** Read once a page: folding the text of a thousand rows for every key pressed would be felt. */
function factsOf(fields: HTMLFormElement): Map<Element, RowFacts> {
  const facts = known.get(fields) ?? new Map(rowFacts());
  known.set(fields, facts);
  return facts;
}

function* rowFacts(): Generator<[Element, RowFacts]> {
  for (const row of document.querySelectorAll<HTMLElement>("tr[data-status]")) {
    const { status = "", category = "", authors = "", updated = "" } = row.dataset;
    yield [
      row,
      { status, category, authors: authors.split("|"), updated, text: fold(`${row.textContent} ${authors}`) },
    ];
  }
}

function setField(fields: HTMLFormElement | null, name: string, value: string): void {
  const field = fields?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
  if (field && field.value !== value) field.value = value;
}
