/** Views of the register: its list, a tag's list, the tags, the archive. */

import { pageRoute } from "../../model/addresses.js";
import { statusView } from "../../model/localized.js";
import type { Proposal, Register, Route } from "../../model/site.js";
import { compareText } from "../../shared/text.js";
import type { ArchiveView, ListView, Pagination, TagsView, YearGroup } from "../../shared/view.js";
import type { RenderContext } from "../context.js";
import { headView } from "../head.js";
import { breadcrumbData, registerData } from "../json-ld.js";
import { perContext } from "../memo.js";
import { categoryView, proposalCard, proposalLink } from "./proposal-parts.js";
import { frame } from "./shell.js";

export type RouteOf<K extends Route["kind"]> = Extract<Route, { kind: K }>;

/** The proposals of one page of a list. */
export function pageItems({ register, tag, page }: RouteOf<"list">, pageSize: number): Proposal[] {
  return (tag?.proposals ?? register.proposals).slice((page - 1) * pageSize, page * pageSize);
}

export function listView(route: RouteOf<"list">, context: RenderContext): ListView {
  const { register, tag, page, pages, aliasOf } = route;
  const { words, urls, site } = context;
  const base = tag?.route ?? register.series.route;
  const total = (tag?.proposals ?? register.proposals).length;
  const items = pageItems(route, site.config.pageSize);
  const registerTitle = words.label(register.series.title);
  const title = tag ? tagTitle(tag.name, register, context) : registerTitle;
  const description = tag
    ? words.t("tag.summary", { count: total, tag: title })
    : words.t("list.description", { count: total, title });
  const trail = [
    { name: site.config.title, route: "/" },
    { name: registerTitle, route: register.series.route },
    ...(tag ? [{ name: title, route: tag.route }] : []),
  ];
  const paged = page > 1 ? words.t("list.pageTitle", { title, page }) : title;
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
        jsonLd: [registerData(register, items, route.route, context), breadcrumbData(trail, context)],
      },
      context,
    ),
    title,
    ...(tag && { tag: { name: tag.name, label: title, allHref: urls.page(`${register.series.route}/tags`) } }),
    pagination: pagination(base, page, pages, total, context),
    items: items.map((proposal) => proposalCard(proposal, register, context)),
    sidebar: yearGroups(register, context),
  };
}

/** A tag that is a category's id is shown by its own name; one that the series made from a field by the category's label. */
export function tagTitle(name: string, { series }: Register, { words }: RenderContext): string {
  const category = series.category.from === "field" ? series.category.values.find(({ id }) => id === name) : undefined;
  return words.label(category?.label ?? name);
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

/** Lists share one array, which tells the template that it need not be rendered again. */
const sharedYears = perContext(() => new Map<Register, YearGroup[]>());

/** @param current the proposal whose page this is, marked in the list. */
export function yearGroups(register: Register, context: RenderContext, current?: Proposal): YearGroup[] {
  const shared = sharedYears(context);
  const years = shared.get(register) ?? makeYears(register, context);
  shared.set(register, years);
  if (!current) return years;
  const href = context.urls.page(current.route);
  const mark = (item: YearGroup["items"][number]) => (item.href === href ? { ...item, current: true } : item);
  return years.map(({ label, items }) => ({ label, items: items.map(mark) }));
}

function makeYears(register: Register, context: RenderContext): YearGroup[] {
  return register.years.map(({ year, proposals }) => ({
    label: year || context.words.t("sidebar.noDate"),
    items: proposals.map((proposal) => proposalLink(proposal, context)),
  }));
}

export function tagsView({ route, register }: RouteOf<"tags">, context: RenderContext): TagsView {
  const { words, urls, site } = context;
  const trail = [
    { name: site.config.title, route: "/" },
    { name: words.label(register.series.title), route: register.series.route },
    { name: words.t("tags.title"), route },
  ];
  return {
    kind: "tags",
    ...frame(route, context),
    head: headView(
      route,
      {
        title: words.t("tags.title"),
        description: words.t("tags.description", { title: words.label(register.series.title) }),
        jsonLd: [breadcrumbData(trail, context)],
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

/** As the archive shows a year: the newest first, by number within a day. */
export function newestFirst(proposals: readonly Proposal[]): Proposal[] {
  return [...proposals].sort((a, b) => compareText(b.meta.date ?? "", a.meta.date ?? "") || a.number - b.number);
}

export function archiveView({ route, register }: RouteOf<"archive">, context: RenderContext): ArchiveView {
  const { words, site } = context;
  const { series, proposals } = register;
  const cards = new Map(proposals.map((proposal) => [proposal, proposalCard(proposal, register, context)]));
  const used = <T>(values: (T | undefined)[], id: (value: T) => string) => [
    ...new Map(values.flatMap((value) => (value === undefined ? [] : [[id(value), value] as const]))).values(),
  ];
  const trail = [
    { name: site.config.title, route: "/" },
    { name: words.label(series.title), route: series.route },
    { name: words.t("archive.title"), route },
  ];
  return {
    kind: "archive",
    ...frame(route, context),
    head: headView(
      route,
      {
        title: words.t("archive.title"),
        description: words.t("archive.summary", { count: proposals.length }),
        jsonLd: [breadcrumbData(trail, context)],
      },
      context,
    ),
    total: proposals.length,
    label: series.label,
    years: register.years.map(({ year, proposals: items }) => ({
      label: year || words.t("sidebar.noDate"),
      items: newestFirst(items).flatMap((proposal) => cards.get(proposal) ?? []),
    })),
    statuses: used(
      proposals.map((proposal) => statusView(proposal, context)),
      ({ id }) => id,
    ),
    categories: used(
      proposals.map((proposal) => categoryView(proposal, register, context)),
      ({ id }) => id,
    ),
    authors: [...new Set(register.people.values())].sort(compareText),
  };
}
