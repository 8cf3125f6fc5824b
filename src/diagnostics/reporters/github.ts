/** Workflow commands, which GitHub shows as annotations beside the lines of a pull request. */
import { posix } from "node:path";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { printable } from "../report.js";
import type { ReportContext } from "./index.js";

export function github(diagnostics: readonly Diagnostic[], { base = "", notes = [] }: ReportContext): string {
  const notices = notes.map((note) => ({ ...note, severity: "notice" as const }));
  return [...diagnostics, ...notices].map((diagnostic) => `${command(diagnostic, base)}\n`).join("");
}

type Annotation = Omit<Diagnostic, "severity"> & { severity: Diagnostic["severity"] | "notice" };

function command({ severity, code, message, help, file, line, column, length }: Annotation, base: string): string {
  const properties = {
    file: file && posix.join(base, file),
    line,
    col: column,
    endColumn: column && length && column + length,
    title: code,
  };
  const written = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${property(String(value))}`],
  );
  return `::${severity} ${written.join(",")}::${data([message, help].filter(Boolean).map(String))}`;
}

/** The runner reads a command up to the end of its line, so line breaks and the escape character are escaped. */
function data(lines: readonly string[]): string {
  return lines.map((text) => printable(text).replace(/%/g, "%25")).join("%0A");
}

function property(value: string): string {
  return data([value]).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
