/** The searchable content of a site's pages, in one locale: plain data, so that a thread can make the embedded index from it. */
import { hash } from "node:crypto";
import { decodeHTML } from "entities";
import { SiteCodeError } from "../model/assets.js";
import type { PagesContext } from "../model/context.js";
import {
  categoryLabel,
  contentLang,
  documentOf,
  proposalDescription,
  proposalLang,
  proposalTitle,
  statusView,
} from "../model/localized.js";
import type { Companion, DocsPage, OwnPage, Proposal, RelationKind, TextPage } from "../model/site.js";
import type { Bodies, Document, Section } from "../shared/document.js";
import { maxAuthority } from "../shared/search-index.js";
import { foldSpaces } from "../shared/text.js";
import { plainTitle } from "../shared/title.js";
import type { StatusView } from "../shared/view.js";
import { type MadePage, makeOwnPage } from "../view/own-pages.js";
import type { FactText } from "./fact-texts.js";

export interface SearchPage {
  /** Without locale, so that it is the same in every language. */
  route: string;
  /** From `/`, in this locale. */
  href: string;
  /** The part of the site that contains it. */
  section: string;
  title: string;
  description: string;
  /** Language tag of its text, if it is not the locale's. */
  lang?: string;
  /** Its text, loaded on demand. */
  readonly sections: readonly Section[];
  /** Equal for equal sections. */
  textKey: string;
  tag: string;
  version: string;
  /** 10 for proposals, 5 for docs. */
  pageRank: number;
  /** Only of proposals: the register (index in the configuration) and the number. */
  proposal?: { series: number; number: number };
  /** Only of proposals: data of the metadata and relations. */
  facts?: PageFacts;
}

/** The data by which a proposal is found, filtered and ranked, in addition to its text. */
export interface PageFacts {
  status?: StatusView;
  category?: { id: string; label: string };
  /** `YYYY-MM-DD` */
  date?: string;
  authors: readonly PageAuthor[];
  /** End of its last call, `YYYY-MM-DD`. */
  deadline?: string;
  /** Other values on its page: tags, keywords, the register's own fields. */
  others: readonly string[];
  /** All of it with labels, in the page's language, as a result shows it: people, and the rest; see `joinFacts`. */
  text: { who: string; what: readonly FactText[] };
  /** How much the register depends on it, from 0 to `maxAuthority`. */
  authority: number;
}

export interface PageAuthor {
  /** Equal for all spellings of one person. */
  key: string;
  /** The most frequent spelling. */
  name: string;
  /** The spelling of this text. */
  written?: string;
  /** Without `@`. */
  handle?: string;
  /** Its text and its results have only the part before the `@`. */
  email?: string;
}

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
        title: `${proposal.label}: ${proposalTitle(proposal, context)}`,
        description: proposalDescription(proposal, context),
        lang: proposalLang(proposal, context),
        tag: "default",
        version: "",
        pageRank: 10,
        proposal: { series: index, number: proposal.number },
        facts: pageFacts(proposal, people, context),
      };
      return withText(page, document, bodies);
    }),
  );
}

function withText(
  page: Omit<SearchPage, "sections" | "textKey">,
  document: Document | undefined,
  bodies: Bodies,
): SearchPage {
  const withKey = { ...page, textKey: document ? bodies.own(document).digest : "" };
  return withSections(withKey, () => (document ? bodies.sections(document) : []));
}

/** Most builds need the text of few pages, so it is loaded on demand. A copy of the page is without it. */
class PageWithText {
  readonly #load: () => readonly Section[];

  constructor(page: Omit<SearchPage, "sections">, load: () => readonly Section[]) {
    Object.assign(this, page);
    this.#load = load;
  }

  // A getter of the class: one of each page would give each a hidden class, and its copy takes ten times as long.
  get sections(): readonly Section[] {
    return this.#load();
  }
}

/** @param load called at each access of `sections`. */
export function withSections(page: Omit<SearchPage, "sections">, load: () => readonly Section[]): SearchPage {
  return new PageWithText(page, load) as PageWithText & SearchPage;
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
    others: [...meta.tags, ...meta.keywords, ...(meta.ownFields ?? []).map(({ text }) => text)],
    authority: authorityOf(relations, status?.tone),
  };
  return { ...facts, text: factsText(facts, context) };
}

