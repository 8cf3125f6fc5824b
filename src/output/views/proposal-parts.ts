/** Parts of a proposal that several views show. */

import type { Author, CompanionDocument, Heading, OwnField } from "../../shared/document.js";
import { compareText, escapeHtml } from "../../shared/text.js";
import { plainTitle } from "../../shared/title.js";
import type {
  CategoryView,
  DateView,
  LinkView,
  OwnFieldView,
  ProposalCard,
  ProposalLink,
  TocItem,
} from "../../shared/view.js";
import type { PagesContext, RenderContext } from "../../site/model/context.js";
import { textDigest } from "../../site/model/history.js";
import {
  categoryLabel,
  documentOf,
  proposalDescription,
  proposalLang,
  repeatsStatus,
  statusIdOf,
  statusView,
  writtenTitle,
} from "../../site/model/localized.js";
import { byNumber } from "../../site/model/proposal-list.js";
import type { Companion, Proposal, Register } from "../../site/model/site.js";
import { encode } from "../../site/model/urls.js";
import { perContext, perContextAnd } from "./memo.js";
import { fillPreview } from "./placeholders.js";

// The texts beside a proposal.

/** Its translation, or the original. */
export function companionText(
  { document, translations }: Companion,
  { locale }: Pick<RenderContext, "locale">,
): CompanionDocument {
  return translations.get(locale) ?? document;
}

const byProposal = perContext(() => new Map<Proposal, Companion[]>());

/** The pages of texts beside a proposal. */
export function companionLinks(proposal: Proposal, context: RenderContext): LinkView[] {
  const { site, urls } = context;
  const companions = byProposal(context);
  if (companions.size === 0)
    for (const member of site.companions)
      companions.set(member.proposal, [...(companions.get(member.proposal) ?? []), member]);
  return (companions.get(proposal) ?? []).map((companion) => ({
    label: plainTitle(companionText(companion, context).meta.title),
    href: urls.page(companion.route),
  }));
}

