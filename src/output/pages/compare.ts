/** The page that compares any two versions of a proposal: its script reads from the address which ones. Each series has one. */

import type { CompareView } from "../../shared/history-view.js";
import { apiFolderOf } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { comparableVersions, compareLocale, compareRoute } from "../../site/model/history.js";
import type { Register, Route } from "../../site/model/site.js";
import { headView } from "../views/head.js";
import { frame } from "../views/shell.js";
import type { PageKind } from "./kind.js";

interface CompareRoute extends Route {
  kind: "compare";
  register: Register;
}

export const compare: PageKind<CompareRoute> = {
  kind: "compare",
  template: "ComparePage",
  routes: ({ registers, config }) =>
    registers.flatMap((register, index): CompareRoute[] =>
      register.proposals.some((proposal) => comparableVersions(proposal, config).length > 0)
        ? [{ kind: "compare", route: compareRoute(register.series), register, key: `series[${index}].route` }]
        : [],
    ),
  isIn: ({ locale, site }) => locale === compareLocale(site.config),
  isIndexed: () => false,
  view: compareView,
};

function compareView({ route, register: { series } }: CompareRoute, context: RenderContext): CompareView {
  const { translator, urls } = context;
  const registerTitle = translator.label(series.title);
  const title = translator.t("compare.title");
  return {
    kind: "compare",
    // The page exists in one language, so the language menu leads to the register.
    ...frame(series.route, context),
    head: headView(
      route,
      {
        title: `${registerTitle}: ${title}`,
        styles: "compare",
        description: translator.t("compare.lead"),
        noindex: true,
      },
      context,
    ),
    title,
    registerTitle,
    registerHref: urls.page(series.route),
    proposals: urls.file(apiFolderOf(series)),
  };
}
