/** The page of a text beside a proposal. Its address is below the proposal's. */

import { plainTitle } from "../../shared/title.js";
import type { CompanionView } from "../../shared/view.js";
import type { RenderContext } from "../../site/model/context.js";
import { contentLang, documentOf, proposalName } from "../../site/model/localized.js";
import type { Companion, Register, Route, Texts } from "../../site/model/site.js";
import { headView } from "../views/head.js";
import { bodyHtml } from "../views/placeholders.js";
import { companionText, dateView, proposalLink, sourceLinks, tocOf } from "../views/proposal-parts.js";
import { breadcrumbs, frame } from "../views/shell.js";
import { isSidebarWhole, yearGroups } from "../views/years.js";
import type { PageKind } from "./kind.js";
import { sourceBeside, sourceLink } from "./source.js";

interface CompanionRoute extends Route {
  kind: "companion";
  register: Register;
  companion: Companion;
}

export const companion: PageKind<CompanionRoute> = {
  kind: "companion",
  template: "CompanionPage",
  routes: ({ companions, registers }) =>
    companions.map((member) => {
      const register = registers.find(({ series }) => series === member.proposal.series) as Register;
      return {
        kind: "companion",
        route: member.route,
        register,
        companion: member,
        isUnlisted: member.proposal.meta.unlisted,
      };
    }),
  view: companionView,
  text: (route) => route.companion,
  beside: sourceBeside((route) => route.companion),
  lastChange: (route, { history }) => history.get(route.companion.document.path)?.updated,
};

function companionView(
  { route, register, companion: text }: CompanionRoute,
  context: RenderContext,
  texts: Texts,
): CompanionView {
  const { site, translator } = context;
  const { config } = site;
  const { proposal } = text;
  const document = companionText(text, context);
  const { title, description } = document.meta;
  const trail = [
    { name: config.title, route: "/" },
    { name: translator.label(register.series.title), route: register.series.route },
    { name: proposalName(proposal, context), route: proposal.route },
    { name: plainTitle(title), route },
  ];
  const facts = {
    title: `${proposalName(proposal, context)}: ${plainTitle(title)}`,
    description: description || document.excerpt,
    source: sourceLink(text, context),
  };
  const lang = document.locale ?? documentOf(proposal, context)?.meta.lang ?? config.defaultLocale;
  return {
    kind: "companion",
    ...frame(route, context),
    head: headView(route, facts, context),
    title,
    titleId: document.titleId,
    contentLang: contentLang(lang, context),
    contentHtml: bodyHtml(document, context, texts),
    toc: tocOf(document.outline),
    breadcrumbs: breadcrumbs(trail, route, context),
    proposal: proposalLink(proposal, context),
    ...sourceLinks(document.path, config.editUrl),
    lastUpdated: dateView(site.history.get(document.path)?.updated, context),
    sidebar: isSidebarWhole(register) ? yearGroups(register, context, proposal) : [],
  };
}
