/** The data of a review: the proposals that a change affects, before and after it. */
import type { Series } from "../config/index.js";
import type { FieldEntry } from "../parse/metadata/entries.js";
import type { ProposalMeta } from "../shared/document.js";
import type { ChangeKind } from "../shared/review.js";

/** A proposal's text in one of the two commits. */
export interface ProposalSide {
  /** Relative to the site's root. */
  path: string;
  text: string;
  /** Metadata; empty if there is none, or if it is invalid. */
  entries: FieldEntry[];
  body: string;
  /** Line of the file on which the body begins, from 1. */
  bodyLine: number;
  /** Address of its page; undefined if errors exclude it. */
  route?: string;
  /** Undefined if the metadata cannot be read. */
  meta?: Omit<ProposalMeta, "number">;
  /** From its metadata, or else from its file's name. */
  number?: number;
  /** From its file's name. */
  nameNumber?: number;
  /** The same for its category; empty if unknown. */
  category: string;
}

/** A proposal that the change affects: new without `before`, removed without `after`. */
export interface ProposalChange {
  kind: ChangeKind;
  series: Series;
  before?: ProposalSide;
  after?: ProposalSide;
}
