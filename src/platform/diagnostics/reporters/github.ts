/** Writes workflow commands, which GitHub shows as annotations beside the lines of a pull request. Findings that it would not show are plain text in the log. */
import { posix } from "node:path";
import type { Diagnostic } from "../../../shared/diagnostic.js";
import type { ReportContext } from "../report.js";
import { locationText, printable, withoutCommands } from "../report.js";

/** GitHub shows no more annotations of one severity in a step. */
const maxOfSeverity = 10;

type Annotation = Omit<Diagnostic, "severity"> & { severity: Diagnostic["severity"] | "notice" };

export function github(diagnostics: readonly Diagnostic[], context: ReportContext): string {
  const { base = "", notes = [], isChanged } = context;
  const isShown = ({ file }: Diagnostic) => !isChanged || (file !== undefined && isChanged(file));
  const candidates: Annotation[] = [
    ...diagnostics.filter(isShown),
    ...notes.map((note) => ({ ...note, severity: "notice" as const })),
  ];
  const annotations = (["error", "warning", "notice"] as const).flatMap((severity) =>
    candidates.filter((candidate) => candidate.severity === severity).slice(0, maxOfSeverity),
  );
  const annotationSet = new Set<object>(annotations);
  const logEntries = [...diagnostics, ...candidates.filter(({ severity }) => severity === "notice")].filter(
    (entry) => !annotationSet.has(entry),
  );
  return [
    ...annotations.map((annotation) => formatCommand(annotation, base)),
    ...logEntries.map((entry) => formatLogLine(entry, base)),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function formatCommand(
  { severity, code, message, help, file, line, column, length }: Annotation,
  base: string,
): string {
  const properties = {
    file: file && posix.join(base, file),
    line,
    col: column,
    endColumn: column && length && column + length,
    title: code,
  };
  const written = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  );
  return `::${severity} ${written.join(",")}::${escapeLines([message, help].filter(Boolean).map(String))}`;
}

function formatLogLine({ severity, code, message, file, line, column }: Annotation, base: string): string {
  const location = locationText({ file: file && posix.join(base, file), line, column });
  return withoutCommands(printable(`${severity} [${code}] ${location ? `${location} ` : ""}${message}`));
}

/** Joins lines in the escapes of a command, which ends with its line. */
function escapeLines(lines: readonly string[]): string {
  return lines.map((text) => withoutCommands(printable(text)).replace(/%/g, "%25")).join("%0A");
}

function escapeProperty(value: string): string {
  return escapeLines([value]).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
