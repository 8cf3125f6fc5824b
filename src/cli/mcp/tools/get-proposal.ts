/** Tool: the facts and the text of a proposal, whole, in parts, or one section. */
import { z } from "zod";
import { suggestion } from "../../../shared/text.js";
import { aboutOf, inLine, part, quoted } from "../answer.js";
import { Problem } from "../files.js";
import { type Heading, type ListedProposal, type Register, shortened } from "../register.js";
import { sourceSections } from "../source-sections.js";
import { reference, size, tool } from "./tool.js";

export const getProposal = tool({
  name: "get_proposal",
  title: "Read a proposal",
  description:
    "The facts of a proposal and its text as its author wrote it: whole or one section. A long text comes in parts.",
  input: {
    proposal: reference,
    section: z
      .string()
      .max(300)
      .optional()
      .describe("Only the section with this heading or id (security-considerations)"),
    facts_only: z
      .boolean()
      .default(false)
      .describe("Only status, dates, authors, relations and sections, without the text"),
    offset: z.int().min(0).default(0).describe("Where in the text to begin, in characters: for the rest of a cut text"),
    max_chars: size,
  },
  async run({ proposal: named, section, facts_only, offset, max_chars }, register) {
    const proposal = await register.find(named);
    const about = await aboutOf(proposal, register);
    const facts = await factsOf(proposal, register);
    if (facts_only) return quoted(part(facts, max_chars).text, about);
    const source = await register.sourceOf(proposal);
    const sectionText = section === undefined ? undefined : sectionOf(proposal, section, source);
    const address = sectionText ? `${about.address}#${encodeURIComponent(sectionText.heading.id)}` : about.address;
    const head = !sectionText && offset === 0 ? `${quoted(facts, about)}\n\n` : "";
    const { text, notice } = part(sectionText?.text ?? source, max_chars, offset);
    return `${head}${quoted(text, { ...about, address })}${notice ? `\n${notice}` : ""}`;
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

const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * One section of a proposal's text: from its heading to the next one of its level.
 * @param name id of the heading as in addresses, or its text. @param source the text of the proposal.
 */
function sectionOf({ label, headings = [] }: ListedProposal, name: string, source: string) {
  const id = name.replace(/^#/, "");
  const heading =
    headings.find((candidate) => candidate.id === id) ?? headings.find(({ text }) => fold(text) === fold(name));
  if (!heading) {
    const ids = headings.map((candidate) => candidate.id);
    throw new Problem(
      `${label} has no section "${shortened(name)}". ${suggestion(id, ids)} Sections: ${ids.join(", ") || "none"}.`,
    );
  }
  const sections = sourceSections(source);
  // Several sections may have the same heading: their order tells them apart.
  const indexOfSection = (target: Heading) => {
    const isSame = (text: string) => fold(text) === fold(target.text);
    const order = headings.filter(({ text }) => isSame(text)).indexOf(target);
    return sections.flatMap((section, index) => (isSame(section.heading) ? index : []))[order];
  };
  const next = headings.slice(headings.indexOf(heading) + 1).find(({ level }) => level <= heading.level);
  const start = indexOfSection(heading);
  if (start === undefined) throw new Problem(`Section ${heading.id} of ${label} is included: ask for the whole text.`);
  const levelOf = (text: string) =>
    headings.find((candidate) => fold(candidate.text) === fold(text))?.level ?? heading.level;
  const texts = sections
    .slice(start, next && indexOfSection(next))
    .map(({ heading: title, text }) => `${"#".repeat(levelOf(title))} ${title}\n${text}`);
  return { heading, text: texts.join("") };
}
