/** How diagnostics are shown to people (text with a code frame) and to programs (the JSON contract); other forms are in reporters/. */
import pc from "picocolors";
import type { Diagnostic } from "../shared/diagnostic.js";
import { compareText } from "../shared/text.js";

/** Gives the text of a file for the code frame, or undefined when there is none. */
export type ReadText = (file: string) => string | undefined;

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

/** The public form: these keys, in this order, nothing else. */
export function toJson(d: Diagnostic) {
  const { code, severity, message, file, line, column, help } = d;
  return { code, severity, message, file, line, column, help };
}

const longestFrameLine = 160;

/** The faulty line with a mark below the span, cut to a window when the line is very long. */
function codeFrame(d: Diagnostic, text: string): string[] {
  const line = text.split("\n")[(d.line ?? 0) - 1]?.replace(/\r$/, "");
  if (line === undefined) return [];
  const column = Math.max(1, d.column ?? 1);
  const start = column > longestFrameLine - 40 ? column - 40 : 0;
  const shown = line.slice(start, start + longestFrameLine).replace(/\t/g, " ");
  const gutter = String(d.line).padStart(5);
  const width = Math.max(1, Math.min(d.length ?? 1, shown.length - (column - 1 - start)));
  return [
    `${pc.dim(`${gutter} |`)} ${printable(shown)}`,
    `${pc.dim(`${" ".repeat(gutter.length)} |`)} ${" ".repeat(column - 1 - start)}${pc.red("^".repeat(width))}`,
  ];
}

/** All diagnostics with code frames, and a line that counts them. Control characters of content never reach the terminal. */
export function formatText(diagnostics: readonly Diagnostic[], readText: ReadText): string {
  const blocks = sortDiagnostics(diagnostics).map((d) => {
    const place = [d.file, d.line, d.column].filter((part) => part !== undefined).join(":");
    const mark = d.severity === "error" ? pc.red("error") : pc.yellow("warning");
    const text = d.file && d.line ? readText(d.file) : undefined;
    return [
      `${mark} ${pc.dim(`[${d.code}]`)} ${pc.bold(printable(d.message))}`,
      ...(place ? [`  ${pc.cyan(printable(place))}`] : []),
      ...(text === undefined ? [] : codeFrame(d, text)),
      ...(d.help ? [`  ${pc.dim("→")} ${printable(d.help)}`] : []),
    ].join("\n");
  });
  const errors = diagnostics.filter((d) => d.severity === "error").length;
  const warnings = diagnostics.length - errors;
  const counts = [count(errors, "error"), count(warnings, "warning")].filter(Boolean).join(", ");
  return blocks.length === 0 ? "" : `${blocks.join("\n\n")}\n\n${counts}\n`;
}

function count(number: number, noun: string): string {
  return number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/**
 * Content must not control the terminal: no escape codes, no lines of its own, nothing that turns the direction of text around. Each such
 * character becomes a space, so that marks stay below what they are about.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, " ");
}
