/** Writes diagnostics for people (text with a code frame) and for programs (the JSON contract); reporters/ has the other formats. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import picocolors from "picocolors";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { getOrAdd } from "../../shared/lazy.js";
import { linesOf } from "../../shared/lines.js";
import { compareText } from "../../shared/text.js";

/** Always writes colours: the stream that a report goes to removes them where they are not shown. */
const pc = picocolors.createColors(true);

/** Removes the colours of a report for a file or another program. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
export const withoutColours = (text: string) => text.replace(/\u001b\[\d+m/g, "");

/** Gives the text of a file for the code frame, or undefined if it cannot be read. */
export type TextLookup = (file: string) => string | undefined;

/** @param root absolute, or relative to the working directory. @returns a lookup that reads each file below the root once. */
export function textLookup(root: string): TextLookup {
  const texts = new Map<string, string | undefined>();
  return (file) => {
    if (!texts.has(file)) texts.set(file, readIfPossible(join(root, file)));
    return texts.get(file);
  };
}

function readIfPossible(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** What a format may need besides the diagnostics. */
export interface ReportContext {
  readText: TextLookup;
  /** Name of the command: `check-links`. */
  command: string;
  /** Version of this program. */
  version: string;
  /**
   * Path from the working directory to the folder that files are relative to, empty if they are the same: programs that
   * show a report beside the files (GitHub, code scanning) need paths in the repository, not in the site.
   */
  base?: string;
  /** Meanings of codes that codes.ts does not have. */
  rules?: readonly CodeHelp[];
  /** Whether the format `text` groups findings by rule and limits their number. */
  byRule?: boolean;
  /** Whether a change touches a file: the format `github` annotates only such files. Without it, every finding is annotated. */
  isChanged?(file: string): boolean;
  /** Notes that are not problems. */
  notes?: readonly Note[];
  /** The counts of the command, for JSON. */
  facts?: Readonly<Record<string, unknown>>;
}

/** A note about a file or about the whole site. */
export type Note = Pick<Diagnostic, "code" | "message" | "file">;

/** A diagnostic or a note, for formats that report both. */
export type ReportEntry = Omit<Diagnostic, "severity"> & { severity: Diagnostic["severity"] | "note" };

export function withNotes(diagnostics: readonly Diagnostic[], notes: readonly Note[] = []): ReportEntry[] {
  return [...diagnostics, ...notes.map((note) => ({ ...note, severity: "note" as const }))];
}

/** The explanation of a code in a list of rules. */
export interface CodeHelp {
  id: string;
  summary: string;
  /** Markdown: why, and what to do. */
  help?: string;
}

/** Errors first, then by file, line, column and code; equal ones are reported once. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const unique = new Map(diagnostics.map((d) => [JSON.stringify([d.code, d.file, d.line, d.column, d.message]), d]));
  return [...unique.values()].sort(
    (a, b) =>
      compareText(a.severity, b.severity) ||
      compareText(a.file ?? "", b.file ?? "") ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0) ||
      compareText(a.code, b.code),
  );
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === "error");
}

export function errorsIn(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === "error");
}

/** The public form of a diagnostic: exactly these keys, in this order. */
export function toJson(d: Diagnostic) {
  const { code, severity, message, file, line, column, help } = d;
  return { code, severity, message, file, line, column, help };
}

const longestFrameLine = 160;

/** The line with the problem; of a very long line, the part around the problem. */
interface CodeFrame {
  line: number;
  text: string;
  /** Where the problem begins in `text`, from 0, and how long it is. */
  start: number;
  length: number;
}

/** @param text of the file. @returns undefined if the text does not have the diagnostic's line. */
function codeFrame(d: Diagnostic, text: string): CodeFrame | undefined {
  if (d.line === undefined) return undefined;
  const line = linesOf(text)[d.line - 1];
  if (line === undefined) return undefined;
  const column = Math.max(1, d.column ?? 1);
  const from = column > longestFrameLine - 40 ? column - 40 : 0;
  const excerpt = printable(line.slice(from, from + longestFrameLine));
  const start = column - 1 - from;
  return { line: d.line, text: excerpt, start, length: Math.max(1, Math.min(d.length ?? 1, excerpt.length - start)) };
}

function drawFrame({ line, text, start, length }: CodeFrame): string[] {
  const gutter = String(line).padStart(5);
  return [
    `${pc.dim(`${gutter} |`)} ${text}`,
    `${pc.dim(`${" ".repeat(gutter.length)} |`)} ${" ".repeat(start)}${pc.red("^".repeat(length))}`,
  ];
}

/**
 * Writes diagnostics with code frames, and a line that counts them. Control characters of content never reach the terminal.
 * @param maxWarnings how many warnings are shown; further ones are counted by code. Errors are always shown.
 */
export function formatText(
  diagnostics: readonly Diagnostic[],
  readText: TextLookup,
  maxWarnings = Number.POSITIVE_INFINITY,
): string {
  const sorted = sortDiagnostics(diagnostics);
  const excerpts = sorted.slice(0, errorsIn(sorted).length + maxWarnings);
  const blocks = excerpts.map((d) => formatBlock(d, readText));
  const summary = summarizeWarnings(sorted.slice(excerpts.length));
  return sorted.length === 0 ? "" : `${blocks.map((block) => `${block}\n\n`).join("")}${summary}${countText(sorted)}\n`;
}

function formatBlock(d: Diagnostic, readText: TextLookup): string {
  const location = locationText(d);
  const mark = d.severity === "error" ? pc.red("error") : pc.yellow("warning");
  const text = d.file && d.line ? readText(d.file) : undefined;
  const frame = text === undefined ? undefined : codeFrame(d, text);
  return [
    `${mark} ${pc.dim(`[${d.code}]`)} ${pc.bold(printable(d.message))}`,
    ...(location ? [`  ${pc.cyan(printable(location))}`] : []),
    ...(frame ? drawFrame(frame) : []),
    ...(d.help ? [`  ${pc.dim("→")} ${printable(d.help)}`] : []),
  ].join("\n");
}

const maxByRule = 50;

/**
 * Writes diagnostics by rule, rules with errors first and then the most frequent, each under a line with the rule's
 * summary and count. After `maxByRule` findings, only that line of each further rule is shown.
 */
export function formatByRule(
  diagnostics: readonly Diagnostic[],
  readText: TextLookup,
  rules: readonly { id: string; summary: string }[],
): string {
  const sorted = sortDiagnostics(diagnostics);
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of sorted) getOrAdd(groups, diagnostic.code, (): Diagnostic[] => []).push(diagnostic);
  const rankOf = (group: readonly Diagnostic[]) => (hasErrors(group) ? 0 : 1);
  const ordered = [...groups].sort(
    ([a, groupA], [b, groupB]) => rankOf(groupA) - rankOf(groupB) || groupB.length - groupA.length || compareText(a, b),
  );
  let remaining = maxByRule;
  const blocks = ordered.map(([code, group]) => {
    const examples = group.slice(0, remaining);
    remaining -= examples.length;
    const summary = rules.find(({ id }) => id === code)?.summary;
    const head = pc.bold(`${code} (${group.length})${summary ? `: ${summary}` : ""}`);
    const hiddenCount = group.length - examples.length;
    const more = hiddenCount > 0 && examples.length > 0 ? [`… and ${hiddenCount} more`] : [];
    return [head, ...examples.map((d) => formatBlock(d, readText)), ...more].join("\n\n");
  });
  const hidden =
    sorted.length > maxByRule ? `; ${maxByRule} of ${sorted.length} are shown, all of them with --format json` : "";
  return sorted.length === 0 ? "" : `${blocks.join("\n\n")}\n\n${countText(sorted)}${hidden}\n`;
}

