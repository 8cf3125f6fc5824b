/** The years of a register in the sidebar. A page must not grow with its register, so a large one shows numbers instead of names. */

import { archiveRoute, isArchiveByYear, yearId } from "../../model/addresses.js";
import type { Proposal, Register, RegisterYear } from "../../model/site.js";
import type { ProposalLink, YearGroup } from "../../shared/view.js";
import type { RenderContext } from "../context.js";
import { perContext } from "../memo.js";
import { proposalLink } from "./proposal-parts.js";

/** Above this many proposals a sidebar that names all of them outweighs its page. */
const maxSidebar = 200;

export function isSidebarWhole({ proposals }: Register): boolean {
  return proposals.length <= maxSidebar;
}

export function yearLabel({ year }: RegisterYear, { translator }: RenderContext): string {
  return year || translator.t("sidebar.noDate");
}

/** Lists share one array, which tells the template that it need not be rendered again. */
const sharedYears = perContext(() => new Map<Register, YearGroup[]>());

/**
 * Every proposal by year.
 * @param current the proposal whose page this is, marked in the list.
 */
export function yearGroups(register: Register, context: RenderContext, current?: Proposal): YearGroup[] {
  const shared = sharedYears(context);
  const years = shared.get(register) ?? makeYears(register, context);
  shared.set(register, years);
  if (!current) return years;
  const href = context.urls.page(current.route);
  const mark = (item: ProposalLink) => (item.href === href ? { ...item, current: true } : item);
  return years.map(({ label, items }) => ({ label, items: items.map(mark) }));
}

function makeYears(register: Register, context: RenderContext): YearGroup[] {
  return register.years.map((year) => ({
    label: yearLabel(year, context),
    items: year.proposals.map((proposal) => proposalLink(proposal, context)),
  }));
}

/** The place of each proposal among the years: all lists together would search for all proposals once a page. */
const placesInYears = perContext(() => new Map<Register, ReadonlyMap<Proposal, { year: number; place: number }>>());

function placesOf(register: Register, context: RenderContext) {
  const shared = placesInYears(context);
  const places =
    shared.get(register) ??
    new Map(
      register.years.flatMap(({ proposals }, year) =>
        proposals.map((proposal, place) => [proposal, { year, place }] as const),
      ),
    );
  shared.set(register, places);
  return places;
}

/** The years with their numbers; those of the page's own proposals show these. */
export function yearSummary(register: Register, own: readonly Proposal[], context: RenderContext): YearGroup[] {
  const { urls } = context;
  const places = placesOf(register, context);
  const onPage = own
    .map((proposal) => ({ proposal, ...places.get(proposal) }))
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0));
  return register.years.map((year, index) => ({
    label: yearLabel(year, context),
    items: onPage.flatMap(({ proposal, year: found }) => (found === index ? proposalLink(proposal, context) : [])),
    more: {
      count: year.proposals.length,
      href: isArchiveByYear(register)
        ? urls.page(archiveRoute(register, year))
        : urls.page(archiveRoute(register), `#${yearId(year)}`),
    },
  }));
}
