/** The proposals that a list in a page asks for. */

import type { ProposalList } from "../../shared/document.js";
import { compareText } from "../../shared/text.js";
import { lastChangeOf } from "./history.js";
import { statusIdOf } from "./localized.js";
import type { Proposal, Register } from "./site.js";

/** What each attribute may name, by its spellings. */
type Filter = "series" | "status" | "category" | "author" | "tag" | "year";

/** The names by which an attribute can ask for a proposal. */
const namesOf: Record<Filter, (proposal: Proposal, register: Register) => (string | undefined)[]> = {
  series: ({ series }) => [series.id, series.label],
  status: (proposal) => [statusIdOf(proposal), proposal.meta.status],
  category: ({ meta }) => [meta.category],
  author: ({ meta }, { people }) =>
    meta.authors.flatMap(({ key, name, handle }) => [people.get(key), name, handle, handle && `@${handle}`]),
  tag: (proposal, { tagsOf }) => (tagsOf.get(proposal) ?? []).map(({ name }) => name),
  year: ({ meta }) => [meta.date?.slice(0, 4)],
};

/** Names that exist even where no proposal has them now. */
const configured: Partial<Record<Filter, (register: Register) => string[]>> = {
  series: ({ series }) => [series.id, series.label],
  status: ({ series }) => series.statuses.map(({ id }) => id),
  category: ({ series }) => series.category.values.map(({ id }) => id),
};

const fold = (name: string) => name.normalize().toLowerCase();
const valuesOf = (criterion: string) => criterion.split(",").flatMap((value) => value.trim() || []);

function filtersOf({ criteria }: ProposalList): [name: Filter, values: string[]][] {
  return (Object.keys(namesOf) as Filter[]).flatMap((name): [Filter, string[]][] => {
    const value = criteria[name];
    return value === undefined ? [] : [[name, valuesOf(value)]];
  });
}

/** Newest first; those without a date last. */
const newest = (dateOf: (proposal: Proposal) => string | undefined) => (a: Proposal, b: Proposal) =>
  compareText(dateOf(b) ?? "", dateOf(a) ?? "");

const orders: Record<string, (a: Proposal, b: Proposal) => number> = {
  date: newest(({ meta }) => meta.date),
  updated: newest(lastChangeOf),
  title: (a, b) => compareText(a.meta.title, b.meta.title),
};

/** In the order of the registers, unless the list says another one. Reserved numbers are not proposals. */
function listedProposals(list: ProposalList, registers: readonly Register[]): Proposal[] {
  const filters = filtersOf(list).map(([name, values]) => [name, new Set(values.map(fold))] as const);
  const proposals = registers.flatMap((register) =>
    register.proposals.filter(
      (proposal) =>
        proposal.document &&
        filters.every(([name, filterValues]) =>
          namesOf[name](proposal, register).some(
            (proposalValue) => proposalValue !== undefined && filterValues.has(fold(proposalValue)),
          ),
        ),
    ),
  );
  const { sort = "", limit } = list.criteria;
  const order = orders[sort];
  const sorted = order ? proposals.toSorted(order) : proposals;
  return limit === undefined ? sorted : sorted.slice(0, Number(limit));
}

/** How many times a page may list the proposals that there are: each list counts a part of them, as they are looked through, and what it shows. */
const mostTimes = 10;
const costOfLooking = 0.1;

/** What each list of a page shows; undefined for those of a page that would list the registers again and again. */
export function shownLists(
  lists: readonly ProposalList[],
  registers: readonly Register[],
): (readonly Proposal[] | undefined)[] {
  const size = registers.reduce((sum, { proposals }) => sum + proposals.length, 0);
  let remaining = mostTimes * Math.max(size, 100);
  return lists.map((list) => {
    if (remaining < 0) return undefined;
    const proposals = listedProposals(list, registers);
    remaining -= proposals.length + costOfLooking * Math.max(size, 100);
    return remaining < 0 ? undefined : proposals;
  });
}

/** Values that no proposal has and the configuration does not know: most are misspelt. A year may just not have begun. */
export function unknownInList(
  list: ProposalList,
  registers: readonly Register[],
): { name: string; value: string; allowed: string[] }[] {
  return filtersOf(list).flatMap(([name, values]) => {
    if (name === "year") return [];
    const allowed = registers.flatMap((register) => [
      ...(configured[name]?.(register) ?? []),
      ...register.proposals.flatMap((proposal) =>
        namesOf[name](proposal, register).flatMap((proposalValue) => proposalValue || []),
      ),
    ]);
    const folded = new Set(allowed.map(fold));
    return values.flatMap((value) =>
      folded.has(fold(value)) ? [] : [{ name, value, allowed: [...new Set(allowed)] }],
    );
  });
}

// The order of proposals.

/** Those without numbers in the order of their titles. */
export function byNumber(a: Proposal, b: Proposal): number {
  if (a.series.numbers !== "none" && b.series.numbers !== "none") return a.number - b.number;
  return compareText(a.meta.title.toLowerCase(), b.meta.title.toLowerCase()) || compareText(a.label, b.label);
}

/** By date; those without one last. Of one day the highest number first, titles as ever. */
export function newestFirst(a: Proposal, b: Proposal): number {
  const isTitled = a.series.numbers === "none" || b.series.numbers === "none";
  return compareText(b.meta.date ?? "", a.meta.date ?? "") || (isTitled ? byNumber(a, b) : byNumber(b, a));
}

/** In a register without numbers the order is that of dates, if all have one. */
export function byDateOrTitle(proposals: readonly Proposal[]): (a: Proposal, b: Proposal) => number {
  const haveDates = proposals.every(({ meta }) => meta.date);
  return (a, b) => (haveDates ? compareText(a.meta.date ?? "", b.meta.date ?? "") : 0) || byNumber(a, b);
}
