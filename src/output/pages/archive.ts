/** The archive: all proposals of a register by year, on one page or on one for each year. */

import { compareText } from "../../shared/text.js";
import type { ArchiveView } from "../../shared/view.js";
import { archiveRoute, isArchiveByYear, yearId } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { statusView } from "../../site/model/localized.js";
import { byNumber } from "../../site/model/proposal-list.js";
import type { Proposal, Register, RegisterYear, Route } from "../../site/model/site.js";
import { dataBeside, itemsText, withProperty } from "../views/data.js";
import { headView } from "../views/head.js";
import { categoryView, filterName, proposalCard } from "../views/proposal-parts.js";
import { frame } from "../views/shell.js";
import { yearLabel } from "../views/years.js";
import type { PageKind } from "./kind.js";

interface ArchiveRoute extends Route {
  kind: "archive";
  register: Register;
  /** Set on the page of one year. */
  year?: RegisterYear;
}

export const archive: PageKind<ArchiveRoute> = {
  kind: "archive",
  template: "ArchivePage",
  routes: ({ registers }) =>
    registers.flatMap((register, index): ArchiveRoute[] => {
      const common = { kind: "archive", register, key: `series[${index}].route` } as const;
      return [
        { ...common, route: archiveRoute(register) },
        ...(isArchiveByYear(register) ? register.years : []).map((year) => ({
          ...common,
          route: archiveRoute(register, year),
          year,
        })),
      ];
    }),
  view: archiveView,
  beside: dataBeside(archiveData),
};

/** Sorts the proposals of a year: the newest first, by number within a day. */
function newestDayFirst(proposals: readonly Proposal[]): Proposal[] {
  return [...proposals].sort((a, b) => compareText(b.meta.date ?? "", a.meta.date ?? "") || byNumber(a, b));
}

/** The view of a whole register, of one year, or of the index of a register that has a page for each year. */
function archiveView({ route, register, year }: ArchiveRoute, context: RenderContext): ArchiveView {
  const { translator, urls, locale } = context;
  const { series } = register;
  const isIndex = !year && isArchiveByYear(register);
  const proposals = year?.proposals ?? register.proposals;
  const listed = isIndex ? [] : proposals;
  const distinct = <T>(values: (T | undefined)[], id: (value: T) => string) => [
    ...new Map(values.flatMap((value) => (value === undefined ? [] : [[id(value), value] as const]))).values(),
  ];
  const people = new Set(
    listed.flatMap(({ meta }) => meta.authors.map(({ key, name }) => register.people.get(key) ?? name)),
  );
  return {
    kind: "archive",
    ...frame(route, context),
    head: headView(
      route,
      {
        title: year ? `${translator.t("archive.title")}: ${yearLabel(year, context)}` : translator.t("archive.title"),
        styles: "archive",
        description: translator.t("archive.summary", { count: proposals.length }),
      },
      context,
    ),
    total: proposals.length,
    label: series.numbers === "none" ? "" : series.label,
    ...(year && { year: { label: yearLabel(year, context), allHref: urls.page(archiveRoute(register)) } }),
    years: (year ? [year] : register.years).map((registerYear) => ({
      id: yearId(registerYear),
      label: yearLabel(registerYear, context),
      count: registerYear.proposals.length,
      ...(isIndex && { href: urls.page(archiveRoute(register, registerYear)) }),
      items: isIndex
        ? []
        : newestDayFirst(registerYear.proposals).map((proposal) => proposalCard(proposal, register, context)),
    })),
    statuses: distinct(
      listed.map((proposal) => statusView(proposal, context)),
      ({ id }) => id,
    ),
    categories: distinct(
      listed.map((proposal) => categoryView(proposal, register, context)),
      ({ id }) => id,
    ),
    hasHistory: register.historyEnd !== undefined,
    authors: [...people].sort(compareText),
    fields: series.fields.flatMap(({ key, show, filter }) => {
      const keyValues = listed.flatMap(({ meta }) => meta.ownFields?.find((field) => field.key === key)?.values ?? []);
      const label = translator.label(typeof show === "string" ? show : key);
      const values = [...new Set(keyValues)].sort(new Intl.Collator(locale, { numeric: true }).compare);
      return filter ? [{ name: filterName(key), label, values }] : [];
    }),
  };
}

/** The data of an archive. An index of years has the number of proposals of each year, and the address of its page. */
function archiveData({ register, year: pageYear }: ArchiveRoute, context: RenderContext): string {
  const isIndex = !pageYear && isArchiveByYear(register);
  const years = pageYear ? [pageYear] : register.years;
  const groups = years.map((year) => {
    const group = { year: year.year || null, label: yearLabel(year, context) };
    return isIndex
      ? JSON.stringify({
          ...group,
          count: year.proposals.length,
          url: context.urls.page(archiveRoute(register, year)),
        })
      : withProperty(group, "items", itemsText(newestDayFirst(year.proposals), context));
  });
  return withProperty({ total: (pageYear ?? register).proposals.length }, "years", `[${groups.join(",")}]`);
}
