/** The result of a review: plain data, from which all report formats are made. */
import type { Diagnostic } from "./diagnostic.js";

export type ChangeKind = "new" | "changed" | "renamed" | "removed";

/** A section that differs, and its number of changed lines. The part before the first heading has an empty title. */
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

/** An approval that is needed. */
export interface Need {
  who: "author" | "editor" | "category editors";
  why: string;
  /** Number of people. */
  min: number;
  /** Handles of these people with an @, as far as they are known. */
  handles: string[];
}

export interface ReviewedProposal {
  number?: number;
  /** `CIP-20`, or the series' label alone if the number is unknown. */
  label: string;
  title: string;
  /** In the newer commit; of a removed proposal in the older one. */
  path: string;
  /** The path in the older commit, if it differs. */
  from?: string;
  change: ChangeKind;
  /** Ids of statuses, undefined on a side without one. */
  status: { from?: string; to?: string };
  fields: FieldChange[];
  sections: SectionChange[];
  assets: FileChange[];
  needs: Need[];
  /** Address on the site, without the site's base path; undefined if it has none. */
  route?: string;
}

export interface Review {
  /** Ids of the two commits that were compared. */
  base: string;
  head: string;
  proposals: ReviewedProposal[];
  /** Other changed files of the repository. */
  files: FileChange[];
  /** Approvals for files that belong to no proposal. */
  needs: Need[];
  /** New findings, in the changed files and elsewhere. */
  diagnostics: Diagnostic[];
}