function factsText(facts: Omit<PageFacts, "text">, { translator, site, locale }: PagesContext): PageFacts["text"] {
  const { authors, status, category, date, deadline, others } = facts;
  const who = authors.map(({ name, written, handle, email }) => {
    const mailbox = email?.split("@")[0];
    const other = written !== name && written !== handle ? (written ?? "") : "";
    const known = [other, handle && handle !== name ? `@${handle}` : "", mailbox ? `${mailbox}@…` : ""].filter(Boolean);
    return known.length > 0 ? `${name} (${known.join(", ")})` : name;
  });
  const said = (key: string, value: string | undefined) => (value ? [`${translator.t(key)}: ${value.trim()}`] : []);
  const other = category && category.id !== category.label.toLowerCase() ? ` ${category.id}` : "";
  const lang = site.config.locales[locale]?.htmlLang ?? locale;
  return {
    who: who.length > 0 ? `${translator.t("facts.authors", { count: who.length })}: ${who.join(", ")}` : "",
    what: [
      ...said("facts.status", status?.label),
      ...said("facts.category", category && `${category.label}${other}`),
      ...said("facts.deadline", deadline),
      ...(date ? [{ label: translator.t("facts.created"), date, lang }] : []),
      ...(others.length > 0 ? [others.join(", ")] : []),
    ],
  };
}

function companionPages(context: PagesContext, bodies: Bodies): SearchPage[] {
  return context.site.companions.map((companion) => {
    const { proposal } = companion;
    const section = context.translator.label(proposal.series.title);
    return textPage(companion, { section, prefix: `${proposal.label}: ` }, context, bodies);
  });
}

function docsPages(context: PagesContext, bodies: Bodies): SearchPage[] {
  const { docs, config } = context.site;
  const section = context.translator.label(config.docs?.title ?? "Docs");
  return docs.flatMap(({ name, pages }) =>
    [...pages.values()].map((page) =>
      textPage(page, { section, tag: `docs-default-${name}`, version: name }, context, bodies),
    ),
  );
}

function ownPages(context: PagesContext, bodies: Bodies): SearchPage[] {
  const section = context.site.config.title;
  return context.site.textPages.map((page) => textPage(page, { section }, context, bodies));
}

/** What a component shows is its text. One that fails has none; the build reports it where its page is made. */
function componentPages(context: PagesContext): SearchPage[] {
  const { site, urls } = context;
  return site.ownPages.flatMap((page) => {
    const made = madeIfItCan(page, context);
    if (!made) return [];
    const text = foldSpaces(decodeHTML(made.html.replace(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, " "))).trim();
    const found = {
      route: page.route,
      href: urls.page(page.route),
      section: site.config.title,
      title: made.title,
      description: made.description,
      tag: "default",
      version: "",
      pageRank: 5,
      textKey: hash("sha256", text, "hex").slice(0, 32),
    };
    return [withSections(found, () => [{ id: "", level: 1, heading: "", text }])];
  });
}

function madeIfItCan(page: OwnPage, context: PagesContext): MadePage | undefined {
  try {
    return makeOwnPage(page, context);
  } catch (error) {
    if (error instanceof SiteCodeError) return undefined;
    throw error;
  }
}

/** The place of a page in results. */
interface Place extends Partial<Pick<SearchPage, "tag" | "version">> {
  section: string;
  /** Before its title. */
  prefix?: string;
}

function textPage(
  { route, document: original, translations }: TextPage | DocsPage | Companion,
  { section, prefix = "", tag = "default", version = "" }: Place,
  context: PagesContext,
  bodies: Bodies,
): SearchPage {
  const { site, locale, urls } = context;
  const document = translations.get(locale) ?? original;
  const { meta, excerpt } = document;
  const found = {
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
  return withText(found, document, bodies);
}

/** Weight of each proposal that has this relation to it. */
const relationWeights: Partial<Record<RelationKind, number>> = { requiredBy: 3, supersedes: 2, mentionedBy: 1 };

/** Weight of a status, in doublings of its relations. */
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
 * How much a register depends on a proposal: of several that match a query equally well, people usually look for the one that others build on.
 * @returns a whole number from 0 to `maxAuthority`: it grows with the logarithm of the relations.
 */
function authorityOf(relations: Proposal["relations"], tone: StatusView["tone"] = "draft"): number {
  let related = 0;
  for (const [kind, weight] of Object.entries(relationWeights)) {
    related += weight * relations[kind as RelationKind].length;
  }
  const value = 3 * Math.log2(1 + related) + 2 * toneWeights[tone];
  return Math.min(maxAuthority, Math.round(value));
}
