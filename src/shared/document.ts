/**
 * The types that describe ONE file in a build: the source, and the document that is parsed from it. A document has facts,
 * which are small and needed for linking, and a body, which is large and needed only for its page or its part of the search
 * index. Both are plain JSON, so that worker threads can make them.
 */
import type { HtmlPart, ParsedPart } from "./html-parts.js";

/** A position in a text file. Lines and columns count from 1, and columns are UTF-16 units. */
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
  /** Size in bytes of a file that is too large to be read; its `text` is empty. */
  tooLarge?: number;
  /** Why the separate file with the text's metadata cannot be read, and where. */
  unread?: { file: string; line: number; column: number; message: string };
  /** Set if the text includes other files, or if its metadata is in another file: `text` then contains the parts of these files. */
  included?: {
    /** The text of the file alone. */
    written: string;
    /** The texts of the included files, by path. */
    files: ReadonlyMap<string, string>;
    /** The origins of the lines of `text`, in order. */
    origins: readonly IncludedLines[];
  };
}

/** Consecutive lines of a text that come from one file. */
export interface IncludedLines {
  /** First of these lines in the text, from 1. */
  from: number;
  file: string;
  /** The same line in its file, from 1. */
  line: number;
  /** Number of columns by which the text indents these lines. */
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
  /** Names that the code blocks of the section declare, and hexadecimal ids in them. */
  declared?: string[];
  /** Names that the code blocks use without declaring them. */
  used?: string[];
  /** The code blocks, so that search finds a line that was copied from one. */
  code?: string;
}

/**
 * A URL in a document. The document's HTML holds a placeholder (see html-parts.ts) in its place, with the link's index, which is
 * filled once the whole site is known: a route needs the locale's prefix, a Markdown path needs the other file's route.
 */
export interface DocumentLink {
  /** The URL as written, with entities and escapes resolved. */
  url: string;
  kind: "link" | "image" | "mention";
  /** For a mention: the series and number that were named. */
  mention?: { label: string; number: number };
  /** For a reference to a label of another reStructuredText file: the label's name. */
  label?: string;
  /** Set if the link has no text of its own, so that it shows the title of its target. */
  isUntitled?: true;
  /** The label in the link's text, if the URL has the same number with another label: `ERC` for `[ERC-20](eip-20.md)`. */
  labelInText?: string;
  position: Position;
}

/** A labelled place in a reStructuredText file, which other texts may refer to. */
export interface Label {
  /** Normalized, so that names can be compared. */
  name: string;
  /** The anchor of the place; empty for the page itself. */
  id: string;
  /** Title of the section that the label is in, or of the page. */
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
  /** Undefined if only `link` identifies the proposal. */
  number?: number;
  /** The slug whose hash is `number`, in a register without numbers. */
  slug?: string;
  /** The link, if the reference is written as one. */
  link?: LabelledUrl;
  position: Position;
}

/**
 * A date such as `12/05/2022`, in which day and month may be confused. If it is valid in one order only, `dmy` or `mdy` is missing, and it shows
 * the order in which the register writes its dates.
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
  /** Links with labels, in order: those of the fields that the series has for discussions, then those beside the status. */
  discussions: LabelledUrl[];
  /** Custom fields that the register's pages show, in the order of the series' list. */
  ownFields?: OwnField[];
  /** Where the text is now, for a proposal that moved to another register. */
  movedTo?: string;
  /** Set if no list, feed or search leads to the page. */
  unlisted?: true;
}

/** A custom field of a register: `text` without markup, and the links in it. */
export interface OwnField {
  key: string;
  label: string;
  text: string;
  links: LabelledUrl[];
  /** The values one by one, if the archive is filtered by this field. */
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

/** Gives the bodies of documents, from memory or by parsing their sources again. Every document has a body. */
export interface Bodies {
  html(document: Document): HtmlPart[];
  sections(document: Document): Section[];
  /** The sections in bytes. */
  searchText(document: Document): SearchText;
  /** The whole file as `publishedText` gives it. */
  markdown(document: Document): string;
}

/** The facts that parsing one file gives. */
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
  /** Parts of the file's name that addresses may contain, besides number and category. */
  named: { slug?: string; status?: string };
  /** The name that the file should have: undefined if it has that name, empty if the name is not known. */
  wantedName?: string;
  /** Set if the file's name has another number than the metadata. */
  isMisnumbered?: true;
  meta: ProposalMeta;
}

export interface DocsDocument extends DocumentFacts {
  kind: "doc";
  /** Path below the version's folder without extension: `cip-0`. */
  id: string;
  version: string;
  meta: PageMeta;
}

/** A page in the site's `pages` folder. */
export interface PageDocument extends DocumentFacts {
  kind: "page";
  meta: PageMeta;
}

export interface HomeDocument extends DocumentFacts {
  kind: "home";
  meta: PageMeta;
}

/** A text beside proposals, such as an annex or a report. It gets its route when its proposal is known. */
export interface CompanionDocument extends DocumentFacts {
  kind: "companion";
  series: string;
  /** Whether the text is a page only if a proposal links to it. */
  needsLink: boolean;
  meta: PageMeta;
}

/** The facts of one file and nothing else. */
export type Document = ProposalDocument | DocsDocument | PageDocument | HomeDocument | CompanionDocument;
