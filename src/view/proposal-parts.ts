/** Parts of a proposal that several views show. */

import type { LocaleContext } from "../model/context.js";
import { hasVisits, textDigest } from "../model/history.js";
import {
  categoryLabel,
  documentOf,
  proposalDescription,
  proposalLang,
  statusId,
  statusView,
  writtenTitle,
} from "../model/localized.js";
import type { Proposal, Register } from "../model/site.js";
import type { Heading } from "../shared/document.js";
import { compareText, escapeHtml } from "../shared/text.js";
import type { CategoryView, DateView, LinkView, ProposalCard, ProposalLink, TocItem } from "../shared/view.js";
import { shared } from "./content.js";
import type { RenderContext } from "./context.js";
import { fillPreview } from "./fill.js";
import { perContext, perContextAnd } from "./memo.js";

export function categoryView(proposal: Proposal, register: Register, context: LocaleContext): CategoryView | undefined {
  const { series, meta } = proposal;
  const label = categoryLabel(proposal, context);
  if (label === undefined) return undefined;
  const tag = register.tags.find(({ name }) => name === meta.category);
  return { id: meta.category, label, href: context.urls.page(tag?.route ?? `${series.route}/archive`) };
}

/** The tags, without the one that only repeats the category. */
export function tagLinks(proposal: Proposal, register: Register, { urls }: RenderContext): LinkView[] {
  return (register.tagsOf.get(proposal) ?? [])
    .filter(({ name }) => name !== proposal.meta.category)
    .map(({ name, route }) => ({ label: name, href: urls.page(route) }));
}

export function dateView(iso: string | undefined, { translator }: RenderContext): DateView | undefined {
  return iso ? { iso, text: translator.date(iso) } : undefined;
}

export function knownDate(iso: string, { translator }: RenderContext): DateView {
  return { iso, text: translator.date(iso) };
}

/** Pages share the links to a proposal. */
export const proposalLink = perContextAnd(
  (proposal: Proposal, context): ProposalLink =>
    shared({
      number: proposal.numberText,
      label: proposal.label,
      title: writtenTitle(proposal, context),
      href: context.urls.page(proposal.route),
      contentLang: proposalLang(proposal, context),
      status: statusView(proposal, context),
    }),
);

const cards = perContext(() => new Map<Proposal, ProposalCard>());

/** Every list that has a proposal shows the same card. */
export function proposalCard(proposal: Proposal, register: Register, context: RenderContext): ProposalCard {
  const known = cards(context);
  let card = known.get(proposal);
  if (!card) {
    card = shared(makeCard(proposal, register, context));
    known.set(proposal, card);
  }
  return card;
}

function makeCard(proposal: Proposal, register: Register, context: RenderContext): ProposalCard {
  const document = documentOf(proposal, context);
  const preview = document ? fillPreview(document, context) : "";
  const description = proposalDescription(proposal, context);
  return {
    ...proposalLink(proposal, context),
    category: categoryView(proposal, register, context),
    tags: tagLinks(proposal, register, context),
    date: dateView(proposal.meta.date, context),
    authors: proposal.meta.authors.map(({ key, name }) => register.people.get(key) ?? name),
    updated: proposal.history?.updated,
    digest: shownDigest(proposal, context),
    description,
    previewHtml: preview.trim() || `<p>${escapeHtml(description)}</p>`,
  };
}

/** Id of the status in which a proposal is open for final comments. */
export const lastCall = "last-call";

/** Proposals in last call, the next deadline first. */
export function lastCallsOf({ proposals }: Register): Proposal[] {
  return proposals
    .filter((proposal) => statusId(proposal) === lastCall)
    .sort((a, b) => compareText(a.meta.deadline ?? "9", b.meta.deadline ?? "9") || a.number - b.number);
}

/**
 * The version of the text that a proposal shows in this locale; undefined if visits are off, or if it was never
 * committed.
 */
export function shownDigest(proposal: Proposal, context: RenderContext): string | undefined {
  const document = documentOf(proposal, context);
  const newest = document && context.site.history.get(document.path)?.versions[0];
  return newest && hasVisits(context.site.config) ? textDigest(newest) : undefined;
}

/** h2 and h3 (or as configured) of an outline, nested. A heading without words would be a link without a name. */
export function tocOf(
  outline: readonly Heading[],
  { minLevel, maxLevel }: { minLevel: number; maxLevel: number },
): TocItem[] {
  const top: TocItem[] = [];
  for (const { level, id, text } of outline) {
    if (level < minLevel || level > maxLevel || !text) continue;
    const parent = level > minLevel ? top.at(-1) : undefined;
    (parent?.items ?? top).push({ id, text, items: [] });
  }
  return top;
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
