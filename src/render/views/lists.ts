/** Views of the register: its list, a tag's list, the tags, the archive. */

import { archiveRoute, isArchiveByYear, pageRoute, yearId } from "../../model/addresses.js";
import { graphRoute, insightsRoute } from "../../model/history.js";
import { statusView } from "../../model/localized.js";
import type { Proposal, Register, Route } from "../../model/site.js";
import { compareText } from "../../shared/text.js";
import type { ArchiveView, LinkView, ListView, Pagination, TagsView } from "../../shared/view.js";
import type { RenderContext } from "../context.js";
import { headView } from "../head.js";
import { breadcrumbJsonLd, registerJsonLd } from "../json-ld.js";
import { categoryView, proposalCard } from "./proposal-parts.js";
import { frame } from "./shell.js";
import { isSidebarWhole, yearGroups, yearLabel, yearSummary } from "./years.js";

export type RouteOf<K extends Route["kind"]> = Extract<Route, { kind: K }>;

/** The proposals of one page of a list. */
export function pageItems({ register, tag, page }: RouteOf<"list">, pageSize: number): Proposal[] {
  return (tag?.proposals ?? register.proposals).slice((page - 1) * pageSize, page * pageSize);
}

export function listView(route: RouteOf<"list">, context: RenderContext): ListView {
  const { register, tag, page, pages, aliasOf } = route;
  const { translator, urls, site } = context;
  const base = tag?.route ?? register.series.route;
  const total = (tag?.proposals ?? register.proposals).length;
  const items = pageItems(route, site.config.pageSize);
  const registerTitle = translator.label(register.series.title);
  const title = tag ? tagTitle(tag.name, register, context) : registerTitle;
  const description = tag
    ? translator.t("tag.summary", { count: total, tag: tag.name })
    : translator.t("list.description", { count: total, title });
  const trail = [
    { name: site.config.title, route: "/" },
    { name: registerTitle, route: register.series.route },
    ...(tag ? [{ name: title, route: tag.route }] : []),
  ];
  const paged = page > 1 ? translator.t("list.pageTitle", { title, page }) : title;
  return {
    kind: "list",
    ...frame(route.route, context),
    head: headView(
      route.route,
      {
        title: paged,
        description,
        canonicalRoute: aliasOf,
        noindex: aliasOf !== undefined,
        jsonLd: [registerJsonLd(register, items, route.route, context), breadcrumbJsonLd(trail, context)],
      },
      context,
    ),
    title,
    ...(tag && { tag: { name: tag.name, allHref: urls.page(`${register.series.route}/tags`) } }),
    pagination: pagination(base, page, pages, total, context),
    items: items.map((proposal) => proposalCard(proposal, register, context)),
    more: tag ? [] : historyLinks(register, context),
    sidebar: isSidebarWhole(register) ? yearGroups(register, context) : yearSummary(register, items, context),
  };
}

/** The parts that only a register with a history has. */
function historyLinks(register: Register, { translator, urls }: RenderContext): LinkView[] {
  if (!register.historyEnd) return [];
  const recent = { label: translator.t("list.recent"), href: urls.page(archiveRoute(register), "?changed=30") };
  return [
    ...(isArchiveByYear(register) ? [] : [recent]),
    { label: translator.t("insights.title"), href: urls.page(insightsRoute(register.series)) },
    { label: translator.t("dependencies.title"), href: urls.page(graphRoute(register.series)) },
  ];
}

/** A tag that is the id of a category has its label, as the links to the tag's page have. */
export function tagTitle(name: string, { series }: Register, { translator }: RenderContext): string {
  const category = series.category.values.find(({ id }) => id === name);
  return translator.label(category?.label ?? name);
}

/** All pages up to seven; else the first, the last and those around the current one. */
export function pagination(
  base: string,
  page: number,
  pages: number,
  total: number,
  { urls }: RenderContext,
): Pagination {
  const near = (candidate: number) =>
    pages <= 7 || candidate === 1 || candidate === pages || Math.abs(candidate - page) <= 1;
  const items: Pagination["items"] = [];
  for (let candidate = 1; candidate <= pages; candidate++) {
    if (near(candidate))
      items.push({ page: candidate, href: urls.page(pageRoute(base, candidate)), current: candidate === page });
    else if (items.at(-1) !== null) items.push(null);
  }
  return {
    page,
    pages,
    total,
    previous: page > 1 ? urls.page(pageRoute(base, page - 1)) : undefined,
    next: page < pages ? urls.page(pageRoute(base, page + 1)) : undefined,
    items,
  };
}

export function tagsView({ route, register }: RouteOf<"tags">, context: RenderContext): TagsView {
  const { translator, urls, site } = context;
  const trail = [
    { name: site.config.title, route: "/" },
    { name: translator.label(register.series.title), route: register.series.route },
    { name: translator.t("tags.title"), route },
  ];
  return {
    kind: "tags",
    ...frame(route, context),
    head: headView(
      route,
      {
        title: translator.t("tags.title"),
        description: translator.t("tags.description", { title: translator.label(register.series.title) }),
        jsonLd: [breadcrumbJsonLd(trail, context)],
      },
      context,
    ),
    tags: register.tags.map(({ name, route: to, proposals }) => ({
      name,
      label: tagTitle(name, register, context),
      href: urls.page(to),
      count: proposals.length,
    })),
  };
}

/** The order of a year in the archive: the newest first, by number within a day. */
export function newestFirst(proposals: readonly Proposal[]): Proposal[] {
  return [...proposals].sort((a, b) => compareText(b.meta.date ?? "", a.meta.date ?? "") || a.number - b.number);
}

/** The archive: all of a register, one year of it, or where it is split, an index of its years. */
export function archiveView({ route, register, year }: RouteOf<"archive">, context: RenderContext): ArchiveView {
  const { translator, site, urls } = context;
  const { series } = register;
  const isIndex = !year && isArchiveByYear(register);
  const proposals = year?.proposals ?? register.proposals;
  const listed = isIndex ? [] : proposals;
  const used = <T>(values: (T | undefined)[], id: (value: T) => string) => [
    ...new Map(values.flatMap((value) => (value === undefined ? [] : [[id(value), value] as const]))).values(),
  ];
  const all = archiveRoute(register);
  const trail = [
    { name: site.config.title, route: "/" },
    { name: translator.label(series.title), route: series.route },
    { name: translator.t("archive.title"), route: all },
    ...(year ? [{ name: yearLabel(year, context), route }] : []),
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
        jsonLd: [breadcrumbJsonLd(trail, context)],
      },
      context,
    ),
    total: proposals.length,
    label: series.label,
    ...(year && { year: { label: yearLabel(year, context), allHref: urls.page(all) } }),
    years: (year ? [year] : register.years).map((one) => ({
      id: yearId(one),
      label: yearLabel(one, context),
      count: one.proposals.length,
      ...(isIndex && { href: urls.page(archiveRoute(register, one)) }),
      items: isIndex ? [] : newestFirst(one.proposals).map((proposal) => proposalCard(proposal, register, context)),
    })),
    statuses: used(
      listed.map((proposal) => statusView(proposal, context)),
      ({ id }) => id,
    ),
    categories: used(
      listed.map((proposal) => categoryView(proposal, register, context)),
      ({ id }) => id,
    ),
    hasHistory: register.historyEnd !== undefined,
    authors: [...people].sort(compareText),
  };
}
