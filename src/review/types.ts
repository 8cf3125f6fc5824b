/** What a review works with: the proposals that a change touches, as they were and as they are. */
import type { Series } from "../config/index.js";
import type { Proposal } from "../model/site.js";
import type { FieldEntry } from "../parse/metadata/entries.js";
import type { ChangeKind } from "../shared/review.js";

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
