/** The index of all categories and tags of a register. */

import { posix } from "node:path";
import type { TagRow, TagsView } from "../../../templates/TagsPage.js";
import type { RenderContext } from "../../site/model/context.js";
import { proposalName } from "../../site/model/localized.js";
import { newestFirst } from "../../site/model/proposal-list.js";
import type { Register, Route } from "../../site/model/site.js";
import { dataBeside } from "../views/data.js";
import { headView } from "../views/head.js";
import { proposalLink } from "../views/proposal-parts.js";
import { categoryNamed, frame, tagTitle } from "../views/shell.js";
import type { PageKind } from "./kind.js";

interface TagsRoute extends Route {
  kind: "tags";
  register: Register;
}

export const tags: PageKind<TagsRoute> = {
  kind: "tags",
  template: "TagsPage",
  routes: ({ registers }) =>
    registers.map((register, index) => ({
      kind: "tags",
      route: posix.join(register.series.route, "tags"),
      register,
      key: `series[${index}].route`,
    })),
  isIndexed: ({ register }) => register.tags.length > 0,
  view: tagsView,
  beside: dataBeside(({ register }: TagsRoute, context) =>
    JSON.stringify({
      total: register.tags.length,
      items: register.tags.map(({ name, route, proposals }) => ({
        name,
        label: tagTitle(name, register, context),
        count: proposals.length,
        url: context.urls.page(route),
        items: proposals.map((proposal) => proposalName(proposal, context)),
      })),
    }),
  ),
};

/** A page of few tags shows the latest proposals of each. */
const maxWithProposals = 12;
const latestCount = 5;

function tagsView({ route, register }: TagsRoute, context: RenderContext): TagsView {
  const { translator, urls } = context;
  const latestPerRow = register.tags.length <= maxWithProposals ? latestCount : 0;
  const rows = register.tags.map(
    ({ name, route: to, proposals }): TagRow => ({
      name,
      label: tagTitle(name, register, context),
      href: urls.page(to),
      count: proposals.length,
      latest: proposals
        .toSorted(newestFirst)
        .slice(0, latestPerRow)
        .map((proposal) => proposalLink(proposal, context)),
    }),
  );
  return {
    kind: "tags",
    ...frame(route, context),
    head: headView(
      route,
      {
        title: translator.t("tags.title"),
        styles: "archive",
        description: translator.t("tags.description", { title: translator.label(register.series.title) }),
        noindex: register.tags.length === 0,
      },
      context,
    ),
    categories: rows.filter(({ name }) => categoryNamed(name, register)),
    tags: rows.filter(({ name }) => !categoryNamed(name, register)),
  };
}
