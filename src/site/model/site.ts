/** The whole site as data: the result of the third stage. */

import type { DocsVersion, Series, SiteConfig } from "../../config/index.js";
import type {
  Bodies,
  CompanionDocument,
  DocsDocument,
  Document,
  HomeDocument,
  PageDocument,
  ProposalDocument,
  ProposalMeta,
} from "../../shared/document.js";
import type { FileHistory, Version } from "../../shared/history.js";
import type { Publication } from "../../shared/publication.js";
import type { RelationView } from "../../shared/view.js";
import type { PageComponent } from "./bundle.js";
import type { SiteKinds } from "./kinds.js";

export type RelationKind = RelationView["kind"];

/** A related proposal that this site does not have. */
export interface AbsentProposal {
  kind: RelationKind;
  /** `EIP-20`, or the text of the link to it. */
  label: string;
  /** Its address, if `elsewhere` or its link has it. */
  url?: string;
}

/** One number of a register: a document, or a reserved number. */
export interface Proposal {
  series: Series;
  number: number;
  /** As shown: `20`, `0001`; the slug in a register without numbers. */
  numberText: string;
  /** `CIP-20`, or the slug. */
  label: string;
  route: string;
  meta: ProposalMeta;
  /** Undefined for a reserved number. */
  document?: ProposalDocument;
  translations: ReadonlyMap<string, ProposalDocument>;
  /** The history of the text, if its register has one and it was committed. */
  history?: FileHistory;
  /** Locales with an outdated translation, and the version that it translates. */
  outdated: ReadonlyMap<string, Version>;
  relations: Record<RelationKind, Proposal[]>;
  /** Related proposals that are not on this site. */
  absent: AbsentProposal[];
  previous?: Proposal;
  next?: Proposal;
}

/** The proposals of one year; `year` is empty where they have no date. */
export interface RegisterYear {
  year: string;
  proposals: Proposal[];
}

/** A text beside a proposal, with a page below the proposal's. */
export interface Companion {
  proposal: Proposal;
  route: string;
  document: CompanionDocument;
  translations: Map<string, CompanionDocument>;
}

/** A linked folder beside the proposals without an index text: its page lists its files. */
export interface Folder {
  route: string;
  /** Path of its source, relative to the root. */
  path: string;
  /** By path relative to the folder, in order. */
  files: { path: string; target: LinkTarget }[];
}

export interface Tag {
  name: string;
  route: string;
  proposals: Proposal[];
}

/** One series of proposals, ordered by number. */
export interface Register {
  series: Series;
  proposals: Proposal[];
  /** Proposals that have pages, but are in no list. */
  unlisted: Proposal[];
  byNumber: Map<number, Proposal>;
  /** By name. */
  tags: Tag[];
  /** The tags of each proposal, by name; proposals without tags have no entry. */
  tagsOf: Map<Proposal, Tag[]>;
  /** The name of each person (by key), in its most frequent spelling. */
  people: Map<string, string>;
  /** Day of the newest commit of its history. A register without a history has no pages or feeds of changes. */
  historyEnd?: string;
  /** Newest year first, by number within a year; proposals without a date last, under an empty year. */
  years: RegisterYear[];
}

export interface DocsPage {
  id: string;
  route: string;
  document: DocsDocument;
  translations: Map<string, DocsDocument>;
  /** Locales with an outdated translation. */
  outdated: ReadonlyMap<string, Version>;
  /** Name of the sidebar that lists it, if any does. */
  sidebar?: string;
  previous?: DocsPage;
  next?: DocsPage;
}

/** One of the site's own pages that is a text. */
export interface TextPage {
  route: string;
  document: PageDocument;
  translations: Map<string, PageDocument>;
  /** Locales with an outdated translation. */
  outdated: ReadonlyMap<string, Version>;
}

/** One of the site's own pages that is a component. */
export interface OwnPage {
  route: string;
  code: PageComponent;
}

/** An entry of a docs sidebar: a page, or a category of entries. */
export type SidebarEntry = DocsPage | { label: string; items: SidebarEntry[] };

/** The pages of a sidebar in reading order. */
export function flattenPages(entries: readonly SidebarEntry[]): DocsPage[] {
  return entries.flatMap((entry) => ("document" in entry ? [entry] : flattenPages(entry.items)));
}

export interface DocsVersionPages extends DocsVersion {
  /** Base of its routes. */
  route: string;
  pages: Map<string, DocsPage>;
  mainPage: DocsPage;
  draftIds: string[];
  sidebars: Map<string, SidebarEntry[]>;
}

