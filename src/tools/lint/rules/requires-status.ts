/** Checks that no proposal depends on one that is less final, and so may still change. */
import * as z from "zod";
import type { Position } from "../../../shared/document.js";
import type { Proposal, Site } from "../../../site/model/site.js";
import { progressOf, proposalsByRoute, referencePosition, statusLabel } from "../proposals.js";
import { defineRule } from "../rule.js";

export const requiresStatus = defineRule({
  id: "requires-status",
  severity: "warn",
  summary: "A proposal that is more final than one that it requires",
  help: `A final proposal must not change, so it cannot depend on one that still may. Move the required proposal forward first, or do not
require it. The \`tone\` of a status determines how final it is. Option \`links: true\` also checks the proposals that the text links, unless a link leads to a section;
\`terminal: true\` lets a proposal require one that was given up for good, because that does not change either.

Wrong: a final proposal requires a draft
Right: a final proposal requires final ones`,
  scope: "proposals",
  dependsOnSite: true,
  options: z.strictObject({ links: z.boolean().default(false), terminal: z.boolean().default(false) }),
  check({ proposal }, site, { links, terminal }) {
    const progress = proposal ? (progressOf(proposal.series, proposal.meta.status) ?? 0) : 0;
    if (!proposal || progress <= 0) return [];
    const isEarlier = (target: Proposal) => (progressOf(target.series, target.meta.status) ?? progress) < progress;
    const { requires } = proposal.relations;
    // A text may link a proposal that was given up, because it says why.
    const isOver = ({ series, meta }: Proposal) => series.process?.terminal.includes(meta.status) ?? false;
    const required = requires
      .filter((target) => isEarlier(target) && !(terminal && isOver(target)))
      .map((target) => ({ target, verb: "requires", position: referencePosition(proposal, target) }));
    const linked = (links ? linkedBy(proposal, site) : []).filter(
      ({ target }) => !requires.includes(target) && isEarlier(target) && !isOver(target),
    );
    return [...required, ...linked].map(({ target, verb, position }) => ({
      message: `this proposal is ${statusOf(proposal)}, but ${verb} ${target.label}, which is ${statusOf(target)}`,
      ...position,
    }));
  },
});

/** The proposals that the text links, each where it is linked first. */
function linkedBy(proposal: Proposal, { targets, registers }: Site) {
  const { document } = proposal;
  if (!document) return [];
  const linkedProposals = new Map<Proposal, { target: Proposal; verb: string; position: Position }>();
  const byRoute = proposalsByRoute(registers);
  for (const [index, target] of (targets.get(document) ?? []).entries()) {
    const { kind, position } = document.links[index] ?? {};
    // A link to a section is a quotation, not a dependency.
    const linkTarget = target.kind === "route" && !target.suffix.includes("#") ? byRoute.get(target.route) : undefined;
    if (kind !== "link" || !position || !linkTarget || linkTarget === proposal || linkedProposals.has(linkTarget))
      continue;
    linkedProposals.set(linkTarget, { target: linkTarget, verb: "links", position });
  }
  return [...linkedProposals.values()];
}

const statusOf = ({ series, meta }: Proposal) => statusLabel(series, meta.status).toLowerCase();
