/** The file with the data for filters: authors, years, statuses and categories. Only fetched when a reader filters. */
import { type FilterField, filterFields } from "../../shared/search-filters.js";
import { encodeNumbers, type FacetsFile } from "../../shared/search-index.js";
import { compareText } from "../../shared/text.js";
import type { PageAuthor, PageFacts, SearchPage } from "../pages.js";
import { type Person, peopleOf } from "./people.js";

type Value = FacetsFile["values"][FilterField][number];

/** The values of each field of a proposal. */
type ValuesOf = Record<FilterField, (facts: PageFacts) => Value[]>;

const valuesBy = (people: ReadonlyMap<PageAuthor, Person>): ValuesOf => ({
  status: ({ status }) => (status ? [[status.id, status.label]] : []),
  category: ({ category }) => (category ? [[category.id, category.label]] : []),
  author: ({ authors }) => {
    const found = new Set(authors.flatMap((author) => people.get(author) ?? []));
    return [...found].map(({ id, name, others }): Value => [id, name, ...others]);
  },
  year: ({ date }) => (date ? [[date.slice(0, 4), date.slice(0, 4)]] : []),
});

export function facetsOf(pages: readonly SearchPage[]): FacetsFile {
  const valuesOf = valuesBy(peopleOf(pages.flatMap(({ facts }) => facts?.authors ?? [])));
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
