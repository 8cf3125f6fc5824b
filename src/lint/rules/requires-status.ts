/** What is final must not rest on what may still change. */
import type { Proposal } from "../../model/site.js";
import { referencePlace } from "../proposals.js";
import { defineRule, noOptions } from "../rule.js";

/** How far a proposal has come. Tones that are not here say nothing about it: who moved is judged elsewhere. */
const progress: Partial<Record<string, number>> = {
  stopped: -1,
  reserved: -1,
  draft: 0,
  review: 1,
  accepted: 2,
  final: 3,
  living: 3,
};

export const requiresStatus = defineRule({
  id: "requires-status",
  severity: "warn",
  summary: "A proposal that is more final than one that it requires",
  help: `What is final must not change, so it cannot rest on something that still may. Bring the required proposal further first, or do not
require it. How far a status is follows from its \`tone\`.

Wrong: a final proposal requires a draft
Right: a final proposal requires final ones`,
  scope: "proposals",
  options: noOptions,
  check({ proposal }) {
    const own = proposal ? (progressOf(proposal) ?? 0) : 0;
    if (!proposal || own <= 0) return [];
    return proposal.relations.requires
      .filter((required) => (progressOf(required) ?? own) < own)
      .map((required) => ({
        message: `this proposal is ${statusLabel(proposal)}, but requires ${required.label}, which is ${statusLabel(required)}`,
        ...referencePlace(proposal, required),
      }));
  },
});

function progressOf({ series, meta }: Proposal): number | undefined {
  const tone = series.statuses.find(({ id }) => id === meta.status)?.tone;
  return tone && progress[tone];
}

function statusLabel({ series, meta }: Proposal): string {
  return series.statuses.find(({ id }) => id === meta.status)?.label.toLowerCase() ?? meta.status;
}
