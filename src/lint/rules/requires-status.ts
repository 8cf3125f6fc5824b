/** A final proposal must not depend on one that may still change. */
import type { Proposal } from "../../model/site.js";
import { progressOf, referencePlace } from "../proposals.js";
import { defineRule, noOptions } from "../rule.js";

export const requiresStatus = defineRule({
  id: "requires-status",
  severity: "warn",
  summary: "A proposal that is more final than one that it requires",
  help: `A final proposal must not change, so it cannot depend on one that still may. Move the required proposal forward first, or do not
require it. The \`tone\` of a status determines how final it is.

Wrong: a final proposal requires a draft
Right: a final proposal requires final ones`,
  scope: "proposals",
  dependsOnSite: true,
  options: noOptions,
  check({ proposal }) {
    const own = proposal ? (progressOf(proposal.series, proposal.meta.status) ?? 0) : 0;
    if (!proposal || own <= 0) return [];
    return proposal.relations.requires
      .filter((required) => (progressOf(required.series, required.meta.status) ?? own) < own)
      .map((required) => ({
        message: `this proposal is ${statusLabel(proposal)}, but requires ${required.label}, which is ${statusLabel(required)}`,
        ...referencePlace(proposal, required),
      }));
  },
});

function statusLabel({ series, meta }: Proposal): string {
  return series.statuses.find(({ id }) => id === meta.status)?.label.toLowerCase() ?? meta.status;
}