export function categoryView(proposal: Proposal, register: Register, context: PagesContext): CategoryView | undefined {
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

/** A date of a proposal's fields, which may be a month. */
export function metaDate(
  { meta }: Pick<Proposal, "meta">,
  field: "date" | "updated" | "deadline",
  context: RenderContext,
): DateView | undefined {
  const iso = meta[field];
  if (!iso || !meta.months?.includes(field)) return dateView(iso, context);
  return { iso: iso.slice(0, "YYYY-MM".length), text: context.translator.month(iso) };
}

export function knownDate(iso: string, { translator }: RenderContext): DateView {
  return { iso, text: translator.date(iso) };
}

/** Pages share the links to a proposal. */
export const proposalLink = perContextAnd(
  (proposal: Proposal, context): ProposalLink => ({
    number: proposal.series.numbers === "none" ? "" : proposal.numberText,
    label: proposal.series.numbers === "none" ? "" : proposal.label,
    title: writtenTitle(proposal, context),
    href: context.urls.page(proposal.route),
    contentLang: proposalLang(proposal, context),
    status: statusView(proposal, context),
  }),
);

const cards = perContext(() => new Map<Proposal, ProposalCard>());

/** Every list that has a proposal shows the same card. */
export function proposalCard(proposal: Proposal, register: Register, context: RenderContext): ProposalCard {
  const proposalCards = cards(context);
  let card = proposalCards.get(proposal);
  if (!card) {
    card = makeCard(proposal, register, context);
    proposalCards.set(proposal, card);
  }
  return card;
}

/** The query parameter of a filter by a field of the register's own; its prefix avoids clashes with others. */
export const filterName = (key: string) => `field.${key}`;

function makeCard(proposal: Proposal, register: Register, context: RenderContext): ProposalCard {
  const document = documentOf(proposal, context);
  const isStatus = document !== undefined && repeatsStatus(document.excerpt, proposal, context);
  const preview = document && !isStatus ? fillPreview(document, context) : "";
  const description = proposalDescription(proposal, context);
  return {
    ...proposalLink(proposal, context),
    category: categoryView(proposal, register, context),
    tags: tagLinks(proposal, register, context),
    date: metaDate(proposal, "date", context),
    authors: proposal.meta.authors.map(({ key, name }) => register.people.get(key) ?? name),
    handles: proposal.meta.authors.flatMap(({ handle }) => handle ?? []),
    fieldValues: proposal.meta.ownFields?.flatMap(({ key, values = [] }) =>
      values.map((value) => `${filterName(key)}=${value}`),
    ),
    updated: proposal.history?.updated,
    digest: shownDigest(proposal, context),
    description,
    previewHtml: preview.trim() || `<p>${escapeHtml(description)}</p>`,
  };
}

/** Id of the status in which a proposal is open for final comments. */
export const lastCall = "last-call";

/**
 * Proposals in last call, the next deadline first: without those whose deadline was a year or longer before the newest commit, or the newest proposal
 * where there is no history, for which nobody waits.
 */
export function lastCallsOf({ proposals, historyEnd }: Register): Proposal[] {
  const newest = historyEnd ?? proposals.reduce((day, { meta: { date = "" } }) => (date > day ? date : day), "");
  const oldest = `${Number(newest.slice(0, 4)) - 1}${newest.slice(4)}`;
  return proposals
    .filter((proposal) => statusIdOf(proposal) === lastCall && (proposal.meta.deadline ?? "9") > oldest)
    .sort((a, b) => compareText(a.meta.deadline ?? "9", b.meta.deadline ?? "9") || byNumber(a, b));
}

/**
 * The version of the text that a proposal shows in this locale; undefined if it was never committed.
 */
export function shownDigest(proposal: Proposal, context: RenderContext): string | undefined {
  const document = documentOf(proposal, context);
  const newest = document && context.site.history.get(document.path)?.versions[0];
  return newest && textDigest(newest);
}

/** h2 and h3 of an outline, nested. A heading without words would be a link without a name. */
export function tocOf(outline: readonly Heading[]): TocItem[] {
  const top: TocItem[] = [];
  for (const { level, id, text } of outline) {
    if (level < 2 || level > 3 || !text) continue;
    const parent = level === 3 ? top.at(-1) : undefined;
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

// Citations of a proposal: as a line of text and as BibTeX. The same in every language, so that citations can be found.

export function citationOf(
  { label, meta, series }: Proposal,
  title: string,
  url: string,
): { plain: string; bibtex: string } {
  const names = meta.authors.map(({ name }) => name);
  const year = meta.date?.slice(0, 4);
  const who = names.length > 0 ? `${names.join(", ")}, ` : "";
  const isNumbered = series.numbers !== "none";
  const full = isNumbered ? `${label}: ${title}` : title;
  return {
    plain: `${who}"${full}," ${series.title}${year ? `, ${year}` : ""}. ${url}`,
    bibtex: bibtex(label, full, isNumbered, meta.authors, series.title, meta.date, url),
  };
}

function bibtex(
  label: string,
  full: string,
  isNumbered: boolean,
  authors: readonly Author[],
  register: string,
  date: string | undefined,
  url: string,
): string {
  const fields = [
    ["author", authors.map(({ name }) => `{${escapeTex(name)}}`).join(" and ")],
    ["title", `{${escapeTex(full)}}`],
    ["howpublished", escapeTex(register)],
    ["year", date?.slice(0, 4) ?? ""],
    ["month", date ? String(Number(date.slice(5, 7))) : ""],
    ["number", isNumbered ? label.replace(/^.*-/, "") : ""],
    ["url", url],
  ].filter(([, value]) => value);
  // A space, a comma or a sign of TeX would end the key.
  const key = label.toLowerCase().replace(/[^\p{L}\p{M}\p{N}.:/_-]+/gu, "-");
  return `@misc{${key},\n${fields.map(([name, value]) => `  ${name} = {${value}}`).join(",\n")}\n}`;
}

/** TeX's special characters, so that an entry always parses. */
function escapeTex(text: string): string {
  return text.replace(/[\\{}#$%&_]/g, (character) => (character === "\\" ? "\\textbackslash " : `\\${character}`));
}

// A register's own field as a page shows it: its links, in the words around them if there are any.

/** @param label the field's name in the page's language. */
export function ownFieldView({ text, links }: OwnField, label: string): OwnFieldView {
  const linkViews = links.map(({ label: name, url }) => ({
    label: name || hostOf(url),
    href: encode(url),
    external: true,
  }));
  const parts = partsOf(text, links, linkViews);
  return { label, text, links: linkViews, ...(parts && { parts }) };
}

/** The text with its links in place. Undefined if it has no words but those of links, or if a link is not found in it. */
function partsOf(text: string, links: OwnField["links"], linkViews: readonly LinkView[]): OwnFieldView["parts"] {
  const parts: (string | LinkView)[] = [];
  let end = 0;
  for (const [index, { label, url }] of links.entries()) {
    const written = label || url;
    const start = text.indexOf(written, end);
    if (start === -1) return undefined;
    parts.push(text.slice(end, start), linkViews[index] as LinkView);
    end = start + written.length;
    // The name of a bare URL is the words before it.
    const between = /^[\s:,;(<\u2013-]*/.exec(text.slice(end))?.[0] ?? "";
    if (!label || !text.startsWith(url, end + between.length)) continue;
    end += between.length + url.length;
    if (/[(<]/.test(between) && /[)>]/.test(text[end] ?? "")) end++;
  }
  parts.push(text.slice(end));
  const hasWords = parts.some((part) => typeof part === "string" && /[\p{L}\p{N}]/u.test(part));
  return links.length > 0 && hasWords ? parts.filter((part) => part !== "") : undefined;
}

/** The host of a URL, as the name of a link that has none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") || url : url;
}
