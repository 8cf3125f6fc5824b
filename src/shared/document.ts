/**
 * The types that describe ONE file in a build: the source, and the document that is parsed from it. A document has its
 * facts, which are small and needed for linking; its own facts, which only its page needs; and its body, which is large
 * and needed only for that page or its part of the search index. All are plain JSON, so they can be cached on disk or
 * made in a worker thread.
 */
import type { HtmlPart, ParsedPart } from "./html-parts.js";

/** A place in a text file; both count from 1, columns in UTF-16 units. */
export interface Position {
  line: number;
  column: number;
}

/** A text file as it was read. `path` is relative to the site's root, with forward slashes. */
export interface SourceFile {
  path: string;
  text: string;
  /** Hex digest of `text`. */
  hash: string;
  /** Bytes of a file that is too large to be read: then `text` is empty. */
  tooLarge?: number;
  /** Why the file with its metadata cannot be read, and where. */
  unread?: { file: string; line: number; column: number; message: string };
  /** Set for a text that includes other files, or whose metadata is in another file: then `text` has their parts. */
  included?: {
    /** The text as it is in its file. */
    written: string;
    /** The texts of the files, by path. */
    files: ReadonlyMap<string, string>;
    /** Where the lines are from, in order. */
    origins: readonly IncludedLines[];
  };
}

/** Lines of a text that follow each other in one file. */
export interface IncludedLines {
  /** The first of them in the text, from 1. */
  from: number;
  file: string;
  /** The same line in the file. */
  line: number;
  /** Columns that they were moved by. */
  shift: number;
}

/** A heading that has an anchor. `text` is plain, `level` is 1 to 6. */
export interface Heading {
  level: number;
  id: string;
  text: string;
}

/** The plain text below one heading (or before the first one, with an empty `id`), for the search index. */
export interface Section {
  id: string;
  level: number;
  heading: string;
  text: string;
  /** Names that its code blocks declare, ids in hexadecimal digits among them; and others that they use. */
  declared?: string[];
  used?: string[];
  /** Its blocks of code, as far as a line that was copied from one is found. */
  code?: string;
}

/**
 * A URL in a document. The document's HTML holds a placeholder (see html-parts.ts) in its place, with the link's index, which is
 * filled once the whole site is known: a route needs the locale's prefix, a Markdown path needs the other file's route.
 */
export interface DocumentLink {
  /** As the author wrote it, entities and escapes resolved. */
  url: string;
  kind: "link" | "image" | "mention";
  /** For a mention: the series and number that were named. */
  mention?: { label: string; number: number };
  /** For a mention of a label of reStructuredText, which another text has. */
  label?: string;
  /** Set where the title of what it leads to is its text. */
  isUntitled?: true;
  /** The label by which a link's text names the proposal whose number its URL has with another label. */
  calls?: string;
  position: Position;
}

/** A place of a reStructuredText that other texts may refer to. */
export interface Label {
  /** As names are compared. */
  name: string;
  /** Empty for the page itself. */
  id: string;
  /** That of its section; the page's, for the page itself. */
  title?: string;
}

/** An author in front matter. Two spellings of one handle are the same person: `key` is equal. */
export interface Author {
  key: string;
  name: string;
  handle?: string;
  email?: string;
  url?: string;
  corepass?: string;
}

/** A reference to another proposal in front matter. `label` is the series' label in upper case, if written. */
export interface ProposalReference {
  label?: string;
  /** Undefined if only `link` says what is meant. */
  number?: number;
  /** What `number` stands for in a register without numbers. */
  slug?: string;
  /** The link that it is written as. */
  link?: LabelledUrl;
  position: Position;
}

/**
 * A date such as `12/05/2022`, in which the day is ambiguous. If only one reading is a valid date it has that one, and
 * shows how the register writes its dates.
 */
export interface NumericDate {
  field: "date" | "updated" | "deadline";
  key: string;
  text: string;
  dmy?: string;
  mdy?: string;
  position: Position;
  length: number;
}

