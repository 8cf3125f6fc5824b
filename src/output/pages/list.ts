/** The lists of a register's proposals and of each tag's, page by page. */

import type { LinkView, ListView, Pagination } from "../../shared/view.js";
import { archiveRoute, isArchiveByYear, pageRoute } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { graphRoute, hasDependencies, hasInsights, insightsRoute } from "../../site/model/history.js";
import type { Proposal, Register, Route, Tag } from "../../site/model/site.js";
import { dataBeside, itemsText, withProperty } from "../views/data.js";
import { headView } from "../views/head.js";
import { proposalCard } from "../views/proposal-parts.js";
import { categoryNamed, frame, tagTitle } from "../views/shell.js";
import { isSidebarWhole, yearGroups, yearSummary } from "../views/years.js";
import { incomingRoute } from "./incoming.js";
import type { PageKind } from "./kind.js";

interface ListRoute extends Route {
  kind: "list";
  register: Register;
  tag?: Tag | undefined;
  page: number;
  pages: number;
  /** Set on an alias: the route of the list that it repeats. */
  aliasOf?: string;
}

export const list: PageKind<ListRoute> = {
  kind: "list",
  template: "ListPage",
  routes: ({ registers, config }) =>
    registers.flatMap((register, index) => registerRoutes(register, config.pageSize, `series[${index}].route`)),
  view: listView,
  isIndexed: ({ aliasOf }) => aliasOf === undefined,
  beside: dataBeside((route: ListRoute, context) => {
    const { page, pages, tag, register } = route;
    const items = itemsText(pageItems(route, context.site.config.pageSize), context);
    const total = (tag?.proposals ?? register.proposals).length;
    return withProperty({ page, pages, total, ...(tag && { tag: tag.name }) }, "items", items);
  }),
};

function registerRoutes(register: Register, pageSize: number, key: string): ListRoute[] {
  const { series, proposals, tags } = register;
  const lists = [
    ...pagedRoutes(series.route, register, proposals.length, pageSize),
    ...tags.flatMap((tag) => pagedRoutes(tag.route, register, tag.proposals.length, pageSize, tag)),
  ];
  const pages = countPages(proposals.length, pageSize);
  return [
    ...lists.map((route) => ({ ...route, key })),
    ...series.listAliases.map(
      (route, index): ListRoute => ({
        kind: "list",
        route,
        register,
        page: 1,
        pages,
        aliasOf: series.route,
        key: `listAliases[${index}]`,
      }),
    ),
  ];
}

function countPages(count: number, pageSize: number): number {
  return Math.max(1, Math.ceil(count / pageSize));
}

function pagedRoutes(base: string, register: Register, count: number, pageSize: number, tag?: Tag): ListRoute[] {
  const pages = countPages(count, pageSize);
  return Array.from({ length: pages }, (_, index) => ({
    kind: "list",
    route: pageRoute(base, index + 1),
    register,
    tag,
    page: index + 1,
    pages,
  }));
}

/** The proposals of one page of a list. */
function pageItems({ register, tag, page }: ListRoute, pageSize: number): Proposal[] {
  return (tag?.proposals ?? register.proposals).slice((page - 1) * pageSize, page * pageSize);
}

function listView(route: ListRoute, context: RenderContext): ListView {
  const { register, tag, page, pages, aliasOf } = route;
  const { translator, urls, site } = context;
  const base = tag?.route ?? register.series.route;
  const total = (tag?.proposals ?? register.proposals).length;
  const items = pageItems(route, site.config.pageSize);
  const registerTitle = translator.label(register.series.title);
  const title = tag ? tagTitle(tag.name, register, context) : registerTitle;
  const isCategory = tag !== undefined && categoryNamed(tag.name, register) !== undefined;
  const description =
    tag && !isCategory && register.series.numbers !== "none"
      ? translator.t("tag.summary", { count: total, tag: tag.name })
      : translator.t("list.description", { count: total, title });
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
      },
      context,
    ),
    title,
    ...(tag && { tag: { name: tag.name, isCategory, allHref: urls.page(`${register.series.route}/tags`) } }),
    pagination: pagination(base, page, pages, total, context),
    items: items.map((proposal) => proposalCard(proposal, register, context)),
    more: tag ? [] : [...incomingLink(context), ...historyLinks(register, context)],
    sidebar: isSidebarWhole(register) ? yearGroups(register, context) : yearSummary(register, context),
  };
}

const incomingLink = ({ incoming, translator, urls }: RenderContext): LinkView[] =>
  incoming ? [{ label: translator.t("incoming.title"), href: urls.page(incomingRoute) }] : [];

/** Links to pages that only a register with a history has. */
function historyLinks(register: Register, { translator, urls }: RenderContext): LinkView[] {
  if (!register.historyEnd) return [];
  const recent = { label: translator.t("list.recent"), href: urls.page(archiveRoute(register), "?changed=30") };
  return [
    ...(isArchiveByYear(register) ? [] : [recent]),
    ...(hasInsights(register)
      ? [{ label: translator.t("insights.title"), href: urls.page(insightsRoute(register.series)) }]
      : []),
    ...(hasDependencies(register)
      ? [{ label: translator.t("dependencies.title"), href: urls.page(graphRoute(register.series)) }]
      : []),
  ];
}

/** All pages up to seven; else the first, the last and those around the current one. */
function pagination(base: string, page: number, pages: number, total: number, { urls }: RenderContext): Pagination {
  const isShown = (candidate: number) =>
    pages <= 7 || candidate === 1 || candidate === pages || Math.abs(candidate - page) <= 1;
  const items: Pagination["items"] = [];
  for (let candidate = 1; candidate <= pages; candidate++) {
    if (isShown(candidate))
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
