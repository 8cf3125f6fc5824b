/** The file with the data for filters: authors, years, statuses and categories. Only fetched when a reader filters. */

import { type FilterField, filterFields } from "../../shared/search-filters.js";
import { encodeNumbers, type FacetsFile } from "../../shared/search-index.js";
import { compareText } from "../../shared/text.js";
import type { PageFacts, SearchPage } from "../pages.js";

type Value = FacetsFile["values"][FilterField][number];

/** The values of each field of a proposal. */
const valuesOf: Record<FilterField, (facts: PageFacts) => Value[]> = {
  status: ({ status }) => (status ? [[status.id, status.label]] : []),
  category: ({ category }) => (category ? [[category.id, category.label]] : []),
  author: ({ authors }) =>
    authors.map(({ key, name, handle, mailbox }): Value => {
      const others = [handle, mailbox].filter((other) => other !== undefined && other !== key);
      return [key.replace(/^@/, ""), name, ...(others as string[])];
    }),
  year: ({ date }) => (date ? [[date.slice(0, 4), date.slice(0, 4)]] : []),
};

export function facetsOf(pages: readonly SearchPage[]): FacetsFile {
  const values: FacetsFile["values"] = { status: [], category: [], author: [], year: [] };
  /** By page, and by field, the number of values and their indexes. */
  const numbers: number[][][] = pages.map(() => []);
  for (const field of filterFields) {
    const own = pages.map(({ facts }) => (facts ? valuesOf[field](facts) : undefined));
    const known = new Map(own.flatMap((found) => found ?? []).map((value) => [value[0], value]));
    values[field] = [...known.values()].sort(([a], [b]) => compareText(a, b));
    const indexes = new Map(values[field].map(([value], index) => [value, index]));
    for (const [page, found = []] of own.entries())
      numbers[page]?.push([found.length, ...found.map(([value]) => indexes.get(value) ?? 0)]);
  }
  return { values, pages: encodeNumbers(numbers.flat(2)) };
}
