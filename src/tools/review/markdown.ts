/** Formats a review as Markdown, for the page of a job or a comment on a pull request; text of contributors is escaped. */
import { sortDiagnostics } from "../../platform/diagnostics/report.js";
import {
  code,
  escapeProse,
  findingTable,
  headline,
  joinWithin,
  markdownTable,
} from "../../platform/diagnostics/reporters/markdown.js";
import type { Review, ReviewedProposal } from "../../shared/review.js";
import { isCompared, needText, statusText } from "./report.js";

interface SummaryOptions {
  /** The address of a published preview of the head. */
  previewUrl?: string;
  /** Whether the site's addresses end with a slash. */
  trailingSlash: boolean;
}

/** Characters of the table of proposals; with the findings it fits into a comment. */
const maxCharacters = 10_000;

export function reviewMarkdown(review: Review, options: SummaryOptions): string {
  const { proposals, needs, diagnostics } = review;
  const findings = sortDiagnostics(diagnostics);
  const blocks = [
    headline("review", findings),
    isCompared(review) && proposalTable(proposals, options),
    joinWithin(
      needs.map((need) => `- This change needs ${escapeProse(needText(need))}`),
      maxCharacters / 2,
      "\n",
    ),
    findingTable(findings),
    isCompared(review) && `Compared ${code(review.base.slice(0, 12))} with ${code(review.head.slice(0, 12))}.`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

function proposalTable(proposals: readonly ReviewedProposal[], options: SummaryOptions): string {
  if (proposals.length === 0) return "No proposal changes.";
  const rows = proposals.map((proposal) => {
    const { label, title, change, status, needs } = proposal;
    const step = status.from === status.to ? (status.to ?? "") : statusText(status);
    const preview = previewOf(proposal, options);
    return [
      `${code(label)}${title ? ` ${code(title)}` : ""}${preview ? ` [preview](${preview})` : ""}`,
      change,
      step ? code(step) : "",
      needs.map((need) => escapeProse(needText(need))).join("<br>"),
    ];
  });
  return markdownTable(["Proposal", "Change", "Status", "Needs"], rows, maxCharacters);
}

function previewOf({ route }: ReviewedProposal, { previewUrl, trailingSlash }: SummaryOptions): string | undefined {
  if (previewUrl === undefined || route === undefined) return undefined;
  const base = previewUrl.endsWith("/") ? previewUrl : `${previewUrl}/`;
  const path = route.slice(1).split("/").map(encodeURIComponent).join("/");
  const { href } = new URL(`${path}${trailingSlash ? "/" : ""}`, base);
  return href.replace(/[()|<>\\`*_[\]]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
