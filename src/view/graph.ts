/** Lays out a proposal's neighbourhood: what it builds on at the left, the proposal in the middle, what builds on it at the right. */

import { proposalTitle, statusView } from "../model/localized.js";
import type { Proposal } from "../model/site.js";
import type { GraphView } from "../shared/view.js";
import type { RenderContext } from "./context.js";

const columnWidth = 180;
const rowHeight = 44;
const margin = 16;
/** Maximum number of neighbours on a side, for a readable drawing; the list of relations has them all. */
const maxPerSide = 8;

/** @returns undefined for a proposal without relations other than mentions. */
export function neighbourhood(proposal: Proposal, context: RenderContext): GraphView | undefined {
  const { requires, requiredBy, supersedes, supersededBy } = proposal.relations;
  const left = [...new Set([...requires, ...supersedes])].slice(0, maxPerSide);
  const right = [...new Set([...requiredBy, ...supersededBy])]
    .filter((other) => !left.includes(other))
    .slice(0, maxPerSide);
  if (left.length + right.length === 0) return undefined;
  const rows = Math.max(left.length, right.length, 1);
  const height = rows * rowHeight + margin * 2;
  const place = (members: readonly Proposal[], column: number) =>
    members.map((member, index) => ({
      label: member.label,
      title: proposalTitle(member, context),
      href: context.urls.page(member.route),
      tone: statusView(member, context)?.tone ?? "draft",
      x: margin + column * columnWidth + columnWidth / 2,
      y: height / 2 + (index - (members.length - 1) / 2) * rowHeight,
      current: member === proposal,
    }));
  const members = [proposal, ...left, ...right];
  const columns = [left, [proposal], right].filter((column) => column.length > 0);
  const columnOf = (column: readonly Proposal[]) => columns.findIndex((candidate) => candidate[0] === column[0]);
  const nodes = [
    ...place([proposal], left.length > 0 ? 1 : 0),
    ...(left.length ? place(left, 0) : []),
    ...(right.length ? place(right, columnOf(right)) : []),
  ];
  const kindOf = (from: Proposal, to: Proposal) =>
    from.relations.requires.includes(to)
      ? "requires"
      : from.relations.supersedes.includes(to)
        ? "supersedes"
        : undefined;
  const edges = members.flatMap((from, fromIndex) =>
    members.flatMap((to, toIndex) => {
      const kind = from === proposal || to === proposal ? kindOf(from, to) : undefined;
      return kind ? [{ from: fromIndex, to: toIndex, kind } as const] : [];
    }),
  );
  return { width: margin * 2 + columns.length * columnWidth, height, nodes, edges };
}
