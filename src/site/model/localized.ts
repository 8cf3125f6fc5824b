/** Title and text of a proposal in one locale: those of its translation if there is one. */
import { isMovedStatus, type Series, usualTone } from "../../config/index.js";
import { plainTitle } from "../../shared/title.js";
import type { StatusView } from "../../shared/view.js";
import type { PagesContext } from "./context.js";
import type { Proposal, Route, Site } from "./site.js";

/** The text of a proposal in this locale: its translation, or the original. */
export function documentOf(proposal: Proposal, { locale }: PagesContext) {
  return proposal.translations.get(locale) ?? proposal.document;
}

/** The title of a proposal as plain text. */
export function proposalTitle(proposal: Proposal, context: PagesContext): string {
  return plainTitle(writtenTitle(proposal, context));
}

/** The name of a proposal where its title is not beside it: `CIP-20`, or its title if it has no number. */
export const proposalName = (proposal: Proposal, context: PagesContext): string =>
  proposal.series.numbers === "none" ? proposalTitle(proposal, context) : proposal.label;

/** `CIP-20: Tokens`, or the title alone. */
export function fullTitle(proposal: Proposal, context: PagesContext): string {
  const title = proposalTitle(proposal, context);
  return proposal.series.numbers === "none" ? title : `${proposal.label}: ${title}`;
}

/** The title with the backticks of inline code, for HTML pages. */
export function writtenTitle(proposal: Proposal, context: PagesContext): string {
  const document = documentOf(proposal, context);
  if (document?.meta.title) return document.meta.title;
  const { id, tone } = statusView(proposal, context) ?? {};
  if (id !== undefined && isMovedStatus(id)) return context.translator.t("proposal.moved");
  return document && tone !== "reserved" ? proposal.label : context.translator.t("proposal.reserved");
}

/** One sentence on a proposal: its own, or the beginning of its text. */
export function proposalDescription(proposal: Proposal, context: PagesContext): string {
  const document = documentOf(proposal, context);
  if (!document) return context.translator.t("proposal.reservedText", { label: proposal.label });
  if (document.meta.description) return document.meta.description;
  return repeatsStatus(document.excerpt, proposal, context) ? "" : document.excerpt;
}

/** Characters of a paragraph that may be a status alone. */
const longestStatus = 200;

/** Whether a text begins with a paragraph that is only its status: `Draft`, `Status: Draft`. */
export function repeatsStatus(text: string, proposal: Proposal, context: PagesContext): boolean {
  if (text.length > longestStatus) return false;
  const { label } = statusView(proposal, context) ?? {};
  const words = text
    .replace(/^\s*status\s*:/i, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return (
    label !== undefined &&
    [proposal.meta.status, label].some((name) => name.toLowerCase().replace(/[-_ ]+/g, " ") === words)
  );
}

/** @returns undefined if the source has no status. */
export function statusView({ series, meta }: Proposal, context: PagesContext): StatusView | undefined {
  return meta.status === "" ? undefined : statusNamed(meta.status, series, context);
}

/** @param written id of one of the series' statuses, or a status that it does not have, as it was written. */
export function statusNamed(
  written: string,
  { statuses }: Pick<Series, "statuses">,
  { translator }: PagesContext,
): StatusView {
  const status = statuses.find(({ id }) => id === written);
  return status
    ? { id: status.id, label: translator.label(status.label), tone: status.tone }
    : { id: unknownStatusId(written), label: written, tone: usualTone(written) };
}

/** Id of a proposal's status in data and filters; empty if the source has none. */
export function statusIdOf({ series, meta }: Pick<Proposal, "series" | "meta">): string {
  return series.statuses.some(({ id }) => id === meta.status) ? meta.status : unknownStatusId(meta.status);
}

/** `Last Call` is `last-call`; other scripts and signs stay, so that different statuses have different ids. */
function unknownStatusId(written: string): string {
  return written
    .normalize()
    .toLowerCase()
    .replace(/[\s_-]+/g, "-");
}

/** The name of a proposal's category as the interface shows it, if it has one. */
export function categoryLabel({ series, meta }: Proposal, { translator }: PagesContext): string | undefined {
  if (!meta.category) return undefined;
  const category = series.category.values.find(({ id }) => id === meta.category);
  return translator.label(category?.label ?? meta.category);
}

/** The locales in which search engines may index the page of a route. In the others the text is not translated, and the page is canonical to the original. */
export function indexedLocales(route: Route | undefined, codes: readonly string[], site: Site): readonly string[] {
  const { locales, defaultLocale } = site.config;
  const { document, translations } = (route && site.kinds.pageOf(route).text?.(route, site)) ?? {};
  if (!document || !codes.includes(defaultLocale)) return codes;
  const lang = "lang" in document.meta ? document.meta.lang : undefined;
  return codes.filter(
    (code) =>
      code === defaultLocale ||
      locales[code]?.untranslated === "indexed" ||
      translations?.has(code) ||
      (lang !== undefined && `${locales[code]?.htmlLang}-`.startsWith(`${lang}-`)),
  );
}

/** The language of a text, if it is not the language of the page: a translated site shows originals as a fallback. */
export function contentLang(lang: string, { site, locale }: PagesContext): string | undefined {
  const pageLang = site.config.locales[locale]?.htmlLang ?? locale;
  return lang === pageLang || lang === locale ? undefined : lang;
}

export function proposalLang(proposal: Proposal, context: PagesContext): string | undefined {
  const document = documentOf(proposal, context);
  if (!document) return undefined;
  return contentLang(document.locale ?? proposal.meta.lang ?? context.site.config.defaultLocale, context);
}
