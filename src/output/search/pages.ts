/** From a site to the searchable content of its pages, in one locale. */
import { decodeHTML } from "entities";
import { SiteCodeError } from "../../config/index.js";
import type { Bodies, Document } from "../../shared/document.js";
import { maxAuthority } from "../../shared/search-index.js";
import { foldSpaces } from "../../shared/text.js";
import { plainTitle } from "../../shared/title.js";
import type { StatusView } from "../../shared/view.js";
import type { PagesContext } from "../../site/model/context.js";
import {
  categoryLabel,
  contentLang,
  documentOf,
  fullTitle,
  proposalDescription,
  proposalLang,
  proposalName,
  statusView,
} from "../../site/model/localized.js";
import { isListed } from "../../site/model/proposal-list.js";
import type { Companion, DocsPage, OwnPage, Proposal, RelationKind, TextPage } from "../../site/model/site.js";
import { type RenderedPage, renderOwnPage } from "../views/component-pages.js";
import { encodeSections, type PageFacts, type SearchPage, withBody } from "./page.js";

/** All pages of one locale, in the site's order. */
export function searchPages(context: PagesContext, bodies: Bodies): SearchPage[] {
  return [proposalPages, companionPages, docsPages, ownPages, componentPages].flatMap((pages) =>
    pages(context, bodies),
  );
}

function proposalPages(context: PagesContext, bodies: Bodies): SearchPage[] {
  const { site, translator, urls } = context;
  return site.registers.flatMap(({ series, proposals, people }, index) =>
    proposals.map((proposal): SearchPage => {
      const category = categoryLabel(proposal, context);
      const register = translator.label(series.title);
      const document = documentOf(proposal, context);
      const page = {
        route: proposal.route,
        href: urls.page(proposal.route),
        section: category ? `${register}: ${category}` : register,
        title: fullTitle(proposal, context),
        description: proposalDescription(proposal, context),
        lang: proposalLang(proposal, context),
        tag: "default",
        version: "",
        pageRank: 10,
        ...(series.numbers !== "none" && { proposal: { series: index, number: proposal.number } }),
        facts: pageFacts(proposal, people, context),
      };
      return withBodyOf(page, document, bodies);
    }),
  );
}

function withBodyOf(page: Omit<SearchPage, "body">, document: Document | undefined, bodies: Bodies): SearchPage {
  return withBody(page, () => (document ? bodies.searchText(document) : encodeSections([])));
}

function pageFacts(proposal: Proposal, people: ReadonlyMap<string, string>, context: PagesContext): PageFacts {
  const { meta, relations } = proposal;
  const status = statusView(proposal, context);
  const facts = {
    status,
    category: meta.category ? { id: meta.category, label: categoryLabel(proposal, context) ?? "" } : undefined,
    date: meta.date,
    deadline: meta.deadline,
    authors: meta.authors.map(({ key, name, handle, email }) => ({
      key,
      name: people.get(key) ?? name,
      written: name,
      handle,
      email,
    })),
    others: [
      ...(proposal.series.numbers === "none" ? [proposal.label] : []),
      ...meta.tags,
      ...meta.keywords,
      ...(meta.ownFields ?? []).map(({ text }) => text),
    ],
    authority: authorityOf(relations, status?.tone),
  };
  return { ...facts, text: factsText(facts, context) };
}

function factsText(facts: Omit<PageFacts, "text">, { translator }: PagesContext): PageFacts["text"] {
  const { authors, status, category, date, deadline, others } = facts;
  const who = authors.map(({ name, written, handle, email }) => {
    const mailbox = email?.split("@")[0];
    const spelling = written !== name && written !== handle ? (written ?? "") : "";
    const accounts = [spelling, handle && handle !== name ? `@${handle}` : "", mailbox && `${mailbox}@…`].filter(
      Boolean,
    );
    return accounts.length > 0 ? `${name} (${accounts.join(", ")})` : name;
  });
  const labelled = (key: string, value: string | undefined) => (value ? [`${translator.t(key)}: ${value.trim()}`] : []);
  const categoryId = category && category.id !== category.label.toLowerCase() ? ` ${category.id}` : "";
  return {
    who: who.length > 0 ? `${translator.t("facts.authors", { count: who.length })}: ${who.join(", ")}` : "",
    what: [
      ...labelled("facts.status", status?.label),
      ...labelled("facts.category", category && `${category.label}${categoryId}`),
      ...labelled("facts.deadline", deadline),
      ...labelled("facts.created", date && `${date}, ${translator.monthInWords(date)}`),
      ...(others.length > 0 ? [others.join(", ")] : []),
    ].join(" · "),
  };
}

