/** A page of the site's own that is a component. */

import type { RenderContext } from "../model/context.js";
import type { OwnPage, Route } from "../model/site.js";
import type { OwnPageView } from "../shared/view.js";
import { headView } from "../view/head.js";
import { breadcrumbJsonLd, websiteJsonLd } from "../view/json-ld.js";
import { makeOwnPage } from "../view/own-pages.js";
import { sourceLinks } from "../view/proposal-parts.js";
import { frame } from "../view/shell.js";
import type { PageKind } from "./kind.js";

interface OwnRoute extends Route {
  kind: "own";
  page: OwnPage;
}

export const own: PageKind<OwnRoute> = {
  kind: "own",
  template: "OwnPage",
  routes: ({ ownPages }) => ownPages.map((page) => ({ kind: "own", route: page.route, page, source: page.code.file })),
  view: ownPageView,
};

function ownPageView({ route, page }: OwnRoute, context: RenderContext): OwnPageView {
  const { config } = context.site;
  const { title, description, html } = makeOwnPage(page, context);
  const trail = [
    { name: config.title, route: "/" },
    { name: title, route },
  ];
  const jsonLd = [route === "/" ? websiteJsonLd(context) : breadcrumbJsonLd(trail, context)];
  return {
    kind: "own",
    ...frame(route, context),
    head: headView(route, { title, description, jsonLd }, context),
    contentHtml: html,
    editHref: sourceLinks(page.code.file, config.editUrl).editHref,
  };
}
