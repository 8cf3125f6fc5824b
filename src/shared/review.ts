/** What a review says of a change: plain data, from which every form of the report is made. */
import type { Diagnostic } from "./diagnostic.js";

export type ChangeKind = "new" | "changed" | "renamed" | "removed";

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
  /** Address on the site, without the path that the site is below; undefined where there will be none. */
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