/** Counts the warnings that are not shown by code, the most frequent first. */
function summarizeWarnings(diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0) return "";
  const byCode = new Map<string, number>();
  for (const { code } of diagnostics) byCode.set(code, (byCode.get(code) ?? 0) + 1);
  const rows = [...byCode].sort(([a, first], [b, second]) => second - first || compareText(a, b));
  const width = String(rows[0]?.[1] ?? 0).length;
  const lines = rows.map(([code, number]) => `  ${String(number).padStart(width)} ${code}`);
  return `${count(diagnostics.length, "more warning")}, which cipgen build --verbose shows:\n${lines.join("\n")}\n\n`;
}

/** `2 errors, 1 warning`; empty if there are none. */
export function countText(diagnostics: readonly Diagnostic[]): string {
  const errors = errorsIn(diagnostics).length;
  return [count(errors, "error"), count(diagnostics.length - errors, "warning")].filter(Boolean).join(", ");
}

/** `docs/a.md:3:7`, without the parts that a diagnostic lacks. */
export function locationText({ file, line, column }: Pick<Diagnostic, "file" | "line" | "column">): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}

function count(number: number, noun: string): string {
  return number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/**
 * Replaces escape codes, line breaks and characters that change the direction of text: content must not control the
 * terminal. Each becomes a space, so that markers stay aligned.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, " ");
}

/**
 * Matches the beginning of a command that the runner of a job would obey in its log: `::` at the start of a line or
 * `##[` anywhere (GitHub), `##vso[` (Azure), `##teamcity[` (TeamCity). Content must not give commands. The match ends
 * with the character that makes it a command. Between the characters may be ignorable ones, which runners skip, and
 * before `::` colours, which may be removed later. GitLab's commands begin with a control character: see `printable`.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const command = /#\p{DI}*#[\p{DI}\w]*\[|(?<=^|[\r\n])(?:[\t\v\f\p{Z}\p{DI}]|\u001b\[\d+m)*:\p{DI}*:/gu;

const lookalikes = new Map([
  ["[", "\u27e6"],
  [":", "\u2236"],
]);

/** Replaces the last character of each command. */
const disarmCommands = (text: string, replace: (last: string) => string) =>
  text.replace(command, (match) => match.slice(0, -1) + replace(match.slice(-1)));

/** Disarms commands in a text for people: with a character of the same look and width, so that column markers stay aligned. */
export function withoutCommands(text: string): string {
  return disarmCommands(text, (last) => lookalikes.get(last) ?? last);
}

/** Disarms commands in XML or HTML without a change of its meaning. */
export function withoutCommandsInXml(xml: string): string {
  return disarmCommands(xml, (last) => `&#${last.charCodeAt(0)};`);
}

/** Writes a JSON document on one line, with disarmed commands. */
export function jsonDocument(value: unknown): string {
  return `${disarmCommands(JSON.stringify(value), (last) => `\\u00${last.charCodeAt(0).toString(16)}`)}\n`;
}
