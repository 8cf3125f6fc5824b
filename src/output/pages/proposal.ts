/** The page of a proposal. */
import { isMovedStatus } from "../../config/index.js";
import type { Author } from "../../shared/document.js";
import { escapeHtml, fillText, foldSpaces } from "../../shared/text.js";
import { isExternalUrl } from "../../shared/url.js";
import type { AuthorView, BannerView, LinkView, ProposalView, RelationView } from "../../shared/view.js";
import type { RenderContext } from "../../site/model/context.js";
import { lastChangeOf } from "../../site/model/history.js";
import {
  documentOf,
  fullTitle,
  proposalDescription,
  proposalLang,
  proposalTitle,
  statusView,
  writtenTitle,
} from "../../site/model/localized.js";
import { allProposals } from "../../site/model/proposal-list.js";
import type { Proposal, Register, RelationKind, Route, Texts } from "../../site/model/site.js";
import { encode } from "../../site/model/urls.js";
import { cardOf, cardUrl } from "../views/cards.js";
import { headView } from "../views/head.js";
import { historyView, outdatedView } from "../views/history.js";
import { bodyHtml } from "../views/placeholders.js";
import {
  categoryView,
  citationOf,
  companionLinks,
  dateView,
  hostOf,
  lastCall,
  metaDate,
  ownFieldView,
  proposalLink,
  shownDigest,
  sourceLinks,
  tagLinks,
  tocOf,
} from "../views/proposal-parts.js";
import { frame } from "../views/shell.js";
import { isSidebarWhole, yearGroups } from "../views/years.js";
import type { PageKind } from "./kind.js";
import { sourceBeside, sourceLink } from "./source.js";

interface ProposalRoute extends Route {
  kind: "proposal";
  register: Register;
  proposal: Proposal;
}

export const proposal: PageKind<ProposalRoute> = {
  kind: "proposal",
  template: "ProposalPage",
  routes: ({ registers }) =>
    registers.flatMap((register, index) =>
      allProposals(register).map((member) => ({
        kind: "proposal",
        route: member.route,
        register,
        proposal: member,
        key: `series[${index}].permalink`,
        isUnlisted: member.meta.unlisted,
      })),
    ),
  view: proposalView,
  text: (route) => route.proposal,
  lastChange: (route) => lastChangeOf(route.proposal),
  beside: sourceBeside((route) => route.proposal),
};

function proposalView(
  { route, register, proposal: shownProposal }: ProposalRoute,
  context: RenderContext,
  texts: Texts,
): ProposalView {
  const { site, translator, urls } = context;
  const { meta, series, label } = shownProposal;
  const document = documentOf(shownProposal, context);
  const title = proposalTitle(shownProposal, context);
  const description = proposalDescription(shownProposal, context);
  const history = document && site.history.get(document.path);
  const modified = history?.updated ?? meta.updated;
  const category = categoryView(shownProposal, register, context);
  const source = sourceLink(shownProposal, context);
  const status = statusView(shownProposal, context);
  const isNumbered = series.numbers !== "none";
  return {
    kind: "proposal",
    ...frame(route, context),
    head: headView(
      route,
      {
        title: fullTitle(shownProposal, context),
        description,
        source,
        image: site.config.socialCards && !meta.unlisted ? cardUrl(cardOf(shownProposal, context)) : undefined,
        keywords: meta.keywords,
        article: { published: meta.date, modified, data: articleData(shownProposal, modified, context) },
      },
      context,
    ),
    number: isNumbered ? shownProposal.numberText : "",
    label: isNumbered ? label : "",
    title: writtenTitle(shownProposal, context),
    titleId: document?.titleId,
    // Left out if the first paragraph repeats it.
    description: meta.description && foldSpaces(document?.excerpt ?? "") !== foldSpaces(description) ? description : "",
    contentLang: proposalLang(shownProposal, context),
    status: status && { ...status, ...(meta.statusReason && { reason: meta.statusReason }) },
    category,
    tags: tagLinks(shownProposal, register, context),
    authors: meta.authors.map((author) => authorView(author, shownProposal, register)),
    date: metaDate(shownProposal, "date", context),
    updated: metaDate(shownProposal, "updated", context),
    lastUpdated: dateView(history?.updated, context),
    deadline: metaDate(shownProposal, "deadline", context),
    discussions: meta.discussions.map(({ label: name, url }) => ({
      label: name || hostOf(url),
      href: encode(url),
      ...(isExternalUrl(url) && { external: true }),
    })),
    ownFields: (meta.ownFields ?? []).map((field) => ownFieldView(field, translator.label(field.label))),
    relations: relationViews(shownProposal, context),
    banners: banners(shownProposal, context),
    toc: tocOf(document?.outline ?? []),
    contentHtml: document
      ? bodyHtml(document, context, texts)
      : `<p>${escapeHtml(translator.t("proposal.reservedText", { label }))}</p>`,
    ...sourceLinks(document?.path, site.config.editUrl),
    history: historyView(shownProposal, context),
    digest: shownDigest(shownProposal, context),
    outdated: outdatedView(shownProposal, context),
    sourceHref: source?.href,
    companions: companionLinks(shownProposal, context),
    citation: citationOf(shownProposal, title, urls.absolute(urls.page(route))),
    previous: shownProposal.previous && proposalLink(shownProposal.previous, context),
    next: shownProposal.next && proposalLink(shownProposal.next, context),
    sidebar: isSidebarWhole(register) ? yearGroups(register, context, shownProposal) : [],
  };
}

