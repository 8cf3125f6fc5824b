/** Filters: the pages that they select, and the number of pages for each of their values. */
import { nameWords } from "../../../src/shared/names.js";
import {
  type Facet,
  type FacetValue,
  type FilterField,
  type Filters,
  filterFields,
} from "../../../src/shared/search.js";
import { decodeNumbers, type FacetsFile } from "../../../src/shared/search-index.js";

export interface Facets {
  values: FacetsFile["values"];
  /** For each field and each page, the indexes of the values. */
  pages: Record<FilterField, number[][]>;
}

/** The indexes of the chosen values of each field. A field without chosen values selects all pages. */
export type ChosenValues = Partial<Record<FilterField, ReadonlySet<number>>>;

const maxValues = 30;

export function readFacets(text: string): Facets {
  const { values, pages } = JSON.parse(text) as FacetsFile;
  const numbers = decodeNumbers(pages);
  const byField: Facets["pages"] = { status: [], category: [], author: [], year: [] };
  for (let index = 0; index < numbers.length; ) {
    for (const field of filterFields) {
      const count = numbers[index] ?? 0;
      byField[field].push(numbers.slice(index + 1, index + 1 + count));
      index += 1 + count;
    }
  }
  return { values, pages: byField };
}

/**
 * Finds the values that filters mean. People write an id, a label, or words of them, the last one perhaps unfinished. A
 * filter that matches no value selects no page.
 */
export function chooseValues(facets: Facets, filters: Filters): ChosenValues {
  const chosen: ChosenValues = {};
  for (const field of filterFields) {
    const wanted = filters[field] ?? [];
    if (wanted.length > 0) chosen[field] = new Set(wanted.flatMap((value) => indexesOf(facets, field, value)));
  }
  return chosen;
}

/** Whether a text means a value with these names: the id, the label, others. */
type NameMatcher = (names: readonly string[], typedValue: string) => boolean;

/** Ways to match, best first: the first by which any value matches decides. */
const matchers: readonly NameMatcher[] = [
  ([id = ""], typedValue) => fold(id) === typedValue,
  ([, label = ""], typedValue) => fold(label) === typedValue,
  (names, typedValue) => names.some((name) => hasWords(fold(name), typedValue)),
  (names, typedValue) => names.some((name) => fold(name).startsWith(typedValue)),
];

/** Names of people may be handles (`@ann`) and mail addresses. The first matcher is for the page's own filters, which use ids. */
const personMatchers: readonly NameMatcher[] = [
  ([id], typedValue) => id === typedValue,
  (names, typedValue) =>
    typedValue.includes("@") && names.some((name) => withoutSign(name) === withoutSign(typedValue)),
  (names, typedValue) => names.some((name) => hasWords(wordsOfName(name), fold(typedValue))),
  (names, typedValue) => names.some((name) => ` ${wordsOfName(name)}`.includes(` ${fold(typedValue)}`)),
  (names, typedValue) =>
    typedValue.includes("@") && names.some((name) => withoutSign(name).startsWith(withoutSign(typedValue))),
];

function indexesOf({ values }: Facets, field: FilterField, wanted: string): number[] {
  const isPerson = field === "author";
  const typedValue = isPerson ? wanted.toLowerCase() : fold(wanted);
  if (fold(withoutSign(wanted)) === "") return [];
  for (const matches of isPerson ? personMatchers : matchers) {
    const indexes = values[field].flatMap((names, index) => (matches(names, typedValue) ? [index] : []));
    if (indexes.length > 0) return indexes;
  }
  return [];
}

const hasWords = (text: string, words: string) => ` ${text} `.includes(` ${words} `);

const withoutSign = (account: string) => account.replace(/^@/, "");

/** The words of a name or a handle, and those of an address before the `@`. */
const wordsOfName = (name: string) => fold(/^\S+@\S+$/.test(name) ? withoutSign(name).replace(/@.*/, "") : name);

/** The words of a text in lower case, or all of a text without words. */
const fold = (text: string) => nameWords(text, []).join(" ") || text.trim().toLowerCase();

/** Whether a page has chosen values in all fields. @param except a field that is ignored. */
export function passesFilters({ pages }: Facets, chosen: ChosenValues, page: number, except?: FilterField): boolean {
  return filterFields.every((field) => {
    const wanted = chosen[field];
    return !wanted || field === except || (pages[field][page] ?? []).some((index) => wanted.has(index));
  });
}

/** Whether a page is a proposal, which has a value in at least one field. */
export function isProposal({ pages }: Facets, page: number): boolean {
  return filterFields.some((field) => (pages[field][page] ?? []).length > 0);
}

/** How many of the pages each value of each field has, with the filters of the other fields. */
export function countFacets(facets: Facets, chosen: ChosenValues, pages: readonly number[]): Facet[] {
  return filterFields.map((field) => {
    const counts = new Map<number, number>();
    for (const page of pages) {
      if (!isProposal(facets, page) || !passesFilters(facets, chosen, page, field)) continue;
      for (const index of facets.pages[field][page] ?? []) counts.set(index, (counts.get(index) ?? 0) + 1);
    }
    const sorted = [...counts].sort(([a, count], [b, nextCount]) =>
      field === "year" ? b - a : nextCount - count || a - b,
    );
    const values = sorted.slice(0, maxValues).map(([index, count]): FacetValue => {
      const [value = "", label = ""] = facets.values[field][index] ?? [];
      return { value, label, count };
    });
    return { field, values };
  });
}

/** The filters with the values and labels that they mean. A filter that means no value or several stays as it was written. */
export function resolveFilters(facets: Facets, filters: Filters): Facet[] {
  return filterFields.flatMap((field): Facet[] => {
    const wanted = filters[field] ?? [];
    if (wanted.length === 0) return [];
    const values = wanted.map((text): FacetValue => {
      const [only, ...others] = indexesOf(facets, field, text);
      const [value = text, label = text] =
        only === undefined || others.length > 0 ? [] : (facets.values[field][only] ?? []);
      return { value, label, count: 0 };
    });
    return [{ field, values }];
  });
}
