/**
 * The types of search: the indexed records, the queries and answers between the page and a provider, and the filters of a
 * query as typed (`author:vitalik status:final`) and as in the address of the search page. The shapes are
 * DocSearch's, so that the embedded index and a hosted one are interchangeable.
 */

import type { CountForms } from "./plurals.js";
import { cutText } from "./text.js";
import type { StatusView } from "./view.js";

/** The characters that a search field takes. */
export const maxQueryLength = 64;

export const filterFields = ["status", "category", "author", "year"] as const;

export type FilterField = (typeof filterFields)[number];

/** For each field, the values of which a proposal needs one. */
export type Filters = Partial<Record<FilterField, readonly string[]>>;

const typedFilter = /(^|\s)(status|category|author|year):(?:"([^"]*)"|([^\s":]+))(?=\s|$)/giu;

/** Splits a query into its words and the filters typed in it. */
export function takeFilters(typed: string): { words: string; filters: Filters } {
  let filters: Filters = {};
  const words = typed.replace(typedFilter, (_, space: string, field: string, quoted?: string, plain?: string) => {
    const value = (quoted ?? plain ?? "").trim();
    if (value) filters = addFilter(filters, field.toLowerCase() as FilterField, value);
    return space;
  });
  return { words: words.replace(/\s+/g, " ").trim(), filters };
}

export function addFilter(filters: Filters, field: FilterField, value: string): Filters {
  const values = filters[field] ?? [];
  return values.includes(value) ? filters : { ...filters, [field]: [...values, value] };
}

export function removeFilter(filters: Filters, field: FilterField, value: string): Filters {
  return { ...filters, [field]: (filters[field] ?? []).filter((candidate) => candidate !== value) };
}

/** The values of both filters. */
export function joinFilters(filters: Filters, added: Filters): Filters {
  let joined = filters;
  for (const field of filterFields) for (const value of added[field] ?? []) joined = addFilter(joined, field, value);
  return joined;
}

export function hasFilters(filters: Filters): boolean {
  return filterFields.some((field) => (filters[field] ?? []).length > 0);
}

/** The query part of the search page's address: `?q=words&status=final&author=vbuterin`; empty without words and filters. */
export function searchQuery(words: string, filters: Filters): string {
  const parameters = new URLSearchParams(words ? { q: words } : {});
  for (const field of filterFields) for (const value of filters[field] ?? []) parameters.append(field, value);
  const text = parameters.toString().replaceAll("+", "%20");
  return text && `?${text}`;
}

const maxValues = 20;
const maxValueLength = 100;

/** The inverse of `searchQuery`. @param query part of an address, with or without its question mark. */
export function readSearchQuery(query: string): { words: string; filters: Filters } {
  const parameters = new URLSearchParams(query);
  let filters: Filters = {};
  for (const field of filterFields) {
    for (const value of parameters.getAll(field).slice(0, maxValues)) {
      if (value.trim()) filters = addFilter(filters, field, cutText(value.trim(), maxValueLength));
    }
  }
  return { words: parameters.get("q") ?? "", filters };
}

export type HierarchyLevel = `lvl${0 | 1 | 2 | 3 | 4 | 5 | 6}`;

/** The headings above a record: lvl0 is the part of the site, lvl1 the page's title, lvl2 to lvl6 are headings. */
export type Hierarchy = Record<HierarchyLevel, string | null>;

/** @param headings below the title, from level 2 on; null for skipped levels. */
export function hierarchyOf(section: string, title: string, headings: readonly (string | null)[]): Hierarchy {
  const [lvl2 = null, lvl3 = null, lvl4 = null, lvl5 = null, lvl6 = null] = headings;
  return { lvl0: section, lvl1: title, lvl2, lvl3, lvl4, lvl5, lvl6 };
}

/** A heading (`lvl1` is the page itself), or a piece of the text below one. */
export type RecordType = Exclude<HierarchyLevel, "lvl0"> | "content";

export interface SearchRecord {
  /** Identifies the record; a later build gives the same place the same id. */
  objectID: string;
  type: RecordType;
  hierarchy: Hierarchy;
  /** Null for a heading. */
  content: string | null;
  /** Absolute, with its anchor. */
  url: string;
  url_without_anchor: string;
  /** Empty at the top of a page. */
  anchor: string;
  /** Locale code of the page. */
  language: string;
  /** Tag for contextual search: `default`, or `docs-default-<version>`. */
  docusaurus_tag: string;
  version: string;
  weight: {
    /** 10 for proposals, 5 for docs. */
    pageRank: number;
    /** 100 for the page, 10 less for each level below; 0 for text. */
    level: number;
    /** Place of the record within its page, from 0. */
    position: number;
  };
}

/** A part of a hit with the matched words marked: HTML, escaped except for the marks. */
export interface MarkedText {
  value: string;
  matchLevel: "none" | "partial" | "full";
}

