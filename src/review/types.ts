/** What a review says: plain data, from which every form of the report is made. */
import type { Series } from "../config/index.js";
import type { Proposal } from "../model/site.js";
import type { FieldEntry } from "../parse/metadata/entries.js";
import type { Diagnostic } from "../shared/diagnostic.js";

export type ChangeKind = "new" | "changed" | "renamed" | "removed";

/** A proposal's text in one of the two commits. */
export interface ProposalSide {
  /** Relative to the site's root. */
  path: string;
  text: string;
  /** Front matter; empty where there is none, or a broken one. */
  entries: FieldEntry[];
  body: string;
  /** Line of the file on which the body begins, from 1. */
  bodyLine: number;
  /** What the register knows of it; undefined where its errors keep it out. */
  proposal?: Proposal;
  /** Of its front matter, or else of its file's name. */
  number?: number;
  /** The same of its category; empty where nothing tells it. */
  category: string;
}

/** A proposal that the change touches: new without `before`, removed without `after`. */
export interface ProposalChange {
  kind: ChangeKind;
  series: Series;
  before?: ProposalSide;
  after?: ProposalSide;
}

/** A section that is different, and by how many lines. The part before the first heading has an empty title. */
export interface SectionChange {
  title: string;
  change: "added" | "changed" | "removed";
  added: number;
  removed: number;
}

/** A field of front matter; undefined on the side that does not have it. */
export interface FieldChange {
  key: string;
  from?: string;
  to?: string;
}

export interface FileChange {
  path: string;
  change: "added" | "changed" | "removed";
}

/** Somebody who must agree. */
export interface Need {
  who: "author" | "editor" | "category editors";
  why: string;
  /** How many of them. */
  min: number;
  /** With an @, where they are known. */
  handles: string[];
}

export interface ReviewedProposal {
  number?: number;
  /** `CIP-20`, or the series' label alone where the number is not known. */
  label: string;
  title: string;
  /** In the newer commit; of a removed proposal in the older one. */
  path: string;
  /** Of a renamed one, in the older commit. */
  from?: string;
  change: ChangeKind;
  /** Ids of statuses, undefined on the side that has none. */
  status: { from?: string; to?: string };
  fields: FieldChange[];
  sections: SectionChange[];
  assets: FileChange[];
  needs: Need[];
  /** Address on the site, without the path that the site lies below; undefined where there will be none. */
  route?: string;
}

export interface Review {
  /** Ids of the two commits that were compared. */
  base: string;
  head: string;
  proposals: ReviewedProposal[];
  /** Other files of the repository that are different. */
  files: FileChange[];
  /** What is needed for files that belong to no proposal. */
  needs: Need[];
  /** What the change brings, in its own files and elsewhere. */
  diagnostics: Diagnostic[];
}
