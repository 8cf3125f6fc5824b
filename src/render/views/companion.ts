/** Views of texts and folders beside proposals. */

import { posix } from "node:path";
import { contentLang, documentOf } from "../../model/localized.js";
import type { Companion, Proposal } from "../../model/site.js";
import type { CompanionDocument } from "../../shared/document.js";
import { plainTitle } from "../../shared/title.js";
import type { CompanionView, FolderView, LinkView } from "../../shared/view.js";
import type { Draft } from "../content.js";
import type { RenderContext } from "../context.js";
import { bodyContent } from "../fill.js";
import { headView } from "../head.js";
import { breadcrumbJsonLd } from "../json-ld.js";
import { perContext } from "../memo.js";
import type { RouteOf } from "./lists.js";
import { sourceLinks } from "./proposal.js";
import { dateView, proposalLink, tocOf } from "./proposal-parts.js";
import { frame } from "./shell.js";
import { isSidebarWhole, yearGroups } from "./years.js";

export function companionView(
  { route, register, companion }: RouteOf<"companion">,
  context: RenderContext,
): Draft<CompanionView> {
  const { site, translator } = context;
  const { config } = site;
  const { proposal } = companion;
  const document = textOf(companion, context);
  const { title, description } = document.meta;
  const trail = [
    { name: config.title, route: "/" },
    { name: translator.label(register.series.title), route: register.series.route },
    { name: proposal.label, route: proposal.route },
    { name: plainTitle(title), route },
  ];
  const facts = {
    title: `${proposal.label}: ${plainTitle(title)}`,
    description: description || document.excerpt,
    jsonLd: [breadcrumbJsonLd(trail, context)],
  };
  const lang = document.locale ?? documentOf(proposal, context)?.meta.lang ?? config.defaultLocale;
  return {
    kind: "companion",
    ...frame(route, context),
    head: headView(route, facts, context),
    title,
    titleId: document.titleId,
    contentLang: contentLang(lang, context),
    content: bodyContent(document, context),
    toc: tocOf(document.outline, config.toc),
    breadcrumbs: breadcrumbs(trail, route, context),
    proposal: proposalLink(proposal, context),
    ...sourceLinks(document.path, register.series.editUrl ?? config.editUrl),
    lastUpdated: dateView(site.history.get(document.path)?.updated, context),
    sidebar: isSidebarWhole(register) ? yearGroups(register, context, proposal) : [],
  };
}

export function folderView({ route, register, folder }: RouteOf<"folder">, context: RenderContext): FolderView {
  const { site, translator, urls } = context;
  const name = posix.basename(folder.path);
  const title = translator.t("folder.title", { folder: name });
  const trail = [
    { name: site.config.title, route: "/" },
    { name: translator.label(register.series.title), route: register.series.route },
    { name, route },
  ];
  return {
    kind: "folder",
    ...frame(route, context),
    head: headView(route, { title, description: title, noindex: true }, context),
    title,
    breadcrumbs: breadcrumbs(trail, route, context),
    files: folder.files.map(({ path, target }) => ({ label: path, href: urls.target(target) })),
  };
}

function breadcrumbs(trail: { name: string; route: string }[], route: string, { urls }: RenderContext): LinkView[] {
  return trail.map(({ name, route: to }) => ({
    label: name,
    href: urls.page(to),
    ...(to === route && { current: true }),
  }));
}

/** Its translation, or the original. */
function textOf({ document, translations }: Companion, { locale }: Pick<RenderContext, "locale">): CompanionDocument {
  return translations.get(locale) ?? document;
}

const byProposal = perContext(() => new Map<Proposal, Companion[]>());

/** The pages of texts beside a proposal. */
export function companionLinks(proposal: Proposal, context: RenderContext): LinkView[] {
  const { site, urls } = context;
  const known = byProposal(context);
  if (known.size === 0)
    for (const one of site.companions) known.set(one.proposal, [...(known.get(one.proposal) ?? []), one]);
  return (known.get(proposal) ?? []).map((companion) => ({
    label: plainTitle(textOf(companion, context).meta.title),
    href: urls.page(companion.route),
  }));
}
