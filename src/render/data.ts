/** The JSON beside the pages: public, documented in docs/data.md, stable. */

import { archiveRoute, dataFileUrl, historyFileUrl, isArchiveByYear, registerFileUrl } from "../model/addresses.js";
import { documentOf, proposalDescription, proposalTitle, statusView } from "../model/localized.js";
import { type DocsVersionPages, flattenPages, type Proposal, type Register, type Route } from "../model/site.js";
import type { MadeFile, OutputFile } from "../shared/output.js";
import type { RenderContext } from "./context.js";
import { perContextAnd } from "./memo.js";
import { newestFirst, pageItems, type RouteOf, tagTitle } from "./views/lists.js";
import { dateView } from "./views/proposal-parts.js";
import { yearLabel } from "./views/years.js";

/** A proposal in a data file. Dates are `YYYY-MM-DD`, URLs are paths of this site. */
function listItem(proposal: Proposal, context: RenderContext) {
  const { meta, label, number, route, series } = proposal;
  return {
    number,
    id: proposal.numberText,
    label,
    series: series.id,
    title: proposalTitle(proposal, context),
    description: proposalDescription(proposal, context),
    status: statusView(proposal, context)?.id,
    category: meta.category || undefined,
    tags: meta.tags,
    authors: meta.authors.map(({ key: _, ...author }) => author),
    date: meta.date,
    url: context.urls.page(route),
  };
}

/** Lists, the archive and the register have the same items. */
const itemText = perContextAnd((proposal: Proposal, context): string => JSON.stringify(listItem(proposal, context)));

/** The text of an array of items. */
function itemsText(proposals: readonly Proposal[], context: RenderContext): string {
  return `[${proposals.map((proposal) => itemText(proposal, context)).join(",")}]`;
}

/** The text of an object with another property at its end. */
function withProperty(object: object, name: string, text: string): string {
  return `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:${text}}`;
}

/** JSON of all metadata of a proposal, as the whole register lists it. */
function fullData(proposal: Proposal, context: RenderContext): string {
  const { meta, relations, absent, history } = proposal;
  const document = documentOf(proposal, context);
  const numbers = Object.fromEntries(
    Object.entries(relations).map(([kind, others]) => [
      kind,
      [...others.map((other) => other.label), ...absent.filter((one) => one.kind === kind).map((one) => one.label)],
    ]),
  );
  const others = JSON.stringify({
    statusReason: meta.statusReason,
    keywords: meta.keywords,
    updated: history?.updated ?? meta.updated,
    statusSince: history?.statuses.findLast(({ status }) => status === meta.status)?.date,
    deadline: meta.deadline,
    lastUpdated: document && context.site.history.get(document.path)?.updated,
    lang: document?.locale ?? meta.lang,
    discussions: meta.discussions,
    movedTo: meta.movedTo,
    fields: meta.ownFields && Object.fromEntries(meta.ownFields.map(({ key, text }) => [key, text])),
    ...numbers,
    headings: document?.outline.map(({ level, id, text }) => ({ level, id, text })),
    source: document?.path,
  });
  return `${itemText(proposal, context).slice(0, -1)},${others.slice(1)}`;
}

/** The data file of a route, for the kinds that have one. */
export function routeData(route: Route, context: RenderContext): MadeFile[] {
  const content = dataOf(route, context);
  return content === undefined ? [] : [json(dataFileUrl(route.route), content, context)];
}

function dataOf(route: Route, context: RenderContext): string | undefined {
  const { urls, site } = context;
  switch (route.kind) {
    case "list": {
      const items = itemsText(pageItems(route, site.config.pageSize), context);
      const total = (route.tag?.proposals ?? route.register.proposals).length;
      const { page, pages, tag } = route;
      return withProperty({ page, pages, total, ...(tag && { tag: tag.name }) }, "items", items);
    }
    case "tags":
      return JSON.stringify({
        total: route.register.tags.length,
        items: route.register.tags.map(({ name, route: to, proposals }) => ({
          name,
          label: tagTitle(name, route.register, context),
          count: proposals.length,
          url: urls.page(to),
          items: proposals.map(({ label }) => label),
        })),
      });
    case "archive":
      return archiveData(route, context);
    default:
      return undefined;
  }
}

/** For an archive by year, the index has the number of proposals of each year and the address of its page. */
function archiveData({ register, year: only }: RouteOf<"archive">, context: RenderContext): string {
  const isIndex = !only && isArchiveByYear(register);
  const years = only ? [only] : register.years;
  const groups = years.map((year) => {
    const group = { year: year.year || null, label: yearLabel(year, context) };
    return isIndex
      ? JSON.stringify({
          ...group,
          count: year.proposals.length,
          url: context.urls.page(archiveRoute(register, year)),
        })
      : withProperty(group, "items", itemsText(newestFirst(year.proposals), context));
  });
  return withProperty({ total: (only ?? register).proposals.length }, "years", `[${groups.join(",")}]`);
}

/** The whole register with all metadata. */
export function registerData(register: Register, context: RenderContext): OutputFile {
  const { series, proposals } = register;
  const title = context.translator.label(series.title);
  const head = { series: series.id, label: series.label, title, total: proposals.length };
  const items = proposals.map((proposal) => fullData(proposal, context));
  return json(registerFileUrl(series, "register"), withProperty(head, "items", `[${items.join(",")}]`), context);
}

/** The history of the register's proposals from git, in the order of their numbers. */
export function historyData({ series, proposals, historyEnd }: Register): OutputFile[] {
  if (!historyEnd) return [];
  const items = proposals.flatMap(({ number, label, history }) =>
    history
      ? [
          {
            number,
            label,
            created: history.created,
            updated: history.updated,
            versions: history.versions.length,
            statuses: history.statuses.map(({ status, date, commit }) => ({ status, date, commit })),
          },
        ]
      : [],
  );
  const content = `${JSON.stringify({ until: historyEnd, proposals: items })}\n`;
  return [{ path: historyFileUrl(series).slice(1), content }];
}

/** The docs area with its versions. */
export function docsData(versions: readonly DocsVersionPages[], context: RenderContext): OutputFile[] {
  const { docs } = context.site.config;
  if (!docs || versions.length === 0) return [];
  return [
    json(
      dataFileUrl(docs.route),
      JSON.stringify({ versions: versions.map((version) => versionData(version, context)) }),
      context,
    ),
  ];
}

function versionData(version: DocsVersionPages, context: RenderContext) {
  const { name, label, isLast, mainPage, pages, draftIds, sidebars, route } = version;
  return {
    name,
    label: context.translator.label(label),
    isLast,
    path: context.urls.page(route),
    mainDocId: mainPage.id,
    docs: [...pages.values()].map((page) => ({
      id: page.id,
      path: context.urls.page(page.route),
      sidebar: page.sidebar,
      title: (page.translations.get(context.locale) ?? page.document).meta.title,
      lastUpdated: dateView(context.site.history.get(page.document.path)?.updated, context)?.iso,
    })),
    draftIds,
    sidebars: Object.fromEntries(
      [...sidebars].map(([id, entries]) => [id, flattenPages(entries).map((page) => page.id)]),
    ),
  };
}

/** @param content JSON. */
function json(route: string, content: string, { urls }: RenderContext): MadeFile {
  return { path: `${urls.prefix}${route.replace(/^\/\//, "/")}`.slice(1), content: `${content}\n` };
}
