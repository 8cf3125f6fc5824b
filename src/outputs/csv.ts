/** `register.csv`: all proposals as a table for spreadsheets (RFC 4180), with the register's own fields as its last columns. */
import type { ProposalData, RegisterData } from "../shared/extension.js";
import { siteData } from "../view/site-data.js";
import type { OutputKind } from "./kind.js";

type Cell = string | number | undefined;

const labels = (others: readonly ProposalData[]) => others.map(({ label }) => label);

/** Columns by name. Items of lists are between semicolons. */
const columns: Record<string, (proposal: ProposalData, register: RegisterData) => Cell | readonly Cell[]> = {
  series: (_, { id }) => id,
  number: ({ number, slug = "" }) => number ?? slug,
  label: ({ label }) => label,
  title: ({ title }) => title,
  description: ({ description }) => description,
  status: ({ status }) => status?.label,
  category: ({ category }) => category?.label,
  tags: ({ tags }) => tags,
  authors: ({ authors }) => authors.map(({ name, handle }) => name || (handle && `@${handle}`)),
  date: ({ date }) => date,
  updated: ({ updated }) => updated,
  deadline: ({ deadline }) => deadline,
  requires: ({ requires }) => labels(requires),
  supersedes: ({ supersedes }) => labels(supersedes),
  url: ({ url }) => url,
};

export const csv: OutputKind = {
  name: "csv",
  each: "site",
  urls: () => ["/register.csv"],
  make({ context }) {
    const { registers } = siteData(context);
    const all = registers.flatMap(({ proposals }) => proposals);
    const fields = [...new Set(all.flatMap((proposal) => Object.keys(proposal.fields)))];
    const rows = registers.flatMap((register) =>
      register.proposals.map((proposal) => [
        ...Object.values(columns).map((value) => [value(proposal, register)].flat().join("; ")),
        ...fields.map((key) => proposal.fields[key] ?? ""),
      ]),
    );
    const table = [[...Object.keys(columns), ...fields], ...rows];
    return [{ path: "register.csv", content: table.map((row) => `${row.map(cell).join(",")}\r\n`).join("") }];
  },
};

/**
 * In quotes where it needs them. A spreadsheet would compute what begins like a formula, so an apostrophe stands before it, and before what begins like
 * one behind apostrophes of its own: who takes one away has the text as it was.
 */
function cell(value: string): string {
  const text = /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