export interface SearchHit extends Omit<SearchRecord, "language" | "docusaurus_tag" | "version" | "weight"> {
  /** Undefined for a page that is not a proposal. */
  status?: StatusView;
  /** `YYYY-MM-DD` */
  date?: string;
  /** Language of the hit's text, if it differs from the page's. */
  lang?: string;
  _highlightResult: MarkedParts;
  _snippetResult: MarkedParts;
}

interface MarkedParts {
  hierarchy: Partial<Record<HierarchyLevel, MarkedText>>;
  content?: MarkedText;
}

export interface SearchRequest {
  query: string;
  /** From 0. */
  page: number;
  hitsPerPage: number;
  /** Number of words of a snippet. */
  snippetWords: number;
  /**
   * Maximum number of text files that the embedded index fetches for the snippets of this page of hits; a few by default. Further hits are
   * whole pages.
   */
  textFiles?: number;
  filters?: Filters;
  /** Maximum number of hits in one page of the site, one by default. `hitsPerPage` counts only the first of them. */
  places?: number;
  /** Whether the answer should have the values of the filters. */
  facets?: boolean;
}

export interface FacetValue {
  /** The value as addresses have it. */
  value: string;
  label: string;
  count: number;
}

/** A filter field with its values. */
export interface Facet {
  field: FilterField;
  values: FacetValue[];
}

export interface SearchAnswer {
  /** The query that is answered. */
  query: string;
  hits: SearchHit[];
  /** Number of pages that match. */
  total: number;
  /** Number of further pages that may match: they have all words of a phrase, but their texts were not read. */
  unread?: number;
  /** Set if there is a next page of hits: for a phrase, a page may have fewer hits than were asked for. */
  more?: true;
  /** Set if no page is known to contain the phrase: the hits have all of its words, but not all of their texts were read. */
  unconfirmed?: true;
  queryID?: string;
  /** The corrected query that was answered, if the original has no results. */
  corrected?: string;
  /** If nothing was found: up to three queries with results. */
  suggestions?: string[];
  /** The active filters, including those in the query, with the labels of their values. */
  filters?: Facet[];
  facets?: Facet[];
}

/** The provider of one locale, and the data for its requests. Addresses are final. */
export type ProviderUi =
  | { kind: "local"; base: string; workerUrl: string }
  | {
      kind: "algolia";
      appId: string;
      /** The public key, which can only search. */
      apiKey: string;
      indexName: string;
      /** Origins to use in place of the provider's own. */
      hosts?: string[];
      language: string;
      /** Tag of the docs version that is searched from pages outside the docs. */
      docsTag?: string;
      /** Sends what readers see and choose to the provider's analytics. */
      insights?: boolean;
    };

/** Origin of the hosted provider for analytics events. */
export const insightsOrigin = "https://insights.algolia.io";

/** The data for search in one locale: fetched when the reader is about to search, so that pages need not contain it. */
export interface SearchUi {
  provider: ProviderUi;
  /** Address of the dialog's style sheet. */
  stylesheet: string;
  searchHref: string;
  maxResultsPerGroup: number;
  /** With `{query}` for the query. */
  missingResultsUrl?: string;
  strings: SearchStrings;
}

export interface SearchStrings {
  found: CountForms;
  seeAll: CountForms;
  /** With `{query}` and `{shown}` for the query and its correction. */
  corrected: string;
  /** Says why pages are shown that may not contain the phrase, and what the reader can do. */
  unconfirmed: string;
  title: string;
  clear: string;
  cancel: string;
  loading: string;
  recent: string;
  noRecent: string;
  saveRecent: string;
  removeRecent: string;
  favourites: string;
  removeFavourite: string;
  failed: string;
  failedHelp: string;
  noResults: string;
  suggested: string;
  missing: string;
  missingLink: string;
  toSelect: string;
  toNavigate: string;
  toClose: string;
  /** Before the name of a hosted provider. */
  by: string;
}

/** The interface of a provider, for the dialog and the search page. Rejects if nothing can be fetched. */
export interface SearchProvider {
  /** A reader is about to search: files that every query needs may be fetched. */
  open?(): void;
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** Reports to the hosted provider's analytics which hits a reader sees and chooses, if the site wants it. `position` counts from 1. */
  viewed?(hits: readonly Pick<SearchHit, "objectID">[]): void;
  chosen?(hit: Pick<SearchHit, "objectID">, position: number, queryID?: string): void;
}

/** A message to the search worker of a page. */
export interface Question {
  id: number;
  /** Address of the folder of the index, from `/`, with a slash at its end. */
  base: string;
  /** The text of the index's root file, if the page has it: the index is opened with it. */
  root?: string;
  /** Without a request the index is only opened, and there is no reply. */
  request?: SearchRequest;
}

/** Its answer to a request. */
export type Reply = { id: number; answer: SearchAnswer } | { id: number; error: string };
