/** Tool: the facts and the text of a proposal, whole, in parts, one section, or as it was. */
import { z } from "zod";
import { sourceSections } from "../../history/sections.js";
import { suggestion } from "../../shared/text.js";
import { aboutOf, inLine, part, quoted } from "../answer.js";
import { Problem } from "../files/files.js";
import { type ListedProposal, type Present, shortened } from "../site.js";
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

interface Heading {
  level: number;
  id: string;
  text: string;
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
function sectionOf(
  { label, headings = [] }: ListedProposal,
  name: string,
  source: string,
): { heading: Heading; text: string } {
  const id = name.replace(/^#/, "");
  const index = [
    ({ id: own }: Heading) => own === id,
    ({ text }: Heading) => fold(text) === fold(name),
    ({ text }: Heading) => fold(name) !== "" && fold(text).includes(fold(name)),
  ].reduce((found, fits) => (found >= 0 ? found : headings.findIndex(fits)), -1);
  const heading = headings[index];
  if (!heading) {
    const known = headings.map((one) => one.id);
    throw new Problem(
      `${label} has no section "${shortened(name)}". ${suggestion(id, known)} Sections: ${known.join(", ") || "none"}.`,
    );
  }
  const next = headings.slice(index + 1).find(({ level }) => level <= heading.level);
  const sections = sourceSections(source);
  const placeOf = (wanted: Heading) => {
    // Several sections may have the same heading: their order tells them apart.
    const before = headings
      .slice(0, headings.indexOf(wanted))
      .filter(({ text }) => fold(text) === fold(wanted.text)).length;
    const places = sections.flatMap((section, place) => (fold(section.heading) === fold(wanted.text) ? place : []));
    return places[before] ?? -1;
  };
  const from = placeOf(heading);
  const to = next ? placeOf(next) : -1;
  if (from < 0)
    throw new Problem(
      `The place of section ${heading.id} in the text of ${label} is not known: ask for the whole text.`,
    );
  const own = sections.slice(from, to > from ? to : undefined);
  const mark = (text: string) => headings.find((one) => fold(one.text) === fold(text))?.level ?? heading.level;
  return {
    heading,
    text: own.map((section) => `${"#".repeat(mark(section.heading))} ${section.heading}\n${section.text}`).join(""),
  };
}
