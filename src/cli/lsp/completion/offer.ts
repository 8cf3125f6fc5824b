/** What is offered at a place: the words that `metadata` and `body` have in common. */

import type { Position } from "../../../shared/document.js";
import type { Proposal } from "../../../site/model/site.js";
import { describeProposal, shownStatus, titleOf } from "../describe.js";
import type { SiteText } from "../text.js";

/** What is offered in place of the letters before the cursor. */
export interface Offer {
  label: string;
  /** What is written; the label by default. */
  text?: string;
  detail?: string;
  documentation?: string;
  /** Smaller ones come first. */
  rank?: number;
  kind?: "Property" | "EnumMember" | "Reference" | "File" | "Value" | "Keyword";
}

export interface Cursor {
  text: SiteText;
  position: Position;
  /** The line before and behind the cursor. */
  before: string;
  after: string;
}

/** Offers, and the number of letters before the cursor that they replace. */
export interface Offers {
  replaced: number;
  offers: Offer[];
}

export const offerOf = (proposal: Proposal): Offer => ({
  label: titleOf(proposal),
  kind: "Reference",
  detail: shownStatus(proposal),
  documentation: describeProposal(proposal),
});
