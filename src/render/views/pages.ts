/** Views of pages that are neither the home page, nor a list, nor a proposal: docs, search, not found, redirects. */

import { posix } from "node:path";
import { contentLang } from "../../model/localized.js";
import type { DocsPage, SidebarEntry } from "../../model/site.js";
import { plainTitle } from "../../shared/title.js";
import type {
  DocView,
  LinkView,
  NotFoundView,
  RedirectView,
  SearchView,
  SidebarItem,
  VersionLink,
} from "../../shared/view.js";
import type { Draft } from "../content.js";
import type { RenderContext } from "../context.js";
import { bodyContent } from "../fill.js";
import { headView, pageTitle } from "../head.js";
import { breadcrumbJsonLd } from "../json-ld.js";
import { closedPolicy } from "../security.js";
import type { RouteOf } from "./lists.js";
import { sourceLinks } from "./proposal.js";
import { dateView, tocOf } from "./proposal-parts.js";
import { frame, localeView } from "./shell.js";

export function docView({ route, version, page }: RouteOf<"doc">, context: RenderContext): Draft<DocView> {
  const { site, translator, urls, locale } = context;
  const { config } = site;
  const document = page.translations.get(locale) ?? page.document;
  const { title, description } = document.meta;
  const history = site.history.get(document.path);
  const last = site.docs.find(({ isLast }) => isLast);
  const docsTitle = translator.label(config.docs?.title ?? "Docs");
  const trail = [
    { name: config.title, route: "/" },
    ...(page === version.mainPage ? [] : [{ name: docsTitle, route: version.mainPage.route }]),
    { name: plainTitle(title), route },
  ];
  const link = (other: DocsPage): LinkView => ({ label: docTitle(other, context), href: urls.page(other.route) });
  return {
    kind: "doc",
    ...frame(route, context),
    head: headView(
      route,
      {
        title: plainTitle(title),
        description: description || document.excerpt,
        canonicalRoute: version.isLast ? undefined : last?.pages.get(page.id)?.route,
        jsonLd: [breadcrumbJsonLd(trail, context)],
        searchTag: { tag: `docs-default-${version.name}`, version: version.name },
      },
      context,
    ),
    title,
    titleId: document.titleId,
    description,
    contentLang: contentLang(document.locale ?? config.defaultLocale, context),
    content: bodyContent(document, context),
    toc: tocOf(document.outline, config.toc),
    breadcrumbs: trail.map(({ name, route: to }) => ({
      label: name,
      href: urls.page(to),
      ...(to === route && { current: true }),
    })),
    sidebar: sidebarItems(version.sidebars.get(page.sidebar ?? "") ?? [], page, context),
    versions: site.docs.map((other) => versionLink(other.name, other.label, page, context)),
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

  function versionLink(name: string, label: string, from: DocsPage, { site: { docs } }: RenderContext): VersionLink {
    const target = docs.find((candidate) => candidate.name === name);
    const same = target?.pages.get(from.id) ?? target?.mainPage;
    return {
      name,
      label: translator.label(label),
      href: urls.page(same?.route ?? route),
      ...(name === version.name && { current: true }),
    };
  }
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

export function searchView(context: RenderContext): SearchView {
  const { translator, urls, site } = context;
  const base = site.registers[0]?.series.route ?? "/";
  return {
    kind: "search",
    ...frame("/search", context),
    head: headView(
      "/search",
      {
        title: translator.t("search.title"),
        styles: "search",
        description: translator.t("search.description", { title: site.config.title }),
        noindex: true,
      },
      context,
    ),
    action: urls.page("/search"),
    missingResultsUrl: site.config.search.provider === "none" ? undefined : site.config.search.missingResultsUrl,
    registerHref: urls.page(base),
    archiveHref: urls.page(`${base}/archive`),
  };
}

export function notFoundView(context: RenderContext): NotFoundView {
  const { translator, urls, site } = context;
  const register = site.registers[0]?.series.route ?? "/";
  return {
    kind: "notFound",
    ...frame("/404", context),
    head: headView(
      "/404",
      { title: translator.t("notFound.title"), description: translator.t("notFound.text"), noindex: true },
      context,
    ),
    homeHref: urls.page("/"),
    registerHref: urls.page(register),
    archiveHref: urls.page(posix.join(register, "archive")),
    search:
      site.config.search.provider === "none"
        ? undefined
        : { href: urls.page("/search"), base: urls.page("/").replace(/\/?$/, "/") },
  };
}

export function redirectView({ target }: RouteOf<"redirect">, context: RenderContext): RedirectView {
  const { translator, urls, site } = context;
  const href = urls.page(target);
  return {
    kind: "redirect",
    locale: localeView(context),
    title: pageTitle(translator.t("redirect.title"), site.config),
    canonical: urls.absolute(href),
    csp: closedPolicy,
    themeColor: site.config.themeColor,
    address: site.config.address,
    target: href,
  };
}
