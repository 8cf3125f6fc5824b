/**
 * The data of a site for other programs, below `/api/v1/`: documented in docs/data.md, described by the JSON Schemas beside the files, which are made from
 * src/output/files/api-schema.ts. Fields are added, never taken away or changed: that would be `/api/v2/`. Days are `YYYY-MM-DD`, addresses are absolute, texts are
 * in the default language of the site.
 */
import type { StatusTone } from "./view-parts.js";

/** The version of these files' format. The second number grows when fields are added. */
export const contractVersion = "1.0";

/** A proposal's number: a JSON number if it is decimal, else a string; null in a register without numbers. */
export type ApiNumber = number | string | null;

/** A proposal by its name, with the address of its page. `data.proposal` of the index says where its data is. */
export interface ApiReference {
  series: string;
  number: ApiNumber;
  /** Its name in a register without numbers. */
  slug?: string;
  label: string;
  title: string;
  url: string;
}

/** A proposal that is not on this site. */
export interface ApiElsewhere {
  label: string;
  url?: string;
}

export interface ApiAuthor {
  /** Identifies the person within the site. */
  id: string;
  name: string;
  handle?: string;
  email?: string;
  url?: string;
}

export interface ApiStatus {
  id: string;
  label: string;
  /** The stage of a proposal's life. */
  tone: StatusTone;
}

/** A proposal as lists show it. */
export interface ApiItem extends ApiReference {
  /** Address of its data. */
  data: string;
  description: string;
  /** Id; absent if the source has none. */
  status?: string;
  category?: string;
  tags: string[];
  authors: ApiAuthor[];
  created?: string;
  updated?: string;
  /** End of its last call. */
  deadline?: string;
}

export interface ApiList {
  contract: string;
  total: number;
  items: ApiItem[];
}

export interface ApiStatusList extends ApiList {
  status: ApiStatus;
}

export interface ApiSection {
  /** Id of the heading in the page; empty for the text before the first one. */
  id: string;
  level: number;
  heading: string;
  url: string;
  /** Plain text, without that of its subsections; only if the site sets `api.sections`. */
  text?: string;
}

export interface ApiVersion {
  /** Full hash. */
  commit: string;
  date: string;
  author: string;
  subject: string;
  /** The number that the proposal had then, if it has another one today. */
  formerNumber?: ApiNumber;
}

export interface ApiProposal extends ApiItem {
  contract: string;
  /** The text in brackets after the status. */
  statusReason?: string;
  /** Day on which the proposal got its status. */
  statusSince?: string;
  keywords: string[];
  lang?: string;
  /** Path of the source in the repository; absent for a reserved number. */
  source?: string;
  /** Address of the published source text. */
  markdown?: string;
  discussions: { label: string; url: string }[];
  movedTo?: string;
  /** The register's own fields, as text. */
  fields: Record<string, string>;
  requires: ApiReference[];
  requiredBy: ApiReference[];
  supersedes: ApiReference[];
  supersededBy: ApiReference[];
  /** Proposals that it amends or clarifies; absent without any. */
  updates?: ApiReference[];
  updatedBy?: ApiReference[];
  mentions: ApiReference[];
  mentionedBy: ApiReference[];
  /** Related proposals of other registers, by the relation. */
  elsewhere: Record<string, ApiElsewhere[]>;
  /** Oldest first; empty without a history. */
  statuses: { status: string; date: string; commit: string }[];
  /** Newest first; empty without a history. */
  versions: ApiVersion[];
  /** Old addresses that redirect to the proposal. */
  formerUrls: string[];
  /** The proposal's page in the other languages of the site. */
  translations: { locale: string; url: string; isTranslated: boolean }[];
  sections: ApiSection[];
}

export interface ApiAuthors {
  contract: string;
  total: number;
  items: (ApiAuthor & { proposals: ApiReference[] })[];
}

export interface ApiTags {
  contract: string;
  total: number;
  items: { series: string; name: string; url: string; proposals: ApiReference[] }[];
}

export interface ApiChange {
  kind: "new" | "moved" | "changed";
  date: string;
  proposal: ApiReference;
  /** Ids of the statuses, if `kind` is `moved`. */
  from?: string;
  to?: string;
  commit: string;
  author: string;
  subject: string;
}

/** The newest month with changes, and the addresses of all months, newest first. */
export interface ApiChanges {
  contract: string;
  months: { month: string; total: number; data: string }[];
  items: ApiChange[];
}

/** The changes of one month, newest first. */
export interface ApiMonth {
  contract: string;
  month: string;
  items: ApiChange[];
}

export interface ApiSeries {
  id: string;
  /** Before numbers: `CIP`. */
  label: string;
  title: string;
  url: string;
  total: number;
  /** In the order of a proposal's life. */
  statuses: ApiStatus[];
  categories: { id: string; label: string }[];
}

/** The entry point: the site, its series, and the addresses of all files. */
export interface ApiIndex {
  contract: string;
  program: { name: string; version: string };
  site: { title: string; tagline: string; url: string; locale: string };
  locales: { code: string; label: string; url: string }[];
  series: ApiSeries[];
  data: {
    proposals: string;
    /** With `{series}` and `{number}`. */
    proposal: string;
    authors: string;
    tags: string;
    /** Absent without a history. */
    changes?: string;
    /** By id. */
    statuses: Record<string, string>;
    /** By the name of the file. */
    schemas: Record<string, string>;
    openapi: string;
  };
  /** Files of other forms: feeds, texts for language models, the sitemap. */
  others: Record<string, string>;
}
