/** The new proposals of open pull requests. Nobody has accepted their texts, so no other page and no data file shows them. */
import type { IncomingView } from "../../../templates/IncomingPage.js";
import { formatNumber } from "../../config/index.js";
import type { RenderContext } from "../../site/model/context.js";
import { requestUrl } from "../../site/model/history.js";
import type { Route } from "../../site/model/site.js";
import { headView } from "../views/head.js";
import { frame } from "../views/shell.js";
import type { PageKind } from "./kind.js";

interface IncomingRoute extends Route {
  kind: "incoming";
}

export const incomingRoute = "/incoming";

export const incoming: PageKind<IncomingRoute> = {
  kind: "incoming",
  template: "IncomingPage",
  routes: ({ config }) => (config.incoming ? [{ kind: "incoming", route: incomingRoute, key: "incoming" }] : []),
  isIndexed: () => false,
  view: incomingView,
};

function incomingView({ route }: IncomingRoute, context: RenderContext): IncomingView {
  const { translator, site, incoming: proposals = [] } = context;
  const title = translator.t("incoming.title");
  const description = translator.t("incoming.lead");
  return {
    kind: "incoming",
    ...frame(route, context),
    head: headView(route, { title, description, styles: "archive", noindex: true }, context),
    labels: [...new Set(site.config.series.flatMap(({ numbers, label }) => (numbers === "none" ? [] : label)))],
    proposals: proposals.map(({ request, series, number, title, authors }) => ({
      number: number === undefined || series.numbers === "none" ? "" : formatNumber(number, series),
      title,
      authors,
      request: `#${request}`,
      href: requestUrl(request, site.config.editUrl),
    })),
  };
}
