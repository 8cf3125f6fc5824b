/**
 * A review as Markdown, for the page of a job or a comment on a pull request. Titles, paths, handles and messages come
 * from the person who proposes the change, and the page belongs to the register: their text is escaped, so that it is
 * never Markdown, HTML, a link or a mention.
 */
import { hasErrors, printable, sortDiagnostics } from "../diagnostics/report.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Review, ReviewedProposal } from "../shared/review.js";
import { isCompared, needText, sectionText, statusText } from "./report.js";

export interface SummaryOptions {
  /** Where a preview of the head is published; pages are below it. */
  previewUrl?: string;
  /** Whether the site's addresses end with a slash. */
  trailingSlash: boolean;
}

/** A comment on a code host may have 65,536 characters; the rest is only counted. */
const mostFindings = 50;
const mostProposals = 100;

export function reviewMarkdown(review: Review, options: SummaryOptions): string {
  const { proposals, needs, diagnostics } = review;
  const found = sortDiagnostics(diagnostics);
  const blocks = [
    `## ${hasErrors(diagnostics) ? "❌" : "✅"} ${headline(found)}`,
    isCompared(review) && proposalTable(proposals, options),
    details(proposals),
    needs.map((need) => `- This change needs ${escapeProse(needText(need))}`).join("\n"),
    findingTable(found),
    isCompared(review) && `Compared ${code(review.base.slice(0, 12))} with ${code(review.head.slice(0, 12))}.`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

function headline(found: readonly Diagnostic[]): string {
  const errors = found.filter(({ severity }) => severity === "error").length;
  const count = (number: number, noun: string) => (number === 0 ? [] : [`${number} ${noun}${number === 1 ? "" : "s"}`]);
  return [...count(errors, "error"), ...count(found.length - errors, "warning")].join(", ") || "No findings";
}

function proposalTable(proposals: readonly ReviewedProposal[], options: SummaryOptions): string {
  if (proposals.length === 0) return "No proposal changes.";
  const rows = proposals.slice(0, mostProposals).map((proposal) => {
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
  const left = proposals.length - rows.length;
  const more = left > 0 ? `\n\n… and ${left} more.` : "";
  return `${table(["Proposal", "Change", "Status", "Needs"], rows)}${more}`;
}

/** The details of the differences, folded. */
function details(proposals: readonly ReviewedProposal[]): string {
  const lists = proposals.slice(0, mostProposals).flatMap(({ label, change, path, from, fields, sections, assets }) => {
    const entries = [
      ...(from === undefined ? [] : [`renamed from ${code(from)} to ${code(path)}`]),
      ...(change === "new" || change === "removed"
        ? []
        : [
            ...fields.map(({ key, from: was = "", to = "" }) => `field ${code(key)}: ${code(was)} → ${code(to)}`),
            ...sections.map((section) => `section ${code(sectionText(section))}`),
          ]),
      ...assets.map((asset) => `asset ${asset.change} ${code(asset.path)}`),
    ];
    return entries.length === 0 ? [] : [`**${code(label)}**\n\n${entries.map((entry) => `- ${entry}`).join("\n")}`];
  });
  return lists.length === 0
    ? ""
    : `<details><summary>What is different</summary>\n\n${lists.join("\n\n")}\n\n</details>`;
}

function findingTable(found: readonly Diagnostic[]): string {
  if (found.length === 0) return "";
  const rows = found.slice(0, mostFindings).map(({ severity, code: id, message, help, file, line }) => {
    const place = file === undefined ? "" : code(line === undefined ? file : `${file}:${line}`);
    return [
      severity,
      code(id),
      place,
      [message, help]
        .filter((text) => text !== undefined)
        .map(escapeProse)
        .join("<br>"),
    ];
  });
  const left = found.length - rows.length;
  return `${table(["", "Rule", "Place", "Finding"], rows)}${left > 0 ? `\n\n… and ${left} more.` : ""}`;
}

function table(head: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A table cell has no other form of line break. */
const pipe = /\|/g;
const longest = 300;

/** Any text as code: it has no markup and mentions nobody. */
export function code(text: string): string {
  const flat = oneLine(text);
  if (flat === "") return "";
  const runs = [...flat.matchAll(/`+/g)].map(([run]) => run.length);
  let fence = "`";
  while (runs.includes(fence.length)) fence += "`";
  const padding = /^[`\s]|[`\s]$/.test(flat) ? " " : "";
  return `${fence}${padding}${flat.replace(pipe, "\\|")}${padding}${fence}`;
}

/** Any text as text: its punctuation is escaped, and names and numbers that a code host would link are broken up. */
export function escapeProse(text: string): string {
  return oneLine(text)
    .replace(/[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/(&#(?:64|35);|\bGH&#45;)/g, "$1\u200b")
    .replace(/(&#58;)(?=&#47;)/g, "$1\u200b")
    .replace(/(www)(?=&#46;)/gi, "$1\u200b");
}

function oneLine(text: string): string {
  const flat = printable(text.toWellFormed())
    .replace(/[\s\u2028\u2029]+/g, " ")
    .trim();
  return flat.length > longest ? `${flat.slice(0, longest).toWellFormed()}…` : flat;
}

function previewOf({ route }: ReviewedProposal, { previewUrl, trailingSlash }: SummaryOptions): string | undefined {
  if (previewUrl === undefined || route === undefined) return undefined;
  const base = previewUrl.endsWith("/") ? previewUrl : `${previewUrl}/`;
  const path = route.slice(1).split("/").map(encodeURIComponent).join("/");
  const { href } = new URL(`${path}${trailingSlash ? "/" : ""}`, base);
  return href.replace(/[()|<>\\`*_[\]]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
