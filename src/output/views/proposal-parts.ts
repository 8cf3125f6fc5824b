/** Parts of a proposal that several views show. */

import type { CompanionDocument, Heading, OwnField } from "../../shared/document.js";
import { getOrAdd } from "../../shared/lazy.js";
import { compareText, escapeHtml } from "../../shared/text.js";
import { plainTitle } from "../../shared/title.js";
import { encodePath } from "../../shared/url.js";
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

/** The translation of a text beside a proposal, or the original. */
export function companionText(
  { document, translations }: Companion,
  { locale }: Pick<RenderContext, "locale">,
): CompanionDocument {
  return translations.get(locale) ?? document;
}

const companionsByProposal = perContext(({ site }) => {
  const companions = new Map<Proposal, Companion[]>();
  for (const companion of site.companions) getOrAdd(companions, companion.proposal, () => []).push(companion);
  return companions;
});

/** Links to the pages of texts beside a proposal. */
export function companionLinks(proposal: Proposal, context: RenderContext): LinkView[] {
  const companions = companionsByProposal(context).get(proposal) ?? [];
  return companions.map((companion) => ({
    label: plainTitle(companionText(companion, context).meta.title),
    href: context.urls.page(companion.route),
  }));
}

export function categoryView(proposal: Proposal, register: Register, context: PagesContext): CategoryView | undefined {
  const { series, meta } = proposal;
  const label = categoryLabel(proposal, context);
  if (label === undefined) return undefined;
  const tag = register.tags.find(({ name }) => name === meta.category);
  return { id: meta.category, label, href: context.urls.page(tag?.route ?? `${series.route}/archive`) };
}

/** Links to the tags of a proposal, without the tag that repeats its category. */
export function tagLinks(proposal: Proposal, register: Register, { urls }: RenderContext): LinkView[] {
  return (register.tagsOf.get(proposal) ?? [])
    .filter(({ name }) => name !== proposal.meta.category)
    .map(({ name, route }) => ({ label: name, href: urls.page(route) }));
}

export function dateView(iso: string | undefined, context: RenderContext): DateView | undefined {
  return iso ? dayView(iso, context) : undefined;
}

/** A date in a proposal's front matter, which may be a month. */
export function metaDate(
  { meta }: Pick<Proposal, "meta">,
  field: "date" | "updated" | "deadline",
  context: RenderContext,
): DateView | undefined {
  const iso = meta[field];
  if (!iso || !meta.months?.includes(field)) return dateView(iso, context);
  return { iso: iso.slice(0, "YYYY-MM".length), text: context.translator.month(iso) };
}

export function dayView(iso: string, { translator }: RenderContext): DateView {
  return { iso, text: translator.date(iso) };
}

/** A link to a proposal. Memoized, because pages share it. */
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

/** A proposal in lists. Memoized, because every list shows the same card. */
export function proposalCard(proposal: Proposal, register: Register, context: RenderContext): ProposalCard {
  return getOrAdd(cards(context), proposal, () => makeCard(proposal, register, context));
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

/** Orders proposals in last call: the next deadline first, and those without one last. */
export const byDeadline = (a: Proposal, b: Proposal) => compareText(a.meta.deadline ?? "9", b.meta.deadline ?? "9");

/**
 * Proposals in last call, the next deadline first. A deadline that passed at least a year before the newest commit, or
 * without a history before the newest proposal, was forgotten, so its proposal is left out.
 */
export function lastCallsOf({ proposals, historyEnd }: Register): Proposal[] {
  const newest = historyEnd ?? proposals.reduce((day, { meta: { date = "" } }) => (date > day ? date : day), "");
  const oldest = `${Number(newest.slice(0, 4)) - 1}${newest.slice(4)}`;
  return proposals
    .filter((proposal) => statusIdOf(proposal) === lastCall && (proposal.meta.deadline ?? "9") > oldest)
    .sort((a, b) => byDeadline(a, b) || byNumber(a, b));
}

/** The digest of the text that a proposal shows in this locale; undefined if it was never committed. */
export function shownDigest(proposal: Proposal, context: RenderContext): string | undefined {
  const document = documentOf(proposal, context);
  const newest = document && context.site.history.get(document.path)?.versions[0];
  return newest && textDigest(newest);
}

/** The headings of levels 2 and 3, nested. Headings without words are left out: their links would have no name. */
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
  const editHref = `${editUrl.replace(/\/$/, "")}/${encodePath(path)}`;
  return /\/edit\//.test(editHref) ? { editHref, historyHref: editHref.replace("/edit/", "/commits/") } : { editHref };
}

/** How to cite a proposal, as a line of text and as BibTeX. The same in every language, so that citations can be found. */
export function citationOf(
  { label, numberText, meta, series }: Proposal,
  title: string,
  url: string,
): { plain: string; bibtex: string } {
  const names = meta.authors.map(({ name }) => name);
  const year = meta.date?.slice(0, 4) ?? "";
  const isNumbered = series.numbers !== "none";
  const fullTitle = isNumbered ? `${label}: ${title}` : title;
  const fields = [
    ["author", names.map((name) => `{${escapeTex(name)}}`).join(" and ")],
    ["title", `{${escapeTex(fullTitle)}}`],
    ["howpublished", escapeTex(series.title)],
    ["year", year],
    ["month", meta.date ? String(Number(meta.date.slice(5, 7))) : ""],
    ["number", isNumbered ? numberText : ""],
    ["url", url],
  ].filter(([, value]) => value);
  // A space, a comma or a sign of TeX would end the key.
  const key = label.toLowerCase().replace(/[^\p{L}\p{M}\p{N}.:/_-]+/gu, "-");
  return {
    plain: `${names.length > 0 ? `${names.join(", ")}, ` : ""}"${fullTitle}," ${series.title}${year && `, ${year}`}. ${url}`,
    bibtex: `@misc{${key},\n${fields.map(([name, value]) => `  ${name} = {${value}}`).join(",\n")}\n}`,
  };
}

/** Escapes the special characters of TeX. */
function escapeTex(text: string): string {
  const commands: Record<string, string> = { "\\": "textbackslash{}", "^": "^{}", "~": "~{}" };
  return text.replace(/[\\{}#$%&_^~]/g, (character) => `\\${commands[character] ?? character}`);
}

/** A field of the register's own: its links, with the words around them if there are any. @param label its name in the page's language. */
export function ownFieldView({ text, links }: OwnField, label: string): OwnFieldView {
  const linkViews = links.map(({ label: name, url }) => ({
    label: name || hostOf(url),
    href: encode(url),
    external: true,
  }));
  const parts = partsOf(text, links, linkViews);
  return { label, text, links: linkViews, ...(parts && { parts }) };
}

/** Splits a text into words and links. @returns undefined if it has no words beside its links, or if it does not contain a link. */
function partsOf(text: string, links: OwnField["links"], linkViews: readonly LinkView[]): OwnFieldView["parts"] {
  const parts: (string | LinkView)[] = [];
  let end = 0;
  for (const [index, { label, url }] of links.entries()) {
    const written = label || url;
    const start = text.indexOf(written, end);
    if (start === -1) return undefined;
    parts.push(text.slice(end, start), linkViews[index] as LinkView);
    end = start + written.length;
    // The words before a bare URL are the label of its link.
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