/** An address of the site. Its kind, a member of `src/output/pages`, adds what its page shows. */
export interface Route {
  /** Name of the kind. */
  kind: string;
  /** Without locale prefix and trailing slash. */
  route: string;
  /** The key of the configuration that it comes from, if any. */
  key?: string;
  /** Path of the file that makes it, if that file is not a text. */
  source?: string;
  /** Whether any other page or file with the address replaces it. */
  yields?: true;
  /** Whether it is left out of lists, indexes, search and the sitemap. */
  isUnlisted?: boolean | undefined;
}

/** A text in all its languages. */
export interface LocalizedText<D extends Document = Document> {
  /** The original. */
  document?: D;
  translations: ReadonlyMap<string, D>;
}

/** The target of a document's link, for all locales. */
export type LinkTarget =
  /** `title` is the text of a link that has none. */
  | { kind: "route"; route: string; suffix: string; title?: string }
  /** `asset` is the source, below the root, of a file beside a proposal: published because of this link. */
  | { kind: "file"; path: string; suffix: string; asset?: string }
  | { kind: "raw"; url: string }
  | { kind: "proposal"; proposal: Proposal }
  | { kind: "none" };

/** A text without a page because of its own errors: links to it are not reported again. */
export interface RejectedText {
  path: string;
  /** Route from the file's name, if it has one. */
  route?: string;
  /** Only for a proposal: id of its series, and the number that its file name says. */
  series?: string;
  number?: number;
}

/** A file that is published. */
export interface StaticFile {
  /** Address on the site, from `/`. */
  url: string;
  /** Where it is, absolute. */
  path: string;
  /** How it is published; unchanged by default. */
  publication?: Publication | "refused";
  /** Why it is refused, if not for its type. */
  refusal?: string;
  /** It is beside a page of the docs, whose folders have no pages that list their files. */
  isOfDocs?: boolean;
  /** A file beside proposals that is published whether or not a text links to it. */
  isPublic?: boolean;
}

/** Finds the steps from today's text of a proposal back to its former texts. */
export interface StepsSource {
  /** For each version of `comparableVersions`, the steps from the text before it in the list, which for the first is today's: JSON of `Step[]`. */
  steps(proposal: Proposal): Promise<[Version, string][]>;
}

/** An old address of `redirects`, in one language. */
export interface Redirect {
  /** Path of the site, decoded; with `*` for any text where only hosts can follow it. */
  from: string;
  /** Where it leads, as a link has it. */
  to: string;
  locale: string;
  /** Path of the file that answers it, below the output; undefined where only hosts do. */
  path?: string;
  /** Path of the file with the same content: programs that ask for files do not follow pages. */
  copyOf?: string;
}

/** The pages that are made of texts, before any link is followed: enough for the search index. */
export interface SitePages {
  config: SiteConfig;
  kinds: SiteKinds;
  registers: Register[];
  /** In the order of their addresses. */
  companions: Companion[];
  docs: DocsVersionPages[];
  textPages: TextPage[];
  ownPages: readonly OwnPage[];
  home: { document?: HomeDocument; translations: Map<string, HomeDocument> };
}

/** The texts themselves, which only their pages and search need. */
export interface Texts {
  /** Each body is requested when its page or its part of the search index is made. */
  bodies: Bodies;
  versions: StepsSource;
}

export interface Site extends SitePages {
  /** In the order of their addresses. */
  folders: Folder[];
  routes: Map<string, Route>;
  redirects: readonly Redirect[];
  files: Map<string, StaticFile>;
  /** All published files, also those that share an address with another one. */
  ownFiles: StaticFile[];
  /** Files beside texts, by path: published where a text or a redirect leads to them. */
  assets: ReadonlyMap<string, StaticFile>;
  history: Map<string, FileHistory>;
  /** Targets of each document's links, by the link's index. */
  targets: Map<Document, LinkTarget[]>;
}

/**
 * What the base of a change, or the complete history, says about the age of today's texts: a number belongs to the text
 * that had it first, and only old texts are judged leniently.
 */
export interface Seniority {
  /** Whether a text was there before; undefined if there is neither a base nor a complete history. */
  isOld(path: string): boolean | undefined;
  /** When a text got a number, as an increasing count; undefined if it did not have the number before, or if that is not known. */
  since(path: string, number: number): number | undefined;
  /** The day on which a text came in, `YYYY-MM-DD`, if the complete history says it. */
  day?(path: string): string | undefined;
}

/** The seniority without a base and a history. */
export const unknownSeniority: Seniority = { isOld: () => undefined, since: () => undefined };
