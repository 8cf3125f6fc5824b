/** The years of a register in the sidebar. A page must not grow with its register, so a large one shows numbers instead of names. */

import type { YearGroup } from "../../shared/view.js";
import { archiveRoute, isArchiveByYear, yearId } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import type { Proposal, Register, RegisterYear } from "../../site/model/site.js";
import { perContextAnd } from "./memo.js";
import { proposalLink } from "./proposal-parts.js";

/** Above this many proposals a sidebar that names all of them outweighs its page. */
const maxSidebar = 200;

export function isSidebarWhole({ proposals }: Register): boolean {
  return proposals.length <= maxSidebar;
}

export function yearLabel({ year }: RegisterYear, { translator }: RenderContext): string {
  return year || translator.t("sidebar.noDate");
}

/**
 * Every proposal by year. Pages share the years, and lists the whole array, which tells templates what need not be
 * rendered again.
 * @param current the proposal whose page this is, marked in its year.
 */
export function yearGroups(register: Register, context: RenderContext, current?: Proposal): YearGroup[] {
  const years = wholeYears(register, context);
  const location = current && placesInYears(register, context).get(current);
  const year = location && years[location.year];
  const item = year?.items[location?.index ?? 0];
  if (!location || !item) return years;
  return years.with(location.year, { ...year, items: year.items.with(location.index, { ...item, current: true }) });
}

const wholeYears = perContextAnd((register: Register, context): YearGroup[] =>
  register.years.map((year) => ({
    label: yearLabel(year, context),
    items: year.proposals.map((proposal) => proposalLink(proposal, context)),
  })),
);

/** The place of each proposal among the years: all lists together would search for all proposals once a page. */
const placesInYears = perContextAnd(
  (register: Register): ReadonlyMap<Proposal, { year: number; index: number }> =>
    new Map(
      register.years.flatMap(({ proposals }, year) =>
        proposals.map((proposal, index) => [proposal, { year, index }] as const),
      ),
    ),
);

/** The years with their numbers, each leading to its place in the archive: the names of a page's proposals are in its list. */
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
