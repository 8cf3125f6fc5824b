/** Tool: all proposals that match exact filters, for questions that a ranking cannot answer. */
import { z } from "zod";
import { compareText } from "../../../shared/text.js";
import { proposalLine, quoted, quotedList } from "../answer.js";
import { Problem } from "../files.js";
import type { ListedProposal, Register } from "../register.js";
import { listOf, reference, size, tool, values } from "./tool.js";

export const listProposals = tool({
  name: "list_proposals",
  title: "List proposals",
  description:
    "All proposals that fit: by status, category, author, year, series, and what they require. Complete and exact, unlike search: use it to count, or to find all.",
  input: {
    status: values("Id or label of a status, or several: final, last call"),
    category: values("Category, or several"),
    author: values("Name, @handle or mail address of an author, or a part of a name"),
    year: values("Year of the date, or several"),
    tag: values("Tag, or several"),
    series: values("Series of the register, or several: EIP"),
    requires: reference.optional().describe("Only proposals that require this one directly"),
    sort: z.enum(["number", "newest", "updated"]).default("number"),
    offset: z.int().min(0).default(0).describe("How many of the list to leave out, for the rest of a cut list"),
    max_chars: size,
  },
  async run({ requires, sort, offset, max_chars, ...filters }, register) {
    const listed = await register.proposals();
    const required = requires === undefined ? undefined : (await register.find(requires)).label;
    const wanted = wantedOf(filters);
    const proposals = listed.filter(
      (proposal) =>
        wanted.every(([field, filterValues]) => fits(proposal, field, filterValues)) &&
        (required === undefined || proposal.requires.includes(required)),
    );
    if (proposals.length === 0) return emptyAnswer(wanted, listed);
    const day = (proposal: ListedProposal) =>
      (sort === "newest" ? proposal.date : (proposal.updated ?? proposal.date)) ?? "";
    if (sort !== "number") proposals.sort((a, b) => compareText(day(b), day(a)));
    const lines = await Promise.all(proposals.slice(offset).map((proposal) => fullLine(proposal, register)));
    const about = `${proposals.length} of ${listed.length} proposals: label | status | title | address | category | date | authors | requires`;
    return `${about}\n${quotedList(lines, max_chars, (lineCount) => `${offset + lineCount} of ${proposals.length} are shown. Ask with offset ${offset + lineCount} for the rest.`)}`;
  },
});

/** Normalizes the name of a status, a category or the like. */
const foldValue = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .trim();

const fields = {
  status: ({ status }: ListedProposal) => [status],
  category: ({ category }: ListedProposal) => [category],
  author: ({ authors }: ListedProposal) =>
    authors.flatMap(({ name, handle, email }) => [name, handle && `@${handle}`, handle, email]),
  year: ({ date }: ListedProposal) => [date?.slice(0, 4)],
  tag: ({ tags }: ListedProposal) => tags,
  series: ({ series }: ListedProposal) => [series],
};

type Field = keyof typeof fields;
type WantedValues = readonly [field: Field, values: readonly string[]][];

const wantedOf = (filters: Partial<Record<Field, Parameters<typeof listOf>[0]>>): WantedValues =>
  Object.entries(filters).flatMap(([field, value]) => (value === undefined ? [] : [[field as Field, listOf(value)]]));

function fits(proposal: ListedProposal, field: Field, filterValues: readonly string[]): boolean {
  const proposalValues = fields[field](proposal).flatMap((value) => (value ? foldValue(value) : []));
  // Words of a name suffice to find an author.
  const matches = (value: string, filterValue: string) =>
    value === filterValue || (field === "author" && ` ${value} `.includes(` ${filterValue} `));
  return filterValues.some((filterValue) => proposalValues.some((value) => matches(value, foldValue(filterValue))));
}

/** The answer if no proposal fits. @throws a `Problem` for a value that no proposal has, so that a misspelt value does not look like an empty list. */
function emptyAnswer(wanted: WantedValues, listed: readonly ListedProposal[]): string {
  for (const [field, filterValues] of wanted) {
    if (listed.some((proposal) => fits(proposal, field, filterValues))) continue;
    const registerValues = [...new Set(listed.flatMap((proposal) => fields[field](proposal)).filter(Boolean))];
    const some = registerValues.length <= 40 ? ` There are:\n${quoted(registerValues.join(", "))}` : "";
    throw new Problem(`No proposal has ${field} ${filterValues.map((name) => `"${name}"`).join(" or ")}.${some}`);
  }
  return `No proposal fits all of this (0 of ${listed.length}).`;
}

async function fullLine(proposal: ListedProposal, register: Register): Promise<string> {
  const authors = proposal.authors.map(({ name }) => name).join(", ");
  const requires = proposal.requires.length > 0 ? `requires ${proposal.requires.join(", ")}` : "requires nothing";
  return [
    await proposalLine(proposal, register),
    proposal.category || "no category",
    proposal.date || "no date",
    authors || "no authors",
    requires,
  ].join(" | ");
}
