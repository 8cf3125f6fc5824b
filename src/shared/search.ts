/**
 * What search is about: the records that are indexed, and the questions and answers that pass between the page and a provider. The shapes are
 * DocSearch's, so that the embedded index and a hosted one can take each other's place.
 */
import type { CountForms } from "./plurals.js";
import type { FilterField, Filters } from "./search-filters.js";
import type { StatusView } from "./view.js";

/** The sections that lead to a record: lvl0 the part of the site, lvl1 the page's title, lvl2 to lvl6 its headings. */
export interface Hierarchy {
  lvl0: string | null;
  lvl1: string | null;
  lvl2: string | null;
  lvl3: string | null;
  lvl4: string | null;
  lvl5: string | null;
  lvl6: string | null;
}

export type HierarchyLevel = keyof Hierarchy;

/** A heading (`lvl1` is the page itself), or a piece of the text below one. */
export type RecordType = Exclude<HierarchyLevel, "lvl0"> | "content";

export interface SearchRecord {
  /** The same for the same place in every build. */
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
  /** Which contextual search finds it: `default`, or `docs-default-<version>`. */
  docusaurus_tag: string;
  version: string;
  weight: {
    /** 10 for proposals, 5 for docs. */
    pageRank: number;
    /** 100 for the page, 10 less for each level below; 0 for text. */
    level: number;
    /** Of the record within its page, from 0. */
    position: number;
  };
}

/** A part of a hit with the matched words marked: HTML, escaped except for the marks. */
export interface MarkedText {
  value: string;
  matchLevel: "none" | "partial" | "full";
}

export interface SearchHit extends Pick<SearchRecord, "objectID" | "type" | "hierarchy" | "content" | "url"> {
  url_without_anchor: string;
  anchor: string;
  /** Of a proposal. */
  status?: StatusView;
  /** `YYYY-MM-DD` */
  date?: string;
  /** Of its text, where that is not the page's. */
  lang?: string;
  _highlightResult: { hierarchy: Partial<Record<HierarchyLevel, MarkedText>>; content?: MarkedText };
  _snippetResult: { hierarchy: Partial<Record<HierarchyLevel, MarkedText>>; content?: MarkedText };
}

export interface SearchRequest {
  query: string;
  /** From 0. */
  page: number;
  hitsPerPage: number;
  /** How many words around a match a snippet has. */
  snippetWords: number;
  /** How many files of texts the embedded index may fetch for the snippets of this page of hits; a few by default. Hits beyond are whole pages. */
  textFiles?: number;
  filters?: Filters;
  /** How many places of one page may be shown below it, one by default; all pages of an answer but the first place do not count as hits. */
  places?: number;
  /** Whether the answer should say what there is to filter by. */
  facets?: boolean;
}

export interface FacetValue {
  /** As an address has it. */
  value: string;
  label: string;
  count: number;
}

/** A field that the answers can be filtered by, with its values. */
export interface Facet {
  field: FilterField;
  values: FacetValue[];
}

export interface SearchAnswer {
  /** The query that is answered. */
  query: string;
  hits: SearchHit[];
  /** How many pages are found. */
  total: number;
  queryID?: string;
  /** The query that was answered in place of one that finds nothing. */
  corrected?: string;
  /** Where nothing was found: up to three queries that find something. */
  suggestions?: string[];
  /** The filters that hold, those in the query among them, with the labels of their values. */
  filters?: Facet[];
  facets?: Facet[];
}

/** Who answers in one locale, and what it takes to ask. Addresses are final. */
export type ProviderUi =
  | { kind: "local"; base: string; workerUrl: string }
  | {
      kind: "algolia";
      appId: string;
      /** The search-only key. */
      apiKey: string;
      indexName: string;
      /** Origins to ask in place of the provider's own. */
      hosts?: string[];
      language: string;
      /** Tag of the docs that are searched from pages outside the docs. */
      docsTag?: string;
      /** Sends what readers see and choose to the provider's analytics. */
      insights?: boolean;
    };

/** Where the hosted provider takes events of analytics. */
export const insightsOrigin = "https://insights.algolia.io";

/** What the script needs to open search in one locale: fetched when the reader is about to search, so that no page carries it. */
export interface SearchUi {
  provider: ProviderUi;
  /** Of the modal. */
  stylesheet: string;
  searchHref: string;
  maxResultsPerGroup: number;
  /** With `{query}` for what was not found. */
  missingResultsUrl?: string;
  strings: SearchStrings;
}

export interface SearchStrings {
  placeholder: string;
  found: CountForms;
  seeAll: CountForms;
  /** With `{query}` and `{shown}` for what was asked and what was answered in its place. */
  corrected: string;
  /** The modal's, by DocSearch's names. */
  modal: Record<"searchBox" | "startScreen" | "errorScreen" | "noResultsScreen" | "footer", Record<string, string>>;
}

/** What a provider is to the page: the modal and the search page ask it, whatever answers. Rejects where nothing can be fetched. */
export interface SearchProvider {
  /** Somebody is about to search: what every question needs may be fetched. */
  open?(): void;
  search(request: SearchRequest): Promise<SearchAnswer>;
}