/** The metadata of a proposal, independent of the keys in the source. Dates are `YYYY-MM-DD`. */
export interface ProposalMeta {
  number: number;
  title: string;
  description: string;
  authors: Author[];
  /** The id of one of the series' statuses; an unknown status as it was written; empty if the source has none. */
  status: string;
  /** The text in brackets after the status, if any. */
  statusReason?: string;
  /** The id of one of the series' categories; empty in a series without categories. */
  category: string;
  tags: string[];
  keywords: string[];
  date?: string;
  updated?: string;
  deadline?: string;
  /** The dates above of which only the month is known: its first day stands for it. */
  months?: ("date" | "updated" | "deadline")[];
  /** Dates to be read by the order of the register's other dates. */
  numericDates?: NumericDate[];
  lang?: string;
  requires: ProposalReference[];
  supersedes: ProposalReference[];
  supersededBy: ProposalReference[];
  updates: ProposalReference[];
  updatedBy: ProposalReference[];
  /** Links with labels, in order: discussions and whatever `Key: [label: url]` lists the series declares. */
  discussions: LabelledUrl[];
  /** Fields of the register's own that its pages show, in the order of the series' list. */
  ownFields?: OwnField[];
  /** Where the text is now, for a proposal that moved to another register. */
  movedTo?: string;
  /** Set where only who has its address finds its page. */
  unlisted?: true;
}

/** A field that only its register knows: `text` without markup, and the links in it. */
export interface OwnField {
  key: string;
  label: string;
  text: string;
  links: LabelledUrl[];
  /** Each by itself, if the archive is filtered by this field. */
  values?: string[];
}

export interface LabelledUrl {
  label: string;
  url: string;
}

/** The front matter of a text that is not a proposal. */
export interface PageMeta {
  title: string;
  description: string;
  sidebarLabel?: string;
  sidebarPosition?: number;
  draft: boolean;
  /** See `ProposalMeta`. */
  unlisted?: true;
  date?: string;
}

/** The facts that all kinds of documents have. */
interface DocumentFacts {
  path: string;
  /** Locale of a translation, or undefined for the original. */
  locale?: string;
  /** Without locale prefix and base path: `/cip/cbc/cip-20`. */
  route: string;
  /** The part up to `<!--truncate-->`, or the first paragraph. */
  preview: HtmlPart[];
  /** `preview` as plain text, at most 300 characters. */
  excerpt: string;
  outline: Heading[];
  /** Every id in the body's HTML, headings and others, and `titleId`. */
  anchors: string[];
  /** The anchor of the heading that became the page's title, if there is one. */
  titleId?: string;
  links: DocumentLink[];
  labels?: Label[];
}

/** The large half of a document. */
export interface DocumentBody {
  /** Sanitized. */
  html: ParsedPart[];
  sections: Section[];
}

/** The sections of a body in bytes; see src/output/search/page.ts. */
export type SearchText = Uint8Array;

/** The bodies of documents: still in memory, or parsed again. Facts come from the same source, so there always is one. */
export interface Bodies {
  html(document: Document): HtmlPart[];
  sections(document: Document): Section[];
  /** The same in bytes. */
  searchText(document: Document): SearchText;
  /** The whole file as it was written but for `cleanText` and line ends, which are line feeds. */
  markdown(document: Document): string;
}

/** What parsing one file says of it. */
export interface ParsedFacts {
  facts: Document;
  hasDiagram: boolean;
}

/** The result of parsing one file. */
export interface ParsedDocument extends ParsedFacts {
  body: DocumentBody;
}

export interface ProposalDocument extends DocumentFacts {
  kind: "proposal";
  series: string;
  /** The parts of its file's name that addresses may have, besides number and category. */
  named: { slug?: string; status?: string };
  /** The name that its file should have; empty if unknown, undefined if the file has it. */
  wantedName?: string;
  /** The name has the number of another proposal. */
  isNamedOtherwise?: true;
  meta: ProposalMeta;
}

export interface DocsDocument extends DocumentFacts {
  kind: "doc";
  /** Path below the version's folder without extension: `cip-0`. */
  id: string;
  version: string;
  meta: PageMeta;
}

/** A page of the site's own. */
export interface PageDocument extends DocumentFacts {
  kind: "page";
  meta: PageMeta;
}

export interface HomeDocument extends DocumentFacts {
  kind: "home";
  meta: PageMeta;
}

/** A text beside proposals that is not one: an annex, a report. Its route is known when its proposal is. */
export interface CompanionDocument extends DocumentFacts {
  kind: "companion";
  series: string;
  /** It is a page only if a link names it: its place alone does not make it one. */
  isOnlyIfNamed: boolean;
  meta: PageMeta;
}

/** The facts of one file and nothing else. */
export type Document = ProposalDocument | DocsDocument | PageDocument | HomeDocument | CompanionDocument;
