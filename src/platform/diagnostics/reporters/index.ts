/** The report formats, by their names in `--format`. */
import type { Diagnostic } from "../../../shared/diagnostic.js";
import { codes } from "../codes.js";
import {
  formatByRule,
  formatText,
  hasErrors,
  jsonDocument,
  type ReportContext,
  sortDiagnostics,
  toJson,
} from "../report.js";
import { github } from "./github.js";
import { gitlab } from "./gitlab.js";
import { junit } from "./junit.js";
import { markdown } from "./markdown.js";
import { sarif } from "./sarif.js";

/** Takes sorted diagnostics and gives the whole report. */
type Reporter = (diagnostics: readonly Diagnostic[], context: ReportContext) => string;

const reporters = {
  text: (diagnostics, { readText, byRule, rules = [] }) =>
    byRule ? formatByRule(diagnostics, readText, rules) : formatText(diagnostics, readText),
  /** Like `build --json`: the counts of the command, and the diagnostics. */
  json: (diagnostics, { facts }) =>
    jsonDocument({ ok: !hasErrors(diagnostics), ...facts, diagnostics: diagnostics.map(toJson) }),
  junit,
  github,
  sarif,
  markdown,
  gitlab,
} as const satisfies Record<string, Reporter>;

export type ReportFormat = keyof typeof reporters;
/** Formats whose lines are commands to the runner of a job: the output must not escape them. */
export const commandFormats: ReadonlySet<ReportFormat> = new Set(["github"]);
export const reportFormats = Object.keys(reporters) as ReportFormat[];

export function formatReport(format: ReportFormat, diagnostics: readonly Diagnostic[], context: ReportContext): string {
  const rules = [...(context.rules ?? []), ...Object.entries(codes).map(([id, { summary }]) => ({ id, summary }))];
  return reporters[format](sortDiagnostics(diagnostics), { ...context, rules });
}
