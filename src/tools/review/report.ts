/** Formats a review as text for a terminal, as JSON for programs, and as notes for other report formats. */

import type { Note } from "../../platform/diagnostics/report.js";
import {
  formatText,
  hasErrors,
  jsonDocument,
  printable,
  sortDiagnostics,
  type TextLookup,
  toJson,
} from "../../platform/diagnostics/report.js";
import type { FieldChange, Need, Review, ReviewedProposal, SectionChange } from "../../shared/review.js";
import { cutText } from "../../shared/text.js";

/** The public JSON of a review, which docs/review.md describes. */
export function reviewJson({ base, head, proposals, files, needs, diagnostics }: Review): string {
  const json = {
    ok: !hasErrors(diagnostics),
    base,
    head,
    proposals: proposals.map(({ number, label, title, path, from, change, status, ...details }) => ({
      number: number ?? null,
      label,
      title,
      path,
      from,
      change,
      status: { from: status.from ?? null, to: status.to ?? null },
      fields: details.fields.map(({ key, from: before, to }) => ({ key, from: before ?? null, to: to ?? null })),
      sections: details.sections,
      assets: details.assets,
      needs: details.needs,
    })),
    files,
    needs,
    diagnostics: sortDiagnostics(diagnostics).map(toJson),
  };
  return jsonDocument(json);
}

/** Whether two commits were compared; if not, the findings say why. */
export function isCompared({ base, head }: Review): boolean {
  return base !== "" && head !== "";
}

export function reviewText(review: Review, readText: TextLookup): string {
  const { proposals, needs, diagnostics } = review;
  const nothing = isCompared(review) && proposals.length === 0 ? ["No proposal changes."] : [];
  const blocks = proposals.map(proposalText);
  const requirements = needs.map((need) => `needs ${needText(need)}`);
  const problems = formatText(diagnostics, readText);
  return `${[...nothing, ...blocks, ...requirements, problems.trimEnd()].filter(Boolean).join("\n\n")}\n`;
}

function proposalText(proposal: ReviewedProposal): string {
  const { label, title, path, from, change, status, fields, sections, assets, needs } = proposal;
  const isEdited = change !== "new" && change !== "removed";
  const rows: [string, string][] = [
    ["path", from === undefined ? path : `${from} → ${path}`],
    ...(status.from !== status.to ? [["status", statusText(status)] as [string, string]] : []),
    ...(isEdited ? fields : []).map((field): [string, string] => ["field", fieldText(field)]),
    ...(isEdited ? sections : []).map((section): [string, string] => ["section", sectionText(section)]),
    ...assets.map((asset): [string, string] => ["asset", `${asset.change} ${asset.path}`]),
    ...needs.map((need): [string, string] => ["needs", needText(need)]),
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(8)} ${printable(value)}`);
  return [`${change} ${printable(label)}${title ? ` ${printable(title)}` : ""}`, ...lines].join("\n");
}

export function statusText({ from, to }: ReviewedProposal["status"]): string {
  return [from, to].map((status) => status ?? "(none)").join(" → ");
}

const longestValue = 100;
const shorten = (text: string) => (text.length > longestValue ? `${cutText(text, longestValue)}…` : text);

function fieldText({ key, from, to }: FieldChange): string {
  if (from === undefined) return `${key}: ${shorten(to ?? "")} (added)`;
  return to === undefined ? `${key} (removed)` : `${key}: ${shorten(from)} → ${shorten(to)}`;
}

function sectionText({ title, change, added, removed }: SectionChange): string {
  const remark = change === "changed" ? "" : ` (${change})`;
  return `${title || "(beginning)"}${remark} +${added} −${removed}`;
}

/** `2 editors (@ada, @bob): CIP-20 is removed` */
export function needText({ who, why, min, handles }: Need): string {
  const article = /^[aeiou]/.test(who) ? "an" : "a";
  const people =
    min === 1 ? `${article} ${who.replace(/s$/, "")}` : `${min} ${who === "category editors" ? who : `${who}s`}`;
  const named = handles.length > 0 ? ` (${handles.join(", ")})` : "";
  return `${people}${named}: ${why}`;
}

/** Notes about who must agree, for report formats that have notes. */
export function reviewNotes({ proposals, needs }: Review): Note[] {
  const notes = proposals.flatMap((proposal) =>
    proposal.needs.map((need) => ({
      code: "review-needs",
      message: `${proposal.label} needs ${needText(need)}`,
      file: proposal.path,
    })),
  );
  return [...notes, ...needs.map((need) => ({ code: "review-needs", message: `This change needs ${needText(need)}` }))];
}
