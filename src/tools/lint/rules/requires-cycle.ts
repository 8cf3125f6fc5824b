/** Finds proposals that require each other in a cycle. */
import type { Proposal } from "../../../site/model/site.js";
import { referencePosition } from "../proposals.js";
import { defineRule } from "../rule.js";

export const requiresCycle = defineRule({
  id: "requires-cycle",
  severity: "warn",
  summary: "Proposals that require each other in a cycle",
  help: `None of them can be implemented first, unless they are one standard in two texts, as BIP-157 and BIP-158 are. Usually one of the references
is not a requirement but a mention; a link in the text is enough for that. A cycle is reported once, at its lowest number.

Wrong: CIP-1 requires CIP-2, and CIP-2 requires CIP-1
Right: only CIP-2 requires CIP-1`,
  scope: "proposals",
  dependsOnSite: true,
  check({ proposal }) {
    if (!proposal) return [];
    const { meta, label } = proposal;
    const toItself = meta.requires.find(
      (reference) =>
        reference.number === meta.number && (!reference.label || reference.label === proposal.series.label),
    );
    if (toItself) return [{ message: `${label} requires itself`, ...toItself.position, help: "Remove the number." }];
    const cycle = findShortestCycle(proposal);
    if (!cycle || cycle.some((member) => isBefore(member, proposal))) return [];
    return [
      {
        message: `proposals require each other: ${[...cycle, proposal].map((member) => member.label).join(" → ")}`,
        ...referencePosition(proposal, cycle[1]),
        help: "Remove the requirement that is only a mention.",
      },
    ];
  },
});

function isBefore(a: Proposal, b: Proposal): boolean {
  return a.series.id === b.series.id ? a.number < b.number : a.series.id < b.series.id;
}

/** Searches breadth-first for a path of requirements back to its start. @returns the proposals of the path, the start first. */
function findShortestCycle(start: Proposal): Proposal[] | undefined {
  const predecessors = new Map<Proposal, Proposal>();
  const queue = [start];
  for (const proposal of queue) {
    for (const next of proposal.relations.requires) {
      if (next === start) return pathTo(proposal, predecessors);
      if (predecessors.has(next)) continue;
      predecessors.set(next, proposal);
      queue.push(next);
    }
  }
  return undefined;
}

function pathTo(end: Proposal, predecessors: ReadonlyMap<Proposal, Proposal>): Proposal[] {
  const path: Proposal[] = [];
  for (let proposal: Proposal | undefined = end; proposal; proposal = predecessors.get(proposal))
    path.unshift(proposal);
  return path;
}
