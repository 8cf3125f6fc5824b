/** A register's insights. The figures are those of src/site/history/insights.ts, the drawings those of charts.ts. */

import type { FileHistory } from "../../shared/history.js";
import type { ChartView, InsightsView, Paint, RankView, WaitingView } from "../../shared/history-view.js";
import { compareText } from "../../shared/text.js";
import { type MonthCounts, monthlyCounts, monthsBefore, type Stay, stays } from "../../site/history/insights.js";
import { changesFeedUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { graphRoute, hasDependencies, hasInsights, insightsRoute } from "../../site/model/history.js";
import { proposalTitle, statusNamed, statusView } from "../../site/model/localized.js";
import { byNumber } from "../../site/model/proposal-list.js";
import type { Proposal, Register, Route } from "../../site/model/site.js";
import { type ChartSeries, monthlyBars, ranges, stackedAreas, widths } from "../views/charts.js";
import { headView } from "../views/head.js";
import { breadcrumbJsonLd } from "../views/json-ld.js";
import { dateView, knownDate, lastCall, lastCallsOf, proposalLink } from "../views/proposal-parts.js";
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

/** Lists show this many entries, and the number of the others. */
const maxRows = 12;
const quietMonths = 6;

function insightsView({ route, register }: InsightsRoute, context: RenderContext): InsightsView {
  const { translator, urls, site } = context;
  const { series, historyEnd: end = "" } = register;
  const histories = register.proposals.flatMap(({ history }) => history ?? []);
  const months = monthlyCounts(histories, end);
  const grouped = histories.map((history) =>
    withFewStatuses(history, register, translator.t("insights.otherStatuses")),
  );
  const registerTitle = translator.label(series.title);
  const title = translator.t("insights.title");
  const trail = [
    { name: site.config.title, route: "/" },
    { name: registerTitle, route: series.route },
    { name: title, route },
  ];
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
        jsonLd: [breadcrumbJsonLd(trail, context)],
      },
      context,
    ),
    title,
    registerTitle,
    until: knownDate(end, context),
    ...(hasDependencies(register) && { graphHref: urls.page(graphRoute(series)) }),
    feedHref: urls.file(changesFeedUrl(series, urls.prefix)),
    charts: [
      ...(hasInsights(register)
        ? [
            statusChart(monthlyCounts(grouped, end), register, context),
            barChart("created", months, context),
            ...(months.some(({ changes }) => changes > 0) ? [barChart("changes", months, context)] : []),
          ]
        : []),
      ...stayChart(stays(grouped), register, context),
    ],
    waiting: [...lastCalls(register, context), quiet(register, end, context)].filter(({ rows }) => rows.length > 0),
    ranks: [mostRequired(register, context)].filter(({ rows }) => rows.length > 0),
  };
}

/** All statuses that proposals ever had, in the series' order, then those that the series does not have. */
function statusesOf(statuses: Iterable<string>, { series }: Register): string[] {
  const ids = series.statuses.map(({ id }) => id);
  const uniqueStatuses = [...new Set(statuses)];
  return [
    ...ids.filter((id) => uniqueStatuses.includes(id)),
    ...uniqueStatuses.filter((id) => !ids.includes(id)).sort(compareText),
  ];
}

/** One name for all statuses that the series does not have: in its first year Swift Evolution wrote 70 into that field (`Active March 16...21, 2016`). */
function withFewStatuses(history: FileHistory, { series }: Register, otherStatus: string): FileHistory {
  const statuses = history.statuses.map((change) =>
    series.statuses.length === 0 || series.statuses.some(({ id }) => id === change.status)
      ? change
      : { ...change, status: otherStatus },
  );
  return { ...history, statuses: statuses.filter(({ status }, index) => status !== statuses[index - 1]?.status) };
}

function paints(statuses: readonly string[], { series }: Register, context: RenderContext): Map<string, Paint> {
  const steps = new Map<string, number>();
  return new Map(
    statuses.map((id) => {
      const { tone } = statusNamed(id, series, context);
      const step = steps.get(tone) ?? 0;
      steps.set(tone, step + 1);
      return [id, { tone, step: step % 4 }];
    }),
  );
}

const labelsOf = ({ translator }: RenderContext) => ({ month: translator.month, number: translator.number });

