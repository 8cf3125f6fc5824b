/** The types of offers, and the offer of a proposal, which `metadata` and `body` share. */

import type { Position } from "../../../shared/document.js";
import type { Proposal } from "../../../site/model/site.js";
import { describeProposal, statusLabel, titleOf } from "../describe.js";
import type { SiteText } from "../text.js";

/** A text that may replace the characters before the cursor. */
export interface Offer {
  label: string;
  /** The text to insert; the label by default. */
  text?: string;
  detail?: string;
  documentation?: string;
  /** Offers with a smaller rank come first. */
  rank?: number;
  kind?: "Property" | "EnumMember" | "Reference" | "File" | "Value" | "Keyword";
}

export interface Cursor {
  text: SiteText;
  position: Position;
  /** The line before and after the cursor. */
  before: string;
  after: string;
}

/** Offers, and the number of characters before the cursor that they replace. */
export interface Offers {
  replaced: number;
  offers: Offer[];
}

export const offerOf = (proposal: Proposal): Offer => ({
  label: titleOf(proposal),
  kind: "Reference",
  detail: statusLabel(proposal),
  documentation: describeProposal(proposal),
});
