/** The facts of the whole site: what the third stage makes of all documents together. Cheap, and made again for every build. */
import type { DocsVersion, Series, SiteConfig } from "../config/index.js";
import type {
  Bodies,
  CompanionDocument,
  DocsDocument,
  Document,
  HomeDocument,
  ProposalDocument,
  ProposalMeta,
} from "../shared/document.js";
import type { Comparison, FileHistory, SectionHtml, Version } from "../shared/history.js";
import type { Publication } from "../shared/publication.js";

export type RelationKind = "requires" | "requiredBy" | "supersedes" | "supersededBy" | "mentions" | "mentionedBy";

/** A proposal that a relation names and this site does not have. */
export interface AbsentProposal {
  kind: RelationKind;
  /** `EIP-20` */
  label: string;
  /** Where it is, if `elsewhere` says so. */
  url?: string;
}

/** One number of a register: a document, or a number that is kept free. */
export interface Proposal {
  series: Series;
  number: number;
  /** As shown: `20`, `0001`. */
  numberText: string;
  /** `CIP-20` */
  label: string;
  route: string;
  meta: ProposalMeta;
  /** Undefined for a reserved number. */
  document?: ProposalDocument;
  translations: Map<string, ProposalDocument>;
  /** What became of the text, where its register has a history and it was committed. */
  history?: FileHistory;
  /** Locales whose translation says what a former version said, and that version. */
  outdated: Map<string, Version>;
  relations: Record<RelationKind, Proposal[]>;
  /** What it requires or supersedes, or is superseded by, that is not on this site. */
  absent: AbsentProposal[];
  previous?: Proposal;
  next?: Proposal;
}

/** The proposals of one year; `year` is empty where they have no date. */
export interface RegisterYear {
  year: string;
  proposals: Proposal[];
}

/** A text beside a proposal, which is a page below the proposal's. */
export interface Companion {
  proposal: Proposal;
  route: string;
  document: CompanionDocument;
  translations: Map<string, CompanionDocument>;
}

/** A folder beside the proposals that a link names and that has no text of its own: its page lists its files. */
export interface Folder {
  route: string;
  /** Of its source, relative to the root. */
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
  byNumber: Map<number, Proposal>;
  /** By name. */
  tags: Tag[];
  /** The tags of each proposal, by name; nothing for one that has none. */
  tagsOf: Map<Proposal, Tag[]>;
  /** The name of each person (by key): of several spellings the most frequent one. */
  people: Map<string, string>;
  /** Day of the newest commit that its history goes to; undefined for a register without one, which has no pages of its history. */
  historyEnd?: string;
  /** Newest year first, by number within a year; proposals without a date last, under an empty year. */
  years: RegisterYear[];
}

export interface DocsPage {
  id: string;
  route: string;
  document: DocsDocument;
  translations: Map<string, DocsDocument>;
  /** Locales whose translation says what a former version said. */
  outdated: Map<string, Version>;
  /** Name of the sidebar that lists it, if any does. */
  sidebar?: string;
  previous?: DocsPage;
  next?: DocsPage;
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

/** What one address shows. `route` has no locale prefix and no slash at its end. */
export type Route = { route: string } & (
  | { kind: "home" }
  | { kind: "list"; register: Register; tag?: Tag; page: number; pages: number; aliasOf?: string }
  | { kind: "tags"; register: Register }
  | { kind: "archive"; register: Register; year?: RegisterYear }
  | { kind: "proposal"; register: Register; proposal: Proposal }
  | { kind: "insights"; register: Register }
  | { kind: "graph"; register: Register }
  | { kind: "changes"; register: Register; proposal: Proposal; comparison: Comparison }
  | { kind: "companion"; register: Register; companion: Companion }
  | { kind: "folder"; register: Register; folder: Folder }
  | { kind: "doc"; version: DocsVersionPages; page: DocsPage }
  | { kind: "search" }
  | { kind: "notFound" }
  | { kind: "redirect"; target: string }
);

/** Where a link of a document leads, for every locale at once. */
export type LinkTarget =
  | { kind: "route"; route: string; suffix: string }
  /** `asset` is the source, below the root, of a file beside a proposal: published because of this link. */
  | { kind: "file"; path: string; suffix: string; asset?: string }
  /** `isLost` where it leads to a text that has no page because of its own errors. */
  | { kind: "raw"; url: string; isLost?: true }
  | { kind: "proposal"; proposal: Proposal }
  | { kind: "none" };

/** A text that means to be a page and has none because of its own errors: what leads to it is not wrong by itself. */
export interface RejectedText {
  path: string;
  /** Route that the file's name gives it, where it gives one. */
  route?: string;
  /** Of a proposal: id of its series, and the number that its file name says. */
  series?: string;
  number?: number;
}

/** A file that is published. */
export interface StaticFile {
  /** Address on the site, from `/`. */
  url: string;
  /** Where it is, absolute. */
  path: string;
  /** In what form, where it is not for its author alone to say; otherwise it is copied as it is. */
  publication?: Publication | "refused";
}

/** Finds out what is different in today's text, section by section. */
export interface ChangesSource {
  /** Two differences of one key are the same; known without reading a text. */
  key(proposal: Proposal, comparison: Comparison): string;
  sections(proposal: Proposal, comparison: Comparison): Promise<SectionHtml[]>;
}

export interface Site {
  config: SiteConfig;
  registers: Register[];
  /** In the order of their addresses. */
  companions: Companion[];
  /** In the order of their addresses. */
  folders: Folder[];
  docs: DocsVersionPages[];
  home: { document?: HomeDocument; translations: Map<string, HomeDocument> };
  routes: Map<string, Route>;
  files: Map<string, StaticFile>;
  /** The same, and those that share an address with another one. */
  ownFiles: StaticFile[];
  history: Map<string, FileHistory>;
  /** Identifies all of `history`. */
  historyDigest: string;
  /** The large halves of the documents, each asked for when its page or its part of the search index is made. */
  bodies: Bodies;
  /** Targets of each document's links, by the link's index. */
  targets: Map<Document, LinkTarget[]>;
}
