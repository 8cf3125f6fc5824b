/** The graph of the requirements between a register's proposals. */

import type { DependenciesView } from "../../shared/history-view.js";
import { truncateText } from "../../shared/text.js";
import { layOut } from "../../site/history/layers.js";
import type { RenderContext } from "../../site/model/context.js";
import { graphRoute, hasDependencies, hasInsights, insightsRoute } from "../../site/model/history.js";
import { proposalTitle, statusView } from "../../site/model/localized.js";
import type { Register, Route } from "../../site/model/site.js";
import { headView } from "../views/head.js";
import { frame } from "../views/shell.js";
import type { PageKind } from "./kind.js";

interface GraphRoute extends Route {
  kind: "graph";
  register: Register;
}

export const graph: PageKind<GraphRoute> = {
  kind: "graph",
  template: "DependenciesPage",
  routes: ({ registers }) =>
    registers.flatMap((register, index): GraphRoute[] =>
      register.historyEnd
        ? [{ kind: "graph", route: graphRoute(register.series), register, key: `series[${index}].route` }]
        : [],
    ),
  isIndexed: ({ register }) => hasDependencies(register),
  view: dependenciesView,
};

const columnWidth = 168;
const rowHeight = 40;
const margin = 64;
const topMargin = 24;
/** Maximum number of characters that fit into the box of a proposal. */
const maxLabel = 17;

function dependenciesView({ route, register }: GraphRoute, context: RenderContext): DependenciesView {
  const { translator, urls } = context;
  const { series, proposals } = register;
  const drawn = proposals.filter(({ relations: { requires, requiredBy } }) =>
    [...requires, ...requiredBy].some((proposal) => proposal.series === series),
  );
  const index = new Map(drawn.map((proposal, offset) => [proposal, offset]));
  const edges = drawn.flatMap(({ relations }, from) =>
    relations.requires.flatMap((proposal): [number, number][] => {
      const to = index.get(proposal);
      return to === undefined ? [] : [[from, to]];
    }),
  );
  const { places, columns, rows } = layOut(drawn.length, edges);
  const registerTitle = translator.label(series.title);
  const title = translator.t("dependencies.title");
  const order = series.statuses.map(({ id }) => id);
  const statuses = new Map(
    drawn
      .toSorted((a, b) => order.indexOf(a.meta.status) - order.indexOf(b.meta.status))
      .map((proposal) => [proposal.meta.status, statusView(proposal, context)]),
  );
  return {
    kind: "graph",
    ...frame(route, context),
    head: headView(
      route,
      {
        title: `${registerTitle}: ${title}`,
        styles: "figures",
        description: translator.t("dependencies.lead"),
        noindex: !hasDependencies(register),
      },
      context,
    ),
    title,
    width: margin * 2 + (columns - 1) * columnWidth,
    height: 2 * topMargin + Math.max(0, rows - 1) * rowHeight,
    nodes: drawn.map((proposal, offset) => ({
      label: truncateText(proposal.label, maxLabel),
      title: proposalTitle(proposal, context),
      href: urls.page(proposal.route),
      tone: statusView(proposal, context)?.tone ?? "draft",
      x: margin + (places[offset]?.column ?? 0) * columnWidth,
      y: topMargin + (places[offset]?.row ?? 0) * rowHeight,
    })),
    edges: edges.map(([from, to]) => ({ from, to })),
    statuses: [...statuses.values()].flatMap((status) => status ?? []),
    others: proposals.length - drawn.length,
    ...(hasInsights(register) && { insightsHref: urls.page(insightsRoute(series)) }),
  };
}
