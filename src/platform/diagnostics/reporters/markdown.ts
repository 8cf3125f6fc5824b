/**
 * Writes findings as Markdown, for the page of a job or a comment on a change. Paths and messages contain text of
 * the author of the change, so they are escaped: none of it becomes Markdown, HTML, a link or a mention.
 */
import type { Diagnostic } from "../../../shared/diagnostic.js";
import type { ReportContext } from "../report.js";
import { countText, hasErrors, printable } from "../report.js";

/** A comment on a code host may have 65,536 characters; further findings are only counted. */
const maxFindingCharacters = 30_000;

export function markdown(diagnostics: readonly Diagnostic[], { command }: ReportContext): string {
  return `${[headline(command, diagnostics), findingTable(diagnostics)].filter(Boolean).join("\n\n")}\n`;
}

export function headline(command: string, diagnostics: readonly Diagnostic[]): string {
  const sign = hasErrors(diagnostics) ? "❌" : diagnostics.length > 0 ? "⚠️" : "✅";
  return `## ${sign} cipgen ${command}: ${countText(diagnostics) || "no findings"}`;
}

/** @param diagnostics sorted, errors first. */
export function findingTable(diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0) return "";
  const rows = diagnostics.map(({ severity, code: id, message, help, file, line }) => {
    const location = file === undefined ? "" : code(line === undefined ? file : `${file}:${line}`);
    const text = [message, help].filter((part) => part !== undefined).map(escapeProse);
    return [severity, code(id), location, text.join("<br>")];
  });
  return markdownTable(["", "Rule", "Place", "Finding"], rows, maxFindingCharacters);
}

/** @param maxCharacters of all rows together: further rows are only counted. */
export function markdownTable(head: readonly string[], rows: readonly string[][], maxCharacters: number): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), joinWithin(rows.map(line), maxCharacters, "\n")].join("\n");
}

/** Joins texts up to a number of characters, and counts those that are left out. */
export function joinWithin(texts: readonly string[], maxCharacters: number, between: string): string {
  const parts: string[] = [];
  let size = 0;
  for (const text of texts) {
    size += text.length;
    if (size > maxCharacters) break;
    parts.push(text);
  }
  const remaining = texts.length - parts.length;
  return `${parts.join(between)}${remaining > 0 ? `\n\n… and ${remaining} more.` : ""}`;
}

const maxTextLength = 300;

/** Writes any text as inline code, which has no markup and mentions nobody. */
export function code(text: string): string {
  const flat = oneLine(text);
  if (flat === "") return "";
  const runs = [...flat.matchAll(/`+/g)].map(([run]) => run.length);
  let fence = "`";
  while (runs.includes(fence.length)) fence += "`";
  const padding = /^[`\s]|[`\s]$/.test(flat) ? " " : "";
  return `${fence}${padding}${flat.replaceAll("|", "\\|")}${padding}${fence}`;
}

/** Writes any text as plain text: its punctuation is escaped, and an invisible space breaks up names and numbers that a code host would link. */
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
  return flat.length > maxTextLength ? `${flat.slice(0, maxTextLength).toWellFormed()}…` : flat;
}
