/** A site's own page that is a text. */

import { plainTitle } from "../../shared/title.js";
import type { TextPageView } from "../../shared/view.js";
import type { RenderContext } from "../../site/model/context.js";
import { contentLang } from "../../site/model/localized.js";
import { isListed } from "../../site/model/proposal-list.js";
import type { Route, TextPage, Texts } from "../../site/model/site.js";
import { headView } from "../views/head.js";
import { bodyHtml } from "../views/placeholders.js";
import { dateView, sourceLinks, tocOf } from "../views/proposal-parts.js";
import { breadcrumbs, frame } from "../views/shell.js";
import type { PageKind } from "./kind.js";
import { sourceBeside, sourceLink } from "./source.js";

interface TextPageRoute extends Route {
  kind: "page";
  page: TextPage;
}

export const page: PageKind<TextPageRoute> = {
  kind: "page",
  template: "TextPage",
  routes: ({ textPages }) =>
    textPages.map((textPage) => ({
      kind: "page",
      route: textPage.route,
      page: textPage,
      isUnlisted: !isListed(textPage),
    })),
  view: textPageView,
  text: (route) => route.page,
  beside: sourceBeside((route) => route.page),
  lastChange: (route, { history }) => history.get(route.page.document.path)?.updated,
};

function textPageView({ route, page: textPage }: TextPageRoute, context: RenderContext, texts: Texts): TextPageView {
  const { site, urls, locale } = context;
  const { config } = site;
  const document = textPage.translations.get(locale) ?? textPage.document;
  const { description } = document.meta;
  const isHome = route === "/";
  const title = document.meta.title || config.title;
  const trail = [
    { name: config.title, route: "/" },
    { name: plainTitle(title), route },
  ];
  return {
    kind: "page",
    ...frame(route, context),
    head: headView(
      route,
      {
        title: isHome && title === config.title ? "" : plainTitle(title),
        description: description || document.excerpt,
        source: sourceLink(textPage, context),
      },
      context,
    ),
    title,
    titleId: document.titleId,
    contentLang: contentLang(document.locale ?? config.defaultLocale, context),
    contentHtml: bodyHtml(document, context, texts),
    toc: tocOf(document.outline),
    breadcrumbs: isHome ? [] : breadcrumbs(trail, route, context),
    editHref: sourceLinks(document.path, config.editUrl).editHref,
    lastUpdated: dateView(site.history.get(document.path)?.updated, context),
    outdated: textPage.outdated.has(locale)
      ? { originalHref: (context.allUrls.get(config.defaultLocale) ?? urls).page(route) }
      : undefined,
  };
}
