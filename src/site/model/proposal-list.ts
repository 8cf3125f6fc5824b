/** Which proposals lists show, and their order. */

import type { PageMeta } from "../../shared/document.js";
import { compareText } from "../../shared/text.js";
import type { Proposal, Register } from "./site.js";

/** Those without numbers in the order of their titles. */
export function byNumber(a: Proposal, b: Proposal): number {
  if (a.series.numbers !== "none" && b.series.numbers !== "none") return a.number - b.number;
  return compareText(a.meta.title.toLowerCase(), b.meta.title.toLowerCase()) || compareText(a.label, b.label);
}

/** Whether lists, search and indexes may show a page of the docs, or of the site's own. */
export const isListed = ({ document }: { document: { meta: PageMeta } }) => !document.meta.unlisted;

/** All that have pages; those that lists may show are `proposals`. */
export const allProposals = ({ proposals, unlisted }: Pick<Register, "proposals" | "unlisted">): readonly Proposal[] =>
  unlisted.length > 0 ? [...proposals, ...unlisted] : proposals;

/** By date; those without one last. Of one day the highest number first, titles as ever. */
export function newestFirst(a: Proposal, b: Proposal): number {
  const isTitled = a.series.numbers === "none" || b.series.numbers === "none";
  return compareText(b.meta.date ?? "", a.meta.date ?? "") || (isTitled ? byNumber(a, b) : byNumber(b, a));
}

/** In a register without numbers the order is that of dates, if all have one. */
export function byDateOrTitle(proposals: readonly Proposal[]): (a: Proposal, b: Proposal) => number {
  const haveDates = proposals.every(({ meta }) => meta.date);
  return (a, b) => (haveDates ? compareText(a.meta.date ?? "", b.meta.date ?? "") : 0) || byNumber(a, b);
}
