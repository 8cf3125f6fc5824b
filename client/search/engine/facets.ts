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
  /** By field and page, the indexes of its values. */
  pages: Record<FilterField, number[][]>;
}

/** By field, the indexes of the selected values; a field without one selects all pages. */
export type Chosen = Partial<Record<FilterField, ReadonlySet<number>>>;

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
 * Values as people write them: the id, the label, or words of them, the last one perhaps unfinished. A value that matches nothing selects
 * nothing.
 */
export function choose(facets: Facets, filters: Filters): Chosen {
  const chosen: Chosen = {};
  for (const field of filterFields) {
    const wanted = filters[field] ?? [];
    if (wanted.length > 0) chosen[field] = new Set(wanted.flatMap((value) => indexesOf(facets, field, value)));
  }
  return chosen;
}

/** Whether a text means a value with these names: the id, the label, others. */
type Matches = (names: readonly string[], asked: string) => boolean;

/** Ways to match, best first: the first by which any value matches decides. */
const matchers: readonly Matches[] = [
  ([id = ""], asked) => fold(id) === asked,
  ([, label = ""], asked) => fold(label) === asked,
  (names, asked) => names.some((name) => hasWords(fold(name), asked)),
  (names, asked) => names.some((name) => fold(name).startsWith(asked)),
];

/** Among the names of people are handles (`@ann`) and addresses. The id alone is what a filter of the page itself asks for. */
const personMatchers: readonly Matches[] = [
  ([id], asked) => id === asked,
  (names, asked) => asked.includes("@") && names.some((name) => withoutSign(name) === withoutSign(asked)),
  (names, asked) => names.some((name) => hasWords(wordsOfName(name), fold(asked))),
  (names, asked) => names.some((name) => ` ${wordsOfName(name)}`.includes(` ${fold(asked)}`)),
  (names, asked) => asked.includes("@") && names.some((name) => withoutSign(name).startsWith(withoutSign(asked))),
];

function indexesOf({ values }: Facets, field: FilterField, wanted: string): number[] {
  const isPerson = field === "author";
  const asked = isPerson ? wanted.toLowerCase() : fold(wanted);
  if (fold(withoutSign(wanted)) === "") return [];
  for (const matches of isPerson ? personMatchers : matchers) {
    const indexes = values[field].flatMap((names, index) => (matches(names, asked) ? [index] : []));
    if (indexes.length > 0) return indexes;
  }
  return [];
}

const hasWords = (text: string, words: string) => ` ${text} `.includes(` ${words} `);

const withoutSign = (account: string) => account.replace(/^@/, "");

/** The words of a name or a handle, and those of an address before the `@`. */
const wordsOfName = (name: string) => fold(/^\S+@\S+$/.test(name) ? withoutSign(name).replace(/@.*/, "") : name);

/** The words of a text, or a text without words as it is. */
const fold = (text: string) => nameWords(text, []).join(" ") || text.trim().toLowerCase();

/** @param except a field that does not count. */
export function passes({ pages }: Facets, chosen: Chosen, page: number, except?: FilterField): boolean {
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
export function countFacets(facets: Facets, chosen: Chosen, pages: readonly number[]): Facet[] {
  return filterFields.map((field) => {
    const counts = new Map<number, number>();
    for (const page of pages) {
      if (!isProposal(facets, page) || !passes(facets, chosen, page, field)) continue;
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

/** The filters with the values and labels that they mean; a text that means none or several stays as it was written. */
export function resolve(facets: Facets, filters: Filters): Facet[] {
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
