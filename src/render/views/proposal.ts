/** View of one proposal. */

import { sourceUrl } from "../../model/addresses.js";
import {
  documentOf,
  proposalDescription,
  proposalLang,
  proposalTitle,
  statusView,
  writtenTitle,
} from "../../model/localized.js";
import type { Proposal, Register, RelationKind } from "../../model/site.js";
import { encode } from "../../model/urls.js";
import type { Author } from "../../shared/document.js";
import { fillText } from "../../shared/text.js";
import { type TextFormat, textFormat } from "../../shared/text-format.js";
import { isExternalUrl } from "../../shared/url.js";
import type { AuthorView, BannerView, LinkView, ProposalView, RelationView } from "../../shared/view.js";
import { cardOf, cardUrl } from "../cards.js";
import { citation } from "../citation.js";
import { type Draft, plainContent } from "../content.js";
import type { RenderContext } from "../context.js";
import { bodyContent } from "../fill.js";
import { headView } from "../head.js";
import { breadcrumbJsonLd, proposalJsonLd } from "../json-ld.js";
import { historyView, outdatedView } from "./changes.js";
import { companionLinks } from "./companion.js";
import { neighbourhood } from "./graph.js";
import type { RouteOf } from "./lists.js";
import { hostOf, ownFieldView } from "./own-field.js";
import { categoryView, dateView, lastCall, proposalLink, shownDigest, tagLinks, tocOf } from "./proposal-parts.js";
import { frame } from "./shell.js";
import { isSidebarWhole, yearGroups } from "./years.js";

const sourceTypes: Readonly<Record<TextFormat | "other", string>> = {
  markdown: "text/markdown",
  mediawiki: "text/x-wiki",
  other: "text/plain",
};

export function proposalView(
  { route, register, proposal }: RouteOf<"proposal">,
  context: RenderContext,
): Draft<ProposalView> {
  const { site, translator, urls } = context;
  const { meta, series, label } = proposal;
  const document = documentOf(proposal, context);
  const title = proposalTitle(proposal, context);
  const description = proposalDescription(proposal, context);
  const history = document && site.history.get(document.path);
  const modified = history?.updated ?? meta.updated;
  const category = categoryView(proposal, register, context);
  const sourceHref = document && urls.file(`${urls.prefix}${sourceUrl(site.config, proposal)}`);
  const trail = [
    { name: site.config.title, route: "/" },
    { name: translator.label(series.title), route: series.route },
    { name: label, route },
  ];
  const status = statusView(proposal, context);
  return {
    kind: "proposal",
    ...frame(route, context),
    head: headView(
      route,
      {
        title: `${label}: ${title}`,
        description,
        source:
          document && sourceHref
            ? { href: sourceHref, type: sourceTypes[textFormat(document.path) ?? "other"] }
            : undefined,
        image: site.config.socialCards ? cardUrl(cardOf(proposal, context)) : undefined,
        keywords: [...meta.keywords, ...meta.tags.filter((tag) => !meta.keywords.includes(tag))],
        article: {
          published: meta.date,
          modified,
          authors: meta.authors.map(({ name }) => name),
          tags: meta.tags,
          section: category?.label,
        },
        jsonLd: [proposalJsonLd(proposal, modified, context), breadcrumbJsonLd(trail, context)],
      },
      context,
    ),
    number: proposal.numberText,
    label,
    title: writtenTitle(proposal, context),
    titleId: document?.titleId,
    description: meta.description ? description : "",
    contentLang: proposalLang(proposal, context),
    status: status && { ...status, ...(meta.statusReason && { reason: meta.statusReason }) },
    category,
    tags: tagLinks(proposal, register, context),
    authors: meta.authors.map((author) => authorView(author, proposal, register)),
    date: dateView(meta.date, context),
    updated: dateView(meta.updated, context),
    lastUpdated: dateView(history?.updated, context),
    deadline: dateView(meta.deadline, context),
    discussions: meta.discussions.map(({ label: name, url }) => ({
      label: name || hostOf(url),
      href: encode(url),
      ...(isExternalUrl(url) && { external: true }),
    })),
    ownFields: (meta.ownFields ?? []).map((field) => ownFieldView(field, translator.label(field.label))),
    relations: relationViews(proposal, context),
    graph: neighbourhood(proposal, context),
    banners: banners(proposal, context),
    toc: tocOf(document?.outline ?? [], site.config.toc),
    content: document
      ? bodyContent(document, context)
      : plainContent(`<p>${translator.t("proposal.reservedText", { label })}</p>`),
    ...sourceLinks(document?.path, series.editUrl ?? site.config.editUrl),
    history: historyView(proposal, context),
    digest: shownDigest(proposal, context),
    outdated: outdatedView(proposal, context),
    sourceHref,
    companions: companionLinks(proposal, context),
    citation: citation(proposal, title, urls.absolute(urls.page(route))),
    previous: proposal.previous && proposalLink(proposal.previous, context),
    next: proposal.next && proposalLink(proposal.next, context),
    sidebar: isSidebarWhole(register) ? yearGroups(register, context, proposal) : [],
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
  "mentions",
  "mentionedBy",
];

/** A proposal that is required is not listed again as mentioned. */
function relationViews({ relations, absent }: Proposal, context: RenderContext): RelationView[] {
  const closer = new Set(relationOrder.slice(0, 4).flatMap((kind) => relations[kind]));
  return relationOrder.flatMap((kind) => {
    const weak = kind === "mentions" || kind === "mentionedBy";
    const items = relations[kind].filter((other) => !weak || !closer.has(other));
    const elsewhere = absent
      .filter((one) => one.kind === kind)
      .map(({ label, url }) => ({ label, href: url && encode(url) }));
    if (items.length + elsewhere.length === 0) return [];
    return [{ kind, items: items.map((other) => proposalLink(other, context)), absent: elsewhere }];
  });
}

function banners(proposal: Proposal, context: RenderContext): BannerView[] {
  const { meta, relations } = proposal;
  const { id, tone } = statusView(proposal, context) ?? {};
  const found: BannerView[] = [];
  if (relations.supersededBy.length > 0) {
    found.push({ kind: "superseded", by: relations.supersededBy.map((other) => proposalLink(other, context)) });
  }
  if (id === "withdrawn") found.push({ kind: "withdrawn" });
  else if (id === lastCall) found.push({ kind: "lastCall", deadline: dateView(meta.deadline, context) });
  else if (tone === "draft") found.push({ kind: "draft" });
  else if (tone === "moved") found.push({ kind: "moved", movedTo: meta.movedTo ? movedLink(meta.movedTo) : undefined });
  else if (tone === "reserved") found.push({ kind: "reserved" });
  return found;
}

function movedLink(url: string): LinkView {
  return { label: url.replace(/^https?:\/\//, ""), href: encode(url), ...(isExternalUrl(url) && { external: true }) };
}

/** Links to edit the text and to see its history, in the forms that code hosts share. */
export function sourceLinks(
  path: string | undefined,
  editUrl: string | undefined,
): { editHref?: string; historyHref?: string } {
  if (!path || !editUrl) return {};
  const editHref = `${editUrl.replace(/\/$/, "")}/${path}`;
  return /\/edit\//.test(editHref) ? { editHref, historyHref: editHref.replace("/edit/", "/commits/") } : { editHref };
}