function companionPages(context: PagesContext, bodies: Bodies): SearchPage[] {
  const companions = context.site.companions.filter(({ proposal }) => !proposal.meta.unlisted);
  return companions.map((companion) => {
    const { proposal } = companion;
    const section = context.translator.label(proposal.series.title);
    return textPage(companion, { section, prefix: `${proposalName(proposal, context)}: ` }, context, bodies);
  });
}

function docsPages(context: PagesContext, bodies: Bodies): SearchPage[] {
  const { docs } = context.site;
  const section = context.translator.label("Docs");
  return docs.flatMap(({ name, pages }) =>
    [...pages.values()]
      .filter(isListed)
      .map((page) => textPage(page, { section, tag: `docs-default-${name}`, version: name }, context, bodies)),
  );
}

function ownPages(context: PagesContext, bodies: Bodies): SearchPage[] {
  const section = context.site.config.title;
  return context.site.textPages.filter(isListed).map((page) => textPage(page, { section }, context, bodies));
}

/** The pages of components, with the text of their HTML. A component that fails is left out: the build reports it when it renders the page. */
function componentPages(context: PagesContext): SearchPage[] {
  const { site, urls } = context;
  return site.ownPages.flatMap((ownPage) => {
    const rendered = tryToRender(ownPage, context);
    if (!rendered) return [];
    const text = foldSpaces(decodeHTML(rendered.html.replace(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, " "))).trim();
    const page = {
      route: ownPage.route,
      href: urls.page(ownPage.route),
      section: site.config.title,
      title: rendered.title,
      description: rendered.description,
      tag: "default",
      version: "",
      pageRank: 5,
    };
    return [withBody(page, () => encodeSections([{ id: "", level: 1, heading: "", text }]))];
  });
}

function tryToRender(page: OwnPage, context: PagesContext): RenderedPage | undefined {
  try {
    return renderOwnPage(page, context);
  } catch (error) {
    if (error instanceof SiteCodeError) return undefined;
    throw error;
  }
}

/** What search results show of the part of the site that a page is in. */
interface PageSection extends Partial<Pick<SearchPage, "tag" | "version">> {
  section: string;
  /** Text before the title of the page. */
  prefix?: string;
}

function textPage(
  { route, document: original, translations }: TextPage | DocsPage | Companion,
  { section, prefix = "", tag = "default", version = "" }: PageSection,
  context: PagesContext,
  bodies: Bodies,
): SearchPage {
  const { site, locale, urls } = context;
  const document = translations.get(locale) ?? original;
  const { meta, excerpt } = document;
  const page = {
    route,
    href: urls.page(route),
    section,
    title: `${prefix}${plainTitle(meta.title) || site.config.title}`,
    description: meta.description || excerpt,
    lang: contentLang(document.locale ?? site.config.defaultLocale, context),
    tag,
    version,
    pageRank: 5,
  };
  return withBodyOf(page, document, bodies);
}

/** How much each relation to another proposal adds to the authority of a proposal. */
const relationWeights: Partial<Record<RelationKind, number>> = { requiredBy: 3, supersedes: 2, mentionedBy: 1 };

/** How much a status adds to the authority of a proposal: three points count as much as two doublings of its relations. */
const toneWeights: Record<StatusView["tone"], number> = {
  living: 4,
  final: 4,
  accepted: 3,
  review: 2,
  draft: 2,
  stopped: 0,
  moved: 0,
  reserved: 0,
};

/**
 * How much a register depends on a proposal. Of several that match a query equally well, readers usually look for the one
 * that others build on.
 * @returns a whole number from 0 to `maxAuthority`, which grows with the logarithm of the relations.
 */
function authorityOf(relations: Proposal["relations"], tone: StatusView["tone"] = "draft"): number {
  let related = 0;
  for (const [kind, weight] of Object.entries(relationWeights)) {
    related += weight * relations[kind as RelationKind].length;
  }
  const value = 3 * Math.log2(1 + related) + 2 * toneWeights[tone];
  return Math.min(maxAuthority, Math.round(value));
}
