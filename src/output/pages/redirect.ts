/** Pages that redirect: aliases, former addresses of proposals, and the base of the docs. */
import { fillPattern } from "../../config/index.js";
import { lazy } from "../../shared/lazy.js";
import { escapeHtml } from "../../shared/text.js";
import type { RedirectView } from "../../shared/view.js";
import type { RenderContext } from "../../site/model/context.js";
import type { Register, Route } from "../../site/model/site.js";
import { pageTitle } from "../views/head.js";
import { redirectPolicy, redirectScript } from "../views/security.js";
import { localeView } from "../views/shell.js";
import type { PageKind } from "./kind.js";

interface RedirectRoute extends Route {
  kind: "redirect";
  /** The route of the page that it redirects to. */
  target: string;
}

export const redirect: PageKind<RedirectRoute> = {
  kind: "redirect",
  template: "RedirectPage",
  routes: ({ registers, docs }) => [
    ...docs.flatMap(({ mainPage, route }): RedirectRoute[] =>
      mainPage.route === route ? [] : [{ kind: "redirect", route, target: mainPage.route, key: "docs.route" }],
    ),
    ...registers.flatMap((register, index) => aliasRoutes(register, `series[${index}]`)),
    ...formerRoutes(registers),
  ],
  view: redirectView,
  isIndexed: () => false,
  leadsTo: ({ target }) => target,
};

function aliasRoutes({ series, proposals }: Register, key: string): RedirectRoute[] {
  return proposals.flatMap(({ number, meta, document, route: target }) => {
    const named = document?.named ?? { status: meta.status };
    return series.aliases.flatMap((pattern, index): RedirectRoute[] => {
      const route = fillPattern(pattern, series, { ...named, number, category: meta.category });
      // A reserved number has no slug.
      if (route === target || (!document && pattern.includes("{slug}"))) return [];
      return [{ kind: "redirect", route, target, key: `${key}.aliases[${index}]` }];
    });
  });
}

/** Former addresses of proposals that were renamed or moved, each with the proposal that had it last. */
function formerRoutes(registers: readonly Register[]): RedirectRoute[] {
  const holders = new Map<string, { target: string; until: number }>();
  for (const { route: target, history } of registers.flatMap(({ proposals }) => proposals)) {
    for (const [index, { route }] of history?.versions.entries() ?? []) {
      if (route === undefined || route === target) continue;
      const until = history?.versions[index - 1]?.order ?? Number.POSITIVE_INFINITY;
      const holder = holders.get(route);
      if (!holder || holder.until < until) holders.set(route, { target, until });
    }
  }
  return [...holders].map(([route, { target }]) => ({ kind: "redirect", route, target, yields: true }));
}

function redirectView({ target }: RedirectRoute, context: RenderContext): RedirectView {
  return viewOfRedirect(context.urls.page(target), context);
}

/** @param href address of the target, with the base path, or on another site. */
export function viewOfRedirect(href: string, context: RenderContext): RedirectView {
  const { translator, urls, site } = context;
  return {
    kind: "redirect",
    locale: localeView(context),
    title: pageTitle(translator.t("redirect.title"), site.config),
    canonical: urls.absolute(href),
    csp: redirectPolicy,
    script: redirectScript,
    themeColor: site.config.themeColor,
    address: site.config.address,
    target: href,
  };
}

/** Placeholders for addresses. They are noncharacters of Unicode, which no text of a site has. */
const marks = { target: "\uFDD0", canonical: "\uFDD1" };

/**
 * @param render renders the package's template, which writes the addresses as they are.
 * @returns a function that makes the page of a redirect to an address. All pages come from one rendering, because 10,000
 * renderings take 0.3 s of CPU.
 */
export function redirectPages(
  context: RenderContext,
  render: (view: RedirectView) => string,
): (href: string) => string {
  const page = lazy(() => render({ ...viewOfRedirect("/", context), ...marks }));
  return (href) =>
    page()
      .replaceAll(marks.target, () => escapeHtml(href))
      .replaceAll(marks.canonical, () => escapeHtml(context.urls.absolute(href)));
}
