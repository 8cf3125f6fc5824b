/** Which proposals lists show, and their order. */

import type { PageMeta } from "../../shared/document.js";
import { compareText } from "../../shared/text.js";
import type { Proposal, Register } from "./site.js";

/** Orders proposals by number, and those without numbers by title. */
export function byNumber(a: Proposal, b: Proposal): number {
  if (a.series.numbers !== "none" && b.series.numbers !== "none") return a.number - b.number;
  return compareText(a.meta.title.toLowerCase(), b.meta.title.toLowerCase()) || compareText(a.label, b.label);
}

/** Whether lists, search and indexes may show a page of the docs, or of the site's own. */
export const isListed = ({ document }: { document: { meta: PageMeta } }) => !document.meta.unlisted;

/** All proposals that have pages, also the unlisted ones. */
export const allProposals = ({ proposals, unlisted }: Pick<Register, "proposals" | "unlisted">): readonly Proposal[] =>
  unlisted.length > 0 ? [...proposals, ...unlisted] : proposals;

/** Orders proposals by date, newest first and those without a date last; on one day by the highest number, or by title. */
export function newestFirst(a: Proposal, b: Proposal): number {
  const isTitled = a.series.numbers === "none" || b.series.numbers === "none";
  return compareText(b.meta.date ?? "", a.meta.date ?? "") || (isTitled ? byNumber(a, b) : byNumber(b, a));
}

/** The order of a register without numbers: by date if all proposals have one, otherwise by title. */
export function byDateOrTitle(proposals: readonly Proposal[]): (a: Proposal, b: Proposal) => number {
  const haveDates = proposals.every(({ meta }) => meta.date);
  return (a, b) => (haveDates ? compareText(a.meta.date ?? "", b.meta.date ?? "") : 0) || byNumber(a, b);
}
