/**
 * How much a register depends on a proposal: of several that match a query equally well, people usually look for the
 * one that others build on.
 */
import type { Proposal, RelationKind } from "../model/site.js";
import { maxAuthority } from "../shared/search-index.js";
import type { StatusView } from "../shared/view.js";

/** Weight of each proposal that has this relation to it. */
const relationWeights: Partial<Record<RelationKind, number>> = { requiredBy: 3, supersedes: 2, mentionedBy: 1 };

/** Weight of a status, in doublings of its relations. */
const toneWeights: Record<StatusView["tone"], number> = {
  living: 4,
  final: 4,
  accepted: 3,
  review: 2,
  draft: 2,
  stopped: 0,
  moved: 0,
  reserved: 0,
};

/** @returns a whole number from 0 to `maxAuthority`: it grows with the logarithm of the relations. */
export function authorityOf(relations: Proposal["relations"], tone: StatusView["tone"] = "draft"): number {
  let related = 0;
  for (const [kind, weight] of Object.entries(relationWeights)) {
    related += weight * relations[kind as RelationKind].length;
  }
  const value = 3 * Math.log2(1 + related) + 2 * toneWeights[tone];
  return Math.min(maxAuthority, Math.round(value));
}
