/** A register's insights: figures of its history, as tables with bars. Every period ends with the newest commit, so no figure depends on the clock. */

import { daysBetween } from "../../content/read/commit-dates.js";
import type { InsightsView, RankView, WaitingView } from "../../shared/history-view.js";
import { largestOf, smallestOf } from "../../shared/lists.js";
import { compareText } from "../../shared/text.js";
import { changesFeedUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { graphRoute, hasDependencies, hasInsights, insightsRoute } from "../../site/model/history.js";
import { proposalTitle, statusView } from "../../site/model/localized.js";
import { byNumber } from "../../site/model/proposal-list.js";
import type { Proposal, Register, Route } from "../../site/model/site.js";
import { headView } from "../views/head.js";
import { dateView, dayView, lastCall, lastCallsOf, proposalLink } from "../views/proposal-parts.js";
import { frame } from "../views/shell.js";
import type { PageKind } from "./kind.js";

interface InsightsRoute extends Route {
  kind: "insights";
  register: Register;
}

export const insights: PageKind<InsightsRoute> = {
  kind: "insights",
  template: "InsightsPage",
  routes: ({ registers }) =>
    registers.flatMap((register, index): InsightsRoute[] =>
      register.historyEnd
        ? [{ kind: "insights", route: insightsRoute(register.series), register, key: `series[${index}].route` }]
        : [],
    ),
  isIndexed: ({ register }) => hasInsights(register),
  view: insightsView,
};

/** Lists show this many entries, and how many more there are. */
const maxRows = 12;
const quietMonths = 6;

function insightsView({ route, register }: InsightsRoute, context: RenderContext): InsightsView {
  const { translator, urls } = context;
  const { series, historyEnd: end = "" } = register;
  const registerTitle = translator.label(series.title);
  const title = translator.t("insights.title");
  return {
    kind: "insights",
    ...frame(route, context),
    head: headView(
      route,
      {
        title: `${registerTitle}: ${title}`,
        styles: "figures",
        description: translator.t("insights.lead", { title: registerTitle, date: translator.date(end) }),
        noindex: !hasInsights(register),
      },
      context,
    ),
    title,
    registerTitle,
    until: dayView(end, context),
    ...(hasDependencies(register) && { graphHref: urls.page(graphRoute(series)) }),
    feedHref: urls.file(changesFeedUrl(series, urls.prefix)),
    ranks: [
      ...(hasInsights(register) ? yearRanks(register, context) : []),
      durationRank(register, context),
      mostRequired(register, context),
    ].filter(({ rows }) => rows.length > 0),
    waiting: [...lastCallViews(register, context), quietProposals(register, end, context)].filter(
      ({ rows }) => rows.length > 0,
    ),
  };
}

/** @param heads keys of the strings above the columns. @param rows the first number of each has a bar. */
function rankView(
  id: "statuses" | "created" | "changes" | "stays" | "required",
  heads: [name: string, ...numbers: string[]],
  rows: Omit<RankView["rows"][number], "share">[],
  { translator }: RenderContext,
): RankView {
  const barOf = ({ numbers }: (typeof rows)[number]) => numbers[0] ?? 0;
  const largest = largestOf(rows.map(barOf), 1);
  return {
    id,
    title: translator.t(`insights.${id}`),
    text: translator.t(`insights.${id}Text`),
    head: heads.map((key) => translator.t(key)) as RankView["head"],
    rows: rows.map((row) => ({ ...row, share: barOf(row) / largest })),
  };
}

/** How many proposals have each status, and how many were created or changed their status in each year. */
function yearRanks({ proposals, series, historyEnd = "" }: Register, context: RenderContext): RankView[] {
  const { translator } = context;
  const histories = proposals.flatMap(({ history }) => history ?? []);
  const countYears = (days: readonly string[]) => {
    const counts = new Map<number, number>();
    const last = Number(historyEnd.slice(0, 4));
    const first = smallestOf(histories.map(({ created }) => Number(created.slice(0, 4))));
    for (let year = first; year <= last; year++) counts.set(year, 0);
    for (const day of days) counts.set(Number(day.slice(0, 4)), (counts.get(Number(day.slice(0, 4))) ?? 0) + 1);
    return [...counts].map(([year, count]) => ({ label: String(year), numbers: [count] }));
  };
  const counts = new Map(series.statuses.map(({ label }) => [translator.label(label), 0]));
  for (const proposal of proposals) {
    const { label } = statusView(proposal, context) ?? {};
    if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const statuses = [...counts].flatMap(([label, count]) => (count > 0 ? [{ label, numbers: [count] }] : []));
  const created = countYears(histories.map(({ created: day }) => day));
  const changes = countYears(histories.flatMap((history) => history.statuses.slice(1).map(({ day }) => day)));
  return [
    rankView("statuses", ["insights.status", "insights.proposals"], statuses, context),
    rankView("created", ["search.year", "insights.proposals"], created, context),
    rankView("changes", ["search.year", "insights.changes"], changes, context),
  ];
}

/** The median of the days that proposals had each status of the series. Only periods that have ended count. */
function durationRank({ proposals, series }: Register, context: RenderContext): RankView {
  const stays = new Map<string, number[]>(series.statuses.map(({ id }) => [id, []]));
  for (const { history } of proposals)
    for (const [index, { status, day }] of (history?.statuses ?? []).entries()) {
      const next = history?.statuses[index + 1];
      if (next) stays.get(status)?.push(daysBetween(day, next.day));
    }
  const rows = series.statuses.flatMap(({ id, label }) => {
    const days = (stays.get(id) ?? []).sort((a, b) => a - b);
    const median = days[Math.floor(days.length / 2)];
    return median === undefined ? [] : [{ label: context.translator.label(label), numbers: [median, days.length] }];
  });
  return rankView("stays", ["insights.status", "insights.median", "insights.proposals"], rows, context);
}

function lastCallViews(register: Register, context: RenderContext): WaitingView[] {
  if (!register.series.statuses.some(({ id }) => id === lastCall)) return [];
  return [waitingView("lastCalls", lastCallsOf(register), ({ meta }) => meta.deadline, "facts.deadline", context)];
}

function quietProposals({ proposals }: Register, end: string, context: RenderContext): WaitingView {
  const months = Number(end.slice(0, 4)) * 12 + Number(end.slice(5, 7)) - 1 - quietMonths;
  // Days are compared as texts, so a day such as 02-30 does no harm.
  const lastDay = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}${end.slice(7)}`;
  const updated = ({ history }: Proposal) => history?.updated ?? "";
  const longest = proposals
    .filter((proposal) => ["draft", "review"].includes(statusView(proposal, context)?.tone ?? ""))
    .filter((proposal) => updated(proposal) !== "" && updated(proposal) <= lastDay)
    .sort((a, b) => compareText(updated(a), updated(b)) || byNumber(a, b));
  return waitingView("quiet", longest, updated, "insights.lastChange", context);
}

function waitingView(
  id: "lastCalls" | "quiet",
  proposals: readonly Proposal[],
  dateOf: (proposal: Proposal) => string | undefined,
  dateHead: string,
  context: RenderContext,
): WaitingView {
  const { translator } = context;
  const rows = proposals.slice(0, maxRows);
  return {
    id,
    title: translator.t(`insights.${id}`),
    text: translator.t(`insights.${id}Text`, { count: proposals.length }),
    dateHead: translator.t(dateHead),
    hasDeadlines: id === "lastCalls",
    rows: rows.map((proposal) => ({
      ...proposalLink(proposal, context),
      date: dateView(dateOf(proposal), context),
    })),
    more: proposals.length - rows.length,
  };
}

function mostRequired({ proposals }: Register, context: RenderContext): RankView {
  const ranked = proposals
    .map((proposal) => ({ proposal, count: proposal.relations.requiredBy.length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || byNumber(a.proposal, b.proposal))
    .slice(0, maxRows);
  const rows = ranked.map(({ proposal, count }) => ({
    label: proposal.label,
    title: proposalTitle(proposal, context),
    href: context.urls.page(proposal.route),
    numbers: [count],
  }));
  return rankView("required", ["insights.proposal", "insights.requiredBy"], rows, context);
}
