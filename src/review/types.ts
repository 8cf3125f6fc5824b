/** The data of a review: the proposals that a change affects, before and after it. */
import type { Series } from "../config/index.js";
import type { Proposal } from "../model/site.js";
import type { FieldEntry } from "../parse/metadata/entries.js";
import type { ChangeKind } from "../shared/review.js";

/** A proposal's text in one of the two commits. */
export interface ProposalSide {
  /** Relative to the site's root. */
  path: string;
  text: string;
  /** Front matter; empty if there is none, or if it is invalid. */
  entries: FieldEntry[];
  body: string;
  /** Line of the file on which the body begins, from 1. */
  bodyLine: number;
  /** The proposal in the register; undefined if errors exclude it. */
  proposal?: Proposal;
  /** Of its front matter, or else of its file's name. */
  number?: number;
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
