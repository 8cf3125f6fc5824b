/** Cycles of requirements, found by the shortest path back. */
import type { Proposal } from "../../../site/model/site.js";
import { referencePosition } from "../proposals.js";
import { defineRule, noOptions } from "../rule.js";

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
  options: noOptions,
  check({ proposal }) {
    if (!proposal) return [];
    const { meta, label } = proposal;
    const proposalReference = meta.requires.find(
      (r) => r.number === meta.number && (!r.label || r.label === proposal.series.label),
    );
    if (proposalReference)
      return [{ message: `${label} requires itself`, ...proposalReference.position, help: "Remove the number." }];
    const circle = shortestCircle(proposal);
    if (!circle || circle.some((member) => isBefore(member, proposal))) return [];
    return [
      {
        message: `proposals require each other: ${[...circle, proposal].map((member) => member.label).join(" → ")}`,
        ...referencePosition(proposal, circle[1]),
        help: "Remove the requirement that is only a mention.",
      },
    ];
  },
});

function isBefore(a: Proposal, b: Proposal): boolean {
  return a.series.id === b.series.id ? a.number < b.number : a.series.id < b.series.id;
}

/** Breadth-first search for the path back to its start, beginning with the start; undefined if there is none. */
function shortestCircle(start: Proposal): Proposal[] | undefined {
  const cameFrom = new Map<Proposal, Proposal>();
  const queue = [start];
  for (const proposal of queue) {
    for (const next of proposal.relations.requires) {
      if (next === start) return wayTo(proposal, cameFrom);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, proposal);
      queue.push(next);
    }
  }
  return undefined;
}

function wayTo(end: Proposal, cameFrom: ReadonlyMap<Proposal, Proposal>): Proposal[] {
  const way: Proposal[] = [];
  for (let proposal: Proposal | undefined = end; proposal; proposal = cameFrom.get(proposal)) way.unshift(proposal);
  return way;
}