function statusChart(months: readonly MonthCounts[], register: Register, context: RenderContext): ChartView {
  const { translator } = context;
  const statuses = statusesOf(
    months.flatMap((month) => [...month.statuses.keys()]),
    register,
  );
  const paint = paints(statuses, register, context);
  const labelOf = (id: string) => statusNamed(id, register.series, context).label;
  // Settled proposals are at the bottom, so that open ones are on top.
  const series = statuses.toReversed().map(
    (id): ChartSeries => ({
      label: labelOf(id),
      paint: paint.get(id) as Paint,
      values: months.map((month) => month.statuses.get(id) ?? 0),
    }),
  );
  const days = months.map(({ month }) => month);
  return {
    id: "statuses",
    title: translator.t("insights.statuses"),
    text: translator.t("insights.statusesText"),
    legend: series.toReversed().map(({ label, paint: paintOfLayer }) => ({ label, paint: paintOfLayer })),
    drawings: widths.map((width) => stackedAreas(days, series, width, labelsOf(context))),
    figures: {
      head: [translator.t("insights.month"), ...statuses.map(labelOf)],
      rows: months.map(({ month, statuses: counts }) => [
        translator.month(month),
        ...statuses.map((id) => counts.get(id) ?? 0),
      ]),
    },
  };
}

function barChart(kind: "created" | "changes", months: readonly MonthCounts[], context: RenderContext): ChartView {
  const { translator } = context;
  const title = translator.t(`insights.${kind}`);
  const days = months.map(({ month }) => month);
  const values = months.map((month) => month[kind]);
  return {
    id: kind,
    title,
    text: translator.t(`insights.${kind}Text`),
    legend: [],
    drawings: widths.map((width) => monthlyBars(days, values, width, labelsOf(context))),
    figures: {
      head: [translator.t("insights.month"), title],
      rows: months.map((month) => [translator.month(month.month), month[kind]]),
    },
  };
}

/** None if no proposal has left a status yet. */
function stayChart(all: readonly Stay[], register: Register, context: RenderContext): ChartView[] {
  if (all.length === 0) return [];
  const { translator } = context;
  const { series } = register;
  const statuses = statusesOf(
    all.map(({ status }) => status),
    register,
  );
  const paint = paints(statuses, register, context);
  const rows = statuses.flatMap((status) => all.filter((stay) => stay.status === status));
  const nameOf = ({ status }: Stay) => statusNamed(status, series, context).label;
  const drawn = rows.map(({ count, ...quartiles }) => {
    const label = nameOf({ count, ...quartiles });
    const title = `${label}: ${translator.t("insights.stay", { ...quartiles, count })}`;
    return { ...quartiles, label, title, paint: paint.get(quartiles.status) as Paint };
  });
  return [
    {
      id: "stays",
      title: translator.t("insights.stays"),
      text: translator.t("insights.staysText"),
      legend: [],
      drawings: widths.map((width) => ranges(drawn, width, labelsOf(context))),
      figures: {
        head: ["insights.status", "insights.lower", "insights.median", "insights.upper", "insights.proposals"].map(
          (key) => translator.t(key),
        ),
        rows: rows.map((stay) => [nameOf(stay), stay.lower, stay.median, stay.upper, stay.count]),
      },
    },
  ];
}

function lastCalls(register: Register, context: RenderContext): WaitingView[] {
  if (!register.series.statuses.some(({ id }) => id === lastCall)) return [];
  return [waiting("lastCalls", lastCallsOf(register), ({ meta }) => meta.deadline, "facts.deadline", context)];
}

function quiet({ proposals }: Register, end: string, context: RenderContext): WaitingView {
  const limit = monthsBefore(end, quietMonths);
  const updated = ({ history }: Proposal) => history?.updated ?? "";
  const longest = proposals
    .filter((proposal) => ["draft", "review"].includes(statusView(proposal, context)?.tone ?? ""))
    .filter((proposal) => updated(proposal) !== "" && updated(proposal) <= limit)
    .sort((a, b) => compareText(updated(a), updated(b)) || byNumber(a, b));
  return waiting("quiet", longest, updated, "insights.lastChange", context);
}

function waiting(
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
  const { translator, urls } = context;
  const ranked = proposals
    .map((proposal) => ({ proposal, count: proposal.relations.requiredBy.length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || byNumber(a.proposal, b.proposal))
    .slice(0, maxRows);
  const most = ranked[0]?.count ?? 1;
  return {
    id: "required",
    title: translator.t("insights.required"),
    text: translator.t("insights.requiredText"),
    head: [translator.t("insights.proposal"), translator.t("insights.requiredBy")],
    rows: ranked.map(({ proposal, count }) => ({
      label: proposal.label,
      title: proposalTitle(proposal, context),
      href: urls.page(proposal.route),
      numbers: [count],
      share: count / most,
    })),
  };
}
