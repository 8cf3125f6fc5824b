/** Tool: the facts and the text of a proposal, whole or in parts. */
import { z } from "zod";
import { aboutOf, cutPart, inLine, quoted, quotedBeginning } from "../answer.js";
import type { ListedProposal, Register } from "../register.js";
import { reference, size, tool } from "./tool.js";

export const getProposal = tool({
  name: "get_proposal",
  title: "Read a proposal",
  description: "The facts of a proposal and its text as its author wrote it. A long text comes in parts.",
  input: {
    proposal: reference,
    facts_only: z
      .boolean()
      .default(false)
      .describe("Only status, dates, authors, relations and sections, without the text"),
    offset: z.int().min(0).default(0).describe("Where in the text to begin, in characters: for the rest of a cut text"),
    max_chars: size,
  },
  async run({ facts_only, offset, max_chars, ...args }, register) {
    const proposal = await register.find(args.proposal);
    const about = await aboutOf(proposal, register);
    const facts = await factsOf(proposal, register);
    if (facts_only) return quotedBeginning(facts, max_chars, about);
    const head = offset === 0 ? `${quoted(facts, about)}\n\n` : "";
    const { text, notice } = cutPart(await register.sourceOf(proposal), max_chars, offset);
    return `${head}${quoted(text, about)}${notice ? `\n${notice}` : ""}`;
  },
});

/** One line for each fact. */
async function factsOf(proposal: ListedProposal, register: Register): Promise<string> {
  const person = ({ name, handle, email, url }: ListedProposal["authors"][number]) =>
    [inLine(name), handle && `@${handle}`, email ?? url].filter(Boolean).join(" ");
  const { authors, description, discussions, headings = [] } = proposal;
  const lines: [name: string, value: string | undefined][] = [
    ["Proposal", `${proposal.label}: ${inLine(proposal.title)}`],
    ["Address", await register.addressOf(proposal.url)],
    ["Status", proposal.status],
    ["Category", proposal.category],
    ["Tags", proposal.tags.join(", ")],
    ["Authors", authors.map(person).join("; ")],
    ["Created", proposal.date],
    ["Updated", proposal.updated],
    ["Deadline of the last call", proposal.deadline],
    ["Moved to", proposal.movedTo],
    ["Discussion", discussions.map(({ url }) => url).join(" ")],
    ["Requires", proposal.requires.join(", ")],
    ["Required by", proposal.requiredBy.join(", ")],
    ["Supersedes", proposal.supersedes.join(", ")],
    ["Superseded by", proposal.supersededBy.join(", ")],
    ["Updates", proposal.updates?.join(", ")],
    ["Updated by", proposal.updatedBy?.join(", ")],
    ["Mentions", proposal.mentions.join(", ")],
    ["Mentioned by", proposal.mentionedBy.join(", ")],
    ["Description", description && inLine(description)],
    ["Sections", headings.map(({ id }) => id).join(", ")],
  ];
  return lines.flatMap(([name, value]) => (value ? `${name}: ${value}` : [])).join("\n");
}
