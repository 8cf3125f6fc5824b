/** The search page: a form, and empty elements for the results that a script adds. */
import { posix } from "node:path";
import type { SearchView } from "../../shared/view.js";
import type { RenderContext } from "../../site/model/context.js";
import type { Route } from "../../site/model/site.js";
import { headView } from "../views/head.js";
import { frame } from "../views/shell.js";
import type { PageKind } from "./kind.js";

interface SearchRoute extends Route {
  kind: "search";
}

export const search: PageKind<SearchRoute> = {
  kind: "search",
  template: "SearchPage",
  routes: ({ config }) => (config.search.provider === "none" ? [] : [{ kind: "search", route: "/search" }]),
  view: (_, context) => searchView(context),
  isIndexed: () => false,
};

function searchView(context: RenderContext): SearchView {
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
    archiveHref: urls.page(posix.join(base, "archive")),
  };
}
