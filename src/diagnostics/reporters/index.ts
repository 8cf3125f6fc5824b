/** Every form that a report takes, by the name that `--format` knows it by. */
import type { Diagnostic } from "../../shared/diagnostic.js";
import { codes } from "../codes.js";
import { formatByRule, formatText, type ReadText, sortDiagnostics } from "../report.js";
import { github } from "./github.js";
import { json } from "./json.js";
import { junit } from "./junit.js";
import { sarif } from "./sarif.js";

/** What the diagnostics come from: shown where a format has a place for it. */
export interface ReportContext {
  /** For text with code frames. */
  readText: ReadText;
  /** Name of the command: `check-links`. */
  command: string;
  /** Of this program. */
  version: string;
  /**
   * Path from the working directory to the folder that files are relative to, empty when they are the same: what shows a report beside
   * the files (GitHub, code scanning) goes by the repository and not by the site.
   */
  base?: string;
  /** What codes mean, where src/diagnostics/codes.ts does not say it. */
  rules?: readonly Rule[];
  /** Text is grouped by rule, and stops where there is more than anybody reads. */
  byRule?: boolean;
  /** What is no problem and should be seen all the same. */
  notes?: readonly Note[];
  /** What the command counted, for JSON. */
  facts?: Readonly<Record<string, unknown>>;
}

/** Something that is to be known or done, said of a file or of the whole. */
export type Note = Pick<Diagnostic, "code" | "message" | "file">;

/** A code as a list of rules explains it. */
export interface Rule {
  id: string;
  summary: string;
  /** Markdown: why, and what to do. */
  help?: string;
}

/** Takes sorted diagnostics and gives the whole report; an empty one only where the format allows it. */
type Reporter = (diagnostics: readonly Diagnostic[], context: ReportContext) => string;

const reporters = {
  text: (diagnostics, { readText, byRule, rules = [] }) =>
    byRule ? formatByRule(diagnostics, readText, rules) : formatText(diagnostics, readText),
  json,
  junit,
  github,
  sarif,
} as const satisfies Record<string, Reporter>;

export type ReportFormat = keyof typeof reporters;
export const reportFormats = Object.keys(reporters) as ReportFormat[];

export function formatReport(format: ReportFormat, diagnostics: readonly Diagnostic[], context: ReportContext): string {
  const rules = [...(context.rules ?? []), ...Object.entries(codes).map(([id, { summary }]) => ({ id, summary }))];
  return reporters[format](sortDiagnostics(diagnostics), { ...context, rules });
}
