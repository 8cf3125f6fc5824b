/** The home page: the register's purpose, open last calls, the latest changes and the latest proposals. */

import { compareText } from "../../shared/text.js";
import type { ActivityView, HomeView, LastCallView, ProposalCard } from "../../shared/view.js";
import { registerEvents } from "../../site/history/statuses.js";
import type { RenderContext } from "../../site/model/context.js";
import { contentLang, statusIdOf, statusNamed } from "../../site/model/localized.js";
import { newestFirst } from "../../site/model/proposal-list.js";
import type { Proposal, Route, Texts } from "../../site/model/site.js";
import { headView } from "../views/head.js";
import { eventHref, eventText } from "../views/history.js";
import { bodyHtml } from "../views/placeholders.js";
import { byDeadline, dateView, dayView, lastCallsOf, proposalCard, proposalLink } from "../views/proposal-parts.js";
import { frame, linkView } from "../views/shell.js";
import type { PageKind } from "./kind.js";

interface HomeRoute extends Route {
  kind: "home";
}

export const home: PageKind<HomeRoute> = {
  kind: "home",
  template: "HomePage",
  routes: ({ textPages, ownPages }) =>
    [...textPages, ...ownPages].some(({ route }) => route === "/") ? [] : [{ kind: "home", route: "/" }],
  view: (_, context, texts) => homeView(context, texts),
  text: (_, pages) => pages.home,
};

/** A tagline that is a whole sentence, such as that of the EIPs, becomes the lead and not the headline. */
const isSentence = (tagline: string) => tagline.length > 60 || /[.。]$/.test(tagline);

/** Longer lists are in the register and its insights. */
const maxRows = 5;

function homeView(context: RenderContext, texts: Texts): HomeView {
  const { site, translator, locale } = context;
  const { config } = site;
  const document = site.home.translations.get(locale) ?? site.home.document;
  const tagline = translator.label(config.tagline);
  const headline = isSentence(tagline) ? config.title : tagline || config.title;
  const defaultLead = isSentence(tagline) ? tagline : translator.t("home.lead", { title: headline });
  return {
    kind: "home",
    ...frame("/", context),
    head: headView(
      "/",
      {
        title: "",
        styles: "home",
        description: document?.meta.description || defaultLead,
      },
      context,
    ),
    headline: document?.meta.title || headline,
    titleId: document?.titleId,
    lead: document ? document.meta.description : defaultLead,
    actions: config.home.actions.map((action) => linkView(action, context)),
    total: site.registers.reduce((sum, { proposals }) => sum + proposals.length, 0),
    counts: categoryCounts(context),
    standing: statusRows(context),
    lastCalls: lastCallLinks(context),
    activity: activityRows(context),
    latest: latestCards(context),
    contentHtml: document ? bodyHtml(document, context, texts) : "",
    contentLang: document && contentLang(document.locale ?? config.defaultLocale, context),
  };
}

/** The number of proposals of each category. Two series may have a category of the same label, which then gets the label of its series. */
function categoryCounts({ site: { registers }, translator, urls }: RenderContext): HomeView["counts"] {
  const counts = registers.flatMap(({ series, proposals, tags }) =>
    series.category.values.flatMap(({ id, label }) => {
      const count = proposals.filter(({ meta }) => meta.category === id).length;
      const tag = tags.find(({ name }) => name === id);
      if (count === 0 || !tag) return [];
      return [{ series: series.label, count, label: translator.label(label), href: urls.page(tag.route) }];
    }),
  );
  const labelOf = ({ label, series }: (typeof counts)[number]) =>
    counts.some((count) => count.label === label && count.series !== series) ? `${label} (${series})` : label;
  return counts.map((count) => ({ count: count.count, label: labelOf(count), href: count.href }));
}

/** The number of proposals of each status that the configuration has, in its order. */
function statusRows(context: RenderContext): HomeView["standing"] {
  const { site, urls } = context;
  const counts = new Map<string, number>();
  for (const proposal of site.registers.flatMap(({ proposals }) => proposals))
    counts.set(statusIdOf(proposal), (counts.get(statusIdOf(proposal)) ?? 0) + 1);
  const rows = new Map<string, HomeView["standing"][number]>();
  for (const { series } of site.registers)
    for (const { id } of series.statuses) {
      const count = counts.get(id);
      if (count === undefined || rows.has(id)) continue;
      const href = site.routes.has("/search") && `${urls.page("/search")}?status=${encodeURIComponent(id)}`;
      rows.set(id, { status: statusNamed(id, series, context), count, ...(href && { href }) });
    }
  return [...rows.values()];
}

const latestCount = 5;

function latestCards(context: RenderContext): ProposalCard[] {
  const { registers } = context.site;
  return registers
    .flatMap((register) => register.proposals.map((proposal) => ({ proposal, register })))
    .sort((a, b) => newestFirst(a.proposal, b.proposal))
    .slice(0, latestCount)
    .map(({ proposal, register }) => {
      const card = proposalCard(proposal, register, context);
      // Among several series a number alone says little: XIP-2, not 2.
      return registers.length > 1 && card.number ? { ...card, number: proposal.label } : card;
    });
}

function lastCallLinks(context: RenderContext): LastCallView[] {
  return context.site.registers
    .flatMap(lastCallsOf)
    .sort(byDeadline)
    .slice(0, maxRows)
    .map((proposal) => ({ ...proposalLink(proposal, context), deadline: dateView(proposal.meta.deadline, context) }));
}

/**
 * One row for each proposal, with its newest change; of several on one day, a change of status comes first. New proposals
 * are left out, because the latest ones have a list of their own.
 */
function activityRows(context: RenderContext): ActivityView[] {
  const events = context.site.registers
    .flatMap((register) =>
      registerEvents(register.proposals, Number.POSITIVE_INFINITY).filter(({ kind }) => kind !== "new"),
    )
    .sort(
      (a, b) =>
        compareText(b.version.day, a.version.day) ||
        Number(b.kind === "moved") - Number(a.kind === "moved") ||
        b.version.order - a.version.order,
    );
  const rows = new Map<Proposal, ActivityView>();
  for (const event of events) {
    if (rows.size === maxRows) break;
    if (rows.has(event.proposal)) continue;
    rows.set(event.proposal, {
      text: eventText(event, context),
      href: eventHref(event, context),
      date: dayView(event.version.day, context),
    });
  }
  return [...rows.values()];
}
