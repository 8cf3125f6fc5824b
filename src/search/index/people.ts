/** Who the authors of proposals are, as the filter by author knows them. */
import { addAll } from "../../shared/lists.js";
import { compareText, usualSpelling } from "../../shared/text.js";
import type { PageAuthor } from "../pages.js";

export interface Person {
  /** A handle (`@ann`) or an address; for an author who has neither, the name in quotes. No other person has it. */
  id: string;
  name: string;
  /** Further handles, addresses and spellings of the name. */
  others: string[];
}

/** The person of each author. Authors with a handle or an address in common are one person, those with only a name are not. */
export function peopleOf(authors: readonly PageAuthor[]): Map<PageAuthor, Person> {
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
  const isKnown = (text: string) =>
    [`@${text.toLowerCase()}`, text.toLowerCase()].some((account) => accounts.includes(account));
  const spellings = [...new Set(names)].filter((text) => text !== name && !isKnown(text)).sort(compareText);
  return { id, name, others: [...accounts.filter((account) => account !== id), ...spellings] };
}
