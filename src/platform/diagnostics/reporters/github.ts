/** Workflow commands, which GitHub shows as annotations beside the lines of a pull request. What it would not show is plain text in the log. */
import { posix } from "node:path";
import type { Diagnostic } from "../../../shared/diagnostic.js";
import type { ReportContext } from "../report.js";
import { locationText, printable, withoutCommands } from "../report.js";

/** GitHub shows this number of annotations of each severity of a step. */
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
    (annotation) => !annotationSet.has(annotation),
  );
  return [
    ...annotations.map((annotation) => command(annotation, base)),
    ...logEntries.map((annotation) => inLog(annotation, base)),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

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

function inLog({ severity, code, message, file, line, column }: Annotation, base: string): string {
  const location = locationText({ file: file && posix.join(base, file), line, column });
  return printable(`${severity} [${code}] ${location ? `${location} ` : ""}${message}`);
}

/** The runner reads a command up to the end of its line, so line breaks and the escape character are escaped. */
function data(lines: readonly string[]): string {
  return lines.map((text) => withoutCommands(printable(text)).replace(/%/g, "%25")).join("%0A");
}

function property(value: string): string {
  return data([value]).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