function authorView(
  { key, name: written, handle, url, email }: Author,
  { series }: Proposal,
  { people }: Register,
): AuthorView {
  const name = people.get(key) ?? written;
  const [nick = "", pod] = handle?.split("@") ?? [];
  const profile = handle && (pod ? `https://${pod}/@${nick}` : fillText(series.handleUrl, { handle: nick }));
  const address = profile ?? url ?? (email && `mailto:${email}`);
  return {
    name,
    ...(handle && handle !== name && { handle: `@${handle}` }),
    href: address && encode(address),
  };
}

const relationOrder: RelationKind[] = [
  "requires",
  "requiredBy",
  "supersedes",
  "supersededBy",
  "updates",
  "updatedBy",
  "mentions",
  "mentionedBy",
];

/** A proposal with a relation in front matter is not listed again as a mention. */
function relationViews({ relations, absent }: Proposal, context: RenderContext): RelationView[] {
  const statedRelatives = new Set(relationOrder.slice(0, 6).flatMap((kind) => relations[kind]));
  return relationOrder.flatMap((kind) => {
    const isMention = kind === "mentions" || kind === "mentionedBy";
    const items = relations[kind].filter((relation) => !isMention || !statedRelatives.has(relation));
    const elsewhere = absent
      .filter((absentProposal) => absentProposal.kind === kind)
      .map(({ label, url }) => ({ label, href: url && encode(url) }));
    if (items.length + elsewhere.length === 0) return [];
    return [{ kind, items: items.map((relative) => proposalLink(relative, context)), absent: elsewhere }];
  });
}

function banners(proposal: Proposal, context: RenderContext): BannerView[] {
  const { meta, relations } = proposal;
  const { id, tone } = statusView(proposal, context) ?? {};
  const bannerViews: BannerView[] = [];
  if (relations.supersededBy.length > 0) {
    bannerViews.push({
      kind: "superseded",
      by: relations.supersededBy.map((successor) => proposalLink(successor, context)),
    });
  }
  if (id === "withdrawn") bannerViews.push({ kind: "withdrawn" });
  else if (id === lastCall) bannerViews.push({ kind: "lastCall", deadline: dateView(meta.deadline, context) });
  else if (tone === "draft") bannerViews.push({ kind: "draft" });
  else if (id !== undefined && isMovedStatus(id))
    bannerViews.push({ kind: "moved", movedTo: meta.movedTo ? movedLink(meta.movedTo) : undefined });
  else if (tone === "reserved") bannerViews.push({ kind: "reserved" });
  return bannerViews;
}

function movedLink(url: string): LinkView {
  return { label: url.replace(/^https?:\/\//, ""), href: encode(url), ...(isExternalUrl(url) && { external: true }) };
}

/** Structured data (schema.org) of a proposal for search engines, escaped so that it cannot end the script element around it. */
function articleData(proposal: Proposal, modified: string | undefined, context: RenderContext): string {
  const { meta, label, route } = proposal;
  const data = {
    "@context": "https://schema.org",
    "@type": "TechArticle",
    headline: fullTitle(proposal, context),
    url: context.urls.absolute(context.urls.page(route)),
    identifier: label,
    inLanguage: documentOf(proposal, context)?.locale ?? meta.lang ?? context.locale,
    ...(meta.date && { datePublished: meta.date }),
    ...(modified && { dateModified: modified }),
    author: meta.authors.map(({ name, url }) => ({ "@type": "Person", name, ...(url && { url }) })),
  };
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
