/** A site's own page that is a React component. */

import type { OwnPageView } from "../../shared/view.js";
import type { RenderContext } from "../../site/model/context.js";
import type { OwnPage, Route } from "../../site/model/site.js";
import { renderOwnPage } from "../views/component-pages.js";
import { headView } from "../views/head.js";
import { sourceLinks } from "../views/proposal-parts.js";
import { frame } from "../views/shell.js";
import type { PageKind } from "./kind.js";

interface OwnRoute extends Route {
  kind: "own";
  page: OwnPage;
}

export const ownPage: PageKind<OwnRoute> = {
  kind: "own",
  template: "OwnPage",
  routes: ({ ownPages }) => ownPages.map((page) => ({ kind: "own", route: page.route, page, source: page.code.file })),
  view: ownPageView,
};

function ownPageView({ route, page }: OwnRoute, context: RenderContext): OwnPageView {
  const { config } = context.site;
  const { title, description, html } = renderOwnPage(page, context);
  return {
    kind: "own",
    ...frame(route, context),
    head: headView(route, { title, description }, context),
    contentHtml: html,
    editHref: sourceLinks(page.code.file, config.editUrl).editHref,
  };
}
