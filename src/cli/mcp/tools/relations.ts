/** Tool: the proposals that a proposal depends on, and those that depend on it. */
import { aboutOf, proposalLine, quotedBeginning } from "../answer.js";
import type { ListedProposal, Register } from "../register.js";
import { reference, size, tool } from "./tool.js";

export const relations = tool({
  name: "relations",
  title: "Relations of a proposal",
  description:
    "What a proposal requires, directly and through others, what requires it, what it supersedes, updates and mentions, each with its status.",
  input: { proposal: reference, max_chars: size },
  async run({ max_chars, ...args }, register) {
    const proposal = await register.find(args.proposal);
    const requires = await followRelation(proposal, "requires", register);
    const requiredBy = await followRelation(proposal, "requiredBy", register);
    const groups: [title: string, labels: readonly string[]][] = [
      ["Requires directly", proposal.requires],
      ["Requires through others", requires.filter((label) => !proposal.requires.includes(label))],
      ["Is required directly by", proposal.requiredBy],
      ["Is required through others by", requiredBy.filter((label) => !proposal.requiredBy.includes(label))],
      ["Supersedes", proposal.supersedes],
      ["Is superseded by", proposal.supersededBy],
      ["Updates", proposal.updates ?? []],
      ["Is updated by", proposal.updatedBy ?? []],
      ["Mentions", proposal.mentions],
      ["Is mentioned by", proposal.mentionedBy],
    ];
    const texts = await Promise.all(
      groups
        .filter(([, labels]) => labels.length > 0)
        .map(async ([title, labels]) => [`${title}:`, ...(await linesOf(labels, register))].join("\n")),
    );
    return quotedBeginning(texts.join("\n") || "No relations.", max_chars, await aboutOf(proposal, register));
  },
});

/** @returns the labels of all proposals that a relation leads to, the nearest first. They include the start if the relations form a circle. */
async function followRelation(
  start: ListedProposal,
  kind: "requires" | "requiredBy",
  register: Register,
): Promise<readonly string[]> {
  const labels = new Set(start[kind]);
  // The set grows while it is read.
  for (const label of labels) for (const next of (await register.withLabel(label))?.[kind] ?? []) labels.add(next);
  return [...labels];
}

async function linesOf(labels: readonly string[], register: Register): Promise<string[]> {
  return Promise.all(
    labels.map(async (label) => {
      const proposal = await register.withLabel(label);
      return `- ${proposal ? await proposalLine(proposal, register) : `${label} | not in this register`}`;
    }),
  );
}
