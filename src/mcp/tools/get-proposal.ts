/** Tool: the facts and the text of a proposal, whole, in parts, one section, or as it was. */
import { z } from "zod";
import { aboutOf, inLine, part, quoted } from "../answer.js";
import { sectionOf } from "../sections.js";
import type { ListedProposal, Present } from "../site.js";
import { versionText } from "../versions.js";
import { reference, size, version } from "./inputs.js";
import { tool } from "./tool.js";

export const getProposal = tool({
  name: "get_proposal",
  title: "Read a proposal",
  description:
    "The facts of a proposal and its text as its author wrote it: whole, one section, or a former version. A long text comes in parts.",
  input: {
    proposal: reference,
    section: z
      .string()
      .max(300)
      .optional()
      .describe("Only the section with this heading, or this id as in addresses (security-considerations)"),
    version: version.optional(),
    facts_only: z
      .boolean()
      .default(false)
      .describe("Only status, dates, authors, relations and the list of sections, without the text"),
    offset: z
      .int()
      .min(0)
      .max(100_000_000)
      .default(0)
      .describe("Where in the text to begin, in characters, to read the rest of a cut text"),
    max_chars: size,
  },
  async run({ proposal: named, section, version: at, facts_only, offset, max_chars }, { site }) {
    const present = await site.present();
    const proposal = await present.find(named);
    const about = await aboutOf(proposal, present);
    const facts = await factsOf(proposal, present);
    if (facts_only) return `${quoted(part(facts, max_chars).text, about)}`;
    const found =
      at === undefined
        ? { name: "today", text: await present.sourceOf(proposal) }
        : await versionText(proposal, at, present);
    const source = section === undefined ? undefined : sectionOf(proposal, section, found.text);
    const whole = source?.text ?? found.text;
    const address = source ? `${about.address}#${encodeURIComponent(source.heading.id)}` : about.address;
    const head = section === undefined && at === undefined && offset === 0 ? `${quoted(facts, about)}\n\n` : "";
    const { text, rest } = part(whole, max_chars, offset);
    const former = found.name === "today" ? {} : { version: found.name };
    return `${head}${quoted(text, { ...about, ...former, address })}${rest ? `\n${rest}` : ""}`;
  },
});

/** One line for each fact. */
async function factsOf(proposal: ListedProposal, present: Present): Promise<string> {
  const {
    label,
    title,
    description,
    status,
    category,
    tags,
    authors,
    date,
    updated,
    deadline,
    movedTo,
    headings = [],
    discussions,
  } = proposal;
  const person = ({ name, handle, email, url }: ListedProposal["authors"][number]) =>
    [inLine(name), handle && `@${handle}`, email ?? url].filter(Boolean).join(" ");
  const lines: [name: string, value: string | undefined][] = [
    ["Proposal", `${label}: ${inLine(title)}`],
    ["Address", await present.addressOf(proposal.url)],
    ["Status", status],
    ["Category", category],
    ["Tags", tags.join(", ")],
    ["Authors", authors.map(person).join("; ")],
    ["Created", date],
    ["Updated", updated],
    ["Deadline of the last call", deadline],
    ["Moved to", movedTo],
    ["Discussion", discussions.map(({ url }) => url).join(" ")],
    ["Requires", proposal.requires.join(", ")],
    ["Required by", proposal.requiredBy.join(", ")],
    ["Supersedes", proposal.supersedes.join(", ")],
    ["Superseded by", proposal.supersededBy.join(", ")],
    ["Mentions", proposal.mentions.join(", ")],
    ["Mentioned by", proposal.mentionedBy.join(", ")],
    ["Description", description && inLine(description)],
    ["Sections", headings.map(({ id }) => id).join(", ")],
  ];
  return lines.flatMap(([name, value]) => (value ? `${name}: ${value}` : [])).join("\n");
}
