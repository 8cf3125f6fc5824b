/** Makes the file with the values of filters: authors, years, statuses and categories. Browsers fetch it only when a reader filters. */

import { addAll } from "../../../shared/lists.js";
import { type FilterField, filterFields } from "../../../shared/search.js";
import { encodeNumbers, type FacetsFile } from "../../../shared/search-index.js";
import { compareText, usualSpelling } from "../../../shared/text.js";
import type { PageAuthor, PageFacts, SearchPage } from "../page.js";

interface Person {
  /** A handle (`@ann`) or an address; for an author who has neither, the name in quotes. Unique. */
  id: string;
  name: string;
  /** Further handles, addresses and spellings of the name. */
  others: string[];
}

/** Finds the person of each author. Authors who share a handle or an address are one person; those without either are if they share the key. */
function peopleOf(authors: readonly PageAuthor[]): Map<PageAuthor, Person> {
  const groups = new Map<string, PageAuthor[]>();
  for (const author of authors) {
    const [first, ...others] = [...new Set(accountsOf(author).map((account) => groups.get(account) ?? []))];
    const group = first ?? [];
    addAll(group, [author, ...others.flat()]);
    for (const member of others.flat()) for (const account of accountsOf(member)) groups.set(account, group);
    for (const account of accountsOf(author)) groups.set(account, group);
  }
  return new Map(
    [...new Set(groups.values())].flatMap((group) => {
      const person = personOf(group);
      return group.map((author) => [author, person] as const);
    }),
  );
}

function accountsOf({ key, handle, email }: PageAuthor): string[] {
  const accounts = [...(handle ? [`@${handle}`] : []), ...(email ? [email] : [])];
  return (accounts.length > 0 ? accounts : [`"${key}"`]).map((account) => account.toLowerCase());
}

function personOf(authors: readonly PageAuthor[]): Person {
  const accounts = [...new Set(authors.flatMap(accountsOf))].sort(compareText);
  const id = accounts.find((account) => account.startsWith("@")) ?? accounts[0] ?? "";
  const name = usualSpelling(authors.map((author) => author.name));
  const names = authors.flatMap((author) => [author.name, author.written ?? author.name]);
  const isAccount = (text: string) =>
    [`@${text.toLowerCase()}`, text.toLowerCase()].some((account) => accounts.includes(account));
  const spellings = [...new Set(names)].filter((text) => text !== name && !isAccount(text)).sort(compareText);
  return { id, name, others: [...accounts.filter((account) => account !== id), ...spellings] };
}

type Value = FacetsFile["values"][FilterField][number];

/** By field, a function that lists the values of a proposal. */
type ValuesOf = Record<FilterField, (facts: PageFacts) => Value[]>;

const valuesBy = (people: ReadonlyMap<PageAuthor, Person>): ValuesOf => ({
  status: ({ status }) => (status ? [[status.id, status.label]] : []),
  category: ({ category }) => (category ? [[category.id, category.label]] : []),
  author: ({ authors }) => {
    const persons = new Set(authors.flatMap((author) => people.get(author) ?? []));
    return [...persons].map(({ id, name, others }): Value => [id, name, ...others]);
  },
  year: ({ date }) => (date ? [[date.slice(0, 4), date.slice(0, 4)]] : []),
});

export function facetsOf(pages: readonly SearchPage[]): FacetsFile {
  const valuesOf = valuesBy(peopleOf(pages.flatMap(({ facts }) => facts?.authors ?? [])));
  const values: FacetsFile["values"] = { status: [], category: [], author: [], year: [] };
  /** For each page and field, the number of values and their indexes. */
  const numbers: number[][][] = pages.map(() => []);
  for (const field of filterFields) {
    const byPage = pages.map(({ facts }) => (facts ? valuesOf[field](facts) : []));
    const byId = new Map(byPage.flat().map((value) => [value[0], value]));
    values[field] = [...byId.values()].sort(([a], [b]) => compareText(a, b));
    const indexes = new Map(values[field].map(([id], index) => [id, index]));
    for (const [page, list] of byPage.entries())
      numbers[page]?.push([list.length, ...list.map(([id]) => indexes.get(id) ?? 0)]);
  }
  return { values, pages: encodeNumbers(numbers.flat(2)) };
}
