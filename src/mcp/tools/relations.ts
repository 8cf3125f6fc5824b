/** Tool: what a proposal hangs on, what hangs on it, and what a change of its status touches. */
import { z } from "zod";
import { aboutOf, part, proposalLine, quoted } from "../answer.js";
import type { ListedProposal, Present } from "../site.js";
import { folded, reference, size } from "./inputs.js";
import { tool } from "./tool.js";

export const relations = tool({
  name: "relations",
  title: "Relations of a proposal",
  description:
    "What a proposal requires, directly and through others, what requires it, what it supersedes and mentions, each with its status; and with a status what its change to that status would touch.",
  input: {
    proposal: reference,
    status: z
      .string()
      .max(100)
      .optional()
      .describe("Id of a status (final, withdrawn): says what is in the way of it, and what it would touch"),
    max_chars: size,
  },
  async run({ proposal: named, status, max_chars }, { site }) {
    const present = await site.present();
    const proposal = await present.find(named);
    const requires = await closure(proposal, "requires", present);
    const requiredBy = await closure(proposal, "requiredBy", present);
    const direct = async (title: string, labels: readonly string[]) =>
      labels.length === 0 ? [] : [`${title}:`, ...(await lines(labels, present))];
    const through = ({ found }: Closure, own: readonly string[]) => found.filter((label) => !own.includes(label));
    const text = [
      ...(status === undefined ? [] : await effects(proposal, status, requires, requiredBy, present)),
      ...(await direct("Requires directly", proposal.requires)),
      ...(await direct("Requires through others", through(requires, proposal.requires))),
      ...(requires.isCircle ? ["These requirements go in a circle."] : []),
      ...(await direct("Is required directly by", proposal.requiredBy)),
      ...(await direct("Is required through others by", through(requiredBy, proposal.requiredBy))),
      ...(await direct("Supersedes", proposal.supersedes)),
      ...(await direct("Is superseded by", proposal.supersededBy)),
      ...(await direct("Mentions", proposal.mentions)),
      ...(await direct("Is mentioned by", proposal.mentionedBy)),
    ];
    const { text: shown, rest } = part(text.join("\n") || "No relations.", max_chars);
    return `${quoted(shown, await aboutOf(proposal, present))}${rest ? "\nCut here: ask with a larger max_chars." : ""}`;
  },
});

interface Closure {
  /** Labels, the nearest first. */
  found: string[];
  isCircle: boolean;
}

async function closure(start: ListedProposal, kind: "requires" | "requiredBy", present: Present): Promise<Closure> {
  const found = new Set<string>();
  let isCircle = false;
  for (let ring: readonly ListedProposal[] = [start]; ring.length > 0; ) {
    const labels = [...new Set(ring.flatMap((one) => one[kind]))];
    if (labels.includes(start.label)) isCircle = true;
    const fresh = labels.filter((label) => label !== start.label && !found.has(label));
    for (const label of fresh) found.add(label);
    ring = (await Promise.all(fresh.map((label) => present.known(label)))).flatMap((one) => one ?? []);
  }
  return { found: [...found], isCircle };
}

async function lines(labels: readonly string[], present: Present): Promise<string[]> {
  return Promise.all(
    labels.map(async (label) => {
      const known = await present.known(label);
      return `- ${known ? await proposalLine(known, present) : `${label} | not in this register`}`;
    }),
  );
}

/** By the statuses of today; the register's process may say more, which a review of the change checks. */
async function effects(
  proposal: ListedProposal,
  status: string,
  requires: Closure,
  requiredBy: Closure,
  present: Present,
): Promise<string[]> {
  const wanted = folded(status);
  const has = async (label: string) => folded((await present.known(label))?.status ?? "") === wanted;
  const behind: string[] = [];
  for (const label of requires.found) if (!(await has(label))) behind.push(label);
  const settled: string[] = [];
  const waiting: string[] = [];
  for (const label of requiredBy.found) {
    if (await has(label)) settled.push(label);
    const known = await present.known(label);
    const others = (known?.requires ?? []).filter((other) => other !== proposal.label);
    const areThere = (await Promise.all(others.map(has))).every(Boolean);
    if (known?.requires.includes(proposal.label) && areThere && !(await has(label))) waiting.push(label);
  }
  const isNow = folded(proposal.status ?? "") === wanted;
  return [
    `${proposal.label} is ${proposal.status ?? "without a status"} now. If it ${isNow ? "left" : "became"} "${status}":`,
    ...(behind.length > 0
      ? [`It requires ${behind.length} that are not "${status}":`, ...(await lines(behind, present))]
      : [`Everything that it requires is "${status}".`]),
    ...(settled.length > 0
      ? [
          `${settled.length} that are "${status}" require it, directly or through others:`,
          ...(await lines(settled, present)),
        ]
      : [`No proposal that is "${status}" requires it.`]),
    ...(waiting.length > 0
      ? [
          `${waiting.length} require it, and everything else that they require is "${status}":`,
          ...(await lines(waiting, present)),
        ]
      : []),
    "",
  ];
}
