/** The page for addresses that the site does not have. */
import { posix } from "node:path";
import type { NotFoundView } from "../../shared/view.js";
import type { RenderContext } from "../../site/model/context.js";
import type { Route } from "../../site/model/site.js";
import { headView } from "../views/head.js";
import { frame } from "../views/shell.js";
import type { PageKind } from "./kind.js";

interface NotFoundRoute extends Route {
  kind: "notFound";
}

export const notFound: PageKind<NotFoundRoute> = {
  kind: "notFound",
  template: "NotFoundPage",
  routes: () => [{ kind: "notFound", route: "/404" }],
  view: (_, context) => notFoundView(context),
  isIndexed: () => false,
};

function notFoundView(context: RenderContext): NotFoundView {
  const { translator, urls, site } = context;
  const register = site.registers[0]?.series.route ?? "/";
  return {
    kind: "notFound",
    ...frame("/404", context),
    head: headView(
      "/404",
      {
        title: translator.t("notFound.title"),
        description: translator.t("notFound.text"),
        styles: "search",
        noindex: true,
      },
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
