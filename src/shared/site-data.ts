/** The site as data for code of a site: its pages, outputs and checks. Plain data without functions but `t`; addresses are final. */
import type { CategoryView, Translate } from "./view.js";
import type { StatusView } from "./view-parts.js";

/** The fields of a register's own, by key, as text. */
export type OwnFields = Readonly<Record<string, string>>;

/** The whole site in one language. @template Fields the register's own fields: `{ team: string; budget?: string }`. */
export interface SiteData<Fields = OwnFields> {
  title: string;
  tagline: string;
  /** Origin and base path, without a slash at the end. */
  url: string;
  /** Code of this language, `en-US`. */
  locale: string;
  registers: RegisterData<Fields>[];
  /** Looks up a string of the interface. */
  t: Translate;
}

/** One series of proposals. */
export interface RegisterData<Fields = OwnFields> {
  /** As in the configuration: `cip`. */
  id: string;
  /** Prefix of numbers: `CIP`. */
  label: string;
  title: string;
  /** Path of its list. */
  href: string;
  /** In the order of a proposal's life. */
  statuses: StatusView[];
  categories: { id: string; label: string }[];
  /** By number. */
  proposals: ProposalData<Fields>[];
  /** Authors, by name. */
  people: PersonData<Fields>[];
}

/** An author of proposals. */
export interface PersonData<Fields = OwnFields> {
  /** In its most frequent spelling. */
  name: string;
  /** Identifies the person within the site; safe in addresses. */
  id: string;
  handle?: string;
  email?: string;
  url?: string;
  /** By number. */
  proposals: ProposalData<Fields>[];
}

/** A change of a proposal's status. Dates are `YYYY-MM-DD`. */
export interface StatusChangeData {
  /** Id. */
  status: string;
  date: string;
  /** Full hash. */
  commit: string;
}

/** One proposal. Dates are `YYYY-MM-DD`. */
export interface ProposalData<Fields = OwnFields> {
  number: number;
  /** The number as it is shown: `20`, `0001`. */
  id: string;
  /** `CIP-20` */
  label: string;
  title: string;
  description: string;
  /** Undefined if the source has none. */
  status?: StatusView;
  category?: CategoryView;
  tags: string[];
  keywords: string[];
  authors: PersonData<Fields>[];
  date?: string;
  /** Day of the last commit that changed it, or else what its metadata says. */
  updated?: string;
  /** End of the last call. */
  deadline?: string;
  /** Path of its page. */
  href: string;
  /** The same, absolute. */
  url: string;
  /** Path of its source, relative to the root; undefined for a reserved number. */
  path?: string;
  discussions: string[];
  fields: Fields;
  requires: ProposalData<Fields>[];
  requiredBy: ProposalData<Fields>[];
  supersedes: ProposalData<Fields>[];
  supersededBy: ProposalData<Fields>[];
  mentions: ProposalData<Fields>[];
  mentionedBy: ProposalData<Fields>[];
  /** Oldest first; empty without a history. */
  statuses: StatusChangeData[];
  headings: { level: number; id: string; text: string }[];
}
