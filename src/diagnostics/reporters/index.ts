/** The report formats, by their names in `--format`. */
import type { IsChanged } from "../../shared/api.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { codes } from "../codes.js";
import { formatByRule, formatText, sortDiagnostics, type TextLookup } from "../report.js";
import { github } from "./github.js";
import { gitlab } from "./gitlab.js";
import { json } from "./json.js";
import { junit } from "./junit.js";
import { markdown } from "./markdown.js";
import { sarif } from "./sarif.js";

/** The origin of the diagnostics: shown if a format has a place for it. */
export interface ReportContext {
  /** For text with code frames. */
  readText: TextLookup;
  /** Name of the command: `check-links`. */
  command: string;
  /** Of this program. */
  version: string;
  /**
   * Path from the working directory to the folder that files are relative to, empty if they are the same: programs that
   * show a report beside the files (GitHub, code scanning) need paths in the repository, not in the site.
   */
  base?: string;
  /** Meanings of codes that src/diagnostics/codes.ts does not have. */
  rules?: readonly CodeHelp[];
  /** Text is grouped by rule and limited in length. */
  byRule?: boolean;
  /** Whether a change has a line, for formats that are shown beside its lines; unless it is given, every finding is shown there. */
  isChanged?: IsChanged | undefined;
  /** Notes that are not problems. */
  notes?: readonly Note[];
  /** The counts of the command, for JSON. */
  facts?: Readonly<Record<string, unknown>>;
}

/** A note about a file or about the whole site. */
export type Note = Pick<Diagnostic, "code" | "message" | "file">;

/** A code as a list of rules explains it. */
export interface CodeHelp {
  id: string;
  summary: string;
  /** Markdown: why, and what to do. */
  help?: string;
}

/** Takes sorted diagnostics and gives the whole report; an empty text only if the format allows it. */
type Reporter = (diagnostics: readonly Diagnostic[], context: ReportContext) => string;

const reporters = {
  text: (diagnostics, { readText, byRule, rules = [] }) =>
    byRule ? formatByRule(diagnostics, readText, rules) : formatText(diagnostics, readText),
  json,
  junit,
  github,
  sarif,
  markdown,
  gitlab,
} as const satisfies Record<string, Reporter>;

export type ReportFormat = keyof typeof reporters;
export const reportFormats = Object.keys(reporters) as ReportFormat[];

export function formatReport(format: ReportFormat, diagnostics: readonly Diagnostic[], context: ReportContext): string {
  const rules = [...(context.rules ?? []), ...Object.entries(codes).map(([id, { summary }]) => ({ id, summary }))];
  return reporters[format](sortDiagnostics(diagnostics), { ...context, rules });
}
