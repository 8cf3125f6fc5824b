/** The years of a register in the sidebar. Pages must not grow with their register, so for a large one the years have numbers instead of names. */

import type { YearGroup } from "../../shared/view.js";
import { archiveRoute, isArchiveByYear, yearId } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import type { Proposal, Register, RegisterYear } from "../../site/model/site.js";
import { perContextAnd } from "./memo.js";
import { proposalLink } from "./proposal-parts.js";

/** A sidebar that names more proposals than this is larger than the rest of its page. */
const maxSidebar = 200;

export function isSidebarWhole({ proposals }: Register): boolean {
  return proposals.length <= maxSidebar;
}

export function yearLabel({ year }: RegisterYear, { translator }: RenderContext): string {
  return year || translator.t("sidebar.noDate");
}

/**
 * Every proposal by year. Pages share the objects of years, and lists the whole array, so that templates render them once.
 * @param current the proposal of the page, which is marked in its year.
 */
export function yearGroups(register: Register, context: RenderContext, current?: Proposal): YearGroup[] {
  const years = wholeYears(register, context);
  const indexes = current && indexesInYears(register, context).get(current);
  const year = indexes && years[indexes.year];
  const item = year?.items[indexes?.item ?? 0];
  if (!indexes || !item) return years;
  return years.with(indexes.year, { ...year, items: year.items.with(indexes.item, { ...item, current: true }) });
}

const wholeYears = perContextAnd((register: Register, context): YearGroup[] =>
  register.years.map((year) => ({
    label: yearLabel(year, context),
    items: year.proposals.map((proposal) => proposalLink(proposal, context)),
  })),
);

/** The index of each proposal's year, and its index in the year. Without them, every page would search for its proposal in all years. */
const indexesInYears = perContextAnd(
  (register: Register): ReadonlyMap<Proposal, { year: number; item: number }> =>
    new Map(
      register.years.flatMap(({ proposals }, year) =>
        proposals.map((proposal, item) => [proposal, { year, item }] as const),
      ),
    ),
);

/** The years with the number of their proposals, each with a link into the archive. */
export const yearSummary = perContextAnd((register: Register, context): YearGroup[] => {
  const { urls } = context;
  return register.years.map((year) => ({
    label: yearLabel(year, context),
    items: [],
    more: {
      count: year.proposals.length,
      href: isArchiveByYear(register)
        ? urls.page(archiveRoute(register, year))
        : urls.page(archiveRoute(register), `#${yearId(year)}`),
    },
  }));
});
