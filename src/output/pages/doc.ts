/** A page of the docs. */

import { plainTitle } from "../../shared/title.js";
import type { DocView, LinkView, SidebarItem } from "../../shared/view.js";
import type { RenderContext } from "../../site/model/context.js";
import { contentLang } from "../../site/model/localized.js";
import { isListed } from "../../site/model/proposal-list.js";
import type { DocsPage, DocsVersionPages, Route, SidebarEntry, Texts } from "../../site/model/site.js";
import { headView } from "../views/head.js";
import { bodyHtml } from "../views/placeholders.js";
import { dateView, sourceLinks, tocOf } from "../views/proposal-parts.js";
import { breadcrumbs, frame } from "../views/shell.js";
import type { PageKind } from "./kind.js";
import { sourceBeside, sourceLink } from "./source.js";

interface DocRoute extends Route {
  kind: "doc";
  version: DocsVersionPages;
  page: DocsPage;
}

export const doc: PageKind<DocRoute> = {
  kind: "doc",
  template: "DocPage",
  routes: ({ docs }) =>
    docs.flatMap((version) =>
      [...version.pages.values()].map((page) => ({
        kind: "doc",
        route: page.route,
        version,
        page,
        key: "docs.route",
        isUnlisted: !isListed(page),
      })),
    ),
  view: docView,
  text: ({ page }) => page,
  beside: sourceBeside((route) => route.page),
  lastChange: ({ page }, { history }) => history.get(page.document.path)?.updated,
  isIndexed: ({ version, page }, { docs }) => version.isLast || !docs.find(({ isLast }) => isLast)?.pages.has(page.id),
};

function docView({ route, version, page }: DocRoute, context: RenderContext, texts: Texts): DocView {
  const { site, translator, urls, locale } = context;
  const { config } = site;
  const document = page.translations.get(locale) ?? page.document;
  const { title, description } = document.meta;
  const history = site.history.get(document.path);
  const last = site.docs.find(({ isLast }) => isLast);
  const docsTitle = translator.label("Docs");
  const trail = [
    { name: config.title, route: "/" },
    ...(page === version.mainPage ? [] : [{ name: docsTitle, route: version.mainPage.route }]),
    { name: plainTitle(title), route },
  ];
  const link = (docsPage: DocsPage): LinkView => ({
    label: docTitle(docsPage, context),
    href: urls.page(docsPage.route),
  });
  return {
    kind: "doc",
    ...frame(route, context),
    head: headView(
      route,
      {
        title: plainTitle(title),
        description: description || document.excerpt,
        source: sourceLink(page, context),
        canonicalRoute: version.isLast ? undefined : last?.pages.get(page.id)?.route,
        searchTag: { tag: `docs-default-${version.name}`, version: version.name },
      },
      context,
    ),
    title,
    titleId: document.titleId,
    description,
    contentLang: contentLang(document.locale ?? config.defaultLocale, context),
    contentHtml: bodyHtml(document, context, texts),
    toc: tocOf(document.outline),
    breadcrumbs: breadcrumbs(trail, route, context),
    sidebar: sidebarItems(version.sidebars.get(page.sidebar ?? "") ?? [], page, context),
    versions: site.docs.map(({ name, label, pages, mainPage }) => ({
      name,
      label: translator.label(label),
      href: urls.page((pages.get(page.id) ?? mainPage).route),
      ...(name === version.name && { current: true }),
    })),
    ...(last &&
      !version.isLast && {
        versionNotice: {
          label: translator.label(version.label),
          latestHref: urls.page((last.pages.get(page.id) ?? last.mainPage).route),
        },
      }),
    editHref: sourceLinks(document.path, config.editUrl).editHref,
    lastUpdated: dateView(history?.updated, context),
    outdated: page.outdated.has(locale)
      ? { originalHref: (context.allUrls.get(config.defaultLocale) ?? urls).page(route) }
      : undefined,
    previous: page.previous && link(page.previous),
    next: page.next && link(page.next),
  };
}

function docTitle(page: DocsPage, { locale }: RenderContext): string {
  const { meta } = page.translations.get(locale) ?? page.document;
  return meta.sidebarLabel ?? plainTitle(meta.title);
}

function sidebarItems(entries: readonly SidebarEntry[], current: DocsPage, context: RenderContext): SidebarItem[] {
  return entries.map((entry) =>
    "document" in entry
      ? {
          label: docTitle(entry, context),
          href: context.urls.page(entry.route),
          lang: entry.translations.has(context.locale)
            ? undefined
            : contentLang(entry.document.locale ?? context.site.config.defaultLocale, context),
          current: entry === current,
          items: [],
        }
      : {
          label: context.translator.label(entry.label),
          current: false,
          items: sidebarItems(entry.items, current, context),
        },
  );
}
